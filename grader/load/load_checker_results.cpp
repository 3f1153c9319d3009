#include "grader/load/load_checker_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/nearest.h"
#include "base/utf8.h"
#include "grader/load/json_document.h"
#include "grader/load/json_node.h"
#include "grader/load/read_value.h"

namespace gridmark::load {
namespace {

constexpr auto checker_results_source = Error::Source::checker;
constexpr std::size_t most_text = std::size_t{64} << 20;
constexpr std::size_t most_line = std::size_t{4} << 20;
constexpr std::size_t most_tests = 10'000;
constexpr std::size_t most_measurements = 10'000;
constexpr std::size_t most_plots = 100;
constexpr char file[] = "checker results";

// A checker writes some keys of a record, and some additional ones.
struct CheckerTest : TestResult {};
struct CheckerMeasurement : Measurement {};
struct CheckerDeferral : Deferral {
  std::string test;  ///< not kept
};

constexpr auto fields(const CheckerTest* none) {
  return std::tuple_cat(seen_of_test(none), std::tuple{field("replacement", &TestResult::replacement)});
}

constexpr auto fields(const CheckerMeasurement* none) {
  return std::tuple_cat(
      measured_value(none), measured_evidence(none),
      std::tuple{field("test", &Measurement::test, Length{0, 256}, "", Presence::optional)});
}

constexpr auto fields(const CheckerDeferral*) {
  return std::tuple_cat(
      fields(static_cast<const Deferral*>(nullptr)),
      std::tuple{field("test", &CheckerDeferral::test, Length{0, 256}, "", Presence::optional)});
}

/// Reads the lines one by one.
class Reader {
 public:
  Result<void> line(std::string_view text, int number) {
    const std::string where = fmt::format("{}:{}", file, number);
    return parse_document(text, where,
                          {.source = checker_results_source, .most_bytes = most_line, .one_line = true})
        .and_then([&](const nlohmann::json& document) -> Result<void> {
          Reading reading{checker_results_source, where};
          take(Node(document, reading));
          if (reading.error) return tl::unexpected<Error>(*reading.error);
          return {};
        });
  }

  /// Call it after the last line.
  Result<CheckerResults> results() && {
    if (!finished_)
      return failure(checker_results_source, file,
                     fmt::format("the checker stopped after {} of {} tests, before it had finished",
                                 results_.tests.size(), registered_.size()));
    for (const std::string& name : registered_)
      if (!ran_.contains(name))
        return failure(checker_results_source, file, "found no result of the test " + in_quotes(name));
    return std::move(results_);
  }

 private:
  void take(const Node& node) {
    if (!started_) return take_start(node);
    if (finished_) return node.fail("found a line after \"finished\", expected none");
    node.keys({"test", "measurement", "plot", "deferred", "error", "finished"});
    if (const auto test = node.find("test")) return take_test(*test);
    if (const auto measurement = node.find("measurement")) return take_measurement(*measurement);
    if (const auto plot = node.find("plot")) return take_plot(*plot);
    if (const auto deferred = node.find("deferred")) return take_deferral(*deferred);
    if (const auto error = node.find("error")) return error->fail((*error)["message"].text(1, most_message));
    take_finished(node["finished"]);
  }

  void take_start(const Node& node) {
    node.keys({"checker", "device", "tests"});
    node["checker"].text();
    node["device"].one_of<Device>();
    for (const Node& test : node["tests"].elements(most_tests)) {
      registered_.push_back(test.text(1, 256));
      if (!unique_.insert(registered_.back()).second) test.expected("a test's name once");
    }
    started_ = true;
  }

  void take_test(const Node& node) {
    TestResult test = read_value<CheckerTest>(node);
    if (!unique_.contains(test.name))
      node["name"].expected("one of the registered tests" + suggestion(test.name, registered_));
    if (!ran_.insert(test.name).second) node["name"].expected("a result once per test");
    results_.tests.push_back(std::move(test));
  }

  void take_measurement(const Node& node) {
    if (results_.measurements.size() >= most_measurements)
      return node.fail(fmt::format("found more than {} measurements", most_measurements));
    results_.measurements.push_back(read_value<CheckerMeasurement>(node));
  }

  void take_plot(const Node& node) {
    if (results_.plots.size() >= most_plots)
      return node.fail(fmt::format("found more than {} plots", most_plots));
    results_.plots.push_back(read_value<Plot>(node));
  }

  void take_deferral(const Node& node) {
    if (results_.deferred.size() >= most_measurements)
      return node.fail(fmt::format("found more than {} deferred values", most_measurements));
    results_.deferred.push_back(read_value<CheckerDeferral>(node));
  }

  void take_finished(const Node& node) {
    node.keys({"tests", "sandbox"});
    const auto ran = node["tests"].whole({0, most_tests, "a number of tests"});
    if (static_cast<std::size_t>(ran) != results_.tests.size())
      node["tests"].expected(fmt::format("{}, the results that came before", results_.tests.size()));
    results_.sandbox = node["sandbox"].text(1, 64);
    finished_ = true;
  }

  bool started_ = false, finished_ = false;
  std::vector<std::string> registered_;
  std::set<std::string> unique_, ran_;
  CheckerResults results_;
};

}  // namespace

Result<CheckerResults> load_checker_results(std::string_view text) {
  if (text.size() > most_text)
    return failure(checker_results_source, file,
                   fmt::format("found {} bytes, expected at most {}", text.size(), most_text));
  Reader reader;
  int number = 0;
  // A last line without a newline is incomplete, because the checker died while writing it.
  for (std::size_t end; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1))
    if (auto line = reader.line(replaced_utf8(text.substr(0, end)), ++number); !line)
      return tl::unexpected<Error>(std::move(line.error()));
  return std::move(reader).results();
}

}  // namespace gridmark::load
