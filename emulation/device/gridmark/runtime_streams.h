#pragma once
// Streams, events and stream capture.
#include "gridmark/graph_types.h"
#include "gridmark/languages.h"
#include "gridmark/launch_config.h"
#include "gridmark/runtime_types.h"

GRIDMARK_C_API_BEGIN
cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned int flags GRIDMARK_DEFAULT(0));
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned int flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data);
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority);
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id);
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device);
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value);
cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* memory, size_t bytes GRIDMARK_DEFAULT(0),
                                     unsigned int flags GRIDMARK_DEFAULT(cudaMemAttachSingle));

cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream GRIDMARK_DEFAULT(nullptr));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream GRIDMARK_DEFAULT(nullptr),
                                     unsigned int flags GRIDMARK_DEFAULT(0));
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event);
cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle);

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies, const cudaGraphEdgeData* edges,
                                          size_t count, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus* status);
cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode* mode);
cudaError_t gridmark_stream_capture_info(cudaStream_t stream, enum cudaStreamCaptureStatus* status,
                                         unsigned long long* id, cudaGraph_t* graph,
                                         const cudaGraphNode_t** dependencies, size_t* count);
cudaError_t gridmark_stream_update_capture_dependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                        size_t count, unsigned int flags);
GRIDMARK_C_API_END

#ifdef __cplusplus
static inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return cudaEventCreateWithFlags(event, flags);
}
static inline cudaError_t cudaEventElapsedTime_v2(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return cudaEventElapsedTime(milliseconds, start, end);
}
template <class T>
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* memory, size_t bytes = 0,
                                     unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, static_cast<void*>(memory), bytes, flags);
}

// With CUDA 13's edge data, and in the earlier form.
static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus* status,
                                                   unsigned long long* id = nullptr,
                                                   cudaGraph_t* graph = nullptr,
                                                   const cudaGraphNode_t** dependencies = nullptr,
                                                   const cudaGraphEdgeData** edges = nullptr,
                                                   size_t* count = nullptr) {
  if (edges) *edges = nullptr;
  return gridmark_stream_capture_info(stream, status, id, graph, dependencies, count);
}
// CUDA 12's form.
static inline cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus* status,
                                                   unsigned long long* id, cudaGraph_t* graph,
                                                   const cudaGraphNode_t** dependencies, size_t* count) {
  return gridmark_stream_capture_info(stream, status, id, graph, dependencies, count);
}
static inline cudaError_t cudaStreamGetCaptureInfo_v2(
    cudaStream_t stream, enum cudaStreamCaptureStatus* status, unsigned long long* id = nullptr,
    cudaGraph_t* graph = nullptr, const cudaGraphNode_t** dependencies = nullptr, size_t* count = nullptr) {
  return gridmark_stream_capture_info(stream, status, id, graph, dependencies, count);
}
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                              cudaGraphNode_t* dependencies, size_t count,
                                                              unsigned int flags = 0) {
  return gridmark_stream_update_capture_dependencies(stream, dependencies, count, flags);
}
static inline cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                              cudaGraphNode_t* dependencies,
                                                              const cudaGraphEdgeData*, size_t count,
                                                              unsigned int flags = 0) {
  return gridmark_stream_update_capture_dependencies(stream, dependencies, count, flags);
}
#endif  // __cplusplus
