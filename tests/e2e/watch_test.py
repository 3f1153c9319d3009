#!/usr/bin/env python3
"""`gridmark watch` with the test's own endpoints, with programs, and in a terminal.

Usage: watch_test.py GRIDMARK
Exit codes: 0 as expected, 1 not.
"""
import http.server
import json
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time

gridmark = sys.argv[1]
scratch = tempfile.TemporaryDirectory()
folder = pathlib.Path(scratch.name)

METRICS = """# HELP train_loss of the last report
# TYPE train_loss gauge
train_loss %s
gpu_busy_ratio{gpu="0",name="NVIDIA H200",uuid="GPU-1"} 0.5
other 7
"""

# Serves until it must end. On a signal it "saves".
PROGRAM = """
import http.server, os, signal, sys, threading
metrics = open(sys.argv[1], "rb").read()
count = [0]
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        count[0] += 1
        self.send_response(200)
        self.end_headers()
        self.wfile.write(metrics.replace(b"%s", str(count[0]).encode()))
        print("answered", count[0], self.path, flush=True)
        if count[0] == 3 and sys.argv[2] == "ends":
            os._exit(7)
    def log_message(self, *words):
        pass
def save(*_):
    print("saved", flush=True)
    os._exit(3)
signal.signal(signal.SIGINT, save)
signal.signal(signal.SIGTERM, save)
print("a line before the first reading", flush=True)
http.server.HTTPServer(("127.0.0.1", int(os.environ["GRIDMARK_METRICS_PORT"])), Handler).serve_forever()
"""


class Endpoint:
    """Answers with `reply`: the bytes of a body, or a function of the handler."""

    def __init__(self, reply):
        endpoint = self
        self.answered = 0

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                endpoint.answered += 1
                if callable(endpoint.reply):
                    endpoint.reply(self)
                    return
                self.send_response(200)
                self.end_headers()
                self.wfile.write(endpoint.reply)

            def log_message(self, *words):
                pass

        self.reply = reply
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://localhost:{self.server.server_port}/metrics"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def watch(*words):
    return subprocess.run([gridmark, "watch", *words], capture_output=True, text=True, timeout=60, check=False)


def check(holds, what):
    if not holds:
        print("watch_test:", what)
        sys.exit(1)


def flood(handler):
    handler.send_response(200)
    handler.end_headers()
    try:
        while True:
            handler.wfile.write(b"train_loss 1\n" * 10000)
    except OSError:
        pass


(folder / "metrics").write_text(METRICS)
(folder / "program.py").write_text(PROGRAM)
program = ["/usr/bin/python3", str(folder / "program.py"), str(folder / "metrics")]

# One reading, as a table and as JSON.
good = Endpoint((METRICS % "0.25").encode())
once = watch(good.url, "--once")
check(once.returncode == 0 and re.search(r"  loss +0\.25  ", once.stdout) and "NVIDIA H200" in once.stdout, once)
check("other" not in once.stdout and once.stderr == "", once)
reading = json.loads(watch(good.url, "--once", "--json").stdout)
check([sample["value"] for sample in reading["samples"]] == [0.25, 0.5, 7] and reading["url"] == good.url, reading)
other = watch(good.url, "--once", "--metric", "other")
check("other" in other.stdout and "loss" not in other.stdout, other)

# Readings until it is stopped.
loop = subprocess.Popen([gridmark, "watch", good.url, "--interval", "0.05", "--json"], stdout=subprocess.PIPE, text=True)
time.sleep(1)
loop.send_signal(signal.SIGINT)
lines = loop.communicate(timeout=10)[0].splitlines()
check(loop.returncode == 0 and len(lines) > 2 and all(json.loads(line) for line in lines), (loop.returncode, lines))

# watch waits for a late endpoint. It reports one that never comes, or disappears.
port = good.server.server_port
good.close()
gone = watch(good.url, "--timeout", "0.5")
check(gone.returncode == 2 and "Connection refused. Trying again for 0.5 s" in gone.stderr, gone)
check("Connection refused. Start the training" in gone.stderr and gone.stdout == "", gone)
late = subprocess.Popen([gridmark, "watch", f"http://localhost:{port}/", "--once", "--timeout", "30"],
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
time.sleep(0.5)
server = http.server.HTTPServer(("127.0.0.1", port), http.server.BaseHTTPRequestHandler)
server.RequestHandlerClass = type("Late", (http.server.BaseHTTPRequestHandler,), {
    "do_GET": lambda self: (self.send_response(200), self.end_headers(), self.wfile.write(b"train_loss 5\n")),
    "log_message": lambda self, *words: None})
threading.Thread(target=server.serve_forever, daemon=True).start()
output, errors = late.communicate(timeout=60)
check(late.returncode == 0 and re.search("loss +5 ", output), (output, errors))
server.shutdown()

# Answers that are not metrics, and hostile ones.
for reply, said in (
    (b"<html>\n", 'line 1: found "<html>", expected the name of a metric'),
    (b"train_loss 1\ntrain_loss 0,5\n", 'line 2: found "0,5", expected a number'),
    (b"train_loss 1", "line 1: has no line feed at its end"),
    (bytes(range(256)) * 100, "line 1"),
    (b"\x1b[2J\n", r"\x1b[2J"),
    (b"a" * 100000 + b" 1\n", "line 1: is longer than 4096 bytes"),
    (b"a 1\n" * 20000, "line 10001"),
    (flood, "longer than 1048576 bytes"),
    (lambda handler: handler.send_error(404), "answers with status 404, expected 200"),
):
    endpoint = Endpoint(reply)
    wrong = watch(endpoint.url, "--timeout", "1")
    check(wrong.returncode == 2 and said in wrong.stderr and "\x1b" not in wrong.stderr, (said, wrong))
    check(wrong.stdout == "", wrong)
    endpoint.close()

# A busy server may answer late.
busy = Endpoint(lambda handler: handler.send_error(503))
wrong = watch(busy.url, "--timeout", "1")
check(wrong.returncode == 2 and "status 503" in wrong.stderr and busy.answered > 3, (wrong, busy.answered))
busy.close()

# A program with its output, its metrics and its exit code.
ran = watch("--interval", "0.05", "--", *program, "ends")
check(ran.returncode == 7, ran)
check(ran.stdout.count("a line before the first reading") == 1 and "answered 3 /metrics" in ran.stdout, ran)
check(re.search(r"  loss +2  ", ran.stdout), ran)
ran = watch("--interval", "0.05", "--json", "--", *program, "ends")
check(ran.returncode == 7 and "answered 1" in ran.stderr, ran)
check([json.loads(line)["samples"][0]["value"] for line in ran.stdout.splitlines()][:2] == [1, 2], ran)
mute = watch("--", "sh", "-c", "echo done; exit 4")
check(mute.returncode == 4 and mute.stdout == "done\n" and "GRIDMARK_METRICS_PORT" in mute.stderr, mute)
check(watch("--", "sh", "-c", "kill -9 $$").returncode == 137, "a killed program's exit code")

# A signal goes to the program, which handles it.
ran = subprocess.Popen([gridmark, "watch", "--interval", "0.05", "--", *program, "stays"], stdout=subprocess.PIPE, text=True)
time.sleep(1.5)
ran.send_signal(signal.SIGTERM)
check("saved" in ran.communicate(timeout=30)[0] and ran.returncode == 3, ran.returncode)


def in_terminal(rows, *words):
    """The output to a terminal with this number of rows, with Ctrl-C after the fifth reading."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(gridmark, [gridmark, "watch", *words])
    import fcntl
    import struct
    import termios
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 60, 0, 0))
    text, typed = b"", False
    while select.select([terminal], [], [], 30)[0]:
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        text += piece
        if text.count(b"loss") >= 5 and not typed:
            os.write(terminal, b"\x03")
            typed = True
    return text.decode(), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


# In a terminal the picture stays in its place below the program's output, and Ctrl-C goes to the program.
text, code = in_terminal(24, "--interval", "0.05", "--", *program, "stays")
check(code == 3 and "saved" in text, (text, code))
first_picture = text.index("loss")
check(text.index("a line before") < first_picture and "\x1b[4A\x1b[J" in text[first_picture:], text)
for line in text.replace("\x1b[4A\x1b[J", "").replace("\r", "").split("\n"):
    check(len(line) < 60 and not ("answered" in line and "loss" in line), line)
# A picture higher than the terminal could not stay in its place.
text, code = in_terminal(3, "--interval", "0.05", "--", *program, "stays")
check(code == 3 and "\x1b[2A" in text and "\x1b[4A" not in text, text)

# Errors are reported.
for words, code, said in (
    (["https://localhost/"], 64, "https is not supported"),
    (["http://localhost:99999/"], 64, "expected http://HOST:PORT/PATH"),
    (["http://localhost/", "more"], 64, "follows a URL"),
    (["--once", "--", "true"], 64, "--once"),
    (["--", str(folder / "missing")], 64, "cannot be started"),
    (["--interval", "0"], 64, "--interval"),
    (["--intervall", "1"], 64, "unknown option"),
):
    wrong = watch(*words)
    check(wrong.returncode == code and said in wrong.stderr, (words, wrong))
shown = watch("--help")
check(shown.returncode == 0 and "Exit codes:" in shown.stdout and "gridmark watch -- ./train" in shown.stdout, shown)
