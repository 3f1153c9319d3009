#!/bin/bash
# The golden exports and published schemas. schemas.py describes them and their checks.
# Usage: schemas_test.sh GOLDEN_FOLDER WORK_FOLDER. Fails, and does not skip, if a tool is missing.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
golden=$1 work=$2
. "$here/../../npm_packages.sh"

# Debian's python3, because a user's other python3 does not see Debian's packages.
/usr/bin/python3 -c 'import jsonschema, lxml' || {
  echo "schemas_test.sh: install what reads schemas: apt-get install python3-jsonschema python3-lxml"
  exit 2
}
npm_packages "$here" "$work"
exec /usr/bin/python3 "$here/schemas.py" "$golden" "$work/node_modules"
