#!/bin/sh
# Stands in for `gridmark grade LAB --submission DIR --record FILE --html FILE`: the file a.cu of the submission says what
# happens. FAKE_RECORD names a record to hand out, FAKE_CALLS a file that counts calls.
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
