#!/bin/bash
# Checks of a bundle and of its results, for bundles.sh and bundles_in_debian.sh. Sourced; sets `failures`.

lab=lab0-warm-up
failures=0
fail() { printf 'FAIL: %s\n' "$*"; failures=$((failures + 1)); }

# value FILE EXPRESSION: the value for the JSON document `it`
value() { /usr/bin/python3 -c 'import json, sys; it = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$@"; }

# expect FILE EXPRESSION VALUE WHAT: prints WHAT if the document is missing or EXPRESSION is not VALUE.
expect() {
  local found
  found=$(value "$1" "$2" 2>&1 | tail -n 1)
  [[ $found == "$3" ]] || fail "$4: $2 is $found, expected $3"
}

says_nothing_hidden() { # FILE
  local name
  while read -r name; do
    ! grep -qF "$name" "$1" || fail "$1 names the hidden test $name"
  done < <(sed -n 's/^TEST\(_F\)\?(\([A-Za-z0-9]*\), *\([A-Za-z0-9]*\)).*/\2.\3/p' "$source_root/labs/$lab/hidden"/*.cpp)
}

hand_in() { # FOLDER FROM: the lab's files of the checkout's folder FROM, as FOLDER
  rm -rf "$1"
  mkdir -p "$(dirname "$1")"
  cp -r "$source_root/$2/$lab" "$1"
}

# upload FOLDER FROM QUESTION: the same through the upload of QUESTION/question.html, which has no folders and accepts
# the names in it. https://prairielearn.readthedocs.io/en/latest/pl-file-upload/
upload() {
  rm -rf "$1"
  mkdir -p "$1"
  /usr/bin/python3 - "$1" "$source_root/$2/$lab" "$3/question.html" <<'PYTHON'
import pathlib, re, shutil, sys
folder, source, page = map(pathlib.Path, sys.argv[1:])
taken = {name.strip() for words in re.findall(r'file-names="([^"]*)"', page.read_text()) for name in words.split(',')}
if any('/' in name for name in taken):
    sys.exit('PrairieLearn refuses a "/" in the names of an upload')
for file in source.rglob('*'):
    if file.is_file() and file.name in taken:
        shutil.copy(file, folder)
PYTHON
}

# unpack ZIP FOLDER, like an unpacker that keeps permissions
unpack() {
  /usr/bin/python3 - "$@" <<'PYTHON'
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    for entry in archive.infolist():
        path = archive.extract(entry, sys.argv[2])
        if not entry.is_dir():
            os.chmod(path, entry.external_attr >> 16 & 0o777)
PYTHON
}
