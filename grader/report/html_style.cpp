#include "grader/report/html_style.h"

namespace gridmark::html {

std::string_view style() {
  return R"css(
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --ink: #1b2430; --soft: #5b6675; --line: #dfe3e9;
  --code: #f0f2f5; --accent: #2f6feb; --good: #1a7f45; --part: #9a6200; --bad: #c2313a; --idle: #6b7685; }
@media (prefers-color-scheme: dark) {
  :root { --page: #12161c; --card: #1a2028; --ink: #e3e8ee; --soft: #98a4b3; --line: #2d3641; --code: #222a34;
    --accent: #76a6ff; --good: #55c98a; --part: #e0ab4f; --bad: #ff7b80; --idle: #93a0af; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; }
h2 { font-size: 1.1rem; margin: 2rem 0 .6rem; }
p { margin: .4rem 0; }
a { color: inherit; text-decoration-color: var(--line); text-underline-offset: .2em; }
a:hover { text-decoration-color: currentColor; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .86em; }
code { overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 8px; padding: .75rem 1rem; overflow-x: auto; margin: .6rem 0; line-height: 1.45; }
.soft { color: var(--soft); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.1rem 1.25rem; }
.list { padding-top: .35rem; padding-bottom: .35rem; }
.top { display: flex; flex-wrap: wrap; gap: 1rem 2rem; justify-content: space-between; align-items: flex-start; }
.top > div { min-width: 0; overflow-wrap: anywhere; }
.score { font-size: 2.3rem; font-weight: 700; line-height: 1.1; white-space: nowrap; font-variant-numeric: tabular-nums; }
.score small { font-size: 1.1rem; font-weight: 500; color: var(--soft); }
.bar { position: relative; height: 10px; border-radius: 5px; background: var(--line); margin: 1rem 0 .5rem; }
.bar i { position: absolute; inset: 0 auto 0 0; border-radius: 5px; background: currentColor; }
.bar i.open { opacity: .3; }
.bar b { position: absolute; top: -4px; bottom: -4px; width: 2px; background: var(--ink); }
.good { color: var(--good); } .part { color: var(--part); } .bad { color: var(--bad); } .idle { color: var(--idle); }
.chip { display: inline-block; border: 1px solid currentColor; border-radius: 999px; padding: 0 .6em; font-size: .8rem;
  font-weight: 600; line-height: 1.5rem; white-space: nowrap; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line); vertical-align: top; }
thead th { border-top: 0; font-size: .8rem; font-weight: 600; color: var(--soft); white-space: nowrap; }
tr.criterion th { padding-top: 1rem; font-weight: 650; }
table.grades td:not(.points), table.grades th:not(.points) { overflow-wrap: anywhere; }
table.grades tr:first-child > * { border-top: 0; padding-top: 0; }
td.points, th.points { text-align: right; white-space: nowrap; padding-right: 0; font-variant-numeric: tabular-nums; }
td.mark { width: 1.6rem; font-weight: 700; }
td.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
details { border-top: 1px solid var(--line); }
details:first-of-type { border-top: 0; }
summary { cursor: pointer; padding: .65rem 0; display: flex; gap: .25rem .75rem; align-items: baseline; flex-wrap: wrap; }
summary::before { content: "\203a"; color: var(--soft); width: .6em; transition: transform .1s; }
details[open] > summary::before { transform: rotate(90deg); }
summary::-webkit-details-marker { display: none; }
summary .title { flex: 1 1 14rem; min-width: 0; font-weight: 600; overflow-wrap: anywhere; }
summary .state { white-space: nowrap; }
.scroll td code { overflow-wrap: normal; }
.body { padding: 0 0 1rem 1.35rem; }
.reason { overflow-wrap: anywhere; }
.place { font-weight: 600; }
pre.source .here { display: block; background: color-mix(in srgb, var(--bad) 14%, transparent); font-weight: 600; }
figure { margin: .75rem 0 0; max-width: 26rem; }
figure.wide { max-width: 36rem; }
figcaption { color: var(--soft); font-size: .8rem; }
.curve { display: block; width: 100%; height: auto; font-size: 11px; }
.curve text { fill: var(--soft); font-family: inherit; }
.curve .axis { stroke: var(--line); fill: none; }
.curve .earns { stroke: var(--accent); stroke-width: 2; fill: none; stroke-linejoin: round; }
.curve .goal { stroke: var(--soft); stroke-dasharray: 3 3; }
.curve .interval { stroke: currentColor; stroke-width: 4; opacity: .45; }
.curve .seen { fill: currentColor; stroke: var(--card); stroke-width: 2; }
.curve .value { fill: currentColor; font-weight: 700; }
figure.plot { max-width: 44rem; margin-top: 1.25rem; }
.plot .grid { stroke: var(--line); stroke-width: .5; }
.plot polyline { fill: none; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
.plot circle, .plot g .name { fill: currentColor; }
.plot .name { font-weight: 600; }
.plot .value { fill: var(--soft); }
.plot .line0 { color: var(--idle); } .plot .line1 { color: var(--accent); }
.plot .line2 { color: var(--part); } .plot .line3 { color: var(--good); }
.plot .line4 { color: var(--bad); } .plot .line5 { color: var(--soft); }
.plot .line1 polyline { stroke-dasharray: none; } .plot .line0 polyline { stroke-dasharray: 6 3; }
.plot .line2 polyline { stroke-dasharray: 2 3; } .plot .line3 polyline { stroke-dasharray: 8 3 2 3; }
.plot .line4 polyline { stroke-dasharray: 4 4; } .plot .line5 polyline { stroke-dasharray: 1 2; }
.lanes { max-width: 40rem; width: 100%; display: block; }
.lanes text { font-size: 11px; fill: var(--soft); }
.lanes .needed { fill: var(--accent); } .lanes .more { fill: var(--bad); } .lanes .rest { fill: var(--line); }
.lanes .wire { stroke: var(--accent); stroke-width: 1; opacity: .6; } .lanes .wire.dear { stroke: var(--bad); }
table.data { width: auto; }
table.data .points { padding-right: 1.5rem; }
table.data tr.turn td { font-weight: 700; }
footer { margin-top: 2rem; font-size: .85rem; color: var(--soft); overflow-wrap: anywhere; }
@media (max-width: 34rem) { main { padding: .75rem .6rem 2rem; } .card { padding: .9rem .9rem; } .body { padding-left: 0; } }
@media print { body { background: #fff; font-size: 11pt; } main { max-width: none; padding: 0; } .card { border: 0; padding: 0; }
  details::details-content { content-visibility: visible; } pre { white-space: pre-wrap; }
  summary::before { content: none; } figure { max-width: 20rem; } figure.plot { max-width: 32rem; }
  tr, figure, details[id], .card.top { break-inside: avoid; } h2, summary, tr.criterion { break-after: avoid; } }
)css";
}

}  // namespace gridmark::html
