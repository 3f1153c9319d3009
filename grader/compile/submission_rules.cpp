#include "grader/compile/submission_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "grader/compile/header_rules.h"
#include "grader/compile/key_changes.h"
#include "grader/compile/line_directives.h"
#include "grader/compile/machine_code.h"
#include "grader/compile/object_file.h"
#include "grader/compile/source_facts.h"
#include "grader/compile/symbol_names.h"
#include "grader/compile/symbol_rules.h"
#include "grader/compile/word_rules.h"
#include "grader/system/files.h"

namespace gridmark::compile {
namespace {

constexpr std::int64_t most_compiled_bytes = std::int64_t{256} << 20;

BrokenRule broken(const std::string& what, const Place& place) {
  return {place.line > 0 ? fmt::format("{}:{}: {}", place.file, place.line, what)
                         : fmt::format("{}: {}", place.file, what),
          place};
}

std::optional<BrokenRule> broken_by_directives(const Submission& submission) {
  for (const std::string& name : submission.files) {
    const Result<std::string> text = system::read_file(submission.staged / name, most_compiled_bytes);
    if (!text) continue;  // the compiler has reported it
    if (const auto line = find_line_directive(*text))
      return broken("claims with a line directive that its text is from another file", {name, *line});
  }
  return std::nullopt;
}

/// Text that is not read cannot be checked.
std::optional<BrokenRule> broken_by_size(const SourceFacts& facts, const std::string& source) {
  if (facts.whole) return std::nullopt;
  return broken("has more names or includes than can be looked through (100,000 and 20,000)", {source, 0});
}

std::optional<BrokenRule> broken_by_source(const SourceFacts& facts, const Submission& submission,
                                           const Permissions& permissions) {
  for (const IncludedFile& file : facts.includes)
    if (const auto why = refused_header(file, permissions, submission.files)) return broken(*why, file.place);
  if (facts.as_system_header)
    return broken(
        "uses #pragma GCC system_header (or ends with a macro of a system header), which a graded "
        "submission may not",
        *facts.as_system_header);
  for (const SourceWord& word : facts.words)
    if (const auto why = refused_word(word, permissions)) return broken(*why, word.place);
  for (const AttributeString& string : facts.strings)
    if (const auto why = refused_text(string)) return broken(*why, string.place);
  return std::nullopt;
}

Place place_of(const std::string& word, const SourceFacts& facts, const std::string& source) {
  const auto found = std::find_if(facts.words.begin(), facts.words.end(),
                                  [&](const SourceWord& seen) { return seen.text == word; });
  return found == facts.words.end() ? Place{source, 0} : found->place;
}

/// gridmark-cc counts only in .cu files.
Flavour flavour_of(const std::string& source, const BuildKind& kind) {
  return source.ends_with(".cu") ? kind.flavour : Flavour::fast;
}

/// The facts of one source for the steps.
struct Seen {
  std::string source;
  SourceFacts facts;
  ObjectFile object;
};

}  // namespace

std::optional<BrokenRule> broken_rule(const Submission& submission, const std::vector<CompiledFile>& compiled,
                                      const BuildKind& kind, const WorkerNames& worker,
                                      const Permissions& permissions) {
  if (auto rule = broken_by_directives(submission)) return rule;
  std::vector<Seen> all;
  std::set<std::string> own;
  for (const CompiledFile& file : compiled) {
    const Result<std::string> expanded = system::read_file(file.expanded, most_compiled_bytes);
    const Result<std::string> object = system::read_file(file.object, most_compiled_bytes);
    if (!expanded || !object) return broken("became something that cannot be read", {file.source, 0});
    all.push_back({file.source, read_source_facts(*expanded, submission.files), read_object_file(*object)});
    own.merge(names_defined_in(all.back().object));
  }
  for (const Seen& seen : all) {
    if (auto rule = broken_by_source(seen.facts, submission, permissions)) return rule;
    if (auto rule = broken_by_size(seen.facts, seen.source)) return rule;
  }
  for (const Seen& seen : all)
    if (const auto refused = refused_symbol(seen.object, own, kind, worker, permissions))
      return broken(refused->message, place_of(refused->word, seen.facts, seen.source));
  if (kind.device != Device::emulated) return std::nullopt;
  for (const Seen& seen : all)
    if (const auto refused = refused_code(seen.object, flavour_of(seen.source, kind)))
      return broken(refused->message, place_of(refused->word, seen.facts, seen.source));
  return std::nullopt;
}

std::optional<BrokenRule> broken_by_program(const std::filesystem::path& program,
                                            const Submission& submission,
                                            const std::vector<CompiledFile>& compiled) {
  Result<std::string> bytes = system::read_file(program, most_compiled_bytes);
  if (!bytes) return broken("became a program that cannot be read", {program.filename().string(), 0});
  const std::set<std::string> functions = functions_that_change_keys(std::move(*bytes));
  if (functions.empty()) return std::nullopt;
  for (const CompiledFile& file : compiled) {
    const std::string object = system::read_file(file.object, most_compiled_bytes).value_or("");
    for (const ObjectSymbol& symbol : read_object_file(object).symbols) {
      if (!symbol.function || !symbol.defined || !functions.contains(symbol.name)) continue;
      const std::string expanded = system::read_file(file.expanded, most_compiled_bytes).value_or("");
      return broken(
          fmt::format("has the bytes 0f 01 ef in {}, in a constant or in a distance between two places. They "
                      "are the processor's instruction wrpkru, which opens closed memory: write the number "
                      "in another way",
                      readable_name(symbol.name)),
          place_of(word_of(symbol.name), read_source_facts(expanded, submission.files), file.source));
    }
  }
  return std::nullopt;
}

}  // namespace gridmark::compile
