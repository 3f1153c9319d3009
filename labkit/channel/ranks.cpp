#include "labkit/channel/ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <functional>
#include <optional>
#include <thread>

#include "labkit/channel/session.h"
#include "labkit/disk/disk_server.h"
#include "labkit/lanes/lanes.h"
#include "labkit/router/switchboard.h"

namespace gridmark::channel {
namespace {

constexpr std::size_t drawn_messages = 12;                  // in a run without faults in the network
constexpr std::size_t most_bytes = std::size_t{256} << 20;  // that the checker keeps for receives

/// The work of a thread, with its exception.
struct Task {
  std::exception_ptr thrown = {};
  template <class Work>
  void run(Work work) {
    try {
      work();
    } catch (...) {
      thrown = std::current_exception();
    }
  }
};

/// Serves the network until every call has its answer.
std::vector<Answer> call_all(const std::vector<Transport*>& workers, const std::vector<Request>& requests,
                             router::Switchboard& network) {
  std::vector<Answer> answers(workers.size());
  std::vector<Task> tasks(workers.size() + 1);
  std::vector<std::thread> callers;
  std::thread server([&] { tasks.back().run([&] { network.run(); }); });
  for (std::size_t i = 0; i < workers.size(); ++i)
    callers.emplace_back([&, i] { tasks[i].run([&] { answers[i] = workers[i]->call(requests[i]); }); });
  for (std::thread& caller : callers) caller.join();
  network.stop();
  server.join();
  for (const Task& task : tasks)
    if (task.thrown) std::rethrow_exception(task.thrown);
  return answers;
}

/// "ddp_training.cu:42" as a place.
SourcePlace place_of(const std::string& line) {
  const std::size_t colon = line.rfind(':');
  if (colon == std::string::npos) return {};
  return {line.substr(0, colon), std::atoi(line.c_str() + colon + 1)};
}

bool follows_from_trouble(const Answer& answer) { return answer.reply && answer.reply->status.code != 0; }

std::string of_rank(std::size_t rank, std::size_t world) {
  return fmt::format("rank {} of {} ", rank, world);
}

/// The failure of a worker that ended, which explains the errors of the others. Among workers that timed out,
/// one that waited for no other comes first.
std::optional<Failure> first_end(const RanksAnswer& answer, int killed) {
  std::optional<Failure> found;
  for (std::size_t i = 0; i < answer.ranks.size(); ++i) {
    const Failure& failure = answer.ranks[i].failure;
    if (answer.ranks[i].reply || static_cast<int>(i) == killed) continue;
    const bool waited = failure.outcome == "timed_out" && answer.network.waiting[i];
    if (found && waited) continue;
    found = failure;
    found->message = of_rank(i, answer.ranks.size()) + failure.message;
    if (!waited) break;
  }
  return found;
}

std::optional<Failure> first_status(const std::vector<Answer>& answers) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (!follows_from_trouble(answers[i])) continue;
    const Status& status = answers[i].reply->status;
    const std::string rank = of_rank(i, answers.size());
    if (status.code < 0)
      return Failure{"crashed", rank + "ended with " + status.name + ": " + status.message, {}, ""};
    return Failure{
        "wrong_answer", rank + fmt::format("returned {} ({})", status.name, status.message), {}, ""};
  }
  return std::nullopt;
}

/// The rank that the test ends, -1 if none.
int killed_rank(const router::Settings& settings, const SharedDisk* shared) {
  if (settings.kill) return settings.kill->rank;
  return shared && shared->kill ? shared->kill->rank : -1;
}

std::optional<Failure> failure_of(const RanksAnswer& answer, int killed, bool errors_are_right) {
  if (auto ended = first_end(answer, killed)) return ended;
  if (errors_are_right) return std::nullopt;
  const auto& trouble = answer.network.trouble;
  if (trouble && killed >= 0) return std::nullopt;
  if (!trouble) return killed >= 0 ? std::nullopt : first_status(answer.ranks);
  const bool is_rule =
      trouble->kind == router::Trouble::Kind::broken_rule || trouble->kind == router::Trouble::Kind::flood;
  const bool is_deadlock = trouble->kind == router::Trouble::Kind::deadlock;
  return Failure{is_rule ? "forbidden" : "wrong_answer",
                 (is_deadlock ? "is in a " : "stopped: ") + trouble->words, place_of(trouble->line), ""};
}

/// Serves the disk while the ranks run.
class ServedDisk {
 public:
  ServedDisk(const SharedDisk* shared, const std::vector<int>& sockets, std::function<void(int)> kill) {
    if (sockets.empty()) return;
    server_.emplace(shared ? shared->disk : nothing_);
    for (std::size_t i = 0; i < sockets.size(); ++i)
      server_->add(FileDescriptor(sockets[i]), static_cast<int>(i));
    if (shared && shared->kill)
      server_->hold_at(shared->kill->rank, shared->kill->messages,
                       [kill = std::move(kill), rank = shared->kill->rank] { kill(rank); });
    if (shared && shared->full_at) server_->fail_at(shared->full_at->rank, shared->full_at->messages, ENOSPC);
    server_->start();
  }
  /// The first request that gridmark's disk code never sends, or "".
  std::string stop() {
    if (!server_) return "";
    server_->stop();
    return server_->faults().empty() ? "" : server_->faults().front();
  }

 private:
  disk::JournalDisk nothing_;  ///< for a call whose test does not look at the disk
  std::optional<disk::DiskServer> server_;
};

}  // namespace

RanksAnswer ask_ranks(const std::vector<Request>& requests, const std::vector<int>& sockets,
                      const std::vector<int>& disk_sockets, router::Settings settings,
                      const SharedDisk* shared, Flavour flavour, const Call& call) {
  std::vector<Transport*> workers;
  for (std::size_t i = 0; i < requests.size(); ++i)
    workers.push_back(&session().workers.of(flavour, static_cast<int>(i)));
  const auto kill = [&](int rank) { workers[static_cast<std::size_t>(rank)]->kill(); };
  settings.most_bytes = std::min(settings.most_bytes, most_bytes);
  router::Switchboard network(settings, sockets, kill);
  ServedDisk disk(shared, disk_sockets, [&](int rank) { network.kill_when_quiet(rank); });
  RanksAnswer answer;
  answer.ranks = call_all(workers, requests, network);
  const std::string fault = disk.stop();
  answer.network = network.report();
  for (std::size_t i = 0; i < requests.size(); ++i)
    if (!answer.ranks[i].reply) session().workers.discard(flavour, static_cast<int>(i));
  auto failure = failure_of(answer, killed_rank(settings, shared), shared && shared->full_at);
  if (!fault.empty()) failure = Failure{"forbidden", fault, {}, ""};
  if (failure && answer.network.trouble) failure->ranks = lanes::lanes_of(answer.network);
  if (failure) answer.verdict = fail(call.description, std::move(*failure));
  return answer;
}

testing::AssertionResult wrong_messages(const std::string& call, const std::string& message,
                                        const RanksAnswer& seen) {
  Failure failure{"wrong_answer", call + ": " + message, {}, ""};
  failure.ranks = lanes::lanes_of(seen.network, drawn_messages);
  note_failure(failure);
  return testing::AssertionFailure() << failure.message;
}

}  // namespace gridmark::channel
