"""Reports for lab 5's monitor, and their correct outputs."""
import json
import math
import pathlib
import subprocess

FAMILIES = {"train_loss": "loss", "train_accuracy": "accuracy", "learning_rate": "rate", "samples_per_second": "samples", "steps_total": "steps"}
GPU_FAMILIES = {"gpu_busy_ratio": "busy", "gpu_memory_used_bytes": "used", "gpu_memory_total_bytes": "total",
                "gpu_temperature_celsius": "temperature", "gpu_power_watts": "power"}


def gpu(index, name, **other):
    values = {"gpu": index, "name": name, "uuid": f"GPU-{index:08x}", "busy": 0.875, "used": 81604378624.0, "total": 150754820096.0,
              "temperature": 61.0, "power": 402.125}
    return {**values, **other}


def report(step, loss, gpus):
    return {"time": 1700000000.25 + step, "step": step, "loss": loss, "accuracy": 1 / 3, "rate": 1.2345678901234567e-7, "samples": 12345.678,
            "steps": 40 + step, "gpus": gpus}


NAMES = ['NVIDIA "H200"', "back\\slash", "line\nfeed", "λ {x=\"y\"}, z"]
REPORTS = [report(0, 2.5, [gpu(0, NAMES[0])]), report(1, 0.1, [gpu(0, NAMES[0]), gpu(1, NAMES[1])]), report(-3, -1.5, []),
           report(300, 1e-30, [gpu(3, NAMES[2]), gpu(2, NAMES[3], temperature=-4.0)]),
           report(1 << 40, 0.75, [gpu(i, name) for i, name in enumerate(NAMES)])]


def write(readers, folder):
    """The solution's event file and metrics of REPORTS, as bytes."""
    subprocess.run([readers, "write", folder], input=json.dumps(REPORTS), text=True, check=True)
    (events,) = pathlib.Path(folder).glob("events.out.tfevents.*")
    return events.read_bytes(), (pathlib.Path(folder) / "metrics.txt").read_bytes()


def scalars(one):
    """(tag, value) of a report, in any order."""
    found = [(family, one[key]) for family, key in FAMILIES.items()]
    for family, key in GPU_FAMILIES.items():
        found += [(f"{family}/gpu{device['gpu']}", device[key]) for device in one["gpus"]]
    return found


def series(one):
    """((family, labels), value) of a report."""
    found = {(family, frozenset()): one[key] for family, key in FAMILIES.items()}
    for family, key in GPU_FAMILIES.items():
        for device in one["gpus"]:
            labels = frozenset({"gpu": str(device["gpu"]), "name": device["name"], "uuid": device["uuid"]}.items())
            found[(family, labels)] = device[key]
    return found


def checked(readers, verb, path):
    """The faults that the lab's checker finds, one per line."""
    done = subprocess.run([readers, verb, path], capture_output=True, text=True)
    assert done.returncode in (0, 1), f"lab5_readers {verb} ended with {done.returncode}: {done.stderr}"
    assert (done.returncode == 1) == bool(done.stdout)
    return done.stdout


GOOD = b"# HELP a_total x\n# TYPE a_total counter\na_total 1\n# HELP b x\n# TYPE b gauge\nb{x=\"1\"} 2\nb{x=\"2\"} NaN\n"
HISTOGRAM = b"# HELP h x\n# TYPE h histogram\n%sh_sum 3\nh_count 3\n"
# The fault, the text, and whether promtool and prometheus_client (as 0.0.4) notice. The lab's checker must notice all.
FAULTS = [
    ("no line feed at the end", GOOD[:-1], True, False),
    ("CR and LF", GOOD.replace(b"\n", b"\r\n"), True, False),
    ("TYPE behind a sample", b"# HELP b x\nb 1\n# TYPE b gauge\n", True, False),
    ("a second TYPE", b"# HELP b x\n# TYPE b gauge\n# TYPE b gauge\nb 1\n", True, False),
    ("a quote that is not escaped", GOOD.replace(b'"1"', b'"a"b"'), True, True),
    ("an escape that does not exist", GOOD.replace(b'"1"', b'"\\t"'), True, False),
    ("a comma for a point", GOOD.replace(b"total 1\n", b"total 0,85\n"), True, True),
    ("a counter without _total", GOOD.replace(b"a_total", b"a"), True, False),
    ("a unit that is not a base unit", GOOD.replace(b"b x", b"b_mb x").replace(b"b gauge", b"b_mb gauge").replace(b"b{", b"b_mb{"), True, False),
    ("a series twice", GOOD + b"b{x=\"2\"} 3\n", False, False),
    ("a family in two places", b"# HELP b x\n# TYPE b gauge\nb{x=\"1\"} 1\n# HELP c x\n# TYPE c gauge\nc 1\nb{x=\"2\"} 1\n", False, False),
    ("a histogram without +Inf", HISTOGRAM % b'h_bucket{le="1"} 3\n', False, False),
    ("buckets that fall", HISTOGRAM % b'h_bucket{le="1"} 3\nh_bucket{le="2"} 2\nh_bucket{le="+Inf"} 3\n', False, False),
    ("no TYPE", b"# HELP b x\nb 1\n", False, False),
    ("a type that does not exist", b"# HELP b x\n# TYPE b gage\nb 1\n", True, True),
    ("nothing behind a name", b"# HELP b x\n# TYPE b gauge\nb\n", True, True),
    ("a label twice", GOOD.replace(b'{x="1"}', b'{x="1",x="1"}'), True, False),
]


def close(one, other):
    return one == other or math.isclose(one, other, rel_tol=1e-6)
