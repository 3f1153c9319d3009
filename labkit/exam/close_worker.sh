#!/bin/bash
# Links the trusted part of a worker into one object that shows a submission the public names only:
# close_worker.sh OUTPUT WORKER ADAPTOR KIT LIBRARIES ENGINE
#
# Theory of operation
# WORKER, KIT, LIBRARIES and ENGINE are archives whose sources are compiled with -fvisibility=hidden; what a header of
# the toolkit declares is visible (gridmark_public_headers in cmake/toolkit.cmake). `ld -r` binds their calls to one
# another; then every other name becomes local. What is left for a submission's object to link with is exact:
# - a hidden name does not exist for it, whatever its source calls it (a declaration, weakref, an alias);
# - an inline function, a template or a vtable of a public header is there twice, and each side calls its own. Public
#   headers have no inline variables that can be written, so state is there once.
#
# OUTPUT.o      the object
# OUTPUT.names  "public NAME": a submission may use it; "taken NAME": gridmark's own. It may define neither.
# LD, NM, OBJCOPY and READELF name the tools.
set -euo pipefail

output=$1 worker=$2 adaptor=$3 kit=$4 libraries=$5 engine=$6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# TYPE VISIBILITY NAME of each name that the archives define: strong, inline (in a group, which the compiler makes
# wherever the name is used) or alone (weak, and made in one place: the vtable of a class with a key function).
defined_names() {
  "${READELF:-readelf}" -SsW "$@" | awk '
    /^File:/                 { delete in_group }
    /^ *\[ *[0-9]+\]/        { line = $0; sub(/^ *\[ */, "", line); if ($(NF - 3) ~ /G/) in_group[line + 0] = 1 }
    $1 ~ /^[0-9]+:$/ && $5 ~ /GLOBAL|WEAK|UNIQUE/ && $7 ~ /^[0-9]+$/ {
      type = $7 in in_group ? "inline" : $5 == "GLOBAL" ? "strong" : "alone"
      print type, $6, $8
    }' | LC_ALL=C sort -u
}

{
  defined_names "$worker" "$libraries" "$engine" | grep -v '^alone' || true  # closed already: what is weak was inline
  defined_names "$kit"
} >"$work/defined"
{
  echo main
  awk '$1 != "inline" && $2 == "DEFAULT" { print $3 }' "$work/defined"
} >"$work/public"

"${LD:-ld}" -r --force-group-allocation -o "$work/whole.o" --whole-archive "$worker" --no-whole-archive "$adaptor" \
  --whole-archive "$kit" "$libraries" "$engine"
"${OBJCOPY:-objcopy}" --keep-global-symbols="$work/public" "$work/whole.o" "$work/closed.o"
awk '$1 != "inline" { print ($2 == "DEFAULT" ? "public" : "taken"), $3 }' "$work/defined" | LC_ALL=C sort -u >"$work/names"
mv "$work/closed.o" "$output.o"
mv "$work/names" "$output.names"
