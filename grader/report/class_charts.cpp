#include "grader/report/class_charts.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/report/html_text.h"

namespace gridmark::html {
namespace {

// The drawing's own units; the style scales it to the page.
constexpr double width = 640, height = 190, left = 8, right = 632, top = 24, bottom = 160;

/// "0-2" of 20 points: what a bin holds.
std::string bin_words(std::size_t bin, Points most) {
  const double step = most.value() / static_cast<double>(distribution_bins);
  return fmt::format("{}\u2013{}", number_text(step * static_cast<double>(bin)),
                     number_text(step * static_cast<double>(bin + 1)));
}

std::string bar_part(const char* kind, int count, int all, const char* words) {
  if (count == 0) return "";
  return fmt::format("<i class=\"{}\" style=\"width:{:.2f}%\" title=\"{}: {}\"></i>", kind,
                     100.0 * count / all, words, count);
}

}  // namespace

std::string_view chart_style() {
  return R"css(
main { max-width: 72rem; }
.numbers { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: .4rem 0 .8rem; }
.numbers b { font-size: 1.4rem; font-variant-numeric: tabular-nums; display: block; line-height: 1.2; }
.bars { display: block; width: 100%; max-width: 44rem; height: auto; font-size: 12px; }
.bars rect { fill: var(--accent); } .bars text { fill: var(--soft); text-anchor: middle; }
.bars .count { fill: var(--ink); font-weight: 600; } .bars .axis { stroke: var(--line); }
.split { display: flex; height: .8rem; min-width: 9rem; border-radius: 4px; overflow: hidden; background: var(--line); margin-top: .4rem; }
.split i { background: currentColor; }
.split .part { opacity: .85; }
td.number, th.number { text-align: right; }
table.rows td.number { text-align: left; }
)css";
}

std::string distribution(const LabStatistics& statistics, Points most) {
  const int highest = std::max(1, *std::max_element(statistics.bins.begin(), statistics.bins.end()));
  const double slot = (right - left) / static_cast<double>(distribution_bins);
  std::string svg =
      fmt::format("<svg class=\"bars\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"students by points\">",
                  width, height);
  std::string rows;
  for (std::size_t bin = 0; bin < distribution_bins; ++bin) {
    const int count = statistics.bins[bin];
    const double x = left + slot * static_cast<double>(bin), tall = (bottom - top) * count / highest;
    svg += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"2\"/>", x + 3,
                       bottom - tall, slot - 6, tall);
    if (count > 0)
      svg += fmt::format("<text class=\"count\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", x + slot / 2,
                         bottom - tall - 5, count);
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", x + slot / 2, bottom + 18,
                       bin_words(bin, most));
    rows +=
        fmt::format("<tr><td>{} points</td><td class=\"number\">{}</td></tr>", bin_words(bin, most), count);
  }
  svg += fmt::format("<line class=\"axis\" x1=\"{0}\" y1=\"{2}\" x2=\"{1}\" y2=\"{2}\"/></svg>", left, right,
                     bottom);
  return svg +
         "<details><summary><span class=\"soft\">the same as a table</span></summary><div "
         "class=\"body\"><table><thead>"
         "<tr><th>points after lateness</th><th class=\"number\">students</th></tr></thead>" +
         rows + "</table></div></details>";
}

std::string item_bars(const LabStatistics& statistics) {
  std::string rows;
  for (const ItemStatistics& item : statistics.items) {
    const int all = std::max(1, item.all());
    const std::string bar =
        bar_part("good", item.full, all, "full points") + bar_part("part", item.part, all, "some points") +
        bar_part("bad", item.none, all, "no points") + bar_part("idle", item.open, all, "open");
    rows += fmt::format(
        "<tr><td>{}<br><code class=\"soft\">{}</code></td><td><div class=\"split\">{}</div></td>"
        "<td class=\"number\">{:.0f} %</td><td class=\"number\">{}</td><td class=\"number\">{}</td>"
        "<td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
        escaped(item.title), escaped(item.id), bar, 100.0 * item.full / all, item.full, item.part, item.none,
        item.open);
  }
  return "<div class=\"card scroll\" tabindex=\"0\"><table><thead><tr><th>line of the "
         "rubric</th><th>students</th>"
         "<th class=\"number\">all points</th><th class=\"number\">full</th><th class=\"number\">some</th>"
         "<th class=\"number\">none</th><th class=\"number\">open</th></tr></thead>\n" +
         rows + "</table></div>";
}

}  // namespace gridmark::html
