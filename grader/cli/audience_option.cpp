#include "grader/cli/audience_option.h"

#include <vector>

#include "grader/report/audience.h"

namespace gridmark::cli {

void add_audience_option(CLI::App& command, std::string& audience) {
  std::vector<std::string> known;
  for (const auto& [value, name] : report::names(report::Audience{})) known.emplace_back(name);
  command
      .add_option("--audience", audience,
                  "The reader. Staff see all tests. Students see hidden tests only as lab.json allows")
      ->check(CLI::IsMember(known))
      ->capture_default_str()
      ->type_name("WHO");
}

}  // namespace gridmark::cli
