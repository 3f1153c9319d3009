#!/bin/bash
# The pages of tests/golden/report in a headless Chromium: report_page.mjs says what is looked at.
# Usage: browser_test.sh GOLDEN_FOLDER WORK_FOLDER. Fails, and does not skip, where a browser is missing.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
golden=$1 work=$2

need() {
  command -v "$1" >/dev/null && return
  echo "browser_test.sh: found no $1; install it: apt-get install $2"
  exit 2
}
need node nodejs
need npm npm
need chromium chromium

mkdir -p "$work"
if ! cmp -s "$here/package-lock.json" "$work/package-lock.json" || [[ ! -d $work/node_modules/axe-core ]]; then
  rm -rf "$work/node_modules"
  cp "$here/package.json" "$here/package-lock.json" "$work/"
  (cd "$work" && npm ci --ignore-scripts --no-audit --no-fund) >"$work/npm.log" 2>&1 || {
    tail -n 5 "$work/npm.log"
    echo "browser_test.sh: npm ci could not get axe-core and playwright-core; it needs a registry (log: $work/npm.log)"
    rm -rf "$work/node_modules" "$work/package-lock.json"
    exit 2
  }
fi
cp "$here/report_page.mjs" "$work/"
cd "$work"
exec node report_page.mjs "$golden" "$work/screenshots" "$(command -v chromium)"
