#!/bin/bash
# Unusual repositories of students: odd_repositories.sh FOLDER SOLUTION LAB MARK
#   SOLUTION  the handed-in files
#   MARK      a file that a hook or a filter would make if it ran
set -euo pipefail
folder=$1 solution=$2 lab=$3 mark=$4
export GIT_COMMITTER_DATE=2026-10-10T12:00:00Z GIT_CONFIG_GLOBAL=/dev/null
cd "$folder"

commit() { git -C "$1" -c core.hooksPath=/dev/null -c user.name=S -c user.email=s@x commit -qm x; }
with_solution() {  # REPOSITORY FOLDER
  mkdir -p "$1/$2"
  cp -R "$solution/." "$1/$2/"
  git init -q "$1"
}
handed_in() {  # REPOSITORY
  with_solution "$1" "starter/$lab"
  git -C "$1" add -A
  commit "$1"
}

git init -q empty

handed_in origin-of-bare
git clone -q --bare origin-of-bare bare
rm -rf origin-of-bare

handed_in git-file
mv git-file/.git git-file.git
echo 'gitdir: ../git-file.git' >git-file/.git

handed_in hooks-and-filters
echo '*.cu filter=evil' >hooks-and-filters/.gitattributes
git -C hooks-and-filters add -A
commit hooks-and-filters
git -C hooks-and-filters config filter.evil.smudge "touch '$mark'; cat"
for hook in post-checkout post-update pre-commit reference-transaction; do
  printf '#!/bin/sh\ntouch "%s"\n' "$mark" >hooks-and-filters/.git/hooks/$hook
  chmod +x hooks-and-filters/.git/hooks/$hook
done

handed_in submodule
printf '[submodule "e"]\n\tpath = elsewhere\n\turl = https://127.0.0.1:1/none\n' >submodule/.gitmodules
git -C submodule add .gitmodules
git -C submodule update-index --add --cacheinfo 160000,0123456789012345678901234567890123456789,elsewhere
commit submodule

handed_in lfs
first=$(cd lfs/starter/$lab && ls ./*.cu | head -n 1)
printf 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n' >"lfs/starter/$lab/$first"
git -C lfs add -A
commit lfs

with_solution misplaced homework/one
echo 'a folder that lies alone would be looked through' >misplaced/notes.md
git -C misplaced add -A
commit misplaced
