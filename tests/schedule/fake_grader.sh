#!/bin/sh
# Replaces `gridmark grade LAB --submission DIR --record FILE --html FILE`. The submission's file a.cu controls what it
# does. FAKE_RECORD names a record to return, FAKE_CALLS a file that counts calls.
submission=$4 record=$6 html=$8
echo "$2" >>"$FAKE_CALLS"
case $(cat "$submission/a.cu") in
  good*) cp "$FAKE_RECORD" "$record" && : >"$html" && echo "graded $submission" ;;
  below*) cp "$FAKE_RECORD" "$record" && : >"$html" && exit 1 ;;
  broken*) echo "gridmark: sandbox: it is not there" >&2 && exit 2 ;;
  crash*) kill -SEGV $$ ;;
  torn*) echo '{"schema":' >"$record" ;;
  once*) [ -e "$FAKE_CALLS.once" ] && cp "$FAKE_RECORD" "$record" && exit 0
    : >"$FAKE_CALLS.once" && exit 2 ;;
  slow*) sleep 60 ;;
esac
