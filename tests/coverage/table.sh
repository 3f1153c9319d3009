#!/bin/bash
# Makes the table of supported features from the first lines of the coverage programs.
#   table.sh          prints it
#   table.sh --check  compares it with the one in docs/emulation.md
#   table.sh --fix    writes it there
set -euo pipefail

here=$(dirname "$(readlink -f "$0")")
page=$here/../../docs/emulation.md
begin='<!-- made by tests/coverage/table.sh: begin -->' end='<!-- end -->'

# For folders whose capitalised name is not a good heading.
declare -A headings=([cccl]='Thrust, CUB and libcu++' [driver_api]='The driver API' [ptx]=PTX)

rows() {
  local area=$1 file feature note
  for file in "$here/$area"/*.cu; do
    feature=$(sed -n 's|^// Feature: *||p' "$file" | head -1)
    note=runs
    grep -q '^// Refused: ' "$file" && note='refused at compile time'
    grep -q '^// Fails: ' "$file" && note='error at run time'
    printf '| %s | %s | `%s/%s` |\n' "$feature" "$note" "$area" "$(basename "$file")"
  done
}

table() {
  local folder area
  for folder in "$here"/*/; do
    area=$(basename "$folder")
    compgen -G "$folder/*.cu" >/dev/null || continue
    printf '\n### %s\n\n| feature | on the emulated device | shown by `tests/coverage/` |\n|---|---|---|\n' "${headings[$area]:-${area^}}"
    rows "$area" | LC_ALL=C sort
  done
  printf '\n'
}

with_table() {
  sed "\|^$begin\$|q" "$page"
  table
  sed -n "\|^$end\$|,\$p" "$page"
}

case ${1:-} in
'') table ;;
--check)
  diff -u "$page" <(with_table) && exit 0
  echo "docs/emulation.md is out of step; tests/coverage/table.sh --fix mends it"
  exit 1
  ;;
--fix)
  text=$(with_table && printf x)
  printf '%s' "${text%x}" >"$page"
  ;;
*)
  sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
  exit 64
  ;;
esac
