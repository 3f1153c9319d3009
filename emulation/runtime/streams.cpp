#include "emulation/runtime/streams.h"

#include <algorithm>
#include <map>
#include <utility>

#include "emulation/engine/observer.h"
#include "emulation/engine/visible.h"
#include "emulation/runtime/capture.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/late_work.h"
#include "emulation/runtime/live_objects.h"
#include "emulation/runtime/quiet_host.h"
#include "emulation/runtime/time_model.h"

namespace gridmark::emulation {
namespace {

/// A device's own queue is as short: a program that never waits is served in between.
constexpr std::uint64_t most_pending = 1024;

cudaStream_t handle_of(const std::shared_ptr<Stream>& stream) {
  return reinterpret_cast<cudaStream_t>(stream.get());
}

std::uint64_t next_stream_id() {
  static std::uint64_t id = 0;
  return ++id;
}

class WorkOperation : public Operation {
 public:
  WorkOperation(std::function<void()> work, const char* title) : work_(std::move(work)), title_(title) {}
  Nanoseconds run(Nanoseconds start) override {
    work_();
    return start + time_model.kernel_start;
  }
  cudaGraphNodeType type() const override { return cudaGraphNodeTypeKernel; }
  std::string title() const override { return title_; }

 private:
  std::function<void()> work_;
  const char* title_;
};

}  // namespace

/// Set by programs compiled with one default stream per host thread.
bool default_stream_is_per_thread = false;

std::recursive_mutex& device_mutex() {
  static auto* mutex = new std::recursive_mutex;
  return *mutex;
}

Nanoseconds HostOperation::run(Nanoseconds start) {
  // As on hardware, where nobody could catch it: an exception ends the program.
  [this]() noexcept { function_(); }();
  return start + time_model.host_function;
}

Stream::Stream(StreamTraits traits) : traits_(traits), id_(next_stream_id()) {}
Stream::~Stream() = default;

void Stream::push(Command command) {
  last_ = command.number;
  queue_.push_back(std::move(command));
}

bool Stream::step() {
  if (queue_.empty() || running_) return false;
  Nanoseconds start = std::max(time_, queue_.front().submitted);
  for (const Position& earlier : queue_.front().waits_for) {
    earlier.stream->complete(earlier.number);
    start = std::max(start, earlier.stream->time());
  }
  const Command command = std::move(queue_.front());
  queue_.pop_front();
  running_ = true;
  if (observer) observer->work_begins(command.number);
  // Nothing happens after a kernel's fault.
  time_ = sticky_error() == cudaSuccess ? command.operation->run(start) : start;
  if (observer) observer->work_ends(command.number);
  running_ = false;
  done_ = command.number;
  return true;
}

void Stream::complete(std::uint64_t number) {
  while (!queue_.empty() && queue_.front().number <= number && step()) {
  }
}

Streams& Streams::instance() {
  static Streams* streams = new Streams;
  return *streams;
}

Streams::Streams() {
  for (int device = 0; device < std::max(1, device_count()); ++device)
    defaults_.push_back(std::make_shared<Stream>(StreamTraits{true, 0, device}));
}

std::shared_ptr<Stream> Streams::per_thread_stream() {
  // Never destroyed: destructors of static objects may launch kernels.
  static thread_local auto* const mine = new std::map<int, std::shared_ptr<Stream>>;
  std::shared_ptr<Stream>& stream = (*mine)[current_device()];
  if (!stream) {
    stream = std::make_shared<Stream>(StreamTraits{true, 0, current_device()});
    per_thread_.push_back(stream);
  }
  return stream;
}

std::shared_ptr<Stream> Streams::find(cudaStream_t handle) {
  if (handle == cudaStreamPerThread || (!handle && default_stream_is_per_thread)) return per_thread_stream();
  if (!handle || handle == cudaStreamLegacy) return default_stream(current_device());
  const auto found = std::find_if(created_.begin(), created_.end(),
                                  [&](const auto& stream) { return handle_of(stream) == handle; });
  return found == created_.end() ? nullptr : *found;
}

cudaStream_t Streams::create(const StreamTraits& traits) {
  created_.push_back(std::make_shared<Stream>(traits));
  note_object(created_.back().get(), "cudaStreamCreate");
  return handle_of(created_.back());
}

bool Streams::destroy(cudaStream_t handle) {
  const auto found = std::find_if(created_.begin(), created_.end(),
                                  [&](const auto& stream) { return handle_of(stream) == handle; });
  if (found == created_.end()) return false;
  const std::shared_ptr<Stream> stream = *found;  // a host function may create or destroy streams
  stream->complete(stream->last());
  forget_object(stream.get());
  created_.erase(std::find(created_.begin(), created_.end(), stream));
  return true;
}

/// What has run is known to the host, and comes before all that it queues from now on.
QueuedWork Streams::described(const Command& command, const Stream& stream) const {
  QueuedWork work{command.number, command.operation->title(), stream.id(), {}};
  for (const auto& other : all())
    if (other->done() > 0) work.after.emplace_back(other->id(), other->done());
  for (const Position& earlier : command.waits_for)
    work.after.emplace_back(earlier.stream->id(), earlier.number);
  if (stream.last() > 0) work.after.emplace_back(stream.id(), stream.last());
  return work;
}

Position Streams::enqueue(const std::shared_ptr<Stream>& stream, SharedOperation operation,
                          std::vector<Position> waits_for) {
  refuse_late_work();
  if (stream->capture) {
    capture_operation(*stream, std::move(operation));
    return {stream, 0};
  }
  const auto wait_for = [&](const std::shared_ptr<Stream>& other) {
    if (other != stream && other->is_blocking() && !other->is_idle() &&
        other->traits().device == stream->traits().device)
      waits_for.push_back({other, other->last()});
  };
  const std::shared_ptr<Stream>& legacy = defaults_[static_cast<std::size_t>(stream->traits().device)];
  if (stream == legacy) {
    for (const auto& other : per_thread_) wait_for(other);
    for (const auto& other : created_) wait_for(other);
  } else if (stream->is_blocking()) {
    wait_for(legacy);
  }
  watch_for_a_quiet_host();
  const std::uint64_t number = ++numbers_;
  host_time_ += time_model.submission;
  Command command{std::move(operation), std::move(waits_for), number, host_time_};
  if (observer) observer->work_queued(described(command, *stream));
  stream->push(std::move(command));
  if (number > most_pending) stream->complete(number - most_pending);
  return {stream, number};
}

Position Streams::enqueue(const std::shared_ptr<Stream>& stream, std::function<void()> work,
                          const char* title) {
  return enqueue(stream, std::make_shared<WorkOperation>(std::move(work), title));
}

bool Streams::has_created(const Stream& stream) const {
  return std::any_of(created_.begin(), created_.end(),
                     [&](const auto& known) { return known.get() == &stream; });
}

std::shared_ptr<Stream> Streams::stream_of(const Stream& stream) const {
  for (const auto& known : all())
    if (known.get() == &stream) return known;
  return nullptr;
}

void Streams::complete(const Position& position) {
  if (!position.stream) return;
  position.stream->complete(position.number);
  host_time_ = std::max(host_time_, position.stream->time());
}

std::vector<std::shared_ptr<Stream>> Streams::all() const {
  std::vector<std::shared_ptr<Stream>> streams = defaults_;
  streams.insert(streams.end(), per_thread_.begin(), per_thread_.end());
  streams.insert(streams.end(), created_.begin(), created_.end());
  return streams;
}

void Streams::complete_device(int device) {
  const auto streams = all();  // a host function may create or destroy streams
  for (auto stream = streams.rbegin(); stream != streams.rend(); ++stream)
    if ((*stream)->traits().device == device) complete(Position{*stream, (*stream)->last()});
}

void Streams::complete_all() {
  for (int device = device_count() - 1; device >= 0; --device) complete_device(device);
}

bool Streams::all_idle() const {
  const auto streams = all();
  return std::all_of(streams.begin(), streams.end(), [](const auto& stream) { return stream->is_idle(); });
}

bool Streams::step_any() {
  const auto streams = all();
  for (auto stream = streams.rbegin(); stream != streams.rend(); ++stream)
    if ((*stream)->step()) return true;
  return false;
}

std::uint64_t Streams::activity() const {
  std::uint64_t sum = numbers_;
  for (const auto& stream : all()) sum += stream->done();
  return sum;
}

}  // namespace gridmark::emulation

extern "C" GRIDMARK_VISIBLE int gridmark_use_default_stream_per_thread(void) {
  gridmark::emulation::default_stream_is_per_thread = true;
  return 1;
}
