#!/usr/bin/python3
"""Reads lab 5's event files with protoc and crcmod, and its metrics with Prometheus' Python client. Makes each fault
that the lab's checker must find. A table lists which of these readers find it, too.
Usage: readers_test.py LAB5_READERS"""
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

import reports

try:
    import crcmod.predefined
    from prometheus_client.parser import text_string_to_metric_families
except ImportError as error:
    sys.exit(f"readers_test.py: {error}; install them: apt-get install python3-crcmod python3-prometheus-client")
if not shutil.which("protoc"):
    sys.exit("readers_test.py: found no protoc; install it: apt-get install protobuf-compiler")

READERS = sys.argv[1]
HERE = pathlib.Path(__file__).resolve().parent
CRC = crcmod.predefined.mkCrcFun("crc-32c")


def masked(data):
    crc = CRC(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def record(data):
    length = struct.pack("<Q", len(data))
    return length + struct.pack("<I", masked(length)) + data + struct.pack("<I", masked(data))


def records(data):
    """The data of each record, whose CRCs must be right."""
    found = []
    while data:
        (length, crc) = struct.unpack("<QI", data[:12])
        assert crc == masked(data[:8]), "a length's CRC"
        body = data[12:12 + length]
        assert struct.unpack("<I", data[12 + length:16 + length])[0] == masked(body), "a CRC of data"
        found.append(body)
        data = data[16 + length:]
    return found


def decoded(body):
    """protoc's output for an Event, or nothing if it refuses it."""
    done = subprocess.run(["protoc", f"--proto_path={HERE}", "--decode=Event", "event.proto"], input=body, capture_output=True)
    return done.stdout.decode() if done.returncode == 0 else None


def fields(text):
    """name -> value, of an Event with one scalar."""
    return dict(line.strip().split(": ", 1) for line in text.splitlines() if ": " in line)


def check_events(data):
    first, *rest = records(data)
    start = fields(decoded(first))
    assert start["file_version"] == '"brain.Event:2"' and float(start["wall_time"]) == reports.REPORTS[0]["time"], start
    expected = [(one, tag, value) for one in reports.REPORTS for tag, value in sorted(reports.scalars(one))]
    found = [fields(decoded(body)) for body in rest]
    assert len(found) == len(expected), f"{len(found)} scalars, expected {len(expected)}"
    step = lambda event: int(event.get("step", "0"))
    at = 0
    for one in reports.REPORTS:
        mine = sorted(found[at:at + len(reports.scalars(one))], key=lambda event: event["tag"])
        at += len(mine)
        for event, (tag, value) in zip(mine, sorted(reports.scalars(one))):
            assert event["tag"] == f'"{tag}"' and step(event) == one["step"] and float(event["wall_time"]) == one["time"], (event, tag)
            assert reports.close(float(event.get("simple_value", "0")), value), (event, value)
    print(f"events: protoc and crcmod read {len(found)} scalars as they were given")


def check_metrics(text):
    found = {}
    for family in text_string_to_metric_families(text.decode()):
        for sample in family.samples:
            found[(sample.name, frozenset(sample.labels.items()))] = sample.value
    expected = reports.series(reports.REPORTS[-1])
    assert found == expected, set(found.items()) ^ set(expected.items())
    print(f"metrics: prometheus_client reads {len(found)} values as they were given, to the last digit")


EVENT = b"\x09" + struct.pack("<d", 1.7e9)
FIRST = EVENT + b"\x1a\x0dbrain.Event:2"
VALUE = b"\x2a\x0a\x0a\x08\x0a\x01a\x15\x00\x00\x80\x3f"  # tag a, 1
GOOD = record(FIRST) + record(EVENT + b"\x10\x05" + VALUE)


def with_crc(change_length, change_data):
    """GOOD with other CRCs in its second record."""
    data = EVENT + b"\x10\x05" + VALUE
    length = struct.pack("<Q", len(data))
    return record(FIRST) + length + struct.pack("<I", change_length(length)) + data + struct.pack("<I", change_data(data))


# The fault, the file, and whether these readers notice: CRCs by crcmod, fields by protoc.
EVENT_FAULTS = [
    ("a wrong CRC of the data", with_crc(masked, lambda data: masked(data) ^ 1), True),
    ("a wrong CRC of the length", with_crc(lambda length: masked(length) ^ 1, masked), True),
    ("CRCs without the mask", with_crc(CRC, CRC), True),
    ("no file_version", record(EVENT + b"\x10\x05" + VALUE), False),
    ("another file_version", record(FIRST.replace(b":2", b":3")), False),
    ("file_version again", GOOD + record(FIRST), False),
    ("no wall_time", record(FIRST) + record(b"\x10\x05" + VALUE), False),
    ("wall_time as a float", record(FIRST) + record(b"\x0d" + struct.pack("<f", 1.7e9) + VALUE), False),
    ("step in eight bytes", record(FIRST) + record(EVENT + b"\x11" + struct.pack("<q", 5) + VALUE), False),
    ("a value as a double", record(FIRST) + record(EVENT + b"\x2a\x0e\x0a\x0c\x0a\x01a\x11" + struct.pack("<d", 1)), False),
    ("a value without a tag", record(FIRST) + record(EVENT + b"\x2a\x07\x0a\x05\x15\x00\x00\x80\x3f"), False),
    ("no summary", record(FIRST) + record(EVENT + b"\x10\x05"), False),
    ("a length past the message", record(FIRST) + record(EVENT + b"\x2a\x7f\x0a"), True),
    ("a varint that does not end", record(FIRST) + record(EVENT + b"\x10" + b"\xff" * 10), True),
    ("a wire type that does not exist", record(FIRST) + record(EVENT + b"\x17" + VALUE), True),
]


def others_notice(data):
    try:
        return any(decoded(body) is None for body in records(data))
    except (AssertionError, struct.error):
        return True


def check_event_faults(folder):
    path = pathlib.Path(folder) / "events"
    path.write_bytes(GOOD)
    assert not reports.checked(READERS, "check-events", path), reports.checked(READERS, "check-events", path)
    for cut in range(1, len(GOOD) - len(record(FIRST))):
        path.write_bytes(GOOD[:-cut])
        assert not reports.checked(READERS, "check-events", path), f"a torn last record is legal, cut by {cut}"
    for words, data, noticed in EVENT_FAULTS:
        path.write_bytes(data)
        found = reports.checked(READERS, "check-events", path)
        print(f"  {words:35} others: {'notice' if noticed else '-':7} lab: {found.strip()[:110]}")
        assert found, f"the lab's checker does not notice: {words}"
        assert others_notice(data) == noticed, f"others {'do not ' if noticed else ''}notice: {words}"


def client_notices(text):
    try:
        list(text_string_to_metric_families(text.decode()))
    except ValueError:
        return True
    return False


def check_metric_faults(folder):
    path = pathlib.Path(folder) / "metrics"
    path.write_bytes(reports.GOOD)
    assert not reports.checked(READERS, "check-metrics", path)
    for words, text, _, noticed in reports.FAULTS:
        path.write_bytes(text)
        found = reports.checked(READERS, "check-metrics", path)
        print(f"  {words:35} client: {'notices' if noticed else '-':7} lab: {found.strip()[:110]}")
        assert found, f"the lab's checker does not notice: {words}"
        assert client_notices(text) == noticed, f"prometheus_client {'does not notice' if noticed else 'notices'}: {words}"


with tempfile.TemporaryDirectory() as folder:
    events, metrics = reports.write(READERS, folder)
    check_events(events)
    check_metrics(metrics)
    check_event_faults(folder)
    check_metric_faults(folder)
