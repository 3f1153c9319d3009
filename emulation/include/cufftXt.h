#pragma once
// cuFFT's plans of 64-bit sizes and its callbacks. Transforms over several devices are refused at the call.
#include "cudalibxt.h"
#include "cufft.h"

typedef enum cufftXtSubFormat_t {
  CUFFT_XT_FORMAT_INPUT = 0,
  CUFFT_XT_FORMAT_OUTPUT = 1,
  CUFFT_XT_FORMAT_INPLACE = 2,
  CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
  CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4,
  CUFFT_XT_FORMAT_DISTRIBUTED_INPUT = 5,
  CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT = 6,
  CUFFT_FORMAT_UNDEFINED = 7
} cufftXtSubFormat;

typedef enum cufftXtCopyType_t {
  CUFFT_COPY_HOST_TO_DEVICE = 0,
  CUFFT_COPY_DEVICE_TO_HOST = 1,
  CUFFT_COPY_DEVICE_TO_DEVICE = 2,
  CUFFT_COPY_UNDEFINED = 3
} cufftXtCopyType;

typedef enum cufftXtCallbackType_t {
  CUFFT_CB_LD_COMPLEX = 0,
  CUFFT_CB_LD_COMPLEX_DOUBLE = 1,
  CUFFT_CB_LD_REAL = 2,
  CUFFT_CB_LD_REAL_DOUBLE = 3,
  CUFFT_CB_ST_COMPLEX = 4,
  CUFFT_CB_ST_COMPLEX_DOUBLE = 5,
  CUFFT_CB_ST_REAL = 6,
  CUFFT_CB_ST_REAL_DOUBLE = 7,
  CUFFT_CB_UNDEFINED = 8
} cufftXtCallbackType;

// Device functions that load an element for a transform, or store one. They run one after the other on one
// thread of the host, so threadIdx has no meaning in them, and sharedPointer is null.
typedef cufftComplex (*cufftCallbackLoadC)(void* dataIn, size_t offset, void* callerInfo,
                                           void* sharedPointer);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void* dataIn, size_t offset, void* callerInfo,
                                                 void* sharedPointer);
typedef cufftReal (*cufftCallbackLoadR)(void* dataIn, size_t offset, void* callerInfo, void* sharedPointer);
typedef cufftDoubleReal (*cufftCallbackLoadD)(void* dataIn, size_t offset, void* callerInfo,
                                              void* sharedPointer);
typedef void (*cufftCallbackStoreC)(void* dataOut, size_t offset, cufftComplex element, void* callerInfo,
                                    void* sharedPointer);
typedef void (*cufftCallbackStoreZ)(void* dataOut, size_t offset, cufftDoubleComplex element,
                                    void* callerInfo, void* sharedPointer);
typedef void (*cufftCallbackStoreR)(void* dataOut, size_t offset, cufftReal element, void* callerInfo,
                                    void* sharedPointer);
typedef void (*cufftCallbackStoreD)(void* dataOut, size_t offset, cufftDoubleReal element, void* callerInfo,
                                    void* sharedPointer);

#ifdef __cplusplus
extern "C" {
#endif

// Single and double types only. Others are CUFFT_NOT_SUPPORTED.
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int* n, long long int* inembed,
                                long long int istride, long long int idist, cudaDataType inputtype,
                                long long int* onembed, long long int ostride, long long int odist,
                                cudaDataType outputtype, long long int batch, size_t* workSize,
                                cudaDataType executiontype);
cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long int* n, long long int* inembed,
                               long long int istride, long long int idist, cudaDataType inputtype,
                               long long int* onembed, long long int ostride, long long int odist,
                               cudaDataType outputtype, long long int batch, size_t* workSize,
                               cudaDataType executiontype);
cufftResult cufftXtExec(cufftHandle plan, void* input, void* output, int direction);

// A callback of a type that the plan does not read or write is CUFFT_INVALID_TYPE.
cufftResult cufftXtSetCallback(cufftHandle plan, void** callback_routine, cufftXtCallbackType cbType,
                               void** caller_info);
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType cbType);

#define GRIDMARK_REFUSED_CUFFT(name, ...)                                                                 \
  __attribute__((error(                                                                                   \
      #name ": cuFFT over several devices is not available on the emulated device. Use a plan for one"))) \
  cufftResult name(__VA_ARGS__);
GRIDMARK_REFUSED_CUFFT(cufftXtSetGPUs, cufftHandle plan, int nGPUs, int* whichGPUs)
GRIDMARK_REFUSED_CUFFT(cufftXtMalloc, cufftHandle plan, cudaLibXtDesc** descriptor, cufftXtSubFormat format)
GRIDMARK_REFUSED_CUFFT(cufftXtMemcpy, cufftHandle plan, void* to, void* from, cufftXtCopyType type)
GRIDMARK_REFUSED_CUFFT(cufftXtFree, cudaLibXtDesc* descriptor)
GRIDMARK_REFUSED_CUFFT(cufftXtExecDescriptorC2C, cufftHandle plan, cudaLibXtDesc* in, cudaLibXtDesc* out,
                       int direction)
GRIDMARK_REFUSED_CUFFT(cufftXtExecDescriptorZ2Z, cufftHandle plan, cudaLibXtDesc* in, cudaLibXtDesc* out,
                       int direction)
GRIDMARK_REFUSED_CUFFT(cufftXtExecDescriptorR2C, cufftHandle plan, cudaLibXtDesc* in, cudaLibXtDesc* out)
GRIDMARK_REFUSED_CUFFT(cufftXtExecDescriptorD2Z, cufftHandle plan, cudaLibXtDesc* in, cudaLibXtDesc* out)
GRIDMARK_REFUSED_CUFFT(cufftXtExecDescriptorC2R, cufftHandle plan, cudaLibXtDesc* in, cudaLibXtDesc* out)
GRIDMARK_REFUSED_CUFFT(cufftXtExecDescriptorZ2D, cufftHandle plan, cudaLibXtDesc* in, cudaLibXtDesc* out)
#undef GRIDMARK_REFUSED_CUFFT

#ifdef __cplusplus
}
#endif
