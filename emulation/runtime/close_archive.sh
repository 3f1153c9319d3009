#!/bin/bash
# Makes one object of an archive's members, in which what came of the C++ library's templates is local:
# close_archive.sh ARCHIVE LINKER NM OBJCOPY AR
#
# The linker keeps one copy of such a function for the whole program, and would give the engine the user's:
# compiled with the user's options, instrumented where accesses are counted, and with the device's malloc.
set -euo pipefail

archive=$1 linker=$2 nm=$3 objcopy=$4 ar=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$linker" -r --force-group-allocation -o "$work/whole.o" --whole-archive "$archive"
"$nm" --defined-only "$work/whole.o" | awk '$2 ~ /^[WVu]$/ && $3 !~ /8gridmark/ { print $3 }' >"$work/local"
"$objcopy" --localize-symbols="$work/local" "$work/whole.o"
rm -f "$archive"
"$ar" rcs "$archive" "$work/whole.o"
