#!/bin/bash
# Checks that our sources have the format of clang-format 14 (Debian 12's). Other versions differ in details.
# Usage: formatted.sh SOURCE_ROOT [--fix]
# Exit codes: 0 they have it, or have it now; 1 some do not, with a list; 77 not run, with the reason.
set -euo pipefail
cd "$1"

find_clang_format() {
  for clang_format in clang-format-14 clang-format; do
    [[ $("$clang_format" --version 2>/dev/null) != *'version 14.'* ]] || return 0
  done
  echo 'not run: no clang-format 14 here'
  exit 77
}

# Files of submissions and labs are for students to read, and keep their original layout.
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
