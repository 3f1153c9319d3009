#!/bin/bash
# prepare.sh [FOLDER]: collects what gridmark is built with, so that run.sh can build it on a machine without network.
# Here the packages are installed (./gridmark installs them); FOLDER, build/gpu-carry, gets the files that they brought,
# as they lie below /usr. Take the source tree and this folder to the GPU machine.
# Exit codes: 0 collected, 2 a package is missing here.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
carry=${1:-$root/build/gpu-carry}

# Headers and archives, and behind them the libraries that programs load, with what these need.
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
# Names of libraries change from release to release; what is not known by its name here may be there by another.
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
for package in "${packages[@]}"; do
  dpkg -L "$package" 2> /dev/null || true
done | sort -u | grep -E '^/(usr/)?(include|lib|bin)/|^/usr/share/(cmake|pkgconfig)' | grep -v '/doc/' |
  while IFS= read -r file; do
    [[ -f $file || -L $file ]] || continue
    # /lib is /usr/lib: a copy there would be a folder where a link belongs.
    target=$carry/usr/${file#/usr/}
    [[ $file == /usr/* ]] || target=$carry/usr$file
    mkdir -p "$(dirname "$target")"
    cp -a "$file" "$target"
  done

# An archive whose shared library is there is not linked, nor are those of binutils, and what travels has a limit.
find "$carry" -name 'lib*.a' | while IFS= read -r archive; do
  [[ ! -e ${archive%.a}.so && $archive != */libctf* ]] || rm "$archive"
done

printf '%s, %s files, %s\n' "$carry" "$(find "$carry" -type f | wc -l)" "$(du -sh "$carry" | cut -f 1)"
