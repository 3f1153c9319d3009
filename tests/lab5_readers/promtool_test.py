#!/usr/bin/python3
"""Lab 5 and promtool: the solution's metrics, the faults that the lab's checker must find, the students' rules, and
alerts over random series, second by second.
Usage: promtool_test.py LAB5_READERS PROMTOOL"""
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import reports

READERS, PROMTOOL = sys.argv[1:]
GRAFANA = pathlib.Path(__file__).resolve().parents[2] / "labs/lab5-production/grafana"


def promtool(*words, data=b""):
    done = subprocess.run([PROMTOOL, *words], input=data, capture_output=True)
    return done.returncode, (done.stdout + done.stderr).decode()


def check_metrics(text):
    code, words = promtool("check", "metrics", data=text)
    assert code == 0 and not words, words
    for words, fault, noticed, _ in reports.FAULTS:
        code, said = promtool("check", "metrics", data=fault)
        print(f"  {words:35} promtool: {'notices' if code else '-':7} {said.strip()[:100]}")
        assert (code != 0) == noticed, f"promtool {'does not notice' if noticed else 'notices'}: {words}"


def check_what_is_handed_out(text):
    code, words = promtool("check", "rules", str(GRAFANA / "rules.yml"))
    assert code == 0, words
    print("rules.yml:", words.strip().splitlines()[-1].strip())
    dashboard = json.loads((GRAFANA / "dashboard.json").read_text())
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    asked += re.findall(r"expr: (?:>-\n)?((?:.|\n)*?)\n +(?:for|labels):", (GRAFANA / "rules.yml").read_text())
    known = set(re.findall(r"^# TYPE (\w+)", text.decode(), re.MULTILINE))
    assert known == set(reports.FAMILIES) | set(reports.GPU_FAMILIES), known
    language = {"on", "or", "and", "increase", "gpu", "uuid", "ALERTS", "alertname", "alertstate"}
    for expression in asked:
        plain = re.sub(r'"[^"]*"|\[[^]]*\]', "", expression)
        strange = set(re.findall(r"[A-Za-z_]\w*", plain)) - known - language
        assert not strange, f"{expression} asks for {strange}, which the solution does not write"
    shown = {panel["title"] for panel in dashboard["panels"]}
    assert {"Loss", "Learning rate", "Throughput", "Memory", "Busy", "Temperature", "Power"} <= shown, shown
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(set(ids)) == len(ids) and dashboard["schemaVersion"] >= 36
    print(f"dashboard.json: {len(ids)} panels, every metric is one that the solution writes")


INTERVAL, COUNT, GPUS = 10, 60, (0, 1, 3)


def drawn_rules(draw):
    rules = []
    for i in range(6):
        below, limit, gap = draw.random() < 0.5, draw.randint(2, 6), draw.choice([0, 0, 1, 2])
        rules.append({"name": f"rule{i}", "below": below, "limit": limit / 8, "clear_limit": (limit + gap if below else limit - gap) / 8,
                      "for": draw.choice([0, 10, 20, 30, 35]), "keep": draw.choice([0, 10, 20, 25])})
    return rules


def expression(rule):
    sign = "<" if rule["below"] else ">"
    return (f"gpu_busy_ratio {sign} {rule['limit']} or (gpu_busy_ratio {sign} {rule['clear_limit']} and on (gpu) "
            f"ALERTS{{alertname=\"{rule['name']}\",alertstate=\"firing\"}})")


def rules_file(rules):
    return json.dumps({"groups": [{"name": "drawn", "rules": [
        {"alert": rule["name"], "expr": expression(rule), "for": f"{rule['for']}s", "keep_firing_for": f"{rule['keep']}s"} for rule in rules]}]})


def tests_file(rules, values, states):
    """states[(rule, gpu)] is the state after each evaluation."""
    tests = []
    for i in range(COUNT):
        for rule in rules:
            firing = [{"exp_labels": {"gpu": str(gpu)}} for gpu in GPUS if states[(rule["name"], gpu)][i] == 2]
            tests.append({"eval_time": f"{i * INTERVAL}s", "alertname": rule["name"], "exp_alerts": firing})
    pending = [{"expr": f'count(ALERTS{{alertname="{rule["name"]}",alertstate="pending"}}) or vector(0)', "eval_time": f"{i * INTERVAL}s",
                "exp_samples": [{"labels": "{}", "value": sum(states[(rule["name"], gpu)][i] == 1 for gpu in GPUS)}]}
               for i in range(COUNT) for rule in rules]
    series = [{"series": f'gpu_busy_ratio{{gpu="{gpu}"}}', "values": " ".join(map(str, values[gpu]))} for gpu in GPUS]
    return json.dumps({"rule_files": ["rules.yml"], "evaluation_interval": f"{INTERVAL}s", "tests": [
        {"interval": f"{INTERVAL}s", "input_series": series, "alert_rule_test": tests, "promql_expr_test": pending}]})


def states_of(rules, values):
    """The states after the solution's changes, and the number of changes."""
    evaluations = [{"time": INTERVAL * i, "gpus": [{"gpu": gpu, "busy": values[gpu][i]} for gpu in GPUS]} for i in range(COUNT)]
    done = subprocess.run([READERS, "alerts"], input=json.dumps({"rules": rules, "evaluations": evaluations}), capture_output=True, text=True, check=True)
    changes = {(int(time), name, gpu): state for time, name, gpu, state in json.loads(done.stdout)}
    states = {}
    for rule in rules:
        for gpu in GPUS:
            state, states[(rule["name"], gpu)] = 0, []
            for i in range(COUNT):
                state = changes.get((INTERVAL * i, rule["name"], gpu), state)
                states[(rule["name"], gpu)].append(state)
    return states, len(changes)


def check_alerts(folder, seed):
    draw = random.Random(seed)
    rules, values = drawn_rules(draw), {}
    for gpu in GPUS:
        values[gpu] = [draw.randint(0, 8) / 8]
        while len(values[gpu]) < COUNT:
            values[gpu].append(values[gpu][-1] if draw.random() < 0.6 else draw.randint(0, 8) / 8)
    states, changes = states_of(rules, values)
    (folder / "rules.yml").write_text(rules_file(rules))
    (folder / "tests.yml").write_text(tests_file(rules, values, states))
    code, words = promtool("test", "rules", str(folder / "tests.yml"))
    assert code == 0, f"seed {seed}: {words[:3000]}"
    # The comparison can fail: it must notice one additional firing alert.
    key = next((key for key in states if 0 in states[key]), None)
    at = states[key].index(0)
    states[key][at] = 2
    (folder / "tests.yml").write_text(tests_file(rules, values, states))
    assert promtool("test", "rules", str(folder / "tests.yml"))[0] != 0, "promtool takes a wrong state"
    return changes


with tempfile.TemporaryDirectory() as name:
    _, metrics = reports.write(READERS, name)
    check_metrics(metrics)
    check_what_is_handed_out(metrics)
    changes = [check_alerts(pathlib.Path(name), seed) for seed in range(8)]
    print(f"alerts: {sum(changes)} changes in {len(changes)} drawn series are promtool's")
