#!/bin/bash
# Compiles and runs the program of a page: page_example.sh TOOLKIT PAGE.md
#
# The program is the page's first ```cpp block with a main(). The ```text block after it is its output.
set -euo pipefail
toolkit=$1 page=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

awk '/^```cpp/ {on = 1; text = ""; next} /^```/ && on {if (text ~ /int main/) {printf "%s", text; exit} on = 0} on {text = text $0 "\n"}' \
  "$page" >"$folder/example.cu"
awk '/int main/ {seen = 1} seen && /^```text/ {on = 1; next} on && /^```/ {exit} on' "$page" >"$folder/expected"
[[ -s $folder/example.cu && -s $folder/expected ]] || {
  echo "$page has no program with its output"
  exit 1
}
"$toolkit/bin/gridmark-cc" -std=c++20 "$folder/example.cu" -lgridmark_tensor_fast -o "$folder/example"
"$folder/example" | diff "$folder/expected" - && echo ok
