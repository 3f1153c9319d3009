#!/usr/bin/python3
"""joined_names.py SOURCE: a name in an unnamed namespace must not take other files' calls to another one.

The release build joins the files of a room (cmake/rooms.cmake). Then a function of an unnamed namespace is visible in
the files after it. If a header declares a function with the same name, and the first one fits the arguments better, it
takes calls that were meant for the other. So such a function must not differ from a declared one in convertible types
alone. A type, a variable or a function without parameters must be unique in a room, because the release build would
refuse a second one that the other builds compile."""
import collections
import pathlib
import re
import sys

declaration = re.compile(r"^(?!return |using |typedef |else |case )[A-Za-z_][\w:<>,*& \[\]]*?[ *&](\w+)\(([^;{]*?)\)"
                         r"(?: const| noexcept)*\s*[;{]", re.M)
unnamed = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.M | re.S)
named_thing = re.compile(r"^(?:struct|class|enum class|enum|union) (?!class\b)(\w+)[^;]*\{|"
                         r"^(?!using |return |template |namespace |enum |struct |class |union )[A-Za-z_][\w:<>,*& ]*?[ *&](\w+)(?:\(\)[^;{]*\{|\[[^\]]*\]| =|\{|;)", re.M)
of_text = re.compile(r"string|char\s*\*|path")
of_number = re.compile(r"^(unsigned|signed|long|short|int|char|double|float|bool|size_t|u?int\d+_t|ptrdiff_t| )+$")


def code(text):
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)


def kinds(parameters):
    """A class of types that convert into each other: texts, numbers. Any other type is its own class."""
    flat, depth = [""], 0
    for c in parameters:
        depth += (c in "<({") - (c in ">)}")
        flat = flat + [""] if c == "," and not depth else flat[:-1] + [flat[-1] + c]
    result = []
    for parameter in flat:
        words = re.sub(r"=.*", "", parameter).replace("const ", "").replace("std::", "").replace("fs::", "").strip()
        kind = re.sub(r"\b\w+$", "", words).strip() if re.search(r"[ *&]\w+$", words) else words
        container = "<" in kind
        result.append("text" if of_text.search(kind) and not container else "number" if of_number.match(kind) else
                      re.sub(r"[&\s]|gridmark::", "", kind))
    return tuple(result)


def declared(files):
    found = collections.defaultdict(set)
    for file in files:
        for name, parameters in declaration.findall(code(file.read_text())):
            found[name, kinds(parameters)].add(file)
    return found


def names_in_unnamed(files):
    for file in files:
        for part in unnamed.findall(file.read_text()):
            for name, parameters in declaration.findall(code(part)):
                if parameters.strip():
                    yield file, name, parameters


def things_in_unnamed(files):
    """(file, namespace, name)"""
    for file in files:
        text = file.read_text()
        for part in unnamed.finditer(text):
            around = re.findall(r"^namespace ([\w:]+) \{", text[:part.start()], re.M)
            for names in named_thing.findall(code(part[1])):
                yield file, "::".join(around), next(filter(None, names))


def joined(source, folder):
    """The files of a folder that the release build joins with others."""
    for recipe in sorted((source / folder).rglob("CMakeLists.txt")):
        words = recipe.read_text()
        alone = " ".join(re.findall(r"set_source_files_properties\(([^)]*)SKIP_UNITY_BUILD_INCLUSION ON", words)).split()
        if "gridmark_room(" in words:
            yield from (file for file in sorted(recipe.parent.glob("*.cpp")) if file.name not in alone)


def second_things(source, folder):
    """Names in a room that two of its files use for a type, a variable or a function without parameters."""
    first = {}
    for file, namespace, name in things_in_unnamed(joined(source, folder)):
        other = first.setdefault((file.parent, namespace, name), file)
        if other != file:
            yield f"{file.relative_to(source)}: {name} is a name of {other.relative_to(source)} too; share it or rename it"


def complaints(source, folder, seen):
    """Checks the rooms of a folder. Their files may include the headers of the folders `seen`."""
    headers = [file for place in seen for file in sorted((source / place).rglob("*.h"))
               if not {source / "emulation/include", source / "emulation/device"} & set(file.parents)]
    known = declared(headers)
    others = collections.defaultdict(set)  # in the same room
    found = list(names_in_unnamed(sorted((source / folder).rglob("*.cpp"))))
    for file, name, parameters in found:
        others[file.parent, name, kinds(parameters)].add(file)
    for file, name, parameters in found:
        same = known.get((name, kinds(parameters)), set()) | others[file.parent, name, kinds(parameters)] - {file}
        for other in sorted(same):
            yield (f"{file.relative_to(source)}: {name}({parameters}) takes what {name} of {other.relative_to(source)} "
                   "takes; give it a name of its own")


source = pathlib.Path(sys.argv[1])
rooms = {"base": ["base"], "protocol": ["protocol", "base"], "emulation": ["emulation", "protocol", "base"],
         "labkit": ["labkit", "emulation", "protocol", "base"], "grader": ["grader", "protocol", "base"]}
for file in sorted(source.glob("labs/*/lab.json")):
    rooms[f"labs/{file.parent.name}"] = [f"labs/{file.parent.name}", "labkit", "protocol", "base"]
wrong = [words for folder, seen in rooms.items()
         for words in [*complaints(source, folder, seen), *second_things(source, folder)]]
print("\n".join(wrong))
sys.exit(bool(wrong))
