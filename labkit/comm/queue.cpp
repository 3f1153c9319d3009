#include "labkit/comm/queue.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "labkit/comm/clock.h"
#include "labkit/comm/connection.h"

namespace gridmark::comm {
namespace {

void check_queue(cudaError_t error, const char* what) {
  if (error != cudaSuccess)
    throw CommError(std::string("comm::Queue: ") + what + " failed: " + cudaGetErrorName(error));
}

}  // namespace

class Queue::State {
 public:
  explicit State(Connection& connection) : connection_(connection) {
    check_queue(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    check_queue(cudaStreamCreateWithFlags(&gate_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    connection_.before_waiting = [this] { run_until(posted_); };
  }
  ~State() {
    connection_.before_waiting = nullptr;
    for (const Posted& work : waiting_) cudaEventDestroy(work.ready);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(gate_);
  }

  Work post(cudaEvent_t ready, std::function<void()> work) {
    cudaEvent_t mine = nullptr;
    check_queue(cudaEventCreate(&mine), "cudaEventCreate");
    waiting_.push_back({mine, std::move(work)});
    // A wait takes the current state of the event, which may be recorded again before the work runs.
    if (ready) check_queue(cudaStreamWaitEvent(gate_, ready, 0), "cudaStreamWaitEvent");
    check_queue(cudaEventRecord(mine, gate_), "cudaEventRecord");
    return {++posted_};
  }

  void run_until(std::uint64_t number) {
    if (running_) return;  // a call inside the work
    while (done_.size() < number && !waiting_.empty()) run_first();
  }

  void wait(std::uint64_t number) {
    if (number == 0 || number > posted_)
      throw std::invalid_argument("comm::Queue: this work was never posted here");
    run_until(number);
    if (number > done_.size()) throw CommError("comm::Queue: work before it has failed");
    clock_waits_until(done_[number - 1], "comm::Queue::wait");
  }
  std::uint64_t posted() const { return posted_; }

  cudaStream_t stream = nullptr;

 private:
  struct Posted {
    cudaEvent_t ready;
    std::function<void()> work;
  };

  void run_first() {
    const Posted posted = std::move(waiting_.front());
    waiting_.pop_front();
    running_ = true;
    const double host = clock_seconds();
    try {
      run(posted);
    } catch (...) {
      leave(posted, host);
      for (const Posted& other : std::exchange(waiting_, {})) cudaEventDestroy(other.ready);
      throw;
    }
    leave(posted, host);
  }

  void run(const Posted& posted) {
    check_queue(cudaEventSynchronize(posted.ready), "cudaEventSynchronize");
    set_clock(std::max(free_from_, clock_of_event(posted.ready)));
    connection_.stream = stream;
    posted.work();
    check_queue(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    done_.push_back(free_from_ = clock_seconds());
  }

  void leave(const Posted& posted, double host) {
    connection_.stream = nullptr;
    set_clock(host);
    running_ = false;
    cudaEventDestroy(posted.ready);
  }

  Connection& connection_;
  cudaStream_t gate_ = nullptr;  ///< waits for events. `stream` gets its work later
  std::deque<Posted> waiting_;
  std::vector<double> done_;  ///< time at which each work was done
  std::uint64_t posted_ = 0;
  double free_from_ = 0;
  bool running_ = false;
};

Queue::Queue(Comm& comm) : state_(std::make_unique<State>(*comm.connection_)) {}
Queue::~Queue() = default;

Work Queue::post(cudaEvent_t ready, std::function<void()> work) {
  return state_->post(ready, std::move(work));
}
void Queue::wait(const Work& work) { state_->wait(work.number); }
void Queue::wait_all() {
  if (state_->posted() > 0) state_->wait(state_->posted());
}
cudaStream_t Queue::stream() const { return state_->stream; }

}  // namespace gridmark::comm
