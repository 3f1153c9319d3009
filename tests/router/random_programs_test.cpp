// Random programs of up to five ranks, run in random interleavings and compared with an independent count.
#include "tests/router/random_programs.h"
#include "tests/router/network.h"

namespace gridmark::router {
namespace {

/// Bytes that identify a message by its place among those of its way.
std::string content(int from, int tag, std::uint64_t place, std::uint64_t bytes) {
  std::string text(bytes,
                   static_cast<char>('a' + (place * 7 + static_cast<std::uint64_t>(from * 3 + tag)) % 26));
  return text;
}

/// Processes that run when the interleaving allows it, and stop while they wait.
class Simulation {
 public:
  Simulation(const std::vector<Program>& programs, const Settings& settings, std::uint64_t interleaving)
      : programs_(programs), network_(settings), ranks_(programs.size()), random_(interleaving) {}

  Report run() {
    for (std::vector<int> ready = able(); !ready.empty(); ready = able())
      move(ready[random_() % ready.size()]);
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
      EXPECT_EQ(ranks_[rank].at, programs_[rank].size()) << "rank " << rank << " stands still";
    return network_.report();
  }

 private:
  struct Rank {
    std::size_t at = 0;
    double clock = 0;
    bool waits = false, finished = false;
    std::map<std::uint32_t, std::uint32_t> tickets;  ///< ticket of the program -> ticket of the router
    std::map<std::uint32_t, std::string> expected;   ///< by ticket of the program
  };

  std::vector<int> able() {
    std::vector<int> found;
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      listen(static_cast<int>(i));
      if (!ranks_[i].waits && !ranks_[i].finished) found.push_back(static_cast<int>(i));
    }
    return found;
  }

  void listen(int number) {
    Rank& rank = ranks_[static_cast<std::size_t>(number)];
    while (const auto answer = network_.answer(number)) {
      ASSERT_EQ(answer->frame.kind, FrameKind::done) << answer->payload;
      const Step& step = programs_[static_cast<std::size_t>(number)][rank.at - 1];
      if (const auto expected = rank.expected.find(step.ticket); expected != rank.expected.end()) {
        EXPECT_EQ(answer->payload, expected->second);
      }
      rank.clock = std::max(rank.clock, answer->frame.clock);
      rank.waits = false;
    }
  }

  void move(int number) {
    Rank& rank = ranks_[static_cast<std::size_t>(number)];
    const Program& program = programs_[static_cast<std::size_t>(number)];
    if (rank.at == program.size()) {
      rank.finished = true;
      return network_.finish(number);
    }
    const Step& step = program[rank.at++];
    rank.clock += step.work;
    if (step.kind == Step::Kind::send) {
      const std::uint64_t place = sent_[{number, step.peer, step.tag}]++;
      rank.tickets[step.ticket] = network_.send(
          number, step.peer, content(number, step.tag, place, step.bytes), step.tag, rank.clock);
    } else if (step.kind == Step::Kind::receive) {
      if (step.peer != any_rank) {
        const std::uint64_t place = received_[{step.peer, number, step.tag}]++;
        rank.expected[step.ticket] = content(step.peer, step.tag, place, step.bytes);
      }
      rank.tickets[step.ticket] = network_.receive(number, step.peer, step.bytes, step.tag, rank.clock);
    } else {
      rank.waits = true;
      if (step.kind == Step::Kind::wait) network_.wait(number, rank.tickets.at(step.ticket), rank.clock);
      if (step.kind == Step::Kind::barrier) network_.barrier(number, rank.clock);
    }
  }

  const std::vector<Program>& programs_;
  Network network_;
  std::vector<Rank> ranks_;
  std::map<Way, std::uint64_t> sent_, received_;
  std::mt19937_64 random_;
};

Settings drawn_settings(std::uint64_t seed, std::size_t world) {
  std::mt19937_64 random(seed);
  Settings settings = of_ranks(static_cast<int>(world));
  settings.alpha = 0.03;
  settings.bytes_per_second = 500;
  settings.eager_limit = std::vector<std::size_t>{0, 100, SIZE_MAX}[random() % 3];
  for (std::size_t i = 0; i < world; ++i)
    settings.slower_by.push_back(static_cast<double>(random() % 4) * 0.01);
  settings.seed = random();
  return settings;
}

TEST(RandomPrograms, TrafficAndClocksEqualAnIndependentCount) {
  std::uint64_t bytes = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto programs = ProgramMaker(seed, false).make();
    const Settings settings = drawn_settings(seed, programs.size());
    const Count count(programs, settings);
    const Report report = Simulation(programs, settings, seed).run();
    SCOPED_TRACE("seed " + std::to_string(seed));
    ASSERT_FALSE(report.trouble) << report.trouble->words;
    EXPECT_EQ(report.traffic, count.traffic);
    EXPECT_EQ(report.barriers, count.barriers);
    EXPECT_EQ(report.not_received, 0u);
    for (std::size_t rank = 0; rank < programs.size(); ++rank)
      EXPECT_NEAR(report.clocks[rank], count.clocks[rank], 1e-9) << "rank " << rank;
    bytes += report.bytes();
  }
  EXPECT_GT(bytes, 100'000u);
}

/// All parts of a report that a run decides, in an order that does not depend on the order of service.
auto decided(const Report& report) {
  std::vector<std::tuple<int, int, int, std::uint64_t, double, double>> messages;
  for (const Message& one : report.messages)
    messages.emplace_back(one.from, one.to, one.tag, one.bytes, one.sent, one.arrived);
  std::sort(messages.begin(), messages.end());
  std::vector<std::vector<int>> choices;
  for (const Choice& one : report.choices) {
    choices.push_back(one.senders);
    choices.back().push_back(static_cast<int>(one.taken));
    choices.back().push_back(one.rank);
  }
  return std::tuple(report.traffic, report.clocks, messages, choices);
}

/// On links that the ranks of a node share, the first message to be sent may not be the first one heard.
TEST(RandomPrograms, EveryInterleavingComesToTheSameOnSharedLinks) {
  std::size_t later = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto programs = ProgramMaker(seed, seed % 2 == 0).make();
    Settings settings = drawn_settings(seed, programs.size());
    const Report own = Simulation(programs, settings, 1).run();
    settings.nodes = 1 + static_cast<int>(seed % programs.size());
    const Report first = Simulation(programs, settings, 1).run();
    ASSERT_FALSE(first.trouble) << first.trouble->words;
    later += first.clocks > own.clocks ? 1 : 0;
    for (std::uint64_t interleaving = 2; interleaving <= 5; ++interleaving) {
      const Report other = Simulation(programs, settings, interleaving).run();
      EXPECT_EQ(decided(first), decided(other)) << "seed " << seed << ", interleaving " << interleaving;
    }
  }
  EXPECT_GT(later, 10u) << "a shared link takes longer";
}

TEST(RandomPrograms, EveryInterleavingComesToTheSame) {
  std::size_t choices = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const auto programs = ProgramMaker(seed, seed % 2 == 0).make();
    const Settings settings = drawn_settings(seed, programs.size());
    const Report first = Simulation(programs, settings, 1).run();
    ASSERT_FALSE(first.trouble) << first.trouble->words;
    choices += first.choices.size();
    for (std::uint64_t interleaving = 2; interleaving <= 5; ++interleaving) {
      const Report other = Simulation(programs, settings, interleaving).run();
      EXPECT_EQ(decided(first), decided(other)) << "seed " << seed << ", interleaving " << interleaving;
    }
  }
  EXPECT_GT(choices, 500u);
}

/// Random frames. The router must still end.
TEST(RandomFrames, NeverBreakTheRouter) {
  std::map<Trouble::Kind, int> seen;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t limit) { return random() % limit; };
    Settings settings = of_ranks(1 + static_cast<int>(below(4)));
    settings.eager_limit = below(2) == 0 ? 0 : SIZE_MAX;
    settings.most_bytes = below(2) == 0 ? 1500 : 100'000;
    settings.seed = below(3);
    settings.choices = {below(3), below(3)};
    if (below(4) == 0) settings.hold = After{static_cast<int>(below(4)), below(4)};
    if (below(4) == 0) settings.kill = After{static_cast<int>(below(4)), below(4)};
    Router router(settings);
    const auto world = static_cast<std::uint64_t>(settings.world);
    std::uint32_t ticket = below(20) == 0 ? UINT32_MAX - 5 : 0;
    for (int i = 0; i < 60; ++i) {
      if (below(50) == 0) ticket = static_cast<std::uint32_t>(below(60));
      const int rank = static_cast<int>(below(world));
      const auto kind = static_cast<FrameKind>(below(100) < 3 ? random() : below(100) < 5 ? 4 : below(4));
      const int other = below(30) == 0 || world == 1
                            ? static_cast<int>(below(world + 2)) - 1
                            : (rank + 1 + static_cast<int>(below(world - 1))) % settings.world;
      const double clocks[] = {0, 1, 2.5, 1e300, -1, NAN};
      Frame frame{kind,
                  other,
                  static_cast<int>(below(2)),
                  kind == FrameKind::wait ? ticket - static_cast<std::uint32_t>(below(4)) : ++ticket,
                  below(3),
                  clocks[below(50) == 0 ? below(6) : below(3)],
                  random()};
      router.take(rank, frame, std::string(below(40) == 0 ? below(9) : frame.bytes, 'x'));
      if (below(60) == 0) router.take_end(rank);
      if (below(10) == 0) router.stop_asking();
      router.take_output();
    }
    for (int rank = 0; rank < settings.world; ++rank) router.take_end(rank);
    EXPECT_TRUE(router.all_ended());
    if (const auto trouble = router.report().trouble) {
      ++seen[trouble->kind];
      EXPECT_FALSE(trouble->words.empty());
    }
  }
  EXPECT_EQ(seen.size(), 6u) << "the frames reach every kind of trouble";
  for (const auto& [kind, times] : seen) EXPECT_GE(times, 3) << name_of(kind);
}

}  // namespace
}  // namespace gridmark::router
