#include "labkit/channel/results.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "labkit/channel/advice.h"
#include "labkit/channel/ask.h"
#include "labkit/channel/options.h"
#include "labkit/channel/results_listener.h"
#include "labkit/channel/warp_access_json.h"
#include "labkit/channel/wrong_reply.h"
#include "protocol/crash_picture.h"
#include "protocol/rank_lanes.h"
#include "protocol/write_json.h"

namespace gridmark::channel {
namespace {

using nlohmann::json;

/// The state of the running test.
struct Current {
  std::string name;
  std::optional<Failure> failure;
  std::vector<Measured> measured;
  std::vector<Deferral> deferred;
  std::vector<Plot> plots;
};

Current& current_test() {
  static Current instance;
  return instance;
}

std::string full_name(const testing::TestInfo& test) {
  return std::string(test.test_suite_name()) + "." + test.name();
}

/// A message that quotes a submission can be as long as the submission makes it.
std::string shortened(const std::string& text) {
  constexpr std::size_t most = 4 << 10;
  return text.size() <= most ? text : text.substr(0, most) + " ...";
}

/// The cause with its texts cut to the limits of the record, because they come from a worker.
json cause_json(Cause cause) {
  constexpr std::size_t most_file = 4000, most_thread = 250;
  cause.words = shortened(cause.words);
  for (ThreadAccess& access : cause.accesses) {
    access.file = access.file.substr(0, most_file);
    access.thread = access.thread.substr(0, most_thread);
    access.block = access.block.substr(0, most_thread);
  }
  return json_of(cause);
}

json place_json(const emulation::SourcePlace& place) {
  return {{"file", shortened(place.file)}, {"line", place.line}};
}

json fix_json(const emulation::Fix& fix) {
  json change = {{"place", place_json(fix.place)}, {"text", shortened(fix.text)}};
  if (!fix.replaces.empty()) change["replaces"] = shortened(fix.replaces);
  return change;
}

/// A failure in GoogleTest's words, if no function of the checker run explained it: the first line without
/// the location.
Failure unexplained(const testing::TestResult& result) {
  for (int i = 0; i < result.total_part_count(); ++i)
    if (const auto& part = result.GetTestPartResult(i); part.failed())
      return {"wrong_answer", part.message(), {}, ""};
  return {"wrong_answer", "the test failed", {}, ""};
}

/// The last lines of the output, as many as a report shows.
std::string last_lines(const std::string& printed) {
  constexpr std::size_t most = 4 << 10;
  if (printed.size() <= most) return printed;
  const std::size_t line = printed.find('\n', printed.size() - most - 1);
  return printed.substr(line == std::string::npos ? printed.size() - most : line + 1);
}

json test_json(const testing::TestInfo& test, const Current& current) {
  json line = {{"name", current.name}, {"outcome", "passed"}, {"reason", ""}, {"output", ""}};
  line["seconds"] = static_cast<double>(test.result()->elapsed_time()) / 1000;
  if (!test.result()->Failed()) return line;
  const Failure failure = current.failure ? *current.failure : unexplained(*test.result());
  line["outcome"] = failure.outcome;
  line["reason"] = shortened(failure.message);
  line["output"] = last_lines(failure.output.empty() ? printed_in_this_test() : failure.output);
  if (!failure.place.file.empty()) line["place"] = place_json(failure.place);
  for (const emulation::Fix& fix : failure.fixes) line["fixes"].push_back(fix_json(fix));
  if (failure.cause) line["cause"] = cause_json(*failure.cause);
  if (failure.wrong) line["wrong"] = json_of(*failure.wrong);
  if (failure.ranks) line["ranks"] = json_of(*failure.ranks);
  if (failure.crash) line["crash"] = json_of(*failure.crash);
  return line;
}

/// The parts of a wrong reply that the test read. See labkit/channel/wrong_reply.h.
json replacement_json(const Replacer::Seen& seen) {
  return {{"arrays", seen.arrays}, {"outputs", seen.outputs}, {"tolerated", shortened(seen.tolerated)}};
}

/// Counts always come from the emulated device, whatever the submission is graded on.
std::string device_of(const Measured& measured) {
  return measured.flavour == Flavour::counted ? "emulated" : options().device;
}

json measured_json(const Measured& measured, const std::string& test) {
  json line = {{"name", measured.name},
               {"value", measured.value},
               {"unit", measured.unit},
               {"device", device_of(measured)},
               {"flavour", name_of(measured.flavour)},
               {"provenance", name_of(measured.provenance)},
               {"detail", shortened(measured.detail)},
               {"test", test}};
  if (!measured.place.file.empty()) line["place"] = place_json(measured.place);
  if (measured.paired_timing) line["paired_timing"] = json_of(*measured.paired_timing);
  if (measured.access) line["access"] = json_of(*measured.access);
  if (measured.cause) line["cause"] = cause_json(*measured.cause);
  for (const emulation::Fix& fix : measured.fixes) line["fixes"].push_back(fix_json(fix));
  return line;
}

json deferral_json(const Deferral& deferral, const std::string& test) {
  json line = {{"measurement", deferral.measurement}, {"reason", deferral.reason}, {"test", test}};
  if (deferral.paired_timing) line["paired_timing"] = json_of(*deferral.paired_timing);
  return line;
}

class ResultsListener final : public testing::EmptyTestEventListener {
 public:
  explicit ResultsListener(const std::string& path) : file_(path) {
    if (!file_) throw std::runtime_error("cannot write the results to " + path);
  }

 private:
  void OnTestProgramStart(const testing::UnitTest& program) override {
    json tests = json::array();
    for (int s = 0; s < program.total_test_suite_count(); ++s) {
      const testing::TestSuite& suite = *program.GetTestSuite(s);
      for (int t = 0; t < suite.total_test_count(); ++t)
        if (suite.GetTestInfo(t)->should_run()) tests.push_back(full_name(*suite.GetTestInfo(t)));
    }
    write({{"checker", lab_name}, {"device", options().device}, {"tests", tests}});
  }

  void OnTestStart(const testing::TestInfo& test) override {
    current_test() = {full_name(test), {}, {}, {}, {}};
  }

  void OnTestEnd(const testing::TestInfo& test) override {
    const Current& current = current_test();
    json line = test_json(test, current);
    end_workers();
    if (Replacer* const replacing = replacer()) line["replacement"] = replacement_json(replacing->end_test());
    write({{"test", line}});
    for (const Measured& measured : current.measured)
      write({{"measurement", measured_json(measured, current.name)}});
    for (const Deferral& deferral : current.deferred)
      write({{"deferred", deferral_json(deferral, current.name)}});
    for (const Plot& plot : current.plots) write({{"plot", json_of(plot)}});
    ++tests_;
  }

  void OnTestProgramEnd(const testing::UnitTest&) override {
    end_all_workers();
    write({{"finished", {{"tests", tests_}, {"sandbox", transport_mode()}}}});
  }

  void write(const json& line) {
    file_ << line.dump(-1, ' ', false, json::error_handler_t::replace) << '\n' << std::flush;
  }

  std::ofstream file_;
  int tests_ = 0;
};

}  // namespace

void record(const Measured& measured) {
  if (std::isfinite(measured.value)) {
    current_test().measured.push_back(measured);
    return;
  }
  // Honest meters always give a number.
  Failure forged;
  forged.outcome = "forbidden";
  forged.message = measured.name + " is not a number: the worker's meters were tampered with";
  ADD_FAILURE() << forged.message;
  note_failure(std::move(forged));
}

void record(const Plot& plot) { current_test().plots.push_back(drawable(plot, current_test().name)); }

void record_deferral(const Deferral& deferral) { current_test().deferred.push_back(deferral); }

void blame(Measured& measured, Failure failure) {
  add_repair(failure);
  const bool is_first = measured.detail.empty();
  if (is_first) {
    measured.detail = failure.message;
    measured.place = failure.place;
    measured.cause = failure.cause;
    measured.fixes = failure.fixes;
  } else if (failure.fixes.empty()) {
    measured.fixes.clear();  // part of a repair does not help
  } else if (!measured.fixes.empty()) {
    measured.fixes.insert(measured.fixes.end(), failure.fixes.begin(), failure.fixes.end());
  }
}

void note_failure(Failure failure) {
  if (current_test().failure) return;
  add_repair(failure);
  current_test().failure = std::move(failure);
}

void listen_for_results(const std::string& path) {
  testing::UnitTest::GetInstance()->listeners().Append(new ResultsListener(path));  // gtest owns it
}

}  // namespace gridmark::channel
