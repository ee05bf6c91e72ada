"""``--html``: the page of a whole run, with what the JVM ran of each line."""

import re

import pytest
from tests.cli.support import everypath

SOURCE = """\
package shop;

import java.util.function.IntUnaryOperator;

public class Cart {
    private int total;

    public int add(int price) {
        if (price < 0) {
            throw new IllegalArgumentException("</pre><script>");
        }
        total = rounded(price);
        return total > 0 ? total : 0;
    }

    private static int rounded(int price) {
        IntUnaryOperator half = each -> each / 2;
        return half.applyAsInt(price) * 2;
    }

    private static int unused(int price) {
        return price + 1;
    }

    public static int share(int parts) {
        if (parts > 10 && parts < 5) {
            return 0;
        }
        return 100 / parts;
    }
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    (folder / "shop").mkdir()
    (folder / "shop" / "Cart.java").write_text(SOURCE)
    return folder


def rows(page):
    """The style of each line with code."""
    return {int(number): style for number, style in re.findall(r'<tr id="s1L(\d+)" class="([\w-]+)"', page)}


def test_generate_with_a_page(folder):
    done = everypath("generate", "shop/Cart.java", "-o", "tests", "--html", "page.html", cwd=folder)
    assert done.returncode == 0, done.stderr
    page = (folder / "page.html").read_text()
    marked = rows(page)
    assert [number for number, style in marked.items() if style == "covered"] == [5, 9, 10, 12, 13, 17, 18, 29]
    assert {26: "partly", 27: "proved", 22: "missed"}.items() <= marked.items()
    assert "3 of 4 branches" in page
    assert "Failing test shop/CartFinding" in page
    assert page.count("<script>") == 1
    assert "&lt;script&gt;" in page
    (written,) = (folder / "tests").rglob("*.java")
    assert f"<code>{written.relative_to(folder)}</code>" in page
    links = set(re.findall(r'<a href="#(t0L\d+)">test</a>', page))
    assert len(links) >= 3
    lines = written.read_text().splitlines()
    for each in links:
        assert f'<span id="{each}"></span>' in page
        assert lines[int(each.removeprefix("t0L")) - 1].strip().startswith(("@", "static Object[][]"))


def test_what_was_not_to_be_analysed_is_no_gap(folder):
    done = everypath("check", "shop/Cart.java", "--only", "#share", "--html", "one.html", cwd=folder)
    assert done.returncode == 1, done.stderr
    marked = rows((folder / "one.html").read_text())
    assert (marked[29], marked[27], marked[9], marked[22]) == ("covered", "proved", "left-out", "left-out")
