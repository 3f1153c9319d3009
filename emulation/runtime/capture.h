#pragma once
// Stream capture: what is queued in a captured stream becomes a graph.
//
// Theory of operation
// A Capture begins in one stream and spreads to others that wait for an event recorded inside it. Each of
// its streams has a frontier: the nodes that its next operation depends on. Calls that capture cannot hold
// (waiting for a captured stream, the default stream meanwhile) invalidate the capture and fail; so does its
// end then.
#include <memory>
#include <thread>
#include <vector>

#include "emulation/runtime/graph.h"
#include "emulation/runtime/streams.h"

namespace gridmark::emulation {

struct Capture {
  Graph* graph = nullptr;
  bool owns_graph = true;  ///< false where the program gave the graph
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
  std::vector<cudaGraphNode_t> told;  ///< what cudaStreamGetCaptureInfo last pointed at
};

/// Adds a node behind the stream's frontier, and makes it the frontier.
void capture_operation(Stream& stream, SharedOperation operation);
/// `stream` waits for nodes of a capture; it takes part from here on.
void join_capture(const std::shared_ptr<Stream>& stream, const std::shared_ptr<Capture>& capture,
                  const std::vector<GraphNode*>& nodes);

/// For calls that a captured stream cannot take: invalidates the capture. cudaSuccess where there is none.
cudaError_t refuse_capture(const std::shared_ptr<Stream>& stream);
/// For calls that wait for a device, or may: an error while this host thread must not make them.
cudaError_t refuse_unsafe_call();
/// Work in the default stream would wait for captured blocking streams.
cudaError_t refuse_implicit_dependency(const std::shared_ptr<Stream>& stream);

}  // namespace gridmark::emulation
