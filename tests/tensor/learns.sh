#!/bin/bash
# The kit must learn, within a time, and to the same bits on one thread and on two:
#   learns.sh tensor_learning digits    784-128-10 reaches 96 % on glyph28, in 20 s of processor time
#   learns.sh tensor_learning text      a small transformer comes within 0.05 nats of its corpus's entropy
# Processor time, because wall time depends on the machine's other work.
set -euo pipefail
program=$1 what=$2
fail() {
  echo "$1"
  exit 1
}
holds() { awk "BEGIN {exit !($1)}"; }

TIMEFORMAT='%U %S'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{ time GRIDMARK_THREADS=1 "$program" "$what" >"$folder/one" 2>"$folder/log"; } 2>"$folder/time" ||
  fail "$program $what failed: $(<"$folder/log")"
one=$(<"$folder/one")
seconds=$(<"$folder/time")
echo "$one; user and system seconds on one thread: $seconds"
case $what in
  digits)
    read -r _ accuracy _ <<<"$one"
    holds "$accuracy >= 0.96" || fail "an accuracy of $accuracy, expected at least 0.96"
    holds "${seconds/ /+} < 20" || fail "it took $seconds s of processor time, expected less than 20"
    two=$(GRIDMARK_THREADS=2 "$program" "$what" 2>"$folder/log")
    [[ $two == "$one" ]] || fail "two threads gave: $two"
    ;;
  text)
    read -r _ entropy _ reached _ <<<"$one"
    holds "$reached <= $entropy + 0.05" || fail "$reached nats per byte, expected at most $entropy + 0.05"
    # No model can be better than the source. The sample is 32768 bytes, so 0.02 is about four deviations.
    holds "$reached >= $entropy - 0.02" || fail "$reached nats per byte is less than the text has: $entropy"
    ;;
esac
