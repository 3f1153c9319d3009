#include "grader/report/similarity_html.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/report/html_template.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

using namespace html;

constexpr std::size_t most_lines = 3000;

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

/// A file with its numbers, the lines in `places` marked.
Data listing(const std::string& text, const std::vector<AlikePlace>& places, std::size_t file) {
  int line = 0;
  return list_of(printable_lines(text, most_lines), [&](const std::string& shown) {
    ++line;
    const bool shared = std::any_of(places.begin(), places.end(), [&](const AlikePlace& one) {
      return one.file == file && one.first <= line && line <= one.last;
    });
    return Data{{"shared", shared}, {"line", fmt::format("{:>4}", line)}, {"text", shown}};
  });
}

void add_side(Data& sides, const AlikeLab& lab, const std::string& who,
              const std::vector<AlikePlace>& places) {
  const auto texts = lab.texts.find(who);
  if (texts == lab.texts.end()) return;
  Data files = Data::array();
  for (std::size_t file = 0; file < texts->second.size() && file < lab.files.size(); ++file) {
    const bool any =
        std::any_of(places.begin(), places.end(), [&](const AlikePlace& one) { return one.file == file; });
    if (any)
      files.push_back({{"file", lab.files[file]}, {"lines", listing(texts->second[file], places, file)}});
  }
  sides.push_back({{"who", who}, {"files", std::move(files)}});
}

Data pair_data(const AlikeLab& lab, std::size_t i) {
  const AlikePair& pair = lab.pairs[i];
  const bool shown = i < most_shown_pairs;
  Data sides = Data::array();
  if (shown) {
    add_side(sides, lab, pair.a, pair.places_a);
    add_side(sides, lab, pair.b, pair.places_b);
  }
  return {{"number", i + 1},
          {"a", pair.a},
          {"b", pair.b},
          {"share", percent(pair.share)},
          {"tokens", pair.tokens},
          {"shown", shown},
          {"sides", std::move(sides)}};
}

Data alike_data(const AlikeLab& lab) {
  Data pairs = Data::array();
  for (std::size_t i = 0; i < lab.pairs.size(); ++i) pairs.push_back(pair_data(lab, i));
  return {{"title", lab.title},
          {"lab", lab.name},
          {"compared", lab.compared},
          {"pairs_words", fmt::format("{} pair{}", pairs.size(), pairs.size() == 1 ? "" : "s")},
          {"pairs", std::move(pairs)}};
}

}  // namespace

std::string print_similarity(const std::vector<AlikeLab>& labs) {
  return filled("similarity.html",
                {{"page_title", "Alike submissions"}, {"labs", list_of(labs, alike_data)}});
}

}  // namespace gridmark::report
