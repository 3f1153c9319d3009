// The cost of the channel: bells alone, complete calls (request, arrays, reply, meters), and a new worker for
// each test, through the real sandbox with a worker that does nothing.
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <new>
#include <thread>
#include <vector>

#include "labkit/channel/control_page.h"
#include "labkit/channel/options.h"
#include "labkit/channel/transport.h"
#include "tests/channel/behave.h"

namespace {

using namespace gridmark::channel;
using gridmark::Flavour;
using Clock = std::chrono::steady_clock;

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "channel_cost: {}\n", why);
  std::exit(2);
}

/// Median of `runs` in microseconds. `before` is not timed.
double median_microseconds(int runs, const std::function<void()>& before, const std::function<void()>& body) {
  std::vector<double> times;
  for (int i = 0; i < runs; ++i) {
    before();
    const auto begin = Clock::now();
    body();
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
  }
  std::nth_element(times.begin(), times.begin() + runs / 2, times.end());
  return times[static_cast<std::size_t>(runs / 2)];
}

void nothing() {}
void sleep_a_while() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

void print_line(const char* what, double microseconds, double goal) {
  fmt::print("{:<52} {:>10.2f} us   goal {:>8.0f} us   {}\n", what, microseconds, goal,
             microseconds <= goal ? "reached" : "missed");
}

/// Another process that answers each bell at once.
class Echo {
 public:
  Echo() {
    void* memory =
        mmap(nullptr, sizeof(ControlPage), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) give_up("no shared memory");
    page_ = new (memory) ControlPage;
    pid_ = fork();
    if (pid_ < 0) give_up("no process");
    if (pid_ == 0) answer();
  }
  ~Echo() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    munmap(page_, sizeof(ControlPage));
  }
  Echo(const Echo&) = delete;
  Echo& operator=(const Echo&) = delete;

  void call() {
    const std::uint32_t now = ++count_;
    ring(page_->request_bell, now);
    while (page_->reply_bell.load(std::memory_order_acquire) != now)
      wait_for_bell(page_->reply_bell, now - 1, INT64_MAX);
  }

 private:
  [[noreturn]] void answer() {
    std::uint32_t last = 0;
    while (true) {
      while (!wait_for_bell(page_->request_bell, last, INT64_MAX)) continue;
      last = page_->request_bell.load(std::memory_order_acquire);
      ring(page_->reply_bell, last);
    }
  }

  ControlPage* page_ = nullptr;
  pid_t pid_ = -1;
  std::uint32_t count_ = 0;
};

void time_bells() {
  Echo echo;
  constexpr int batch = 1000;
  const auto many = [&] {
    for (int i = 0; i < batch; ++i) echo.call();
  };
  print_line("empty operation, both sides busy", median_microseconds(30, nothing, many) / batch, 1);
  print_line("empty operation, both sides asleep",
             median_microseconds(200, sleep_a_while, [&] { echo.call(); }), 60);
}

void call_once(Transport& worker) {
  Behave op{"do nothing", In<int>({1, 2, 3}), Out<int>(3)};
  const Answer answer = worker.call(to_request(op));
  if (!answer.reply) give_up(answer.failure.message);
  take_snapshots(op);
}

void time_workers() {
  const auto worker = make_transport(Flavour::fast);
  call_once(*worker);
  fmt::print("{:<52} {:>10.2f} us\n", "whole call with two arrays and its meters",
             median_microseconds(500, nothing, [&] { call_once(*worker); }));
  const auto fresh = [] {
    const auto one = make_transport(Flavour::fast);
    call_once(*one);
    one->dismiss();
  };
  print_line("fresh worker, its first call and its end", median_microseconds(30, nothing, fresh), 10'000);
  std::unique_ptr<Transport> spare;
  const auto start_spare = [&] {
    spare = make_transport(Flavour::fast);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  };
  print_line("the same, started one test ahead and not waited for",
             median_microseconds(30, start_spare,
                                 [&] {
                                   call_once(*spare);
                                   spare->dismiss();
                                 }),
             10'000);
}

}  // namespace

int main() {
  std::array arguments = {"channel_cost", "--sandbox", GRIDMARK_SANDBOX, "--worker", "fast=" ROGUE_WORKER};
  if (const std::string wrong =
          parse_options(static_cast<int>(arguments.size()), const_cast<char**>(arguments.data()));
      !wrong.empty())
    give_up(wrong);
  time_bells();
  time_workers();
}
