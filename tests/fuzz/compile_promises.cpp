// Promises of the readers of compiler output and students' sources.
#include <algorithm>

#include "grader/compile/diagnostics.h"
#include "grader/compile/line_directives.h"
#include "grader/compile/object_file.h"
#include "grader/compile/source_facts.h"
#include "tests/fuzz/promises.h"

namespace gridmark::fuzz {
namespace {

const std::vector<std::string>& files() {
  static const std::vector<std::string> names = {"benchmark.cu", "parts/common.h"};
  return names;
}

std::string broken_place(const Place& place, int first_line) {
  if (std::ranges::find(files(), place.file) == files().end())
    return "a place is in no file of the submission";
  return place.line < first_line ? "a place has no line" : "";
}

}  // namespace

std::string object_file_promise(std::string_view bytes) {
  const compile::ObjectFile file = compile::read_object_file(bytes);
  if (!file.malformed.empty())
    return file.symbols.empty() && file.sections.empty() ? "" : "a malformed file has symbols or sections";
  for (const compile::ObjectSymbol& symbol : file.symbols)
    if (symbol.name.size() >= bytes.size()) return "a name is longer than its file";
  for (const compile::ObjectSection& section : file.sections)
    if (section.name.size() >= bytes.size()) return "a name is longer than its file";
  return {};
}

std::string source_facts_promise(std::string_view expanded) {
  const compile::SourceFacts facts = compile::read_source_facts(expanded, files());
  for (const compile::IncludedFile& file : facts.includes)
    if (std::string broken = broken_place(file.place, 0); !broken.empty()) return "include: " + broken;
  for (const compile::SourceWord& word : facts.words) {
    if (word.text.empty()) return "a word is empty";
    if (std::string broken = broken_place(word.place, 0); !broken.empty()) return "word: " + broken;
  }
  return {};
}

std::string compiler_messages_promise(std::string_view messages) {
  const auto place = compile::first_error_place(messages, files());
  return place ? broken_place(*place, 0) : "";
}

std::string line_directive_promise(std::string_view source) {
  const auto alone = compile::find_line_directive(source);
  if (alone && *alone < 1) return "a directive has no line";
  // Two line ends, because the text's last line may end in a backslash.
  if (!compile::find_line_directive(std::string(source) + "\n\n#line 5 \"x\"\n"))
    return "a directive behind it is missed";
  // An open comment ends at the first pair.
  return compile::find_line_directive(std::string(source) + "\n\n/**/\n # /**/ 7\n")
             ? ""
             : "a bare directive behind it is missed";
}

}  // namespace gridmark::fuzz
