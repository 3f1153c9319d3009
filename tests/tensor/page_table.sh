#!/bin/bash
# The page's table of gradients must list every operation, and no figure may be better than today's:
#   page_table.sh tensor_gradient_table PAGE.md [--write]
# --write writes this machine's table into the page. Figures differ slightly between processors. So a figure is only
# reported if it is above ten times the page's. A NaN or a missing row always is.
set -euo pipefail
program=$1 page=$2
now=$("$program")
if [[ ${3-} == --write ]]; then
  awk -v table="$now" '/^\| operation \| f32 / {print table; skip = 1} !/^\|/ {skip = 0} !skip' "$page" >"$page.new"
  mv "$page.new" "$page"
  exit
fi
awk '/^\| operation \| f32 / {on = 1} !/^\|/ {on = 0} on' "$page" | diff <(cut -d'|' -f2 <<<"$now") <(cut -d'|' -f2) || {
  echo "$page lists other operations; $0 $program $page --write mends it"
  exit 1
}
paste -d'|' <(awk '/^\| operation \| f32 / {on = 1} !/^\|/ {on = 0} on' "$page") - <<<"$now" |
  awk -F'|' '/nan|inf/ {print; wrong = 1} NR > 2 {
    for (i = 3; i <= 5; ++i) {
      split($i, then, ","); split($(i + 6), now, ",")
      for (k = 1; k <= 2; ++k)
        if (!(now[k] + 0 <= 10 * then[k] + 1e-7)) {print $2 ": now" now[k] ", on the page" then[k]; wrong = 1}
    }
  } END {exit wrong}' && echo ok
