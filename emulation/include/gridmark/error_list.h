#pragma once
// The runtime's error codes: name, number, and what cudaGetErrorString says.
#define GRIDMARK_CUDA_ERRORS(X)                                                                              \
  X(cudaSuccess, 0, "no error")                                                                              \
  X(cudaErrorInvalidValue, 1, "invalid argument")                                                            \
  X(cudaErrorMemoryAllocation, 2, "out of memory")                                                           \
  X(cudaErrorInitializationError, 3, "initialization error")                                                 \
  X(cudaErrorCudartUnloading, 4, "driver shutting down")                                                     \
  X(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                                      \
  X(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                                \
  X(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                                     \
  X(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                                                 \
  X(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                             \
  X(cudaErrorInvalidTexture, 18, "invalid texture reference")                                                \
  X(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor")                                     \
  X(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                                \
  X(cudaErrorNotYetImplemented, 31, "feature not yet implemented")                                           \
  X(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version")         \
  X(cudaErrorDevicesUnavailable, 46, "CUDA-capable device(s) is/are busy or unavailable")                    \
  X(cudaErrorMissingConfiguration, 52, "__global__ function call is not configured")                         \
  X(cudaErrorPriorLaunchFailure, 53, "unspecified launch failure in prior launch")                           \
  X(cudaErrorLaunchMaxDepthExceeded, 65, "launch would exceed maximum depth of nested launches")             \
  X(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                           \
  X(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                            \
  X(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                                   \
  X(cudaErrorStartupFailure, 127, "startup failure in cuda runtime")                                         \
  X(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid")                                      \
  X(cudaErrorDeviceUninitialized, 201, "invalid device context")                                             \
  X(cudaErrorNoKernelImageForDevice, 209, "no kernel image is available for execution on the device")        \
  X(cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered")                                   \
  X(cudaErrorUnsupportedLimit, 215, "limit is not supported on this architecture")                           \
  X(cudaErrorDeviceAlreadyInUse, 216, "exclusive-thread device already in use by a different thread")        \
  X(cudaErrorPeerAccessUnsupported, 217, "peer access is not supported between these two devices")           \
  X(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")                                                \
  X(cudaErrorInvalidSource, 300, "device kernel image is invalid")                                           \
  X(cudaErrorFileNotFound, 301, "file not found")                                                            \
  X(cudaErrorSharedObjectSymbolNotFound, 302, "shared object symbol not found")                              \
  X(cudaErrorOperatingSystem, 304, "OS call failed or operation not supported on this OS")                   \
  X(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                          \
  X(cudaErrorIllegalState, 401, "the operation cannot be performed in the present state")                    \
  X(cudaErrorSymbolNotFound, 500, "named symbol not found")                                                  \
  X(cudaErrorNotReady, 600, "device not ready")                                                              \
  X(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                                \
  X(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                           \
  X(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                                  \
  X(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                                \
  X(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")                                  \
  X(cudaErrorSetOnActiveProcess, 708, "cannot set while device is active in this process")                   \
  X(cudaErrorContextIsDestroyed, 709, "context is destroyed")                                                \
  X(cudaErrorAssert, 710, "device-side assert triggered")                                                    \
  X(cudaErrorTooManyPeers, 711, "peer mapping resources exhausted")                                          \
  X(cudaErrorHostMemoryAlreadyRegistered, 712,                                                               \
    "part or all of the requested memory range is already mapped")                                           \
  X(cudaErrorHostMemoryNotRegistered, 713, "pointer does not correspond to a registered memory region")      \
  X(cudaErrorHardwareStackError, 714, "hardware stack error")                                                \
  X(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")                              \
  X(cudaErrorMisalignedAddress, 716, "misaligned address")                                                   \
  X(cudaErrorInvalidAddressSpace, 717, "operation not supported on global/shared address space")             \
  X(cudaErrorInvalidPc, 718, "invalid program counter")                                                      \
  X(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                               \
  X(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")                        \
  X(cudaErrorNotPermitted, 800, "operation not permitted")                                                   \
  X(cudaErrorNotSupported, 801, "operation not supported")                                                   \
  X(cudaErrorSystemNotReady, 802, "system not yet initialized")                                              \
  X(cudaErrorSystemDriverMismatch, 803, "system has unsupported display driver / cuda driver combination")   \
  X(cudaErrorStreamCaptureUnsupported, 900, "operation not permitted when stream is capturing")              \
  X(cudaErrorStreamCaptureInvalidated, 901, "operation failed due to a previous error during capture")       \
  X(cudaErrorStreamCaptureImplicit, 906,                                                                     \
    "operation would make the legacy stream depend on a capturing blocking stream")                          \
  X(cudaErrorCapturedEvent, 907, "operation not permitted on an event last recorded in a capturing stream")  \
  X(cudaErrorTimeout, 909, "wait operation timed out")                                                       \
  X(cudaErrorGraphExecUpdateFailure, 910,                                                                    \
    "the graph update was not performed because it included changes which violated constraints specific to " \
    "instantiated graph update")                                                                             \
  X(cudaErrorUnknown, 999, "unknown error")
