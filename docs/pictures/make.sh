#!/bin/bash
# Makes report.png, the page of a grade that README shows, anew: docs/pictures/make.sh, after a build in build/release.
# It grades lab 1's solution with one kernel that reads column by column. Needs chromium.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
programs=$root/build/release/bin lab=lab1-gpu-basics mutant=uncoalesced
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp -r "$root/solutions/$lab" "$work/patched"
(cd "$work/patched" && GIT_CEILING_DIRECTORIES=$work git apply "$root/labs/$lab/mutants/$mutant.patch")
"$programs/gridmark-make-starter" --solved --from "$work/patched" --to "$work/ada"
cp -r "$root/solutions/$lab/REPORT.md" "$root/solutions/$lab/results" "$work/ada"
cd "$work"
"$programs/gridmark" grade "$lab" --submission ada --device emulated --audience student \
  --html report.html --record record.json || (($? == 1))

chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,1250 \
  --screenshot="$root/docs/pictures/report.png" "file://$work/report.html" 2>/dev/null
