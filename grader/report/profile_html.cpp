#include "grader/report/profile_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "grader/core/number_text.h"
#include "grader/core/source_lines.h"
#include "grader/report/html_style.h"
#include "grader/report/html_text.h"
#include "grader/report/warp_picture.h"

namespace gridmark {
namespace {

using namespace html;

constexpr int around = 3;  // lines of source before and after one that costs

constexpr std::string_view profile_style = R"css(
table.strip td { padding: 0 .75rem 0 0; border: 0; white-space: pre; vertical-align: middle; }
table.strip td.number { text-align: right; color: var(--soft); }
table.strip td.number.dear { color: var(--ink); }
table.strip tr.gap td { border-top: 1px dashed var(--line); }
.heat { display: block; height: 1.1rem; background: var(--bad); border-radius: 2px; }
.warp { width: 196px; height: 12px; display: block; }
.warp .needed { fill: var(--accent); } .warp .more { fill: var(--bad); } .warp .rest { fill: var(--line); }
)css";

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

/// The sectors that a warp's request touches on average, out of the 32 that it could: those that its bytes
/// fill, and those that it touches besides.
std::string warp_svg(double needed, double touched) {
  constexpr int most = 32, step = 6;
  std::string svg;
  for (int i = 0; i < most; ++i) {
    const char* kind = i + 0.5 <= needed ? "needed" : i + 0.5 <= touched ? "more" : "rest";
    svg += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"1\" width=\"5\" height=\"10\"/>", kind, i * step);
  }
  return fmt::format(
      "<svg class=\"warp\" viewBox=\"0 0 192 12\" role=\"img\" aria-label=\"{} sectors touched, {} "
      "needed\">{}</svg>",
      number_text(touched), number_text(needed), svg);
}

std::string number_cell(double value, bool dear) {
  return element("td", dear ? "number dear" : "number", value > 0 ? number_text(value) : "");
}

std::string heat_cell(double share) {
  return fmt::format(
      "<td style=\"min-width:5rem\"><span class=\"heat\" style=\"width:{:.1f}%;opacity:{:.2f}\"></span></td>",
      100 * share, 0.3 + 0.7 * share);
}

/// A line of the table; `sum` is null for a line that costs nothing.
std::string row(int number, const std::string& text, const LineSum* sum, std::int64_t dearest, bool gap) {
  std::string cells = element("td", "number", std::to_string(number));
  if (sum == nullptr) {
    cells += "<td></td><td></td><td></td><td></td><td></td>";
  } else {
    const double touched = per(sum->sectors(), sum->requests()), needed = per(sum->ideal(), sum->requests());
    const double ways = per(sum->shared.wavefronts, sum->shared.ideal_wavefronts);
    cells += heat_cell(per(sum->cost(), dearest)) +
             element("td", "number dear", std::to_string(sum->cost())) +
             element("td", "", sum->requests() > 0 ? warp_svg(needed, touched) : "") +
             number_cell(per(sum->sectors(), sum->ideal()), sum->sectors() > sum->ideal()) +
             number_cell(ways, sum->shared.conflicts() > 0);
  }
  cells += element("td", "", element("code", "", escaped_lines(text, 1)));
  return fmt::format("<tr{}>{}</tr>\n", gap ? " class=\"gap\"" : "", cells);
}

std::string file_table(const std::map<int, LineSum>& sums, const std::vector<SourceLines>& parts) {
  std::int64_t dearest = 1;
  for (const auto& [line, sum] : sums) dearest = std::max(dearest, sum.cost());
  std::string rows;
  for (const SourceLines& part : parts) {
    int number = part.first;
    for (const std::string& line : part.lines) {
      const auto sum = sums.find(number);
      rows += row(number, line, sum == sums.end() ? nullptr : &sum->second, dearest,
                  number == part.first && &part != &parts.front());
      ++number;
    }
  }
  return "<div class=\"scroll\" tabindex=\"0\"><table class=\"strip\"><thead><tr><th>line</th><th>heat</th>"
         "<th>transactions</th><th>sectors of a warp's request</th><th>over needed</th>"
         "<th>wavefronts over needed</th>"
         "<th>your source</th></tr></thead>\n" +
         rows + "</table></div>";
}

Sums sums_of(const CallProfile& call) {
  Sums sums;
  for (const LineCounts& one : call.lines)
    if (one.cost() > 0 && one.place.line > 0) sums[one.place.file][one.place.line].add(one);
  return sums;
}

/// The requests of the lines that cost most, as far as they are not ideal; of a call that has none such, the
/// dearest line's, which shows how it should look.
std::string request_pictures(const CallProfile& call) {
  constexpr std::size_t most_pictures = 4;
  std::vector<const LineCounts*> dearest;
  for (const LineCounts& line : call.lines)
    if (!line.examples.empty() && line.place.line > 0) dearest.push_back(&line);
  std::stable_sort(dearest.begin(), dearest.end(),
                   [](const LineCounts* a, const LineCounts* b) { return a->cost() > b->cost(); });
  std::vector<std::string> worst, ideal;
  for (const LineCounts* line : dearest)
    for (const WarpAccess& example : line->examples) {
      std::vector<std::string>& pictures = excess_of(example) > 0 ? worst : ideal;
      const std::string place = fmt::format("{}:{}", line->place.file, line->place.line);
      pictures.push_back(element("h3", "", element("code", "", escaped(place))) + warp_picture(example));
    }
  std::vector<std::string>& shown = worst.empty() ? ideal : worst;
  shown.resize(std::min(shown.size(), worst.empty() ? 1 : most_pictures));
  return fmt::format("{}", fmt::join(shown, ""));
}

std::string call_section(const CallProfile& call, const ProfileView& view) {
  std::string html;
  for (const auto& [file, sums] : sums_of(call)) {
    std::vector<Place> places;
    for (const auto& [line, sum] : sums) places.push_back({file, line});
    const auto parts = lines_around(places, view.run.sources, around);
    if (!parts.empty())
      html += element("p", "soft", element("code", "", escaped(file))) + file_table(sums, parts);
  }
  const std::string counts = fmt::format(
      "{} launch{}, {} sectors of global memory, {} wavefronts of shared memory, {} floating-point "
      "operations",
      call.counts.launches, call.counts.launches == 1 ? "" : "es",
      call.counts.loads.sectors + call.counts.stores.sectors, call.counts.shared.wavefronts,
      call.counts.flops);
  return element("h2", "", element("code", "", escaped(call.call))) +
         element("div", "card", element("p", "soft", counts) + html + request_pictures(call));
}

}  // namespace

std::string print_profile_html(const ProfileView& view) {
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}, line by line</title>\n"
      "<style>{}{}</style>\n</head>\n<body>\n<main style=\"max-width:90rem\">\n",
      escaped(view.run.title), style(), profile_style);
  html += element("h1", "", escaped(view.run.title) + ", line by line");
  html += element(
      "p", "soft",
      "Submission " + element("code", "", escaped(view.run.submission)) +
          ". All numbers are counted on the emulated device; a sector is 32 bytes. This is not a grade.");
  html += element(
      "p", "soft",
      "A warp's request could touch 32 sectors: blue are those that its bytes fill, red those that it "
      "touches besides, on average. Shared memory: wavefronts over those without bank conflicts. Below each "
      "function the worst requests of its dearest lines, lane by lane.");
  for (const CallProfile* call : telling_calls(view.calls, view.reference)) html += call_section(*call, view);
  if (view.calls.empty()) html += element("p", "", "No call was answered, so nothing was counted.");
  return html + "</main>\n</body>\n</html>\n";
}

}  // namespace gridmark
