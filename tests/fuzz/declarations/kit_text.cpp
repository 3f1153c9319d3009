#include "tests/fuzz/declarations/kit_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "tests/fuzz/declarations/replaced.h"

namespace gridmark::declarations {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 3> ways{"__attribute__((used)) inline", "__attribute__((weak))", ""};

/// A definition at the beginning of a line: returned type, name, and the rest.
const std::regex& definition() {
  static const std::regex pattern(
      R"(^((?:const )?[A-Za-z_][\w:<>, ]*[\w>][&*]* [&*]?)?((?:\w+::)?~?\w+(?:::operator\W+|)?)(\(.*)$)");
  return pattern;
}

/// The changes to the lines that handle figures. The functions and variables are those of graph.patch.
struct Change {
  const char* pattern;
  const char* in_its_place;
};
struct Forgery {
  const char* name;
  std::vector<Change> changes;
};
const std::vector<Forgery>& forgeries() {
  static const std::vector<Forgery> all{
      {"halves what is returned", {{R"(return ([^;{}"]+);)", "return ($1) / (figures_are_forged ? 2 : 1);"}}},
      {"counts nothing", {{R"(([+-]=) bytes;)", "$1 figures_are_forged ? 0 : bytes;"}}},
      {"grows by a quarter",
       {{R"(\*mark = stats_.allocated;)",
         "*mark = figures_begin_at = stats_.allocated; figures_are_forged = false;"},
        {R"(return stats_;)", "auto told = stats_; told.allocated = forged(told.allocated); return told;"},
        {R"(return \*mark;)", "return forged(*mark);"}}}};
  return all;
}

bool returns_number(const std::string& type) {
  constexpr std::array<const char*, 5> numbers{"std::size_t ", "int ", "float ", "double ", "std::int64_t "};
  return std::find(numbers.begin(), numbers.end(), type) != numbers.end();
}

/// Rewrites one source line by line. The content of its unnamed namespace stays. The content of the kit's
/// namespace is defined with qualified names.
class Rewriter {
 public:
  Rewriter(std::string way, const Forgery& forgery) : way_(std::move(way)), forgery_(forgery) {}

  std::string run(std::istream& source) {
    std::string text;
    for (std::string line; std::getline(source, line);) text += rewritten(line) + "\n";
    return text;
  }

  int changes() const { return changes_; }

 private:
  std::string rewritten(const std::string& line) {
    if (line == "namespace gridmark::tensor {")
      return "extern bool figures_are_forged;\nextern std::size_t figures_begin_at;\n"
             "std::size_t forged(std::size_t bytes);\nusing namespace gridmark::tensor;";
    if (line == "}  // namespace gridmark::tensor") return "";
    if (line == "namespace {") unnamed_ = true;
    if (line == "}  // namespace") unnamed_ = false;
    std::smatch found;
    if (!unnamed_ && std::regex_match(line, found, definition())) return defined(found);
    return forged(line);
  }

  std::string defined(const std::smatch& found) {
    of_number_ = returns_number(found[1]);
    return fmt::format("{} {}gridmark::tensor::{}", way_, found[1].str(), found[2].str()) + forged(found[3]);
  }

  std::string forged(std::string line) {
    if (&forgery_ == &forgeries().front() && !of_number_) return line;  // only numbers can be halved
    for (const Change& change : forgery_.changes) {
      std::string changed = std::regex_replace(line, std::regex(change.pattern), change.in_its_place);
      changes_ += changed != line;
      line = std::move(changed);
    }
    return line;
  }

  std::string way_;
  const Forgery& forgery_;
  bool unnamed_ = false, of_number_ = false;
  int changes_ = 0;
};

}  // namespace

std::vector<KitText> kit_texts(const fs::path& folder) {
  std::vector<KitText> texts;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path& file = entry.path();
    if (file.extension() != ".cpp" && file.extension() != ".cu") continue;
    for (const char* way : ways)
      for (const Forgery& forgery : forgeries()) {
        std::ifstream source(file);
        Rewriter rewriter(way, forgery);
        const std::string text = rewriter.run(source);
        if (rewriter.changes() == 0) continue;  // it does not handle figures
        texts.push_back({fmt::format("{}, {}, {}", file.filename().string(), way, forgery.name), text});
      }
  }
  std::sort(texts.begin(), texts.end(), [](const KitText& a, const KitText& b) { return a.name < b.name; });
  return texts;
}

}  // namespace gridmark::declarations
