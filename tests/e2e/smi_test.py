#!/usr/bin/env python3
"""`gridmark smi` next to running programs of the emulated device.

Usage: smi_test.py GRIDMARK
Exit codes: 0 as expected, 1 not.
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

gridmark = sys.argv[1]
scratch = tempfile.TemporaryDirectory()
folder = pathlib.Path(scratch.name)
runtime = folder / "runtime"
runtime.mkdir(mode=0o700)
environment = {**os.environ, "XDG_RUNTIME_DIR": str(runtime)}
for name in ("GRIDMARK_SMI", "GRIDMARK_DEVICES", "GRIDMARK_DEVICE_MEMORY_MIB", "GRIDMARK_NVML_SCRIPT"):
    environment.pop(name, None)

# Copies take modelled time at little cost, so half of a run with copies and kernels is some seconds on a real device.
PROGRAM = """
#include <cuda_runtime.h>
#include <unistd.h>
#include <cstdlib>
#include <vector>
__global__ void nothing() {}
int main(int, char** words) {
  char* memory;
  const std::vector<char> data(64 << 20);
  cudaMalloc(&memory, data.size());
  for (int i = 0; i < std::atoi(words[1]); ++i) {
    cudaMemcpy(memory, data.data(), data.size(), cudaMemcpyHostToDevice);
    nothing<<<20000, 1024>>>();
    cudaDeviceSynchronize();
  }
  for (; words[2]; usleep(10000)) continue;
  return 7;
}
"""


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=100, env={**environment, **more}, check=False)


def smi(*words, **more):
    return run(gridmark, "smi", *words, **more)


def query(*words, **more):
    fields = "--query-gpu=index,utilization.memory,memory.used"
    return smi(fields, "--format=csv,noheader,nounits", *words, **more).stdout


def check(holds, what):
    if not holds:
        print("smi_test:", what)
        sys.exit(1)


def published():
    return sorted(path.name for path in (runtime / "gridmark").glob("*"))


def started(**more):
    program = subprocess.Popen([folder / "program", "10", "wait"], env={**environment, **more})
    return program


def wait_for(holds, what):
    for _ in range(500):
        if holds():
            return
        time.sleep(0.02)
    check(False, what)


(folder / "program.cu").write_text(PROGRAM)
built = run(gridmark, "cc", "-O2", folder / "program.cu", "-o", folder / "program")
check(built.returncode == 0, built.stderr)

# No program: the idle device, or the declared number of devices.
idle = smi()
check(idle.returncode == 0 and "No running processes found" in idle.stdout and "Modelled" in idle.stdout, idle)
check(query() == "0, 0, 0\n", query())
check(smi("-L", GRIDMARK_DEVICES="3").stdout.count("GPU ") == 3, "-L with three devices")
check(query("-i", "1,0", GRIDMARK_DEVICES="2") == "1, 0, 0\n0, 0, 0\n", "-i 1,0")

# A running program, in a second terminal.
program = started()
wait_for(lambda: query().endswith(", 64\n") and not query().startswith("0, 0,"), "the program's devices are not shown")
check(f" {program.pid} " in smi().stdout, "the program is not in the table")
check(published() == [f"{program.pid}.state"], published())
two = started()
wait_for(lambda: query().endswith(", 128\n"), "two programs do not add up")
check("2 programs" in smi().stdout, "two programs are not named")
two.send_signal(signal.SIGINT)
two.wait()

# A killed program leaves a file, which is removed.
program.kill()
program.wait()
check(f"{program.pid}.state" in published(), "a killed program cannot remove its file")
check(query() == "0, 0, 0\n" and published() == [], "a file of a dead process stays")

# A request may be refused.
quiet = started(GRIDMARK_SMI="0")
time.sleep(0.5)
check(query() == "0, 0, 0\n" and published() == [], "GRIDMARK_SMI=0 publishes")
quiet.kill()
quiet.wait()

# A loop until it is stopped.
loop = subprocess.Popen([gridmark, "smi", "--query-gpu=index", "--format=csv", "-l", "0.05"], env=environment,
                        stdout=subprocess.PIPE, text=True)
time.sleep(1)
loop.send_signal(signal.SIGINT)
lines = loop.communicate(timeout=10)[0].splitlines()
check(loop.returncode == 0 and lines[0] == "index" and lines[1:].count("0") == len(lines) - 1 > 2, lines)

# Runs a program and shows the seconds of its modelled time, which are always the same.
fields = "--query-gpu=modelled.seconds,utilization.gpu,utilization.memory,memory.used,power.draw,temperature.gpu"
first, second = (smi(fields, "--format=csv", "--", folder / "program", "200") for _ in range(2))
check(first.returncode == 7, first)
check(first.stdout == second.stdout, (first.stdout, second.stdout))
samples = first.stdout.splitlines()[1:]
check(len(samples) >= 3 and samples[0].startswith("1.000 s, ") and samples[1].startswith("2.000 s, "), samples)
check("Processes" in smi("--", folder / "program", "1").stdout, "no last table")
check(smi("--", "true").returncode == 0, "a program without a device has its own exit code")

# Errors are reported.
for words, code, said in (
    (["--query-gpu=index,utilisation.gpu", "--format=csv"], 2, 'field "utilisation.gpu" is not known'),
    (["--query-gpu=index"], 2, "--format"),
    (["--format=csv"], 2, "--query-gpu"),
    (["-i", "1"], 6, 'no device "1"'),
    (["--", folder / "missing"], 2, "cannot be started"),
    (["--lop"], 64, "unknown option"),
):
    wrong = smi(*words)
    check(wrong.returncode == code and said in wrong.stderr, (words, wrong))
