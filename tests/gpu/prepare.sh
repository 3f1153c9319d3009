#!/bin/bash
# prepare.sh [--programs] [FOLDER]: collects gridmark's libraries, so that run.sh can build it on a machine without network.
# The packages must be installed here (./gridmark installs them). FOLDER, by default build/gpu-carry, gets usr.tar.xz
# with the packages' files, as they are below /usr. Copy the source tree and this folder to the GPU machine.
#   --programs  builds here, too (8 minutes on 2 cores), and adds programs.tar.xz, so that run.sh need not build. Then
#               the source tree must have the same path on both machines, if necessary with a link
# Exit codes: 0 collected, 2 a package is missing here.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
programs=no
if [[ ${1:-} == --programs ]]; then programs=yes && shift; fi
carry=${1:-$root/build/gpu-carry}

# Headers and archives, and the libraries that programs load, with their own dependencies.
packages=(
  libfmt-dev libfmt9 libcli11-dev nlohmann-json3-dev libsimdjson-dev libsimdjson14 libexpected-dev libgtest-dev libgmock-dev googletest
  libbenchmark-dev libbenchmark1 libseccomp-dev libseccomp2 libdw-dev libdw1 libelf-dev libelf1 binutils-dev libbinutils zlib1g-dev zlib1g
  libcmark-gfm-dev libcmark-gfm0.29.0.gfm.6 libcmark-gfm-extensions-dev libcmark-gfm-extensions0.29.0.gfm.6
  libpugixml-dev libpugixml1v5 libutf8proc-dev libutf8proc2 libssl-dev libssl3 libsqlite3-dev libsqlite3-0 pkg-config
  pkgconf pkgconf-bin libpkgconf3 bubblewrap libcap2 libarchive-dev libarchive13 libacl1 liblz4-1 libnettle8 libxml2 libicu72
)
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W "$package" > /dev/null 2>&1 || missing+=("$package")
done
# Names of libraries change between releases, so a name that is unknown here may be known under another one.
for package in "${missing[@]}"; do
  case $package in
    *-dev | bubblewrap | pkg-config)
      printf 'prepare.sh: %s is not installed; ./gridmark labs installs what gridmark needs\n' "$package" >&2
      exit 2
      ;;
  esac
done

rm -rf "$carry"
mkdir -p "$carry"
files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT
for package in "${packages[@]}"; do
  dpkg -L "$package" 2> /dev/null || true
done | sort -u | grep -E '^/(usr/)?(include|lib|bin)/|^/usr/share/(cmake|pkgconfig)' | grep -v '/doc/' |
  while IFS= read -r file; do
    [[ -f $file || -L $file ]] || continue
    # /lib is /usr/lib, so a copy there would replace a link by a folder.
    target=$files/usr/${file#/usr/}
    [[ $file == /usr/* ]] || target=$files/usr$file
    mkdir -p "$(dirname "$target")"
    cp -a "$file" "$target"
  done

# An archive is not linked if its shared library exists, nor are those of binutils, and the transfer has a limit.
find "$files" -name 'lib*.a' | while IFS= read -r archive; do
  [[ ! -e ${archive%.a}.so && $archive != */libctf* ]] || rm "$archive"
done

XZ_OPT=-T0 tar -C "$files/usr" -cJf "$carry/usr.tar.xz" .

if [[ $programs == yes ]]; then
  code=0
  "$root/tests/gpu/run.sh" --build "$root/build/gpu" || code=$?
  ((code != 2)) || exit 2
  # Only the objects of the adaptors and the counted workers. No archives of the build, and nothing of labs without a
  # cuda device.
  leave_out=(CMakeFiles '.ninja*' ./build.ninja ./compile_commands.json ./public_headers ./emulation ./labkit ./grader ./lib ./tests
    '*.emulated.*.o*' tests.o 'libgridmark_tensor_counted.a' 'libgridmark_tensor_fast.a')
  for lab in $(grep -l '"devices": *\["emulated"\]' "$root"/labs/*/lab.json); do
    leave_out+=("$(basename "$(dirname "$lab")")")
  done
  for worker in "$root"/build/gpu/labs/*/worker.emulated.counted.o; do
    folder=$files/programs/labs/$(basename "$(dirname "$worker")")
    mkdir -p "$folder"
    strip -g -o "$folder/worker.stripped.counted.o" "$worker"
  done
  XZ_OPT=-T0 tar "${leave_out[@]/#/--exclude=}" --transform 's/worker\.stripped/worker.emulated/' \
    -cJf "$carry/programs.tar.xz" -C "$root/build/gpu" . -C "$files/programs" .
  printf '%s\n' "$root" > "$carry/programs.root"
fi
printf '%s, %s files, %s\n' "$carry" "$(find "$files" -type f | wc -l)" "$(du -sh "$carry" | cut -f 1)"
