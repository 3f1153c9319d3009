#!/usr/bin/python3
"""Tests of the counter of prose: it counts the words for readers, and no code."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import prose  # noqa: E402


def texts(passages):
    return [text for _, text in passages]


class Pages(unittest.TestCase):
    def test_lines_of_a_paragraph_are_one_passage(self):
        self.assertEqual(prose.pages_prose("# Head\n\nOne\ntwo.\n\n- three\n- four\n"),
                         [[1, "Head"], [3, "One two."], [6, "three"], [7, "four"]])

    def test_code_is_left_out(self):
        self.assertEqual(texts(prose.pages_prose("before\n```\nwhat; what\n```\nafter\n")), ["before", "after"])
        self.assertEqual(prose.plain("run `a; b` and [what](c.md)"), "run code and what")


class Sources(unittest.TestCase):
    source = '/// Returns the size;\n/// in bytes.\nint size();  ///< what it is\nsay("it says; so \\"x\\" is", "no");\n'

    def test_comments_are_prose(self):
        self.assertEqual(texts(prose.comments_prose(self.source)), ["Returns the size; in bytes.", "what it is"])

    def test_literals_of_some_words_are_prose(self):
        self.assertEqual(texts(prose.literals_prose(self.source)), ['it says; so "x" is'])

    def test_neighbouring_literals_are_one(self):
        self.assertEqual(texts(prose.literals_prose('f("one two three "\n  "four");')), ["one two three four"])


class OtherFiles(unittest.TestCase):
    def test_the_head_of_a_patch(self):
        self.assertEqual(prose.case_prose("why: It leaks.\nloses: a\n+  // what; what\n"), [[1, "It leaks."]])

    def test_the_words_of_a_page(self):
        self.assertEqual(texts(prose.template_prose("<p>one two {{n}} three</p>\n<style>a; b c d</style>")),
                         ["one two       three"])

    def test_the_here_documents_of_a_script(self):
        self.assertEqual(prose.script_prose("say 'x'\ncat <<'TEXT'\nUse it.\nTEXT\n"), [[3, "Use it."]])


class Counts(unittest.TestCase):
    def test_are_for_ten_thousand_words(self):
        words, counts = prose.counts_of([("f", 1, "What nobody says of its own; use it now please.")])
        self.assertEqual(words, 10)
        self.assertEqual([counts[name] for name in prose.PATTERNS], [1000] * 6)
        self.assertEqual(counts["median"], 10)

    def test_use_has_a_floor_and_the_others_a_ceiling(self):
        counts = {"what": 21, "use": 49}
        self.assertEqual(prose.beyond(counts, {"what": 20, "use": 50}), ["what", "use"])
        self.assertEqual(prose.beyond(counts, {"what": 21, "use": 49}), [])


class Ceilings(unittest.TestCase):
    def test_a_page_of_riddles_is_above_them(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder)
            (source / "README.md").write_text("What nobody says; what somebody tells; whoever is of its own.\n" * 40)
            self.assertEqual(prose.main([folder]), 1)


if __name__ == "__main__":
    unittest.main()
