#!/bin/bash
# gridmark(1) as groff prints it: no warnings, every command, and options as you type them.
# Usage: manual_page_test.sh GRIDMARK
# Exit codes: 0 as expected, 1 not, 2 groff is missing.
set -euo pipefail

gridmark=$1
command -v groff >/dev/null || { echo 'found no groff; install it: apt-get install groff'; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$gridmark" man-page >gridmark.1
groff -man -ww -Tascii -P-c -P-b -P-u gridmark.1 >page 2>said
failures=0
fail() { printf 'FAIL: %s\n' "$*"; failures=$((failures + 1)); }

[[ ! -s said ]] || fail "groff warns: $(head -n 3 said)"
while read -r name; do
  grep -qE "^ {3}$name\$" page || fail "the page has no section for the command $name"
done < <("$gridmark" complete '' | cut -f 1)
for words in '--submission DIR' 'source <(gridmark completions bash)' 'Exit codes: 0 graded and passing' 'NO_COLOR' \
  'COMMANDS FOR STUDENTS' 'COMMANDS FOR COURSE STAFF' 'COMMANDS FOR LAB AUTHORS'; do
  grep -qF -- "$words" page || fail "the page does not say: $words"
done
(($(wc -l <page) > 400)) || fail "the page has $(wc -l <page) lines"
((failures == 0))
