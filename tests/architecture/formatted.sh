#!/bin/bash
# Our sources are as clang-format 14 (Debian 12's) writes them; other versions differ in details.
# Usage: formatted.sh SOURCE_ROOT [--fix]
# Exit codes: 0 they are, or now they are; 1 some are not, with a list; 77 not run, with the reason.
set -euo pipefail
cd "$1"

find_clang_format() {
  for clang_format in clang-format-14 clang-format; do
    [[ $("$clang_format" --version 2>/dev/null) != *'version 14.'* ]] || return 0
  done
  echo 'not run: no clang-format 14 here'
  exit 77
}

# A submission's and a lab's files are for students to read, and keep the layout that they were given.
our_sources() {
  find base protocol grader emulation labkit tests -type d -path 'tests/submissions/*' -prune -o \
    \( -name '*.h' -o -name '*.cpp' \) -print0
}

find_clang_format
if [[ ${2:-} == --fix ]]; then
  our_sources | xargs -0 "$clang_format" -i
  exit
fi
unformatted=$(our_sources | xargs -0 "$clang_format" --dry-run 2>&1 | sed -n 's/: warning: .*//p' | sort -u -t : -k 1,1)
[[ -z $unformatted ]] || {
  printf 'not as clang-format writes it, first at (mend with %s . --fix):\n%s\n' "$0" "$unformatted"
  exit 1
}
