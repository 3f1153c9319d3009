#!/usr/bin/python3
"""The documentation as a website: site_test.py SOURCE. Every link has a target, and pages do not load remote files."""
import pathlib
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loaded = {"", "#"}, [], []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors |= {values[name] for name in ("id", "name") if values.get(name)}
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in ("script", "img", "iframe") and values.get("src"):
            self.loaded.append(values["src"])
        if tag == "link" and values.get("rel") != "canonical" and values.get("href"):
            self.loaded.append(values["href"])


def target(path, link, site):
    """The file and the place that a link of the page `path` points to."""
    parts = urlsplit(link)
    start = site if parts.path.startswith("/") else path.parent
    found = (start / unquote(parts.path).lstrip("/")).resolve() if parts.path else path
    return (found / "index.html" if found.is_dir() else found), unquote(parts.fragment)


def complaints(site):
    pages = {path: Page(path) for path in site.rglob("*.html")}
    assert len(pages) > 10, "the site has hardly a page"
    for path, page in pages.items():
        for address in page.loaded:
            if urlsplit(address).netloc:
                yield f"{path.relative_to(site)} loads {address}"
        for link in page.links + page.loaded:
            if urlsplit(link).scheme or urlsplit(link).netloc:
                continue
            file, anchor = target(path, link, site)
            if not file.is_file():
                yield f"{path.relative_to(site)} leads to {link}, which is not there"
            elif file in pages and anchor not in pages[file].anchors:
                yield f"{path.relative_to(site)} leads to {link}, and that page has no such place"


with tempfile.TemporaryDirectory() as folder:
    site = pathlib.Path(folder).resolve()
    subprocess.run(["mkdocs", "build", "--strict", "--quiet", "--site-dir", site], cwd=sys.argv[1], check=True)
    wrong = sorted(set(complaints(site)))
    print("\n".join(wrong))
    sys.exit(bool(wrong))
