// compute-sanitizer around a worker, in the sandbox. A script replaces the tool. It runs the worker as the
// tool does, and prints the tool's report.
#include "labkit/channel/sanitizer.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "labkit/channel/ask.h"
#include "labkit/channel/options.h"
#include "tests/channel/behave.h"

namespace gridmark::channel {
namespace {

namespace fs = std::filesystem;

class Sanitizer : public testing::Test {
 protected:
  ~Sanitizer() override { use(""), fs::remove_all(toolkit); }

  void use(const std::string& program) {
    const std::array<std::string, 9> words = {"checker",
                                              "--sandbox",
                                              GRIDMARK_SANDBOX,
                                              "--worker",
                                              "fast=" ROGUE_WORKER,
                                              "--limits",
                                              R"({"wall_seconds": 5, "output_kib": 64})",
                                              "--sanitizer",
                                              program};
    std::array<char*, 9> arguments{};
    for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = const_cast<char*>(words[i].c_str());
    ASSERT_EQ(parse_options(static_cast<int>(arguments.size()), arguments.data()), "");
  }

  /// Installs a compute-sanitizer that runs its program and then prints `report` if its tool is `tool`.
  void install(const std::string& tool, const std::string& report) {
    const fs::path program = toolkit / "bin" / "compute-sanitizer";
    fs::create_directories(program.parent_path());
    std::ofstream(program)
        << "#!/bin/bash\n"
           "[[ \"$*\" == \"--tool $2 --print-limit 1 --show-backtrace no /worker\" ]] || exit 64\n"
           "echo '========= COMPUTE-SANITIZER'\n"
           "/worker || exit\n"
           "[[ $2 != '"
        << tool << "' ]] || cat <<'REPORT'\n"
        << report
        << "REPORT\n"
           "echo '========= ERROR SUMMARY: 1 error'\n";
    fs::permissions(program, fs::perms(0755));
    fs::permissions(toolkit, fs::perms(0755));
    use(program);
  }

  std::optional<emulation::Finding> seen(const std::string& how) {
    op = Behave{how, In<int>({1, 2, 3}), Out<int>(3)};
    const auto finding = seen_by_sanitizer(to_request(op));
    take_snapshots(op);
    return finding;
  }

  const fs::path toolkit = fs::path(testing::TempDir()) / ("toolkit-" + std::to_string(getpid()));
  Behave op;
};

constexpr const char* race =
    "========= Error: Race reported between Write access at sum(int *)+0x130 in /submission/sum.cu:12\n"
    "=========     and Read access at sum(int *)+0x1b0 in /submission/sum.cu:14 [12 hazards]\n"
    "=========\n";

TEST_F(Sanitizer, SaysWhatTheFirstToolSeesThatSeesSomething) {
  install("racecheck", race);
  const auto finding = seen("work");
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->kind, emulation::Finding::Kind::race);
  EXPECT_EQ(finding->place.file, "sum.cu");
  EXPECT_EQ(finding->place.line, 12);
  EXPECT_EQ(op.out.values()[2], 6) << "the worker has served the request";
}

TEST_F(Sanitizer, FindsNothingWhereNoToolReports) {
  install("none of them", race);
  EXPECT_FALSE(seen("work"));
}

TEST_F(Sanitizer, AWorkerThatCrashesUnderItIsNoFinding) {
  install("racecheck", race);
  EXPECT_FALSE(seen("crash"));
}

TEST_F(Sanitizer, IsNotAskedWhereThereIsNone) {
  use("");
  EXPECT_FALSE(seen("work"));
}

TEST_F(Sanitizer, ExplainsAWrongAnswerOnceASubject) {
  install("racecheck", race);
  op = Behave{"do nothing", In<int>({1, 2, 3}), Out<int>(3)};
  const Request request = to_request(op);
  ASSERT_TRUE(ask_worker(request, Flavour::fast, {"sum", "sum(3)"}));
  const auto first = wrong_answer(request, {"sum", "sum(3)"}, {false, "out[0] is -1, expected 2"});
  EXPECT_STREQ(
      first.message(),
      "sum(3): out[0] is -1, expected 2. compute-sanitizer shows why: race in shared memory in kernel sum: "
      "a write at sum.cu:12 and a read at sum.cu:14 by another thread, with no barrier between them");
  EXPECT_EQ(last_failure().place.line, 12);
  const auto second = wrong_answer(request, {"sum", "sum(3)"}, {false, "out[0] is -1, expected 2"});
  EXPECT_STREQ(second.message(), "sum(3): out[0] is -1, expected 2");
  end_all_workers();
}

}  // namespace
}  // namespace gridmark::channel
