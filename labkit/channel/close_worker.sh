#!/bin/bash
# Links the trusted part of a worker into one object that shows a submission the public names only:
# close_worker.sh OUTPUT WORKER ADAPTOR KIT LIBRARIES ENGINE STRINGS
#
# Theory of operation
# STRINGS is own_strings.cpp; WORKER, KIT, LIBRARIES and ENGINE are archives whose sources are compiled with -fvisibility=hidden; what a header of
# the toolkit declares is visible (gridmark_public_headers in cmake/toolkit.cmake). `ld -r` binds their calls to one
# another; then every other name becomes local. What is left for a submission's object to link with is exact:
# - a hidden name does not exist for it, whatever its source calls it (a declaration, weakref, an alias);
# - an inline function or a template of a public header is there twice, and each side calls its own. Public headers have
#   no inline variables that can be written, so state is there once;
# - a class of the kit has one vtable and one type: ours, which is made stronger than a submission's copy.
#
# OUTPUT.o      the object
# OUTPUT.names  "public NAME": a submission may use it, and not define it; "shared NAME": it may do both, and ours is
#               taken; "taken NAME": it may do neither
# LD, NM, OBJCOPY and READELF name the tools.
set -euo pipefail
export LC_ALL=C

output=$1 worker=$2 adaptor=$3 kit=$4 libraries=$5 engine=$6 strings=$7
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# KIND VISIBILITY NAME of each name that the archives define: inline where the compiler makes it wherever it is used (it
# is weak then), else strong.
defined_names() {
  "${READELF:-readelf}" -sW "$@" | awk '
    $1 ~ /^[0-9]+:$/ && $5 ~ /GLOBAL|WEAK|UNIQUE/ && $7 != "UND" {
      print $5 == "GLOBAL" ? "strong" : "inline", $6, $8
    }'
}

{
  defined_names "$worker" "$libraries" "$engine" | awk '$1 == "strong" { print $2 == "DEFAULT" ? "public" : "taken", $3 }'
  defined_names "$kit" | awk '
    $1 == "strong"                                           { print $2 == "DEFAULT" ? "public" : "taken", $3 }
    $1 == "inline" && $2 == "DEFAULT" && $3 ~ /^_ZT[VTIS]N.*8gridmark/ { print "shared", $3 }'
} >"$work/defined"
{ echo main; awk '$1 == "public" { print $2 }' "$work/defined"; } | sort -u >"$work/public"
awk '$1 == "shared" { print $2 }' "$work/defined" | sort -u >"$work/shared"

"${LD:-ld}" -r --force-group-allocation -o "$work/whole.o" --whole-archive "$worker" --no-whole-archive "$adaptor" \
  "$strings" --whole-archive "$kit" "$libraries" "$engine"
if "${READELF:-readelf}" -sW "$work/whole.o" | grep -m 1 ' UNIQUE ' >&2; then
  printf '%s\n' "close_worker.sh: this name cannot be hidden; compile with -fno-gnu-unique" >&2
  exit 1
fi
"${OBJCOPY:-objcopy}" --keep-global-symbols="$work/public" "$work/whole.o" "$work/local.o"
"${OBJCOPY:-objcopy}" --globalize-symbols="$work/shared" "$work/local.o" "$work/closed.o"  # and no longer weak

# Names that it asks of shared libraries: a submission's definition would come first. Functions of the lab, which the
# adaptor alone asks for, are a submission's to define.
undefined_names() { "${NM:-nm}" -u "$@" | awk 'NF == 2 { print $2 }' | sort -u; }
comm -12 <(undefined_names "$work/closed.o") <(undefined_names "$strings" "$worker" "$kit" "$libraries" "$engine") |
  sed 's/^/taken /' >>"$work/defined"

sort -u "$work/defined" >"$work/names"
mv "$work/closed.o" "$output.o"
mv "$work/names" "$output.names"
