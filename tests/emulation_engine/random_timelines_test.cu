// Random programs, run by the runtime and the simulator (event_simulator.h): every begin and end must agree.
// GRIDMARK_TEST_PROGRAMS=N runs N of them, GRIDMARK_TEST_SEED=N only the one with this seed.
#include <cstdlib>
#include <memory>
#include <random>
#include <tuple>

#include "device_buffer.h"
#include "emulation/modelled_clock.h"
#include "emulation/timeline.h"
#include "event_simulator.h"

namespace {

using gridmark::emulation::Span;
using simulated::Action;
using simulated::Verb;

constexpr std::size_t most_bytes = 5 << 20;
constexpr int events_of_a_device = 3;

__global__ void nothing() {}
void CUDART_CB host_nothing(void*) {}

int number_of(const char* setting, int otherwise) {
  const char* given = std::getenv(setting);
  return given ? std::atoi(given) : otherwise;
}

int devices() {
  int count = 0;
  cudaGetDeviceCount(&count);
  return std::min(count, 2);
}

/// Memory that every program uses. Its content does not matter.
struct Memory {
  std::vector<char> pageable = std::vector<char>(most_bytes);
  char* pinned = nullptr;
  std::vector<char*> device = std::vector<char*>(2);
  Memory() {
    cudaMallocHost(&pinned, most_bytes);
    for (int i = 0; i < devices(); ++i) cudaSetDevice(i), cudaMalloc(&device[i], most_bytes);
    cudaFuncSetAttribute(nothing, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10);
  }
};
Memory& memory() {
  static auto* all = new Memory;
  return *all;
}

void wait_for_all() {
  for (int i = 0; i < devices(); ++i) cudaSetDevice(i), cudaDeviceSynchronize();
}

/// Makes every call twice: in the runtime, and in the simulator.
class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : random_(seed) {
    memory();
    wait_for_all();
    for (int device = 0; device < devices(); ++device) {
      cudaSetDevice(device);
      add_stream({device, true, true});
      for (int i = 0; i < 2; ++i) add_stream({device, true}), add_stream({device, false});
      for (int i = 0; i < events_of_a_device; ++i) cudaEventCreate(&events_.emplace_back());
    }
    gridmark::emulation::reset_meters();
    simulator_ = std::make_unique<simulated::Simulator>(traits_, gridmark::emulation::host_time());
  }
  ~RandomProgram() {
    wait_for_all();
    for (std::size_t i = 0; i < streams_.size(); ++i)
      if (!traits_[i].is_default) cudaStreamDestroy(streams_[i]);
    for (const cudaEvent_t event : events_) cudaEventDestroy(event);
  }

  void run(int calls) {
    if (below(2)) begin_together();
    for (int left = calls; left > 0; --left) call();
    wait_for_all();
    for (int device = 0; device < devices(); ++device)
      tell({.verb = Verb::host_waits_for_device, .device = device});
  }
  void compare() {
    simulator_->simulate();
    auto timeline = gridmark::emulation::read_timeline();
    std::sort(timeline.spans.begin(), timeline.spans.end(),
              [](const Span& one, const Span& other) { return one.correlation < other.correlation; });
    std::size_t at = 0;
    for (const simulated::Command& command : simulator_->commands) {
      if (command.time == 0) continue;
      ASSERT_LT(at, timeline.spans.size());
      const Span& span = timeline.spans[at++];
      ASSERT_EQ(span.device, command.device) << span.name;
      ASSERT_NEAR(span.submitted_ns, command.submitted, 1e-6) << at << ": " << span.name;
      ASSERT_NEAR(span.begin_ns, command.begin, 1e-6) << at << ": " << span.name;
      ASSERT_NEAR(span.end_ns, command.end, 1e-6) << at << ": " << span.name;
    }
    EXPECT_EQ(at, timeline.spans.size());
    EXPECT_NEAR(timeline.end_ns, simulator_->host(), 1e-6);
  }

 private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  void add_stream(const simulated::StreamTraits& traits) {
    cudaStream_t stream = nullptr;
    if (!traits.is_default)
      cudaStreamCreateWithFlags(&stream, traits.blocking ? cudaStreamDefault : cudaStreamNonBlocking);
    traits_.push_back(traits);
    streams_.push_back(stream);
  }
  int any_stream() {
    const int stream = below(static_cast<int>(streams_.size()));
    cudaSetDevice(device_ = traits_[stream].device);
    return stream;
  }
  void tell(const Action& action) { simulator_->act(action); }
  std::size_t some_bytes() { return 1 + below(below(3) ? 1 << 16 : most_bytes); }

  void call() {
    switch (below(14)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return launch(any_stream());
      case 4:
        return fill(any_stream());
      case 5:
      case 6:
        return copy(any_stream());
      case 7:
        return copy_inside(any_stream());
      case 8:
        return record(any_stream());
      case 9:
      case 10:
        return wait_for_event(any_stream());
      case 11:
        return call_host(any_stream());
      case 12:
        return below(3) ? record(any_stream()) : host_waits();
      default:
        return below(3) ? call() : ask();
    }
  }
  /// A long copy, then everything at once.
  void begin_together() {
    const int first = any_stream();
    upload(first, most_bytes, false, false);
    record(first, 0);
    for (std::size_t i = 0; i < streams_.size(); ++i) {
      cudaSetDevice(device_ = traits_[i].device);
      wait_for_event(static_cast<int>(i), events_of_a_device * traits_[first].device);
    }
  }
  void launch(int stream) {
    constexpr int most_threads = 128;
    const int blocks = 1 + below(220), threads = 1 + below(most_threads), shared = below(3) * (50 << 10);
    int resident = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, nothing, threads, shared);
    const double share = std::min(1.0, blocks / (108.0 * resident));
    nothing<<<blocks, threads, shared, streams_[stream]>>>();
    tell({.verb = Verb::kernel, .stream = stream, .size = 1.0 * blocks * threads, .share = share});
  }
  void fill(int stream) {
    const std::size_t bytes = some_bytes();
    if (traits_[stream].is_default)
      cudaMemset(memory().device[device_], 0, bytes);
    else
      cudaMemsetAsync(memory().device[device_], 0, bytes, streams_[stream]);
    tell({.verb = Verb::fill, .stream = stream, .size = double(bytes)});
  }
  void copy(int stream) {
    const bool sync = traits_[stream].is_default && below(2), pageable = below(3) == 0;
    below(2) ? upload(stream, some_bytes(), pageable, sync) : download(stream, some_bytes(), pageable, sync);
  }
  void move(int stream, void* to, const void* from, std::size_t bytes, bool sync) {
    const cudaError_t error = sync ? cudaMemcpy(to, from, bytes, cudaMemcpyDefault)
                                   : cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, streams_[stream]);
    ASSERT_EQ(error, cudaSuccess);
  }
  char* host(bool pageable) { return pageable ? memory().pageable.data() : memory().pinned; }
  void upload(int stream, std::size_t bytes, bool pageable, bool sync) {
    move(stream, memory().device[device_], host(pageable), bytes, sync);
    tell({.verb = Verb::upload, .stream = stream, .size = double(bytes), .pageable = pageable, .sync = sync});
  }
  void download(int stream, std::size_t bytes, bool pageable, bool sync) {
    move(stream, host(pageable), memory().device[device_], bytes, sync);
    tell({.verb = Verb::download,
          .stream = stream,
          .size = double(bytes),
          .pageable = pageable,
          .sync = sync});
  }
  void copy_inside(int stream) {
    const std::size_t bytes = some_bytes();
    const int other = below(devices());
    move(stream, memory().device[other], memory().device[device_], bytes, traits_[stream].is_default);
    tell({.verb = other == device_ ? Verb::local_copy : Verb::peer_copy,
          .stream = stream,
          .size = double(bytes)});
  }
  void call_host(int stream) {
    cudaLaunchHostFunc(streams_[stream], host_nothing, nullptr);
    tell({.verb = Verb::host_function, .stream = stream});
  }
  void record(int stream) { record(stream, below(events_of_a_device)); }
  void record(int stream, int nth) {
    const int event = events_of_a_device * device_ + nth;
    ASSERT_EQ(cudaEventRecord(events_[event], streams_[stream]), cudaSuccess);
    tell({.verb = Verb::record, .stream = stream, .event = event});
  }
  int any_event() { return below(static_cast<int>(events_.size())); }
  void wait_for_event(int stream) { wait_for_event(stream, any_event()); }
  void wait_for_event(int stream, int event) {
    ASSERT_EQ(cudaStreamWaitEvent(streams_[stream], events_[event], 0), cudaSuccess);
    tell({.verb = Verb::wait_event, .stream = stream, .event = event});
  }
  void host_waits() {
    const int stream = any_stream(), event = any_event(), kind = below(5);
    if (kind < 2)
      cudaEventSynchronize(events_[event]), tell({.verb = Verb::host_waits_for_event, .event = event});
    if (kind == 2 || kind == 3)
      cudaStreamSynchronize(streams_[stream]), tell({.verb = Verb::host_waits_for_stream, .stream = stream});
    if (kind == 4) cudaDeviceSynchronize(), tell({.verb = Verb::host_waits_for_device, .device = device_});
  }
  /// Does not wait. The host learns of an end only if a query succeeds.
  void ask() {
    const int stream = any_stream(), event = any_event();
    if (below(2)) {
      if (cudaEventQuery(events_[event]) == cudaSuccess)
        tell({.verb = Verb::host_waits_for_event, .event = event});
    } else if (cudaStreamQuery(streams_[stream]) == cudaSuccess) {
      tell({.verb = Verb::host_waits_for_stream, .stream = stream});
    }
  }

  std::mt19937 random_;
  int device_ = 0;
  std::vector<simulated::StreamTraits> traits_;
  std::vector<cudaStream_t> streams_;
  std::vector<cudaEvent_t> events_;
  std::unique_ptr<simulated::Simulator> simulator_;
};

void try_program(unsigned seed, int calls) {
  SCOPED_TRACE("GRIDMARK_TEST_SEED=" + std::to_string(seed));
  RandomProgram program(seed);
  program.run(calls);
  program.compare();
}

int calls_of(unsigned seed) { return 10 + static_cast<int>(seed % 60); }

TEST(RandomTimelines, AreThoseOfTheSimulator) {
  const int alone = number_of("GRIDMARK_TEST_SEED", -1), programs = number_of("GRIDMARK_TEST_PROGRAMS", 50);
  if (alone >= 0) return try_program(alone, calls_of(alone));
  for (int seed = 0; seed < programs && !HasFailure(); ++seed) try_program(seed, calls_of(seed));
}

// A queue takes 1024 commands.
TEST(Timelines, AFullQueueHoldsTheHostBack) {
  memory();
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  wait_for_all();
  gridmark::emulation::reset_meters();
  for (int i = 0; i < 1024; ++i)
    cudaMemcpyAsync(memory().device[0], memory().pinned, 120, cudaMemcpyHostToDevice, stream);
  const double before = gridmark::emulation::host_time();
  for (int i = 0; i < 2; ++i)
    cudaMemcpyAsync(memory().device[0], memory().pinned, 120, cudaMemcpyHostToDevice, stream);
  EXPECT_EQ(gridmark::emulation::host_time(), before + 2000);  // the first two were over by then
  for (int i = 0; i < 1024; ++i)
    cudaMemcpyAsync(memory().device[0], memory().pinned, 120, cudaMemcpyHostToDevice, stream);
  const double after = gridmark::emulation::host_time();
  cudaStreamDestroy(stream);
  cudaDeviceSynchronize();
  EXPECT_EQ(gridmark::emulation::read_timeline().spans[1025].end_ns, after);
}

// cudaStreamDestroy does not wait. The default stream and the device still wait for its queued work.
TEST(Timelines, ADestroyedStreamEndsWhenItWouldHave) {
  memory();
  for (const unsigned flags : {cudaStreamDefault, cudaStreamNonBlocking}) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, flags);
    wait_for_all();
    gridmark::emulation::reset_meters();
    cudaMemcpyAsync(memory().device[0], memory().pinned, 12000, cudaMemcpyHostToDevice, stream);
    cudaStreamDestroy(stream);
    cudaMemsetAsync(memory().device[0], 0, 4, nullptr);
    cudaDeviceSynchronize();
    const auto spans = gridmark::emulation::read_timeline().spans;
    ASSERT_EQ(spans.size(), 2u);
    EXPECT_EQ(spans[1].begin_ns >= spans[0].end_ns || spans[0].begin_ns >= spans[1].end_ns, flags == cudaStreamDefault);
    EXPECT_EQ(gridmark::emulation::host_time(), std::max(spans[0].end_ns, spans[1].end_ns));
  }
}

}  // namespace
