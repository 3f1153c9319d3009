#pragma once
// Stream capture: work queued in a captured stream becomes a graph.
//
// Theory of operation
// A Capture begins in one stream and spreads to others that wait for an event recorded inside it. Each of its
// streams has a frontier: the nodes that its next operation depends on. A call that a capture cannot hold
// (waiting for a captured stream, using the default stream) fails and invalidates the capture. The end of the
// capture then fails as well.
#include <memory>
#include <thread>
#include <vector>

#include "emulation/runtime/graph.h"
#include "emulation/runtime/streams.h"

namespace gridmark::emulation {

struct Capture {
  Graph* graph = nullptr;
  bool owns_graph = true;  ///< false if the program provided the graph
  const Stream* origin = nullptr;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread;
  unsigned long long id = 0;
  bool invalidated = false;
  std::vector<std::weak_ptr<Stream>> streams;
};

struct StreamCapture {
  std::shared_ptr<Capture> capture;
  std::vector<GraphNode*> frontier;
  std::vector<cudaGraphNode_t> told;  ///< the last result of cudaStreamGetCaptureInfo
};

/// Adds a node after the stream's frontier, and makes it the frontier.
void capture_operation(Stream& stream, SharedOperation operation);
/// `stream` waits for nodes of a capture, so it takes part from now on.
void join_capture(const std::shared_ptr<Stream>& stream, const std::shared_ptr<Capture>& capture,
                  const std::vector<GraphNode*>& nodes);

/// For calls that a captured stream cannot take: invalidates the capture. Returns cudaSuccess if there is
/// none.
cudaError_t refuse_capture(const std::shared_ptr<Stream>& stream);
/// For calls that wait for a device, or may wait: an error while this host thread must not make them.
cudaError_t refuse_unsafe_call();
/// Work in the default stream would wait for captured blocking streams.
cudaError_t refuse_implicit_dependency(const std::shared_ptr<Stream>& stream);

}  // namespace gridmark::emulation
