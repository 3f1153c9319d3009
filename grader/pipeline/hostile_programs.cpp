#include "grader/pipeline/hostile_programs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <thread>

#include "grader/system/process.h"

namespace gridmark::pipeline {
namespace {

constexpr std::string_view started = "[ RUN      ] ";
constexpr std::string_view passed = "[       OK ] ";
constexpr std::string_view failed = "[  FAILED  ] ";
constexpr std::string_view skipped = "[  SKIPPED ] ";
constexpr std::string_view expected_tests = "[==========] Running ";

/// The name in "Attacks/Hostile.Ends/Own_landlock_ItSpins, where ... (12 ms)".
std::string name_in(std::string_view line) { return std::string(line.substr(0, line.find_first_of(", "))); }

/// The seconds in a line's "(12 ms)".
double seconds_in(const std::string& line) {
  const auto bracket = line.rfind('(');
  return bracket == line.npos ? 0 : std::atof(line.c_str() + bracket + 1) / 1000;
}

/// A short name for readers: the instance's name, else the test and the instance's number.
std::string short_name(const std::string& test) {
  const auto first = test.find('/'), last = test.rfind('/');
  if (last == test.npos) return test;
  const bool number = test.find_first_not_of("0123456789", last + 1) == test.npos;
  return test.substr((number && first != last ? first : last) + 1);
}

/// The number of tests that GoogleTest announced.
std::size_t announced(const std::string& output) {
  const auto at = output.find(expected_tests);
  return at == output.npos ? 0 : std::strtoul(output.c_str() + at + expected_tests.size(), nullptr, 10);
}

using Cases = std::vector<VerifiedCase>;

/// A program with attacks: on the launcher's limits, or on the compiler that runs under them.
struct Attacker {
  const char* group;
  const char* program;
};

constexpr Attacker attackers[] = {{"sandbox", "test_sandbox"}, {"compile", "test_compile"}};

/// One of the processes that share the attacks.
struct Share {
  int index = 0;
  int of = 1;
};

Result<Cases> run_share(const Attacker& attacker, const std::filesystem::path& program, const Share& share,
                        const system::StopFlag& stop) {
  system::ProcessRequest request;
  request.arguments = {"/usr/bin/env", fmt::format("GTEST_TOTAL_SHARDS={}", share.of),
                       fmt::format("GTEST_SHARD_INDEX={}", share.index), program,
                       "--gtest_filter=*Hostile*.*:*OldKernel*"};
  return system::run_process(request, stop)
      .and_then([&](const system::ProcessResult& ended) -> Result<Cases> {
        Cases cases = read_test_output(ended.output);
        for (VerifiedCase& one : cases) one.group = attacker.group;
        if (!cases.empty() && cases.size() == announced(ended.output)) return cases;
        return failure(Error::Source::toolchain, program.string(),
                       fmt::format("ended after {} of {} attacks", cases.size(), announced(ended.output)));
      });
}

/// All attacks of one program, in `jobs` processes.
Result<Cases> run_attacker(const Attacker& attacker, const system::ProgramPaths& paths, int jobs,
                           const system::StopFlag& stop) {
  const std::filesystem::path program = paths.build / "bin" / attacker.program;
  if (!std::filesystem::exists(program))
    return failure(Error::Source::toolchain, program.string(),
                   "is not built. Run ninja -C " + paths.build.string() + " corpus");
  std::vector<Result<Cases>> shares(static_cast<std::size_t>(std::max(jobs, 1)));
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < shares.size(); ++i)
      threads.emplace_back([&, i] {
        shares[i] =
            run_share(attacker, program, {static_cast<int>(i), static_cast<int>(shares.size())}, stop);
      });
  }
  Cases all;
  for (auto& share : shares) {
    if (!share) return tl::unexpected(share.error());
    all.insert(all.end(), std::make_move_iterator(share->begin()), std::make_move_iterator(share->end()));
  }
  return all;
}

}  // namespace

std::vector<VerifiedCase> read_test_output(const std::string& output) {
  std::vector<VerifiedCase> cases;
  std::istringstream text(output);
  std::string line, said;
  while (std::getline(text, line)) {
    VerifiedCase one;
    one.kind = CaseKind::hostile;
    one.seconds = seconds_in(line);
    if (line.starts_with("[==========]") && line.find(" ran.") != line.npos)
      break;  // failures are listed again at the end
    if (line.starts_with(started)) {
      said.clear();
      continue;
    }
    const bool bad = line.starts_with(failed), left_out = line.starts_with(skipped);
    if (!bad && !left_out && !line.starts_with(passed)) {
      said += line + " ";
      continue;
    }
    one.name = short_name(name_in(std::string_view(line).substr(passed.size())));
    if (bad) one.complaints = {said.empty() ? "was not contained" : said};
    if (left_out) one.skipped = said;
    cases.push_back(std::move(one));
  }
  return cases;
}

Result<std::vector<VerifiedCase>> run_hostile_programs(const system::ProgramPaths& paths, int jobs,
                                                       const system::StopFlag& stop) {
  Cases all;
  for (const Attacker& attacker : attackers) {
    Result<Cases> cases = run_attacker(attacker, paths, jobs, stop);
    if (!cases) return cases;
    all.insert(all.end(), std::make_move_iterator(cases->begin()), std::make_move_iterator(cases->end()));
  }
  return all;
}

void add_repetition(std::vector<VerifiedCase>& attacks, const std::vector<VerifiedCase>& again, int run) {
  for (const VerifiedCase& one : again) {
    const auto same = std::find_if(attacks.begin(), attacks.end(), [&](const VerifiedCase& before) {
      return before.group == one.group && before.name == one.name;
    });
    if (same == attacks.end()) {
      attacks.push_back(one);
      continue;
    }
    same->seconds += one.seconds;
    for (const std::string& complaint : one.complaints)
      same->complaints.push_back(fmt::format("run {}: {}", run, complaint));
  }
}

}  // namespace gridmark::pipeline
