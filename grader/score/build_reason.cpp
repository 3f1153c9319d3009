#include "grader/score/build_reason.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "base/utf8.h"

namespace gridmark::score {
namespace {

constexpr std::size_t longest_complaint = 300;

/// The compiler's or linker's first complaint without its place, or "".
std::string complaint(std::string_view messages) {
  constexpr std::string_view compiler = "error: ", linker = "undefined reference";
  const std::size_t error = messages.find(compiler), undefined = messages.find(linker);
  if (error == std::string_view::npos && undefined == std::string_view::npos) return "";
  const std::size_t start = error < undefined ? error + compiler.size() : undefined;
  const std::string_view rest = messages.substr(start);
  return std::string(clipped(rest.substr(0, rest.find('\n')), longest_complaint));
}

std::string_view trouble(Outcome outcome) {
  switch (outcome) {
    case Outcome::build_failed:
      return "does not compile";
    case Outcome::timed_out:
      return "takes too long to compile";
    case Outcome::out_of_memory:
      return "needs too much memory to compile";
    case Outcome::output_limit:
      return "makes the compiler print too much";
    default:
      return "cannot be compiled";
  }
}

std::string missing_reason(const std::vector<std::string>& missing) {
  constexpr std::size_t most = 3;
  const std::span<const std::string> all(missing);
  return fmt::format("{}{} {} missing, so nothing could be built",
                     fmt::join(all.first(std::min(most, all.size())), ", "), all.size() > most ? ", ..." : "",
                     all.size() == 1 ? "is" : "are");
}

/// The rule that the submission breaks: the last line, without the place, which is reported separately.
std::string broken_rule(const Build& build) {
  std::string_view said = build.messages;
  said = said.substr(said.find_last_of('\n') + 1);
  if (build.place) {
    const std::string place = build.place->line > 0
                                  ? fmt::format("{}:{}: ", build.place->file, build.place->line)
                                  : build.place->file + ": ";
    if (said.starts_with(place)) said.remove_prefix(place.size());
  }
  return fmt::format("the submission {}", clipped(said, longest_complaint));
}

}  // namespace

BuildFailure explain_build(const Build& build, const std::vector<std::string>& missing) {
  const bool lacking =
      build.outcome == Outcome::missing || (build.outcome == Outcome::build_failed && !build.place);
  if (lacking && !missing.empty()) return {Outcome::missing, missing_reason(missing), std::nullopt};
  if (build.outcome == Outcome::forbidden && build.place)
    return {build.outcome, broken_rule(build), build.place};
  const char* what = build.flavour == Flavour::fast ? "the submission" : "the build that counts";
  const std::string words = complaint(build.messages);
  const std::string reason =
      fmt::format("{} {}{}{}", what, trouble(build.outcome), words.empty() ? "" : ": ", words);
  return {build.outcome, reason, build.place};
}

}  // namespace gridmark::score
