#include "grader/report/profile_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "grader/core/number_text.h"
#include "grader/core/source_lines.h"
#include "grader/report/html_template.h"
#include "grader/report/text.h"
#include "grader/report/warp_picture.h"

namespace gridmark::report {
namespace {

using namespace html;

constexpr int around = 3;  // lines of source before and after an expensive one

/// Counts of one source line in all kernels.
struct LineSum {
  GlobalCounts loads, stores;
  SharedCounts shared;

  void add(const LineCounts& one) {
    add(loads, one.loads), add(stores, one.stores);
    shared.requests += one.shared.requests, shared.wavefronts += one.shared.wavefronts;
    shared.ideal_wavefronts += one.shared.ideal_wavefronts;
  }
  std::int64_t requests() const { return loads.requests + stores.requests; }
  std::int64_t sectors() const { return loads.sectors + stores.sectors; }
  std::int64_t ideal() const { return loads.ideal_sectors + stores.ideal_sectors; }
  std::int64_t cost() const { return sectors() + shared.wavefronts; }

 private:
  static void add(GlobalCounts& sum, const GlobalCounts& one) {
    sum.requests += one.requests, sum.sectors += one.sectors, sum.ideal_sectors += one.ideal_sectors;
    sum.bytes += one.bytes;
  }
};

using Sums = std::map<std::string, std::map<int, LineSum>>;  // file -> line

double per(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// The sectors that a warp's average request touches, out of the 32 possible ones. Some are filled by its
/// bytes, the others are touched in addition.
Data warp_sectors(double needed, double touched) {
  constexpr int most = 32, step = 6;
  Data sectors = Data::array();
  for (int i = 0; i < most; ++i)
    sectors.push_back({{"kind", i + 0.5 <= needed    ? "needed"
                                : i + 0.5 <= touched ? "more"
                                                     : "rest"},
                       {"x", i * step}});
  return {
      {"touched", number_text(touched)}, {"needed", number_text(needed)}, {"sectors", std::move(sectors)}};
}

std::string_view cell_kind(bool dear) { return dear ? "number dear" : "number"; }
std::string value_or_blank(double value) { return value > 0 ? number_text(value) : ""; }

Data sum_data(const LineSum& sum, std::int64_t dearest) {
  const double share = per(sum.cost(), dearest);
  const double touched = per(sum.sectors(), sum.requests()), needed = per(sum.ideal(), sum.requests());
  return {{"heat", tenths(100 * share)},
          {"opacity", fmt::format("{:.2f}", 0.3 + 0.7 * share)},
          {"cost", sum.cost()},
          {"warp", sum.requests() > 0 ? warp_sectors(needed, touched) : Data()},
          {"over_kind", cell_kind(sum.sectors() > sum.ideal())},
          {"over", value_or_blank(per(sum.sectors(), sum.ideal()))},
          {"ways_kind", cell_kind(sum.shared.conflicts() > 0)},
          {"ways", value_or_blank(per(sum.shared.wavefronts, sum.shared.ideal_wavefronts))}};
}

/// The lines of a file around the expensive ones.
Data lines_of(const std::map<int, LineSum>& sums, const std::vector<SourceLines>& parts) {
  std::int64_t dearest = 1;
  for (const auto& [line, sum] : sums) dearest = std::max(dearest, sum.cost());
  Data rows = Data::array();
  for (const SourceLines& part : parts) {
    int number = part.first;
    for (const std::string& line : part.lines) {
      const auto sum = sums.find(number);
      rows.push_back({{"number", number},
                      {"gap", number == part.first && &part != &parts.front()},
                      {"sum", sum == sums.end() ? Data() : sum_data(sum->second, dearest)},
                      {"text", printable_line(line)}});
      ++number;
    }
  }
  return rows;
}

Sums sums_of(const CallProfile& call) {
  Sums sums;
  for (const LineCounts& one : call.lines)
    if (one.cost() > 0 && one.place.line > 0) sums[one.place.file][one.place.line].add(one);
  return sums;
}

/// Requests that are not ideal, of the lines with the highest cost. If all are ideal, one request of the most
/// expensive line shows how it should look.
Data request_pictures(const CallProfile& call) {
  constexpr std::size_t most_pictures = 4;
  std::vector<const LineCounts*> dearest;
  for (const LineCounts& line : call.lines)
    if (!line.examples.empty() && line.place.line > 0) dearest.push_back(&line);
  std::stable_sort(dearest.begin(), dearest.end(),
                   [](const LineCounts* a, const LineCounts* b) { return a->cost() > b->cost(); });
  std::vector<Data> worst, ideal;
  for (const LineCounts* line : dearest)
    for (const WarpAccess& example : line->examples) {
      Data picture = warp_data(example);
      picture["at"] = fmt::format("{}:{}", line->place.file, line->place.line);
      (excess_of(example) > 0 ? worst : ideal).push_back(std::move(picture));
    }
  std::vector<Data>& shown = worst.empty() ? ideal : worst;
  shown.resize(std::min(shown.size(), worst.empty() ? 1 : most_pictures));
  return shown;
}

std::string count_words(const CallCounts& counts) {
  return fmt::format(
      "{} launch{}, {} sectors of global memory, {} wavefronts of shared memory, {} floating-point "
      "operations",
      counts.launches, counts.launches == 1 ? "" : "es", counts.loads.sectors + counts.stores.sectors,
      counts.shared.wavefronts, counts.flops);
}

Data call_data(const CallProfile& call, const ProfileView& view) {
  Data files = Data::array();
  for (const auto& [file, sums] : sums_of(call)) {
    std::vector<Place> places;
    for (const auto& [line, sum] : sums) places.push_back({file, line});
    const auto parts = lines_around(places, view.run.sources, around);
    if (!parts.empty()) files.push_back({{"file", file}, {"lines", lines_of(sums, parts)}});
  }
  return {{"call", call.call},
          {"counts", count_words(call.counts)},
          {"files", std::move(files)},
          {"requests", request_pictures(call)}};
}

}  // namespace

std::string print_profile_html(const ProfileView& view) {
  return filled("profile.html",
                {{"page_title", view.run.title + ", line by line"},
                 {"title", view.run.title},
                 {"submission", view.run.submission},
                 {"calls", list_of(telling_calls(view.calls, view.reference),
                                   [&](const CallProfile* call) { return call_data(*call, view); })}});
}

}  // namespace gridmark::report
