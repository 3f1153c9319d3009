#include "emulation/runtime/library_work.h"

#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "emulation/engine/device_access.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/observer.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/host_memory.h"
#include "emulation/runtime/ledger.h"
#include "emulation/runtime/stray_work.h"
#include "emulation/runtime/streams.h"
#include "emulation/runtime/symbols.h"
#include "emulation/runtime/time_model.h"

namespace gridmark::emulation {
namespace {

[[noreturn]] void refuse(const char* call, const Operand& operand, const std::string& reason) {
  const std::string verb = operand.written ? " writes " : " reads ";
  const std::string message = std::string(call) + verb + std::to_string(operand.bytes) +
                              " bytes of its operand " + operand.name + reason;
  end_with_fault(message.c_str(), "", 0);
}

/// ", which reach 8 bytes past the end of a 64-byte allocation made at main.cu:12"
std::string overrun(const DeviceAllocation& allocation, const Operand& operand) {
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(operand.at) + operand.bytes;
  return ", which reach " + std::to_string(end - allocation.end()) + " bytes past the end of " +
         described(allocation) + ". Check the sizes, the leading dimension and the increments";
}

void check(const char* call, const Operand& operand) {
  if (operand.bytes == 0) return;
  if (!operand.at) refuse(call, operand, ", but the pointer is null");
  if (is_arena_address(operand.at)) {
    const DeviceMemory& memory = DeviceMemory::instance();
    if (memory.holding(operand.at, operand.bytes)) return;
    const DeviceAllocation* start = memory.holding(operand.at, 1);
    refuse(call, operand,
           start ? overrun(*start, operand) : ", but no live allocation of device memory is there");
  }
  if (is_symbol(operand.at, operand.bytes) || HostMemory::instance().holds(operand.at, operand.bytes)) return;
  refuse(call, operand,
         ", but the pointer is to ordinary host memory, which a device cannot reach. Allocate it with "
         "cudaMalloc and "
         "copy the data with cudaMemcpy");
}

void run(const LibraryWork& work) {
  for (const Operand& operand : work.operands) touch_operand(work.call, operand);
  const DeviceAccess access;
  work.run();
  note_library_call();
}

Cost cost_of(const LibraryWork& work) {
  if (!work.takes_time) return {};
  if (work.collective) return collective_cost(*work.collective);
  LibraryLoad load = work.load;
  if (load.bytes == 0)
    for (const Operand& operand : work.operands) load.bytes += static_cast<double>(operand.bytes);
  return library_cost(load);
}

class LibraryOperation : public Operation {
 public:
  explicit LibraryOperation(LibraryWork work) : work_(std::move(work)) {}
  void run(const SharedWork& work) override {
    if (work_.begins) work_.begins(Streams::instance().end_of(work));
    emulation::run(work_);
    has_run_ = true;
  }
  bool is_ready() override { return !work_.is_ready || work_.is_ready(); }
  std::optional<Cost> cost() const override {
    if (!work_.late_collective) return cost_of(work_);
    if (!has_run_) return std::nullopt;
    return collective_cost(work_.late_collective());
  }
  Span span() const override {
    const bool is_collective = work_.collective || work_.late_collective;
    return {.kind = is_collective ? Span::Kind::collective : Span::Kind::library, .name = work_.call};
  }
  cudaGraphNodeType type() const override { return cudaGraphNodeTypeKernel; }
  std::string title() const override { return work_.call; }

 private:
  LibraryWork work_;
  bool has_run_ = false;
};

}  // namespace

void touch_operand(const char* call, const Operand& operand) {
  check(call, operand);
  if (!observer || operand.bytes == 0) return;
  if (operand.written && is_arena_address(operand.at))
    observer->host_wrote(const_cast<void*>(operand.at), operand.bytes);
  observer->work_touches(operand.at, operand.bytes, operand.written);
}

cudaError_t enqueue_library_work(cudaStream_t handle, LibraryWork work, std::function<void()>* advance) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  const char* call = work.call;
  const Position queued =
      Streams::instance().enqueue(stream, std::make_shared<LibraryOperation>(std::move(work)));
  note_queued(queued, {call, "give its handle the stream first"});
  if (advance) *advance = [queued] { queued.stream->advance(queued.number); };
  return cudaSuccess;
}

void wait_at_the_call(const std::function<bool()>& done) {
  const DeviceLock lock(device_mutex());
  while (!done()) device_mutex().rest(std::chrono::microseconds(100));
}

cudaError_t complete_library_work(cudaStream_t handle) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  Streams::instance().wait_for(stream);
  return cudaSuccess;
}

unsigned library_threads() {
  if (observer) return 1;
  const char* setting = std::getenv("GRIDMARK_THREADS");
  const long threads = setting ? std::strtol(setting, nullptr, 10) : 0;
  return threads > 0 ? static_cast<unsigned>(threads) : std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace gridmark::emulation
