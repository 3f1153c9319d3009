#pragma once
// Events: places in streams, and in the timeline.
#include <algorithm>
#include <memory>
#include <vector>

#include "emulation/runtime/operation.h"
#include "emulation/runtime/streams.h"

namespace gridmark::emulation {

struct Capture;
struct GraphNode;

/// One recording of an event.
struct Record {
  Position position;
  bool reached = false;
  SharedWork work;  ///< set once reached
};

struct Event {
  std::shared_ptr<Record> record;  ///< null before the first record
  bool has_time = true;
  int device = 0;
  std::weak_ptr<Capture> capture;  ///< the capture of the last record
  std::vector<GraphNode*> captured_frontier;
};

/// Null if there is no such event, or no longer. Callers must hold the device lock.
Event* find_event(cudaEvent_t handle);
/// Number of live events.
std::size_t live_events();
inline bool is_reached(const Event& event) { return !event.record || event.record->reached; }

class EventRecordOperation : public Operation {
 public:
  EventRecordOperation(cudaEvent_t handle, std::shared_ptr<Record> record)
      : event(handle), record_(std::move(record)) {}
  /// As a node of a graph: each run is a new record.
  explicit EventRecordOperation(cudaEvent_t handle) : event(handle) {}
  void run(const SharedWork& work) override;
  cudaGraphNodeType type() const override { return cudaGraphNodeTypeEventRecord; }
  cudaEvent_t event;

 private:
  std::shared_ptr<Record> record_;
};

class EventWaitOperation : public Operation {
 public:
  explicit EventWaitOperation(cudaEvent_t handle) : event(handle) {}
  void run(const SharedWork&) override {}
  Position awaited() const override;
  cudaGraphNodeType type() const override { return cudaGraphNodeTypeWaitEvent; }
  cudaEvent_t event;
};

}  // namespace gridmark::emulation
