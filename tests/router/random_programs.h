#pragma once
// Random programs of ranks that cannot deadlock, and a count of their results that does not share code with
// the router.
//
// Theory of operation. Messages are drawn one after the other. Each is appended to its sender's and its
// receiver's program. So every operation depends only on earlier ones of that sequence, and all of them end.
#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "labkit/router/router.h"

namespace gridmark::router {

struct Step {
  enum class Kind { send, receive, wait, barrier } kind;
  int peer = 0, tag = 0;
  std::uint64_t bytes = 0;
  std::uint32_t ticket = 0;  ///< of this rank
  double work = 0;           ///< seconds before it
};
using Program = std::vector<Step>;
using Way = std::tuple<int, int, int>;  ///< from, to, tag

class ProgramMaker {
 public:
  ProgramMaker(std::uint64_t seed, bool from_any)
      : random_(seed),
        from_any_(from_any),
        world_(from_any ? 3 + below(3) : 1 + below(5)),
        programs_(static_cast<std::size_t>(world_)),
        open_(programs_.size()) {}

  std::vector<Program> make() {
    for (int i = 0; i < 40; ++i) {
      const int kind = below(10);
      if (kind == 0)
        barrier();
      else if (kind < 3 && from_any_)
        gather(i);
      else if (world_ > 1)
        message();
    }
    for (int rank = 0; rank < world_; ++rank) wait_for_open(rank);
    return programs_;
  }

 private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<std::uint64_t>(limit)); }
  Program& program(int rank) { return programs_[static_cast<std::size_t>(rank)]; }

  void append(int rank, Step::Kind kind, int peer, int tag, std::uint64_t bytes) {
    const std::uint32_t ticket = ++tickets_;
    program(rank).push_back({kind, peer, tag, bytes, ticket, below(100) * 1e-3});
    open_[static_cast<std::size_t>(rank)].push_back(ticket);
    if (below(2) == 0) wait_for_open(rank);
  }
  void wait_for_open(int rank) {
    auto& open = open_[static_cast<std::size_t>(rank)];
    std::shuffle(open.begin(), open.end(), random_);
    for (const std::uint32_t ticket : open)
      program(rank).push_back({Step::Kind::wait, 0, 0, 0, ticket, below(100) * 1e-3});
    open.clear();
  }
  void message() {
    const int from = below(world_), to = (from + 1 + below(world_ - 1)) % world_;
    const int tag = below(3);
    const auto bytes = static_cast<std::uint64_t>(below(200));
    append(from, Step::Kind::send, to, tag, bytes);
    append(to, Step::Kind::receive, from, tag, bytes);
  }
  /// One rank receives a message of each other rank, with a receive from any rank.
  void gather(int number) {
    const int root = below(world_);
    for (int rank = 0; rank < world_; ++rank)
      if (rank != root) append(rank, Step::Kind::send, root, 100 + number, 8);
    for (int i = 1; i < world_; ++i) append(root, Step::Kind::receive, comm::any_rank, 100 + number, 8);
  }
  void barrier() {
    for (int rank = 0; rank < world_; ++rank) {
      wait_for_open(rank);
      program(rank).push_back({Step::Kind::barrier, 0, 0, 0, 0, below(100) * 1e-3});
    }
  }

  std::mt19937_64 random_;
  bool from_any_;
  int world_;
  std::vector<Program> programs_;
  std::vector<std::vector<std::uint32_t>> open_;
  std::uint32_t tickets_ = 0;
};

/// The correct results of the programs, found by walking through them until nothing changes.
class Count {
 public:
  Count(const std::vector<Program>& programs, const Settings& settings)
      : clocks(programs.size()), programs_(programs), settings_(settings), at_(programs.size()) {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t rank = 0; rank < programs.size(); ++rank)
        while (step(static_cast<int>(rank))) moved = true;
      moved |= barrier();
    }
  }

  std::vector<double> clocks;
  std::map<Way, std::pair<std::uint64_t, std::uint64_t>> traffic;
  std::uint64_t barriers = 0;

 private:
  struct Letter {
    std::uint64_t bytes = 0;
    double ready = 0;  ///< time at which it may leave
    bool large = false, posted = false, left = false;
    double posted_at = 0, link_free = 0, leaves = 0;
  };
  struct Wanted {
    Way way;
    std::size_t place;
    bool sends;
  };

  bool step(int rank) {
    const auto index = static_cast<std::size_t>(rank);
    if (at_[index] == programs_[index].size()) return false;
    const Step& step = programs_[index][at_[index]];
    if (step.kind == Step::Kind::barrier) return false;
    const double now = clocks[index] + step.work;
    if (step.kind == Step::Kind::send) return send(rank, step, now);
    if (step.kind == Step::Kind::receive) return receive(rank, step, now);
    const Wanted& wanted = tickets_.at(step.ticket);
    std::vector<Letter>& letters = letters_[wanted.way];
    if (wanted.sends && !letters[wanted.place].large) return advance(rank, now);
    if (!leave(wanted.way, wanted.place)) return false;
    const Letter& letter = letters[wanted.place];
    const double late = settings_.slower_by[static_cast<std::size_t>(std::get<0>(wanted.way))];
    const double arrived = letter.leaves + static_cast<double>(letter.bytes) / settings_.bytes_per_second +
                           late + (wanted.sends ? 0 : settings_.alpha);
    return advance(rank, std::max(now, arrived));
  }

  bool advance(int rank, double clock) {
    clocks[static_cast<std::size_t>(rank)] = clock;
    ++at_[static_cast<std::size_t>(rank)];
    return true;
  }

  bool send(int rank, const Step& step, double now) {
    const Way way(rank, step.peer, step.tag);
    auto& [messages, bytes] = traffic[way];
    ++messages;
    bytes += step.bytes;
    const std::size_t place = sent_[way]++;
    std::vector<Letter>& letters = letters_[way];
    letters.resize(std::max(letters.size(), place + 1));
    Letter& letter = letters[place];
    letter.bytes = step.bytes;
    letter.ready = now;
    letter.large = step.bytes > settings_.eager_limit;
    letter.posted = true;
    double& free = small_free_[{rank, step.peer}];
    letter.link_free = free;
    if (!letter.large) {
      letter.left = true;
      letter.leaves = std::max(now, free);
      free = letter.leaves + static_cast<double>(step.bytes) / settings_.bytes_per_second;
    }
    tickets_[step.ticket] = {way, place, true};
    return advance(rank, now);
  }

  bool receive(int rank, const Step& step, double now) {
    const Way way(step.peer, rank, step.tag);
    const std::size_t place = received_[way]++;
    receipts_[way].push_back(now);
    tickets_[step.ticket] = {way, place, false};
    return advance(rank, now);
  }

  /// Whether the message has left, after all large messages before it.
  bool leave(const Way& way, std::size_t place) {
    std::vector<Letter>& letters = letters_[way];
    if (place >= letters.size() || !letters[place].posted) return false;
    Letter& letter = letters[place];
    if (letter.left) return true;
    if (receipts_[way].size() <= place) return false;
    double free = letter.link_free;
    for (std::size_t before = 0; before < place; ++before) {
      if (!letters[before].large) continue;
      if (!leave(way, before)) return false;
      free = std::max(free, letters[before].leaves +
                                static_cast<double>(letters[before].bytes) / settings_.bytes_per_second);
    }
    letter.left = true;
    letter.leaves = std::max({letter.ready, receipts_[way][place], free});
    return true;
  }

  bool barrier() {
    double last = 0;
    for (std::size_t rank = 0; rank < programs_.size(); ++rank) {
      const Program& program = programs_[rank];
      if (at_[rank] == program.size() || program[at_[rank]].kind != Step::Kind::barrier) return false;
      last = std::max(last, clocks[rank] + program[at_[rank]].work);
    }
    int rounds = 0;
    while ((std::size_t{1} << rounds) < programs_.size()) ++rounds;
    for (std::size_t rank = 0; rank < programs_.size(); ++rank)
      advance(static_cast<int>(rank), last + rounds * settings_.alpha);
    ++barriers;
    return true;
  }

  const std::vector<Program>& programs_;
  const Settings& settings_;
  std::vector<std::size_t> at_;
  std::map<Way, std::size_t> sent_, received_;
  std::map<Way, std::vector<Letter>> letters_;
  std::map<Way, std::vector<double>> receipts_;
  std::map<std::pair<int, int>, double> small_free_;
  std::map<std::uint32_t, Wanted> tickets_;
};

}  // namespace gridmark::router
