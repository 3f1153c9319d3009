#!/bin/bash
# Fuzzes a reader of hostile text with libFuzzer: fuzz.sh TARGET MINUTES
#   TARGET   a promise of tests/fuzz/promises.h: rewriter, sides, reply, checker_results, launcher_report,
#            sanitizer_output, object_file, source_facts, compiler_messages, line_directive, report, plot, manual,
#            metrics, http_request;
#            or declarations (see tests/fuzz/declarations/main.cpp): MINUTES of wall time, without libFuzzer
#   MINUTES  of processor time, so that a busy machine does not matter; Ctrl-C or a finding ends it earlier
#
# Findings are written to the current folder (crash-..., slow-unit-...). Afterwards the corpus is minimised to the
# fewest texts that reach the same branches. 0 MINUTES only minimise. Needs clang++ with its compiler-rt.
#
# tests/fuzz/corpus/TARGET/ has texts by people, one file each. tests/fuzz/corpus/found.txt has libFuzzer's texts:
# one line "TARGET TEXT" each, sorted, with \xHH for a backslash and for bytes that are not printable.
set -euo pipefail

target=${1:?give the target, see the head of this file}
minutes=${2:?give the number of minutes}
root=$(cd "$(dirname "$0")/../.." && pwd)
written=$root/tests/fuzz/corpus/$target archive=$root/tests/fuzz/corpus/found.txt
if [[ $target == declarations ]]; then
  ninja -C "$root/build/release" fuzz_declarations
  exec "$root/build/release/bin/fuzz_declarations" --minutes "$minutes" --candidates $((100000 * minutes / 60))
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$root"

longest=2048 kept=2048 dictionary=() libraries=(-lfmt -lcrypto -lsimdjson -lutf8proc)
case $target in
  rewriter) sources=(emulation/rewrite/*.cpp tests/fuzz/rewriter_promise.cpp) 
    dictionary=(-dict="$root/tests/fuzz/rewriter.dict") kept=512 ;;
  sides) sources=(emulation/rewrite/*.cpp tests/fuzz/sides_promise.cpp)
    dictionary=(-dict="$root/tests/fuzz/sides.dict") kept=512 ;;
  reply | checker_results | launcher_report | sanitizer_output)
    sources=(labkit/channel/{reply,sanitizer_output}.cpp base/*.cpp grader/core/*.cpp grader/load/{load_checker_results,json_document,plain_json,json_node,paired_timing_rules,plot_rules,warp_access_rules,file_text}.cpp
      grader/system/sandbox_report.cpp tests/fuzz/worker_promises.cpp)
    longest=8192 kept=4096 ;;
  object_file | source_facts | compiler_messages | line_directive)
    sources=(grader/compile/{object_file,source_facts,attribute_strings,diagnostics,line_directives,directive_text}.cpp tests/fuzz/compile_promises.cpp)
    libraries+=(-lelf) ;;&
  object_file) longest=16384 kept=4096 ;;
  source_facts | compiler_messages | line_directive) ;;
  report | plot | manual)
    sources=(grader/written/*.cpp base/*.cpp grader/core/*.cpp grader/load/{load_manual,json_document,plain_json,json_node,file_text}.cpp
      tests/fuzz/report_promises.cpp)
    libraries+=(-lcmark-gfm -lcmark-gfm-extensions -lpugixml) longest=4096 ;;
  metrics) sources=(grader/load/metrics_text.cpp tests/fuzz/metrics_promise.cpp) ;;
  http_request) sources=(labkit/services/http_request.cpp tests/fuzz/http_request_promise.cpp) ;;
  *) echo "fuzz.sh: there is no target $target; its head lists them" >&2; exit 64 ;;
esac

clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined,float-cast-overflow -fno-sanitize-recover=all -I. \
  -DGRIDMARK_PROMISE="${target}_promise" "${sources[@]}" tests/fuzz/fuzzer.cpp "${libraries[@]}" -o "$folder/fuzzer"
cd - >/dev/null
mkdir "$folder/kept" "$folder/found" "$folder/minimal"
corpus=("$folder/found" "$folder/kept" "$written")

count=0
while IFS= read -r line; do
  printf %b "${line#* }" >"$folder/kept/$((count += 1))"
done < <(grep "^$target " "$archive")

# Fields 16 and 17 of stat(5): the time of ended children, in hundredths of a second.
processor_seconds() { awk '{ print int(($16 + $17) / 100) }' "/proc/$$/stat"; }

stopped=no broken=no executions=0 compiled=$(processor_seconds)
trap 'stopped=yes' INT TERM
while spent=$(($(processor_seconds) - compiled)); ((spent < 60 * minutes)) && [[ $stopped == no ]]; do
  "$folder/fuzzer" -max_total_time=60 -max_len=$longest -timeout=60 "${dictionary[@]}" -print_final_stats=1 \
    "${corpus[@]}" 2>"$folder/log" || [[ $stopped == yes ]] || { broken=yes; cat "$folder/log" >&2; break; }
  slice=$(awk '/^stat::number_of_executed_units:/ { print $2 }' "$folder/log")
  executions=$((executions + ${slice:-0}))
  echo "$target: $((($(processor_seconds) - compiled) / 60)) of $minutes minutes, $executions executions, nothing broken"
done

"$folder/fuzzer" -set_cover_merge=1 -use_counters=0 -max_len=$kept "$folder/minimal" "${corpus[@]}"
for text in "$written"/*; do rm -f "$folder/minimal/$(sha1sum <"$text" | cut -c-40)"; done  # libFuzzer's name
find "$folder/minimal" -type f -exec perl -0777 -ne 's/[^ -~]|\\/sprintf "\\x%02x", ord $&/ge; print "$_\n"' {} + |
  sed "s/^/$target /" >"$folder/lines"
grep -v "^$target " "$archive" >>"$folder/lines" || true
LC_ALL=C sort "$folder/lines" >"$archive"
echo "$(grep -c "^$target " "$archive") found texts in the corpus"
[[ $broken == no ]]
