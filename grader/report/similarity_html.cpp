#include "grader/report/similarity_html.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "grader/report/html_template.h"
#include "grader/report/text.h"

namespace gridmark::report {
namespace {

using namespace html;

constexpr std::size_t most_lines = 3000;

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::string counted(std::size_t number, const std::string& noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

/// The number of pairs shown side by side for each cluster. Each cluster gets one pair, then a second one,
/// and so on.
std::vector<std::size_t> shown_pairs(const std::vector<AlikeCluster>& clusters) {
  std::vector<std::size_t> shown(clusters.size(), 0);
  std::size_t left = most_shown_pairs;
  for (bool more = true; more && left > 0;) {
    more = false;
    for (std::size_t i = 0; i < clusters.size() && left > 0; ++i) {
      if (shown[i] == clusters[i].pairs.size()) continue;
      ++shown[i];
      --left;
      more = true;
    }
  }
  return shown;
}

bool is_in(const std::vector<AlikePlace>& places, std::size_t file, int line) {
  return std::any_of(places.begin(), places.end(), [&](const AlikePlace& one) {
    return one.file == file && one.first <= line && line <= one.last;
  });
}

/// The numbered lines of a file, with the lines in `places` marked.
Data listing(const std::string& text, const std::vector<AlikePlace>& places, std::size_t file) {
  int line = 0;
  return list_of(printable_lines(text, most_lines), [&](const std::string& shown) {
    ++line;
    return Data{{"shared", is_in(places, file, line)}, {"line", fmt::format("{:>4}", line)}, {"text", shown}};
  });
}

Data side(const AlikeLab& lab, std::size_t number, const std::vector<AlikePlace>& places) {
  const AlikeWork& work = lab.works[number];
  Data files = Data::array();
  for (std::size_t file = 0; file < work.texts.size() && file < lab.files.size(); ++file) {
    const bool any =
        std::any_of(places.begin(), places.end(), [&](const AlikePlace& one) { return one.file == file; });
    if (any) files.push_back({{"file", lab.files[file]}, {"lines", listing(work.texts[file], places, file)}});
  }
  return {{"who", work.name}, {"commits", work.commits}, {"files", std::move(files)}};
}

/// One cluster on the page.
class ClusterData {
 public:
  ClusterData(const AlikeLab& lab, std::size_t number, std::size_t shown)
      : lab_(lab), cluster_(lab.found.clusters[number]), number_(number + 1), shown_(shown) {}

  Data data() const {
    const bool same = percent(cluster_.weakest) == percent(cluster_.strongest);
    return {{"id", anchor()},
            {"heading", heading()},
            {"shares", same ? percent(cluster_.strongest)
                            : percent(cluster_.weakest) + " to " + percent(cluster_.strongest)},
            {"pairs_words", counted(cluster_.all_pairs, "pair")},
            {"members", members()},
            {"pairs", pairs()},
            {"not_shown", not_shown()}};
  }

 private:
  const std::string& name(std::size_t work) const { return lab_.works[work].name; }
  std::string anchor() const { return fmt::format("{}-{}", lab_.name, number_); }
  std::string anchor(std::size_t pair) const { return fmt::format("{}-{}", anchor(), pair + 1); }

  std::string heading() const {
    const auto& members = cluster_.members;
    if (members.size() == 2) return name(members[0]) + " and " + name(members[1]);
    return fmt::format("{} works", members.size());
  }

  /// Each member with its closest pair, which is the first pair that contains it.
  Data members() const {
    return list_of(cluster_.members, [&](std::size_t member) {
      const auto found =
          std::find_if(cluster_.pairs.begin(), cluster_.pairs.end(),
                       [&](const AlikePair& pair) { return pair.a == member || pair.b == member; });
      const auto number = static_cast<std::size_t>(found - cluster_.pairs.begin());
      return Data{{"who", name(member)},
                  {"closest", name(found->a == member ? found->b : found->a)},
                  {"pair", number < shown_ ? anchor(number) : ""},
                  {"share", percent(found->share)},
                  {"tokens", found->tokens},
                  {"commits", lab_.works[member].commits}};
    });
  }

  Data pairs() const {
    Data pairs = Data::array();
    for (std::size_t i = 0; i < shown_; ++i) {
      const AlikePair& pair = cluster_.pairs[i];
      Data sides = Data::array();
      sides.push_back(side(lab_, pair.a, pair.places_a));
      sides.push_back(side(lab_, pair.b, pair.places_b));
      pairs.push_back({{"pair", anchor(i)},
                       {"a", name(pair.a)},
                       {"b", name(pair.b)},
                       {"share", percent(pair.share)},
                       {"tokens", pair.tokens},
                       {"sides", std::move(sides)}});
    }
    return pairs;
  }

  std::string not_shown() const {
    const std::size_t others = cluster_.all_pairs - shown_;
    if (others == 0) return "";
    return fmt::format("{} side by side below, the closest for each work; {} of these works not shown",
                       counted(shown_, "pair"), counted(others, "other pair"));
  }

  const AlikeLab& lab_;
  const AlikeCluster& cluster_;
  std::size_t number_, shown_;
};

Data clusters_data(const AlikeLab& lab) {
  const std::vector<std::size_t> shown = shown_pairs(lab.found.clusters);
  Data clusters = Data::array();
  for (std::size_t i = 0; i < shown.size(); ++i) clusters.push_back(ClusterData(lab, i, shown[i]).data());
  return clusters;
}

std::vector<std::string> names_of(const AlikeLab& lab, const std::vector<std::size_t>& works) {
  std::vector<std::string> names;
  for (const std::size_t work : works) names.push_back(lab.works[work].name);
  return names;
}

/// The lines of common code, with a mark at each omitted part.
Data excerpt(const std::string& text, const std::vector<AlikePlace>& places, std::size_t file) {
  Data lines = Data::array();
  int line = 0, last = 0;
  for (const std::string& shown : printable_lines(text, most_lines)) {
    if (!is_in(places, file, ++line)) continue;
    if (last != 0 && line > last + 1) lines.push_back({{"line", "    "}, {"text", "..."}});
    lines.push_back({{"line", fmt::format("{:>4}", line)}, {"text", shown}});
    last = line;
  }
  return lines;
}

Data common_data(const AlikeLab& lab, const CommonCode& code) {
  const AlikeWork& work = lab.works[code.example];
  Data files = Data::array();
  for (std::size_t file = 0; file < work.texts.size() && file < lab.files.size(); ++file) {
    Data lines = excerpt(work.texts[file], code.places, file);
    if (!lines.empty()) files.push_back({{"file", lab.files[file]}, {"lines", std::move(lines)}});
  }
  return {{"count", fmt::format("{} of {} works", code.owners.size(), lab.works.size())},
          {"example", work.name},
          {"tokens", code.tokens},
          {"names", fmt::format("{}", fmt::join(names_of(lab, code.owners), ", "))},
          {"files", std::move(files)}};
}

Data all_common_data(const AlikeLab& lab) {
  Data all = Data::array();
  for (std::size_t i = 0; i < std::min(lab.found.common.size(), most_shown_common); ++i)
    all.push_back(common_data(lab, lab.found.common[i]));
  return all;
}

std::size_t count_of(const AlikeLab& lab, AlikeWork::Origin origin) {
  return static_cast<std::size_t>(std::count_if(
      lab.works.begin(), lab.works.end(), [&](const AlikeWork& work) { return work.origin == origin; }));
}

/// "12 submissions compared, with the course's solution and 3 earlier works"
std::string compared_words(const AlikeLab& lab) {
  using enum AlikeWork::Origin;
  std::vector<std::string> others;
  if (count_of(lab, solution) > 0) others.emplace_back("the course's solution");
  if (const std::size_t earlier_works = count_of(lab, earlier); earlier_works > 0)
    others.push_back(counted(earlier_works, "earlier work"));
  return fmt::format("{} compared{}{}", counted(count_of(lab, student), "submission"),
                     others.empty() ? "" : ", with ", fmt::join(others, " and "));
}

Data alike_data(const AlikeLab& lab) {
  const std::size_t common = lab.found.common.size();
  return {{"title", lab.title},
          {"lab", lab.name},
          {"compared", compared_words(lab)},
          {"clusters_words", counted(lab.found.clusters.size(), "cluster")},
          {"clusters", clusters_data(lab)},
          {"common", all_common_data(lab)},
          {"shorter", common > most_shown_common ? std::to_string(common - most_shown_common) : ""}};
}

}  // namespace

std::vector<std::size_t> shown_works(const AlikeFindings& found) {
  std::set<std::size_t> works;
  const std::vector<std::size_t> shown = shown_pairs(found.clusters);
  for (std::size_t i = 0; i < shown.size(); ++i)
    for (std::size_t pair = 0; pair < shown[i]; ++pair)
      works.insert({found.clusters[i].pairs[pair].a, found.clusters[i].pairs[pair].b});
  for (std::size_t i = 0; i < std::min(found.common.size(), most_shown_common); ++i)
    works.insert(found.common[i].example);
  return {works.begin(), works.end()};
}

std::string print_similarity(const std::vector<AlikeLab>& labs) {
  return filled("similarity.html",
                {{"page_title", "Alike submissions"}, {"labs", list_of(labs, alike_data)}});
}

}  // namespace gridmark::report
