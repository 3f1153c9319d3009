#include "emulation/runtime/streams.h"

#include <algorithm>
#include <map>
#include <thread>
#include <utility>

#include "emulation/engine/observer.h"
#include "emulation/engine/visible.h"
#include "emulation/runtime/capture.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/late_work.h"
#include "emulation/runtime/live_objects.h"
#include "emulation/runtime/published_states.h"
#include "emulation/runtime/quiet_host.h"
#include "emulation/runtime/time_model.h"
#include "emulation/timeline/activity.h"
#include "emulation/timeline/record.h"

namespace gridmark::emulation {
namespace {

/// A device's queue has a similar limit, so a program that never waits still makes progress.
constexpr std::uint64_t most_pending = 1024;
/// Longest pause between two checks of a command that is held up.
constexpr std::chrono::microseconds longest_pause{1000};

cudaStream_t handle_of(const std::shared_ptr<Stream>& stream) {
  return reinterpret_cast<cudaStream_t>(stream.get());
}

std::uint64_t next_stream_id() {
  static std::uint64_t id = 0;
  return ++id;
}

class WorkOperation : public Operation {
 public:
  WorkOperation(std::function<void()> work, const char* title, const Cost& cost)
      : work_(std::move(work)), title_(title), cost_(cost) {}
  void run(const SharedWork&) override { work_(); }
  std::optional<Cost> cost() const override { return cost_; }
  Span span() const override {
    return {.kind = cost_.engine == EngineKind::link ? Span::Kind::collective : Span::Kind::library,
            .name = title_};
  }
  cudaGraphNodeType type() const override { return cudaGraphNodeTypeKernel; }
  std::string title() const override { return title_; }

 private:
  std::function<void()> work_;
  const char* title_;
  Cost cost_;
};

}  // namespace

/// Set by programs compiled with one default stream per host thread.
bool default_stream_is_per_thread = false;

DeviceMutex& device_mutex() {
  static auto* mutex = new DeviceMutex;
  return *mutex;
}

void DeviceMutex::rest(std::chrono::microseconds pause) {
  const unsigned held = held_;
  for (unsigned i = 0; i < held; ++i) unlock();
  std::this_thread::sleep_for(pause);
  for (unsigned i = 0; i < held; ++i) lock();
}

Position Operation::awaited() const { return {}; }

void HostOperation::run(const SharedWork&) {
  // An exception ends the program, as on hardware, where it cannot be caught.
  [this]() noexcept { function_(); }();
}

std::optional<Cost> HostOperation::cost() const { return Cost{time_model.host_function}; }

Span HostOperation::span() const { return {.kind = Span::Kind::host, .name = "host function"}; }

Stream::Stream(StreamTraits traits) : traits_(traits), id_(next_stream_id()) {}
Stream::~Stream() = default;

void Stream::push(Command command) {
  last_ = command.number;
  last_work_ = command.steps.back().work;
  queue_.push_back(std::move(command));
}

namespace {

/// Runs nothing after a kernel's fault.
void run(const RunningStep& step) {
  const bool runs = sticky_error() == cudaSuccess;
  if (runs) step.operation->run(step.work);
  if (!step.work->cost)
    Streams::instance().placement().set_cost(step.work,
                                             runs ? step.operation->cost().value_or(Cost{}) : Cost{});
}

}  // namespace

bool Stream::next_is_ready() {
  if (looking_) return false;
  looking_ = true;
  const Command& next = queue_.front();
  const bool ready =
      std::all_of(next.waits_for.begin(), next.waits_for.end(),
                  [](const Position& earlier) { return earlier.stream->advance(earlier.number); }) &&
      std::all_of(next.steps.begin(), next.steps.end(), [](const RunningStep& step) {
        return sticky_error() != cudaSuccess || step.operation->is_ready();
      });
  looking_ = false;
  return ready;
}

bool Stream::step() {
  if (queue_.empty() || running_ || !next_is_ready()) return false;
  const Command command = std::move(queue_.front());
  queue_.pop_front();
  running_ = true;
  if (observer) observer->work_begins(command.number);
  for (const RunningStep& step : command.steps) run(step);
  if (observer) observer->work_ends(command.number);
  running_ = false;
  done_ = command.number;
  return true;
}

bool Stream::advance(std::uint64_t number) {
  while (!queue_.empty() && queue_.front().number <= number && !running_)
    if (!step()) return false;
  return true;
}

void Stream::complete(std::uint64_t number) {
  for (std::chrono::microseconds pause{20}; !advance(number); pause = std::min(2 * pause, longest_pause))
    device_mutex().rest(pause);
}

Streams& Streams::instance() {
  static Streams* streams = new Streams;
  return *streams;
}

Streams::Streams()
    : placement_([](const Work& work) {
        record_states(work.begin);
        keep_span(work);
        note_activity(work);
      }) {
  for (int device = 0; device < std::max(1, device_count()); ++device)
    defaults_.push_back(std::make_shared<Stream>(StreamTraits{true, 0, device}));
}

std::shared_ptr<Stream> Streams::per_thread_stream() {
  // Never destroyed, because destructors of static objects can launch kernels.
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
  note_destroyed(*stream);
  forget_object(stream.get());
  created_.erase(std::find(created_.begin(), created_.end(), stream));
  return true;
}

/// The call does not wait. Work that the stream had queued ends at its normal time.
void Streams::note_destroyed(const Stream& stream) {
  const auto is_over = [&](const Destroyed& one) { return one.last->placed && one.last->end <= host_time_; };
  destroyed_.erase(std::remove_if(destroyed_.begin(), destroyed_.end(), is_over), destroyed_.end());
  if (stream.last_work()) destroyed_.push_back({stream.traits(), stream.last_work()});
}

/// Finished work is known to the host, and comes before all work that it queues from now on.
QueuedWork Streams::described(const Command& command, const std::string& title, const Stream& stream) const {
  QueuedWork work{command.number, title, stream.id(), {}};
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
  // A stream whose commands have run can still end later than the host's clock.
  const auto wait_for = [&](const std::shared_ptr<Stream>& other) {
    if (other != stream && other->is_blocking() && other->last_work() &&
        other->traits().device == stream->traits().device)
      waits_for.push_back({other, other->last(), other->last_work()});
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
  Command command{plan(operation, *stream, number, waits_for), {}, number};
  command.waits_for = std::move(waits_for);
  if (observer) observer->work_queued(described(command, operation->title(), *stream));
  stream->push(std::move(command));
  const Position queued{stream, number, stream->last_work()};
  make_room(queued);
  return queued;
}

/// The steps, each reported to the timeline.
std::vector<RunningStep> Streams::plan(const SharedOperation& operation, const Stream& stream,
                                       std::uint64_t number, std::vector<Position>& waits_for) {
  std::vector<RunningStep> running;
  const auto calls = keeps_calls() ? std::make_shared<const CallStack>(call_stack_here()) : nullptr;
  std::vector<SharedWork> first{stream.last_work()};
  for (const Position& earlier : waits_for) first.push_back(earlier.work);
  const StreamTraits& own = stream.traits();
  const bool is_default = &stream == defaults_[static_cast<std::size_t>(own.device)].get();
  for (const Destroyed& other : destroyed_)
    if (is_default && other.traits.blocking && other.traits.device == own.device) first.push_back(other.last);
  for (const Step& step : steps_of(operation)) {
    std::vector<SharedWork> after = first;
    for (const std::size_t i : step.after) after.push_back(running[i].work);
    if (Position awaited = step.operation->awaited(); awaited.stream) {
      after.push_back(awaited.work);
      waits_for.push_back(std::move(awaited));
    }
    Span span = step.operation->span();
    span.device = own.device;
    span.stream = stream.id();
    span.submitted_ns = host_time_;
    span.correlation = number;
    running.push_back({step.operation, placement_.add(std::move(span), after, step.operation->cost())});
    running.back().work->calls = calls;
  }
  return running;
}

/// A host that runs ahead of a full queue waits for the oldest command in it.
void Streams::make_room(const Position& queued) {
  pending_.push_back(queued);
  if (pending_.size() <= most_pending) return;
  const Position oldest = std::move(pending_.front());
  pending_.pop_front();
  wait_for(oldest);
}

Position Streams::enqueue(const std::shared_ptr<Stream>& stream, std::function<void()> work,
                          const char* title, const std::optional<Cost>& cost) {
  return enqueue(
      stream, std::make_shared<WorkOperation>(
                  std::move(work), title, cost.value_or(Cost{time_model.kernel_start, EngineKind::kernels})));
}

bool Streams::has_created(const Stream& stream) const {
  return std::any_of(created_.begin(), created_.end(),
                     [&](const auto& known) { return known.get() == &stream; });
}

void Streams::restart_timeline() { emulation::restart_timeline(host_time_); }

void Streams::host_knows(const SharedWork& work) { host_time_ = std::max(host_time_, end_of(work)); }

void Streams::note_wait(const std::string& call, Nanoseconds since) {
  if (!call.empty()) keep_wait({call, since, host_time_});
}

void Streams::wait_for(Position position, const std::string& call) {
  if (!position.stream) return;
  const Nanoseconds since = host_time_;
  position.stream->complete(position.number);
  host_knows(position.work);
  note_wait(call, since);
}

void Streams::wait_for(const std::shared_ptr<Stream>& stream, const std::string& call) {
  wait_for(Position{stream, stream->last(), stream->last_work()}, call);
}

std::vector<std::shared_ptr<Stream>> Streams::all() const {
  std::vector<std::shared_ptr<Stream>> streams = defaults_;
  streams.insert(streams.end(), per_thread_.begin(), per_thread_.end());
  streams.insert(streams.end(), created_.begin(), created_.end());
  return streams;
}

/// Runs everything before the first time is requested, so that every command has its cost.
void Streams::complete_device(int device, bool may_be_held_up) {
  const auto streams = all();  // a host function may create or destroy streams
  std::vector<SharedWork> done;
  for (auto stream = streams.rbegin(); stream != streams.rend(); ++stream) {
    if ((*stream)->traits().device != device) continue;
    const Position last{*stream, (*stream)->last(), (*stream)->last_work()};
    if (!may_be_held_up) (*stream)->complete(last.number);
    if (!may_be_held_up || (*stream)->advance(last.number)) done.push_back(last.work);
  }
  for (const SharedWork& work : done) host_knows(work);
  for (const Destroyed& one : destroyed_)
    if (one.traits.device == device) host_knows(one.last);
}

void Streams::wait_for_device(int device, const std::string& call) {
  const Nanoseconds since = host_time_;
  complete_device(device, false);
  note_wait(call, since);
}

void Streams::wait_for_all(int owner, const std::string& call) {
  const Nanoseconds since = host_time_;
  const int current = current_device();
  for (int device = device_count() - 1; device >= 0; --device)
    complete_device(device, device != owner && device != current);
  note_wait(call, since);
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
