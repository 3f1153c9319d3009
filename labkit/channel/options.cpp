#include "labkit/channel/options.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "protocol/trusted_json.h"

namespace gridmark::channel {
namespace {

Options& mutable_options() {
  static Options instance;
  return instance;
}

/// Limits as gridmark passes them: an object with any of the keys of Limits.
std::string read_limits(const std::string& text, Options& options) {
  try {
    options.limits = trusted_value<Limits>(nlohmann::json::parse(text));
    return "";
  } catch (const nlohmann::json::exception& error) {
    return std::string("--limits: ") + error.what();
  }
}

/// {"tiled.speed": {"limits": [2.0, 1.5], "seconds": 10}}
std::string read_paired_timings(const std::string& text, Options& options) {
  try {
    const auto paired_timings = nlohmann::json::parse(text);
    for (const auto& [measurement, goal] : paired_timings.items())
      options.paired_timings[measurement] = {goal.at("limits").get<std::vector<double>>(),
                                             goal.at("seconds").get<double>()};
    return "";
  } catch (const nlohmann::json::exception& error) {
    return std::string("--paired-timings: ") + error.what();
  }
}

}  // namespace

const Options& options() { return mutable_options(); }

std::string parse_options(int argc, char** argv) {
  Options& options = mutable_options();
  std::vector<std::string> workers;
  std::string limits = "{}", replacement, paired_timings = "{}";
  CLI::App app("checker of one lab. gridmark runs it");
  app.add_option("--results", options.results);
  app.add_option("--profile", options.profile);
  app.add_option("--device", options.device);
  app.add_option("--sandbox", options.sandbox);
  app.add_option("--sources", options.sources);
  app.add_option("--worker", workers);
  app.add_option("--reference", options.reference);
  app.add_option("--sanitizer", options.sanitizer);
  app.add_option("--limits", limits);
  app.add_option("--replace", replacement);
  app.add_option("--paired-timings", paired_timings);
  app.add_option("--tolerance", options.tolerance)->check(CLI::Range(1e-9, 0.03));
  app.add_flag("--trust-submission", options.trust_submission);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return error.what();
  }
  if (!replacement.empty() && !(options.replacement = parse_replacement(replacement)))
    return "--replace: expected KIND:OUTPUT, found " + replacement;
  for (const std::string& worker : workers) {
    const auto equals = worker.find('=');
    if (equals == std::string::npos) return "--worker: expected FLAVOUR=PATH, found " + worker;
    options.workers[worker.substr(0, equals)] = worker.substr(equals + 1);
  }
  const std::string wrong = read_limits(limits, options);
  return wrong.empty() ? read_paired_timings(paired_timings, options) : wrong;
}

}  // namespace gridmark::channel
