"""Reads reports in Chromium as people do: by keyboard, by mouse, on a narrow screen, in the dark and on paper.

    python read.py CELOSIA CHROMIUM FOLDER SCREENSHOTS
"""

import json
import re
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, sync_playwright

import reports

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"]
WIDE, NARROW, PHONE = {"width": 1200, "height": 900}, {"width": 400, "height": 800}, {"width": 320, "height": 640}


def main(celosia: str, chromium: str, folder: str, screenshots: str) -> None:
    made = reports.make(celosia, Path(folder))
    pictures = Path(screenshots)
    pictures.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as profile:
        browser = playwright.chromium.launch_persistent_context(
            profile, executable_path=chromium, headless=True, args=FLAGS, viewport=WIDE)
        browser.set_default_timeout(20_000)
        for name, path in made.items():
            for viewport in (WIDE, NARROW):
                look(browser, name, path, viewport, pictures)
        released = reports.releases(celosia, Path(folder))
        for name, path in released.items():
            for viewport in (WIDE, PHONE):
                look_at_release(browser, name, path, viewport, pictures)
        browser.close()
    print(f"{len(made)} reports and {len(released)} reports of releases read at two widths and on paper")


def look(browser: BrowserContext, name: str, path: Path, viewport: dict, pictures: Path) -> None:
    page, complaints, asked = browser.new_page(), [], []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: (complaints.append("a dialog: " + dialog.message), dialog.dismiss()))
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size(viewport)
    page.goto(path.as_uri())
    picture = pictures / f"{name}-{viewport['width']}.png"
    page.screenshot(path=picture, full_page=True)
    fits(page, name)
    if name != "compared":
        by_keyboard(page, pictures / f"{name}-{viewport['width']}-focus.png")
        by_mouse(page)
        in_the_table(page)
        all_around(page, name)
        if viewport == WIDE:
            taken_along(page)
    on_paper(page, pictures / f"{name}-{viewport['width']}-paper")
    # Blobs are files that the page saves; nothing else was asked for.
    assert [url for url in asked if not url.startswith("blob:")] == [path.as_uri()], asked
    assert not complaints, f"{name} at {viewport['width']}: {complaints}"
    page.close()


def look_at_release(browser: BrowserContext, name: str, path: Path, viewport: dict, pictures: Path) -> None:
    """A report of a release: no script, all of it there, everything reached by keyboard, and whole on paper."""
    page, complaints, asked = browser.new_page(), [], []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("dialog", lambda dialog: (complaints.append("a dialog: " + dialog.message), dialog.dismiss()))
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size(viewport)
    page.goto(path.as_uri())
    page.screenshot(path=pictures / f"{name}-{viewport['width']}.png", full_page=True)
    fits(page, name)
    internal, text = name.endswith("internal"), page.locator("body").inner_text()
    told = json.loads(path.with_suffix(".json").read_text())
    # Classes with labels of their own are drawn, the same in both editions.
    boxes = page.locator("svg.map .regions rect")
    assert ("map" in told) == ("regions" in name) == (boxes.count() > 10)
    if "map" in told:
        assert boxes.count() == len(told["map"]["regions"]) or "are not drawn" in text
        assert page.locator("svg.map .regions title").first.text_content().count("row") == 1
    assert told["edition"] == ("internal" if internal else "public")
    assert ("not to be shared" in text) == internal and ("Original table" in text) == internal
    for word in ("undefined", "NaN", "[object", "inf%", "Some("):
        assert word not in text, f"{word} in {name}"
    assert page.locator("script, img, iframe, main b b").count() == 0, "a name became markup"
    # Each section is reached from the contents, and by keyboard alone.
    links = page.locator(".contents a")
    for number in range(links.count()):
        section = page.locator(links.nth(number).get_attribute("href"))
        assert section.count() == 1 and section.locator("h2").is_visible()
    reached = set()
    for _ in range(links.count() + 4):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.getAttribute('href')"))
        if page.evaluate("document.activeElement === document.body"):
            break  # through, and back to the browser itself
        ring = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert ring != "none", f"the focus is not seen in {name}"
    assert {"#asked", "#limits"} <= reached, reached
    # What is folded opens by keyboard.
    folded = page.locator("summary")
    if folded.count():
        folded.first.focus()
        page.keyboard.press("Enter")
        assert page.locator("details[open] table").first.is_visible()
        page.keyboard.press("Enter")
    # Every table says what its columns are; every number of the JSON's columns is on the page.
    assert page.locator("table").count() == page.locator("table thead th[scope=col]:first-child").count()
    names = [column["name"] for column in told["columns"]]
    page_text = page.evaluate("document.body.textContent")
    assert all(column in page_text for column in names), names
    labels = [group["label"] for column in told["columns"] for group in column.get("groups", [])]
    assert all(label.strip() in page_text for label in labels), labels
    page.emulate_media(color_scheme="dark")
    page.screenshot(path=pictures / f"{name}-{viewport['width']}-dark.png", full_page=True)
    page.emulate_media(color_scheme="light", media="print")
    assert page.locator(".contents").is_hidden()
    # On paper nothing stays folded.
    assert page.evaluate("""[...document.querySelectorAll('details table')].every((table) => table.checkVisibility(
        { contentVisibilityAuto: true, visibilityProperty: true }) && table.getBoundingClientRect().height > 0)""")
    page.pdf(path=pictures / f"{name}-{viewport['width']}.pdf", format="A4", print_background=False)
    assert (pictures / f"{name}-{viewport['width']}.pdf").read_bytes().startswith(b"%PDF")
    assert asked == [path.as_uri()] and not complaints, (asked, complaints)
    page.close()


def fits(page: Page, name: str) -> None:
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert over <= 0, f"{name} is {over} pixels wider than the screen"


# --- What the page shows at the moment ---------------------------------------------------------------------------

def chosen(page: Page) -> int:
    """The number of the chosen point, which chart, release, command and table must agree on."""
    number = int(re.match(r"point (\d+) of", page.locator("#release .top .muted").inner_text()).group(1))
    rows = page.locator("#points tbody tr[aria-current=true]")
    assert rows.count() == 1 and rows.locator("button").inner_text() == str(number)
    options = page.locator("[role=option][aria-selected=true]")
    assert options.count() == 1 and options.get_attribute("tabindex") == "0"
    assert page.locator("[role=option][tabindex='0']").count() == 1, "one tab stop for the chart"
    assert page.locator("#points tbody [tabindex='0']").count() == 1, "one tab stop for the table"
    label = page.locator("#points tbody tr[aria-current=true] button").get_attribute("aria-label")
    assert label == f"Show point {number}: {options.get_attribute('aria-label')}", label
    command = page.locator(".command code").inner_text()
    if page.evaluate("Boolean(front.question)"):
        assert command.startswith("celosia release ") and "--point" not in command, command
    else:
        assert command.endswith(f" --point {number}"), command
    return number


def plane(page: Page) -> list[int]:
    """The points of the staircase, from the least to the most private, one for each level of privacy."""
    return page.evaluate("""() => {
        const line = [...plane].reverse();
        const levels = line.map((i) => value(points[i], privacy));
        return line.filter((_, n) => n === 0 || levels[n] !== levels[n - 1]).map((i) => i + 1);
    }""")


def focus_is_seen(page: Page) -> None:
    ring = page.evaluate("""() => {
        const ring = document.activeElement.querySelector(".ring"), style = ring && getComputedStyle(ring);
        return style && [style.stroke, style.opacity, parseFloat(style.strokeWidth)];
    }""")
    assert ring and ring[0] != "none" and ring[1] == "1" and ring[2] >= 2, f"the focus is not seen: {ring}"


# --- What a reader does ------------------------------------------------------------------------------------------

def by_keyboard(page: Page, picture: Path) -> None:
    for _ in range(9):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "option":
            break
    else:
        raise AssertionError("Tab does not come to the chart")
    focus_is_seen(page)
    line, count = plane(page), page.evaluate("points.length")
    page.keyboard.press("Home")
    seen, commands = [chosen(page)], {page.locator(".command code").inner_text()}
    while True:
        page.keyboard.press("ArrowRight")
        if chosen(page) == seen[-1]:
            break
        seen.append(chosen(page))
        commands.add(page.locator(".command code").inner_text())
        focus_is_seen(page)
        assert page.locator(".tip").is_visible(), "the focused point says what it is"
        if len(seen) == 3:
            page.screenshot(path=picture)
        if len(seen) == 12 and len(line) > 24:  # the middle of a long front is like its beginning
            break
    assert seen == line[:len(seen)], f"{seen} are not the front's first points {line}"
    assert len(commands) == (1 if page.evaluate("Boolean(front.question)") else len(seen)), commands
    page.keyboard.press("End")
    assert chosen(page) == line[-1]
    if len(line) > 1:
        page.keyboard.press("ArrowLeft")
        assert chosen(page) == line[-2]
    # By their numbers all points are reached, also those beside the staircase.
    page.keyboard.press("End")
    for _ in range(min(count, 12)):
        before = chosen(page)
        page.keyboard.press("PageDown")
        assert chosen(page) == min(before + 1, count)
    page.keyboard.press("Escape")
    assert page.locator(".tip").is_hidden()


def by_mouse(page: Page) -> None:
    line = plane(page)
    for number in {line[0], line[len(line) // 2], line[-1]}:
        page.locator(".plot svg").scroll_into_view_if_needed()
        x, y = page.evaluate("""(i) => {
            const box = chart.svg.getBoundingClientRect(), zoom = box.width / chart.width, [x, y] = chart.at[i];
            return [box.left + x * zoom, box.top + y * zoom];
        }""", number - 1)
        page.mouse.move(x, y)
        tip = page.locator(".tip")
        assert tip.is_visible() and "suppressed" in tip.inner_text()
        box, room = tip.bounding_box(), page.evaluate("innerWidth")
        assert box["x"] >= 0 and box["x"] + box["width"] <= room, f"the tip leaves the screen: {box}"
        page.mouse.click(x, y)
        # Points may lie on one another, and a mouse knows whole pixels only: a place on the screen is meant.
        (x0, y0), (x1, y1) = page.evaluate("""(pair) => {
            const zoom = chart.svg.getBoundingClientRect().width / chart.width;
            return pair.map((i) => chart.at[i].map((place) => place * zoom));
        }""", [number - 1, chosen(page) - 1])
        assert abs(x0 - x1) <= 6 and abs(y0 - y1) <= 6, (number, chosen(page), (x0, y0), (x1, y1))
    if len(line) > 1:
        before = chosen(page)
        button = page.locator(".steps button:not([disabled])").first
        button.click()
        assert chosen(page) != before
    scale = page.locator("#scale")
    if scale.is_visible():
        ticks = page.locator(".plot text").all_inner_texts()
        scale.locator("input[value=linear] + span").click()
        linear = page.locator(".plot text").all_inner_texts()
        scale.locator("input[value=log] + span").click()
        assert linear != page.locator(".plot text").all_inner_texts() and ticks


def in_the_table(page: Page) -> None:
    heads = page.locator("#points thead button")
    count = page.evaluate("points.length")
    heads.nth(2).click()
    assert page.locator("#points th[aria-sort]").get_attribute("aria-sort") == "ascending"
    heads.nth(2).click()
    assert page.locator("#points th[aria-sort]").get_attribute("aria-sort") == "descending"
    order = [int(text) for text in page.locator("#points tbody button").all_inner_texts()]
    losses = page.evaluate("(order) => order.map((n) => value(points[n - 1], loss))", order)
    assert sorted(order) == list(range(1, count + 1)) and losses == sorted(losses, reverse=True)
    page.locator("#points tbody tr").first.click()
    assert chosen(page) == order[0]
    page.locator("#points tbody [tabindex='0']").focus()
    for number in order[1:4]:
        page.keyboard.press("ArrowDown")
        assert chosen(page) == number
        assert page.evaluate("document.activeElement.textContent") == str(number)
    page.keyboard.press("End")
    assert chosen(page) == order[-1]
    # At one moment: the page may still be scrolling.
    row, box = page.evaluate("""() => ["#points tr[aria-current=true]", ".scroll"].map((place) => {
        const { top, bottom } = document.querySelector(place).getBoundingClientRect();
        return [top, bottom];
    })""")
    assert box[0] <= row[0] and row[1] <= box[1] + 1, f"the row is out of sight: {row} in {box}"


def all_around(page: Page, name: str) -> None:
    text = page.locator("body").inner_text()
    for word in ("undefined", "NaN", "[object"):
        assert word not in text, f"{word} in {name}"
    if name in ("ties", "cuts"):
        assert page.locator("main img, main b b").count() == 0 and reports.STRANGE in text, "a name became markup"
    if name == "ties":
        assert page.evaluate("points.some((p) => p.ties.length > 0)")
        page.evaluate("choose(points.findIndex((p) => p.ties.length > 0))")
        page.locator("#release details summary").click()
        assert page.locator("#release details .tie").first.is_visible()
    # What a point shows is said in words: in the table, and where the pointer stands.
    assert all(page.locator("#points .in-words").all_inner_texts()) and "[" not in page.locator("#points").inner_text()
    page.locator("summary", has_text="How to read labels").click()
    read = page.locator("#labels").inner_text()
    assert page.locator("#labels").is_visible() and all(form in read for form in ("20–29", "30 or more", "other (2)")), read
    badge = page.locator("#badge").inner_text()
    complete = {"budget": "Not complete", "cuts": "", "question": "Proven"}.get(name, "Complete")
    assert complete in badge, badge
    button = page.locator(".command button")
    button.click()
    page.wait_for_function("() => document.querySelector('.command button').textContent !== 'Copy'")


def taken_along(page: Page) -> None:
    with page.expect_download() as saved:
        page.locator("#save-svg").click()
    image = ElementTree.parse(saved.value.path()).getroot()
    assert image.tag.endswith("svg") and "NaN" not in ElementTree.tostring(image, encoding="unicode")
    with page.expect_download() as saved:
        page.locator("#save-json").click()
    assert saved.value.suggested_filename.endswith("-front.json")


def on_paper(page: Page, picture: Path) -> None:
    page.emulate_media(color_scheme="dark")
    page.screenshot(path=f"{picture}-dark.png", full_page=True)
    page.emulate_media(color_scheme="light")
    page.pdf(path=f"{picture}.pdf", format="A4", print_background=False)
    assert Path(f"{picture}.pdf").read_bytes().startswith(b"%PDF")
    page.emulate_media(media="print")
    if page.locator(".tools").count():
        assert page.locator(".tools").is_hidden() and page.locator("#points").is_visible()


main(*sys.argv[1:])
