#!/bin/bash
# Proves the newcomer's path: only a bare Debian 12, git, a clone, and the README's commands.
#
# Theory of operation. debootstrap makes the smallest Debian (debian_root.sh, a tarball in build/bare_debian), and the
# script enters it as a machine. The clone comes from a git bundle, so this checkout's owner and place do not matter.
#
# Usage: bare_debian.sh [root|user] [REPOSITORY]
#   root, user   the newcomer's account; the user has sudo without a password (default: root)
#   REPOSITORY   the repository to clone, at its last commit (default: this checkout)
# Exit codes: 0 all commands ended with 0; 1 one did not; 77 cannot be tested here, with the reason.
set -euo pipefail

person=${1:-root}
here=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")")
repository=${2:-$here/../..}
. "$here/debian_root.sh"

# --- outside ----------------------------------------------------------------------------------------

bring_in() {
  git -C "$repository" bundle create --quiet "$root/srv/gridmark.bundle" HEAD
  cp "$here"/{bare_debian,debian_root}.sh "$root/srv/"
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

# The commands of the first block in the README's section "Start" that begin with ./gridmark.
readme_commands() { awk '/^## Start/ { start = 1 } start && /^```/ && blocks++ == 1 { exit } start && /^\.\/gridmark /' README.md; }

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
  --as-root)
    install_git
    newcomer
    ;;
  --as-user) become_user ;;
  --newcomer) newcomer ;;
  root | user)
    git -C "$repository" rev-parse --verify --quiet HEAD >/dev/null || skip 'needs a commit to clone'
    make_scratch_debian "$here/../../build/bare_debian"
    bring_in
    phase "enter as $person"
    enter as_machine "$root" bash /srv/bare_debian.sh "--as-$person"
    phase 'done'
    ;;
  *) printf 'usage: %s [root|user] [REPOSITORY]\n' "$0" >&2; exit 64 ;;
esac
