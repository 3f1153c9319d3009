#!/bin/bash
# Puts load on a server with hey, and prints its table: load.sh [OPTION...]
#
#   --port N      of localhost (default: 8000)
#   --clients N   at once (default: 64)
#   --seconds N   (default: 20)
#   --tokens N    of each answer (default: 16)
#   --prompt TEXT letters, digits and blanks (default: "voreb ")
#   --help        this text
#
# Example: load.sh --port 8000 --clients 4 --seconds 5
# Exit codes: 0 every answer had status 200, 1 some had not or none came, 2 hey or the server is missing,
# 64 wrong usage.
set -euo pipefail

port=8000 clients=64 seconds=20 tokens=16 prompt="voreb "
wrong() { echo "load.sh: $1" >&2; exit 64; }
number() { [[ ${2:-} =~ ^[1-9][0-9]{0,6}$ ]] || wrong "$1 is \"${2:-}\", expected a whole number, 1 at least"; }
while (($# > 0)); do
  case $1 in
    --port | --clients | --seconds | --tokens) number "$1" "${2:-}"; declare "${1#--}=$2"; shift 2 ;;
    --prompt)
      [[ ${2:-} =~ ^[a-zA-Z0-9\ ]+$ ]] || wrong "--prompt is \"${2:-}\", expected letters, digits and blanks"
      prompt=$2; shift 2 ;;
    --help) sed -n '2,/^set/{s/^# \{0,1\}//;/^set/!p}' "$0"; exit 0 ;;
    *) wrong "unknown option \"$1\"; load.sh --help lists all" ;;
  esac
done

hey=$(command -v hey) || { echo "load.sh: hey is missing; install it: apt install hey" >&2; exit 2; }
url=http://localhost:$port
(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null ||
  { echo "load.sh: nothing serves at $url; start your server first: ./serve --port $port" >&2; exit 2; }

table=$("$hey" -z "${seconds}s" -c "$clients" -m POST -T application/json \
  -d "{\"prompt\": \"$prompt\", \"max_tokens\": $tokens}" "$url/generate")
echo "$table"
statuses=$(sed -n '/^Status code distribution/,$p' <<<"$table" |
  { grep -oE '\[[0-9]+\]|Error distribution' || true; } | sort -u | tr '\n' ' ')
[[ $statuses == "[200] " ]] || { echo "load.sh: not every answer had status 200: ${statuses:-none came}" >&2; exit 1; }
