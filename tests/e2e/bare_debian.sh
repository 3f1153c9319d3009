#!/bin/bash
# The newcomer's path, proved: a bare Debian 12, git, a clone, and the README's commands; nothing else.
#
# Theory of operation. debootstrap makes the smallest Debian (kept as a tarball in build/bare_debian).
# It becomes the root of a mount and process namespace of its own by pivot_root: in a mere chroot the
# kernel refuses user namespaces (EPERM), and with them bubblewrap. The clone comes from a git bundle,
# so that neither this checkout's owner nor its place plays a part. Mounts exist only in that namespace:
# they end with it, and nothing is left to unmount.
#
# Usage: bare_debian.sh [root|user] [REPOSITORY]
#   root, user   who the newcomer is; the user has sudo that asks no password (default: root)
#   REPOSITORY   what is cloned: the last commit there (default: this checkout)
# Exit codes: 0 all commands ended with 0; 1 one did not; 77 cannot be tried here, with the reason.
set -euo pipefail

suite=bookworm
person=${1:-root}
here=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")")
repository=${2:-$here/../..}
cache=$here/../../build/bare_debian
tarball=$cache/$suite.tar

skip() {
  printf 'not run: %s\n' "$*"
  exit 77
}
phase() { printf '== %4d s  %s\n' "$SECONDS" "$*"; }

require() {
  ((EUID == 0)) || skip 'needs root, to make a root file system'
  command -v debootstrap >/dev/null || skip 'needs debootstrap'
  unshare --mount true 2>/dev/null || skip 'needs mount namespaces'
  git -C "$repository" rev-parse --verify --quiet HEAD >/dev/null || skip 'needs a commit to clone'
}

# --- outside ----------------------------------------------------------------------------------------

# This machine's own way to Debian's packages: its mirror (debootstrap's default where it has none for
# this suite), its proxies, and whether the dates of package lists count.
mirror() {
  apt-get indextargets --format "\$(RELEASE) \$(REPO_URI)" | awk -v suite="$suite" '$1 == suite { uri = $2 } END { print uri }'
}
apt_settings() {
  apt-config dump Acquire::http::Proxy Acquire::https::Proxy Acquire::Check-Valid-Until Acquire::Check-Date
}

make_tarball() {
  [[ -z $(find "$tarball" -mtime -7 2>/dev/null) ]] || return 0
  phase "debootstrap $suite"
  local proxy=
  eval "$(apt-config shell proxy Acquire::http::Proxy)"
  [[ -z $proxy ]] || export http_proxy=$proxy
  local mirror
  mirror=$(mirror)
  debootstrap --variant=minbase "$suite" "$root" ${mirror:+"$mirror"} >"$cache/debootstrap.log" 2>&1 ||
    { tail "$cache/debootstrap.log"; return 1; }
  apt_settings >"$root/etc/apt/apt.conf.d/01from-the-host"
  tar -C "$root" -cf "$tarball.partial" .
  mv "$tarball.partial" "$tarball"
}

make_root() {
  [[ -e $root/bin ]] || tar -C "$root" -xf "$tarball"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  git -C "$repository" bundle create --quiet "$root/srv/gridmark.bundle" HEAD
  cp "$here/bare_debian.sh" "$root/srv/"
}

clean_up() {
  [[ -z ${inside:-} ]] || { kill -KILL "$inside" && wait "$inside"; } 2>/dev/null || true
  rm -rf --one-file-system "$root"
}

# Runs one of the functions below in the namespace, whose end is the end of every process in it.
enter() {
  unshare --mount --pid --fork --kill-child "$BASH" "$here/bare_debian.sh" --become-root "$root" "$@" </dev/null &
  inside=$!
  local status=0
  wait "$inside" || status=$?
  inside=
  return "$status"
}

# --- on the way in ----------------------------------------------------------------------------------

make_devices() {
  local node
  mount -t tmpfs -o mode=755 devices dev
  for node in null zero full random urandom tty; do
    touch "dev/$node"
    mount --bind "/dev/$node" "dev/$node"
  done
  mkdir dev/pts dev/shm
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620 terminals dev/pts
  mount -t tmpfs -o mode=1777 shared dev/shm
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
}

# become_root ROOT COMMAND...: ROOT is from here on /, and COMMAND is process 1.
become_root() {
  mount --make-rprivate /
  mount --bind "$1" "$1"
  cd "$1"
  mount -t proc proc proc
  mount -t sysfs sysfs sys
  mount -t tmpfs -o mode=1777 temporary tmp
  make_devices
  mkdir outside
  pivot_root . outside
  umount --lazy outside
  rmdir outside
  cd /
  exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "${@:2}"
}

# --- inside -----------------------------------------------------------------------------------------

install_git() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -qq --yes --no-install-recommends git "$@" >/srv/git.log 2>&1
}

become_user() {
  install_git sudo
  useradd --create-home --shell /bin/bash newcomer
  echo 'newcomer ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/newcomer
  exec setpriv --reuid=newcomer --regid=newcomer --init-groups \
    env HOME=/home/newcomer bash /srv/bare_debian.sh --newcomer
}

# The commands of the README's section "Start" that begin with ./gridmark.
readme_commands() { sed -n '/^## Start/,/^## [^S]/ s/^\(\.\/gridmark .*\)/\1/p' README.md; }

newcomer() {
  export CI=true
  cd "$HOME"
  git clone --quiet --config advice.detachedHead=false /srv/gridmark.bundle gridmark
  cd gridmark
  local command commands started status failures=0
  mapfile -t commands < <(readme_commands)
  ((${#commands[@]} >= 2)) || { echo 'the README shows no two commands'; return 1; }
  for command in "${commands[@]}"; do
    printf '\n$ %s\n' "$command"
    started=$SECONDS status=0
    bash -c "$command" || status=$?
    printf '== exit code %d after %d s\n' "$status" $((SECONDS - started))
    ((status == 0)) || failures=$((failures + 1))
  done
  [[ -z $(git status --porcelain) ]] || { echo 'the checkout is not clean any more:'; git status --short; return 1; }
  ((failures == 0))
}

# --- main -------------------------------------------------------------------------------------------

case $person in
  --become-root) become_root "${@:2}" ;;
  --as-root)
    install_git
    newcomer
    ;;
  --as-user) become_user ;;
  --newcomer) newcomer ;;
  root | user)
    require
    mkdir -p "$cache"
    root=$(mktemp -d "$cache/root.XXXXXX")
    chmod 755 "$root"
    trap clean_up EXIT
    trap 'exit 130' INT TERM
    make_tarball
    make_root
    phase "enter as $person"
    enter bash /srv/bare_debian.sh "--as-$person"
    phase 'done'
    ;;
  *) printf 'usage: %s [root|user] [REPOSITORY]\n' "$0" >&2; exit 64 ;;
esac
