#include "emulation/driver/syntax_pass.h"

#include <fmt/format.h>

#include <cstdlib>
#include <regex>
#include <sstream>
#include <vector>

namespace gridmark::driver {
namespace {

constexpr int oldest_clang = 16, newest_clang = 24;
constexpr std::size_t most_warnings = 20;

bool in_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::path(folder) / program, ignored)) return true;
  }
  return false;
}

/// One error of clang's with its lines.
struct Error {
  std::string place, message, source_line, caret, notes;
};

std::vector<Error> errors_in(std::string_view words) {
  static const std::regex heading(R"((\S+:\d+:\d+): (fatal error|error|note|warning): (.*))");
  std::vector<Error> errors;
  std::istringstream lines{std::string(words)};
  int lines_since_heading = 0;
  bool in_error = false;
  for (std::string line; std::getline(lines, line); ++lines_since_heading) {
    std::smatch found;
    if (std::regex_match(line, found, heading)) {
      in_error = found[2] == "error";
      if (in_error) errors.push_back({found[1], found[3], "", "", ""});
      if (found[2] == "note" && !errors.empty()) errors.back().notes += found[3].str() + "\n";
      lines_since_heading = 0;
    } else if (in_error && lines_since_heading == 1) {
      errors.back().source_line = line;
    } else if (in_error && lines_since_heading == 2) {
      errors.back().caret = line;
    }
  }
  return errors;
}

/// "rand" of "no matching function for call to 'rand'".
std::string quoted_name(const std::string& message) {
  const std::size_t open = message.find('\''), close = message.find('\'', open + 1);
  return close == std::string::npos ? "" : message.substr(open + 1, close - open - 1);
}

/// The message for a call on the wrong side, or empty for any other error.
std::string message_of(const Error& error) {
  static const std::regex call(R"(call to (__\w+__) function from (__\w+__(?: __device__)?) function)");
  static const std::regex reference(
      R"(reference to (__\w+__) (?:function|variable) '(.*)' in (__\w+__(?: __device__)?) function)");
  std::smatch found;
  if (std::regex_search(error.message, found, reference))
    return fmt::format("a {} function uses {}, which is {}", found[3].str(), found[2].str(), found[1].str());
  if (std::regex_search(error.notes, found, call))
    return fmt::format("a {} function calls {}, which is {}", found[2].str(), quoted_name(error.message),
                       found[1].str());
  return "";
}

/// Options with which clang reads CUDA with gridmark's headers.
CommandLine parser_flags(const Options& options, const Toolkit& toolkit) {
  CommandLine flags{"-x",
                    "cuda",
                    "--cuda-host-only",
                    "-nocudainc",
                    "-nocudalib",
                    "-Xclang",
                    "-target-sdk-version=11.8",
                    "-Wno-unknown-cuda-version",
                    "-std=" + options.standard,
                    "-DGRIDMARK_SYNTAX_PASS",
                    "-D__CUDACC__=1"};
  flags.insert(flags.end(), options.preprocessor.begin(), options.preprocessor.end());
  for (const std::filesystem::path& folder : {toolkit.root / "syntax_pass", toolkit.include()})
    flags.insert(flags.end(), {"-isystem", folder.string()});
  flags.insert(flags.end(), {"-include", "gridmark/syntax_pass/prelude.h"});
  return flags;
}

}  // namespace

std::optional<std::string> find_clang() {
  if (const char* chosen = std::getenv("GRIDMARK_CLANG"))
    return *chosen ? std::optional<std::string>(chosen) : std::nullopt;
  for (int version = newest_clang; version >= oldest_clang; --version) {
    const std::string name = fmt::format("clang++-{}", version);
    if (in_path(name)) return name;
  }
  return std::nullopt;
}

CommandLine syntax_pass(const std::string& clang, const Options& options, const Toolkit& toolkit,
                        const std::string& source, SeenBy side) {
  CommandLine command{clang, "-w", "-fsyntax-only"};
  if (side == SeenBy::host) command.push_back("-DGRIDMARK_HOST_SIDE=1");
  const CommandLine flags = parser_flags(options, toolkit);
  command.insert(command.end(), flags.begin(), flags.end());
  command.push_back(source);
  return command;
}

std::string clangd_settings(const Options& options, const Toolkit& toolkit) {
  std::string text =
      "# Written by gridmark: how clangd reads the .cu files of this folder.\nCompileFlags:\n  Add:\n";
  for (const std::string& flag : parser_flags(options, toolkit)) text += "    - '" + flag + "'\n";
  return text;
}

std::string wrong_sides(std::string_view clangs_words, Callers callers) {
  std::string warnings;
  std::size_t count = 0;
  for (const Error& error : errors_in(clangs_words)) {
    const std::string text = message_of(error);
    const Callers caller = text.starts_with("a __host__") ? Callers::host : Callers::device;
    if (callers != Callers::all && callers != caller) continue;
    if (text.empty() || ++count > most_warnings) continue;
    const std::string line = error.place.substr(error.place.find(':') + 1);
    warnings += fmt::format("{}: warning: {}. nvcc refuses this\n{:>5} | {}\n      | {}\n", error.place, text,
                            line.substr(0, line.find(':')), error.source_line, error.caret);
  }
  return warnings;
}

}  // namespace gridmark::driver
