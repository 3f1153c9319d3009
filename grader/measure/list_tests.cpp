#include "grader/measure/list_tests.h"

#include <fmt/format.h>

#include "grader/system/process.h"

namespace gridmark::measure {

std::vector<std::string> names_in_listing(std::string_view listing) {
  std::vector<std::string> names;
  std::string suite;
  while (!listing.empty()) {
    const std::size_t end = std::min(listing.find('\n'), listing.size());
    std::string_view line = listing.substr(0, end);
    listing.remove_prefix(std::min(end + 1, listing.size()));
    line = line.substr(0, line.find("  #"));  // removes a parameter's value
    if (line.starts_with("  ") && !suite.empty())
      names.push_back(suite + std::string(line.substr(2)));
    else if (line.ends_with('.') && line.find(' ') == line.npos)
      suite = line;
  }
  return names;
}

Result<std::vector<std::string>> list_tests(const std::filesystem::path& checker,
                                            const system::StopFlag& stop) {
  if (std::error_code ignored; !std::filesystem::exists(checker, ignored))
    return failure(Error::Source::toolchain, checker.string(),
                   "is missing. Build gridmark first, with ./gridmark");
  system::ProcessRequest request;
  request.arguments = {checker, "--gtest_list_tests"};
  request.environment = {"PATH=/usr/bin:/bin", "LANG=C.UTF-8"};
  return system::run_process(request, stop)
      .and_then([&](const system::ProcessResult& ran) -> Result<std::vector<std::string>> {
        if (ran.exit_code == 0) return names_in_listing(ran.output);
        return failure(Error::Source::checker, checker.string(),
                       fmt::format("does not list its tests: {}", ran.error_output));
      });
}

}  // namespace gridmark::measure
