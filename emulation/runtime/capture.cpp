#include "emulation/runtime/capture.h"

#include <algorithm>

#include "emulation/runtime/last_error.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

thread_local cudaStreamCaptureMode mode_of_thread = cudaStreamCaptureModeGlobal;

template <class Action>
void for_each_capture(Action action) {
  for (const auto& stream : Streams::instance().all())
    if (stream->capture) action(*stream, *stream->capture->capture);
}

/// Ends the capture in all its streams.
void release(Capture& capture) {
  for (const auto& member : capture.streams)
    if (const auto stream = member.lock()) stream->capture.reset();
}

void begin(const std::shared_ptr<Stream>& stream, Graph* graph, bool owns_graph, cudaStreamCaptureMode mode,
           std::vector<GraphNode*> frontier) {
  static unsigned long long ids = 0;
  auto capture = std::make_shared<Capture>();
  *capture = {graph, owns_graph, stream.get(), mode, std::this_thread::get_id(), ++ids, false, {}};
  join_capture(stream, capture, frontier);
}

cudaError_t end(const std::shared_ptr<Stream>& stream, cudaGraph_t* graph) {
  if (graph) *graph = nullptr;
  if (!stream->capture) return remember(cudaErrorIllegalState);
  const std::shared_ptr<Capture> capture = stream->capture->capture;
  if (capture->origin != stream.get()) {
    capture->invalidated = true;
    return remember(cudaErrorStreamCaptureUnmatched);
  }
  if (capture->mode != cudaStreamCaptureModeRelaxed && capture->thread != std::this_thread::get_id())
    return remember(cudaErrorStreamCaptureWrongThread);
  // Every node of the other streams must have a path to the origin's frontier.
  bool joined = true;
  const std::vector<GraphNode*> frontier = stream->capture->frontier;
  for (const auto& node : capture->graph->nodes()) {
    const bool is_last = capture->graph->dependents(node.get()).empty();
    const bool in_frontier = std::find(frontier.begin(), frontier.end(), node.get()) != frontier.end();
    if (is_last && !in_frontier && capture->owns_graph) joined = false;
  }
  release(*capture);
  if (!capture->invalidated && joined) {
    if (graph) *graph = handle_of(capture->graph);
    return cudaSuccess;
  }
  if (capture->owns_graph) Graphs::instance().destroy(handle_of(capture->graph));
  return remember(capture->invalidated ? cudaErrorStreamCaptureInvalidated : cudaErrorStreamCaptureUnjoined);
}

}  // namespace

void capture_operation(Stream& stream, SharedOperation operation) {
  StreamCapture& state = *stream.capture;
  if (state.capture->invalidated) return;
  state.frontier = {state.capture->graph->add(std::move(operation), state.frontier)};
}

void join_capture(const std::shared_ptr<Stream>& stream, const std::shared_ptr<Capture>& capture,
                  const std::vector<GraphNode*>& nodes) {
  if (!stream->capture) {
    stream->capture = std::make_unique<StreamCapture>();
    stream->capture->capture = capture;
    capture->streams.push_back(stream);
  }
  std::vector<GraphNode*>& frontier = stream->capture->frontier;
  for (GraphNode* node : nodes)
    if (std::find(frontier.begin(), frontier.end(), node) == frontier.end()) frontier.push_back(node);
}

cudaError_t refuse_capture(const std::shared_ptr<Stream>& stream) {
  if (!stream->capture) return cudaSuccess;
  stream->capture->capture->invalidated = true;
  return cudaErrorStreamCaptureUnsupported;
}

cudaError_t refuse_unsafe_call() {
  if (mode_of_thread == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  cudaError_t error = cudaSuccess;
  for_each_capture([&](Stream&, Capture& capture) {
    const bool own = capture.thread == std::this_thread::get_id();
    const bool concerns = capture.mode == cudaStreamCaptureModeGlobal
                              ? own || mode_of_thread == cudaStreamCaptureModeGlobal
                              : capture.mode == cudaStreamCaptureModeThreadLocal && own;
    if (!concerns) return;
    capture.invalidated = true;
    error = cudaErrorStreamCaptureUnsupported;
  });
  return error;
}

cudaError_t refuse_implicit_dependency(const std::shared_ptr<Stream>& stream) {
  if (stream != Streams::instance().default_stream(stream->traits().device)) return cudaSuccess;
  cudaError_t error = cudaSuccess;
  for_each_capture([&](Stream& captured, Capture& capture) {
    if (!captured.is_blocking() || captured.traits().device != stream->traits().device) return;
    capture.invalidated = true;
    error = cudaErrorStreamCaptureImplicit;
  });
  return error;
}

}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, enum cudaStreamCaptureMode mode) {
  return cudaStreamBeginCaptureToGraph(handle, nullptr, nullptr, nullptr, 0, mode);
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t handle, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies, const cudaGraphEdgeData*,
                                          size_t count, enum cudaStreamCaptureMode mode) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  if (!stream) return remember(cudaErrorInvalidResourceHandle);
  if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
    return remember(cudaErrorInvalidValue);
  if (stream == Streams::instance().default_stream(stream->traits().device))
    return remember(cudaErrorStreamCaptureUnsupported);
  if (stream->capture) return remember(cudaErrorIllegalState);
  std::vector<GraphNode*> frontier;
  for (size_t i = 0; dependencies && i < count; ++i) {
    frontier.push_back(Graphs::instance().find(dependencies[i]));
    if (!frontier.back()) return remember(cudaErrorInvalidValue);
  }
  Graph* into = graph ? Graphs::instance().find(graph) : Graphs::instance().create();
  if (!into) return remember(cudaErrorInvalidValue);
  begin(stream, into, !graph, mode, std::move(frontier));
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t* graph) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  return stream ? end(stream, graph) : remember(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, enum cudaStreamCaptureStatus* status) {
  return gridmark_stream_capture_info(handle, status, nullptr, nullptr, nullptr, nullptr);
}

cudaError_t gridmark_stream_capture_info(cudaStream_t handle, enum cudaStreamCaptureStatus* status,
                                         unsigned long long* id, cudaGraph_t* graph,
                                         const cudaGraphNode_t** dependencies, size_t* count) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  if (!stream) return remember(cudaErrorInvalidResourceHandle);
  if (!status) return remember(cudaErrorInvalidValue);
  if (const cudaError_t error = refuse_implicit_dependency(stream); error != cudaSuccess)
    return remember(error);
  *status = cudaStreamCaptureStatusNone;
  if (!stream->capture) return cudaSuccess;
  StreamCapture& state = *stream->capture;
  *status = state.capture->invalidated ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
  state.told.clear();
  for (GraphNode* node : state.frontier) state.told.push_back(handle_of(node));
  if (id) *id = state.capture->id;
  if (graph) *graph = handle_of(state.capture->graph);
  if (dependencies) *dependencies = state.told.data();
  if (count) *count = state.told.size();
  return cudaSuccess;
}

cudaError_t gridmark_stream_update_capture_dependencies(cudaStream_t handle, cudaGraphNode_t* dependencies,
                                                        size_t count, unsigned int flags) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  if (!stream) return remember(cudaErrorInvalidResourceHandle);
  if (!stream->capture) return remember(cudaErrorIllegalState);
  std::vector<GraphNode*> nodes;
  for (size_t i = 0; i < count; ++i) {
    nodes.push_back(dependencies ? Graphs::instance().find(dependencies[i]) : nullptr);
    if (!nodes.back()) return remember(cudaErrorInvalidValue);
  }
  if (flags == cudaStreamSetCaptureDependencies) stream->capture->frontier.clear();
  join_capture(stream, stream->capture->capture, nodes);
  return cudaSuccess;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode* mode) {
  if (!mode || *mode < cudaStreamCaptureModeGlobal || *mode > cudaStreamCaptureModeRelaxed)
    return remember(cudaErrorInvalidValue);
  std::swap(*mode, mode_of_thread);
  return cudaSuccess;
}

}  // extern "C"
