#!/bin/bash
# Opens the pages of tests/golden/report in a headless Chromium. report_page.mjs has the checks.
# Usage: browser_test.sh GOLDEN_FOLDER WORK_FOLDER. Fails, and does not skip, if a browser is missing.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
golden=$1 work=$2
. "$here/../npm_packages.sh"

need() {
  command -v "$1" >/dev/null && return
  echo "browser_test.sh: found no $1; install it: apt-get install $2"
  exit 2
}
need node nodejs
need chromium chromium

npm_packages "$here" "$work"
cp "$here/report_page.mjs" "$work/"
cd "$work"
exec node report_page.mjs "$golden" "$work/screenshots" "$(command -v chromium)"
