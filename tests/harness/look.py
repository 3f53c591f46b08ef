"""Opens pages in a headless Chromium and prints what is wrong with them, a line each: "PAGE, 360 pixels, dark: ...".

Use: look.py CHROMIUM FOLDER [quick:|dom:]PAGE...    FOLDER: where the browser may write

A page is shown on a phone and on a desktop, light and dark, and as it is printed; one behind `quick:` on a phone alone, light. Of one
behind `dom:` only what is written to its console counts, and PAGE.dom becomes what the browser makes of it.
"""
import json
import os
import select
import subprocess
import sys

PATIENCE = 60  # seconds without a word of the browser
PHONE, DESKTOP, PAPER = 360, 1280, 718

# What is wrong with a page as it stands: texts.
LOOK = r"""
(() => {
  const found = [], root = document.documentElement;
  const say = (what, node) => found.push(what + ": <" + node.tagName.toLowerCase() + "> " +
                                         node.textContent.trim().replace(/\s+/g, " ").slice(0, 60));
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  // Every control is used once, and a figure of the script's is seen.
  for (const select of document.querySelectorAll("select")) {
    select.selectedIndex = select.length - 1;
    select.dispatchEvent(new Event("change"));
  }
  if (root.scrollWidth > root.clientWidth)
    found.push(`the page is ${root.scrollWidth} pixels wide, its window ${root.clientWidth}`);

  // Where an element goes beyond what hides the rest of it. What scrolls shows all of it in the end.
  function cut(node) {
    const box = node.getBoundingClientRect();
    for (let up = node.parentElement; up !== null && up !== root; up = up.parentElement) {
      const style = getComputedStyle(up), edge = up.getBoundingClientRect();
      if (/hidden|clip/.test(style.overflowX) && (box.left < edge.left - 1 || box.right > edge.right + 1)) return true;
      if (/hidden|clip/.test(style.overflowY) && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1)) return true;
      if (/auto|scroll/.test(style.overflowX)) return false;
    }
    return box.left < -1 || box.right > root.clientWidth + 1;
  }
  for (const node of document.querySelectorAll("main *, header *, nav *, footer *")) {
    if (node.closest("svg") || !node.checkVisibility()) continue;
    const style = getComputedStyle(node);
    if (cut(node)) say("cut off", node);
    else if (style.overflowX === "visible" && style.display !== "inline" && node.scrollWidth > node.clientWidth + 1)
      say("wider than its box", node);
  }
  // The first table is short enough to be seen whole.
  for (const box of document.querySelectorAll("#summary .box"))
    if (box.scrollWidth > box.clientWidth) say("a summary that scrolls sideways", box);
  const seen = [...document.querySelectorAll("svg text")].filter((node) => node.checkVisibility());
  for (const node of seen) {
    const box = node.getBoundingClientRect(), edge = node.ownerSVGElement.getBoundingClientRect();
    if (box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1 || box.bottom > edge.bottom + 1)
      say("a label is cut off", node);
  }
  return found;
})()
"""

# The page's brightness, 0 to 255; then with the other colours, by its button, which is pressed twice.
BRIGHTNESS = r"""
(() => {
  const light = () => Math.max(...getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).map(Number));
  const before = light(), button = document.getElementById("theme");
  button.click();
  const after = light();
  button.click();
  return [before, after];
})()
"""


class Browser:
    """Orders go out as JSON that ends with a zero byte, and so do answers and events come in."""

    def __init__(self, program, folder):
        (orders, out), (back, answers) = os.pipe(), os.pipe()
        self.orders, self.answers = open(out, "wb", buffering=0), open(back, "rb", buffering=0)
        # The browser reads orders from its descriptor 3 and answers on 4.
        self.process = subprocess.Popen(["sh", "-c", 'exec "$@" 3<&%d 4>&%d' % (orders, answers), "sh", program, "--headless", "--no-sandbox",
                          "--hide-scrollbars", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=" + os.path.join(folder, "profile"),
                          "--remote-debugging-pipe", "about:blank"], pass_fds=(orders, answers), env={**os.environ, "HOME": folder},
                         stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(orders)
        os.close(answers)
        self.rest, self.events, self.number, self.tab = b"", [], 0, None
        target = self("Target.createTarget", url="about:blank")["targetId"]
        self.tab = self("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in "Page", "Runtime", "Log":
            self(domain + ".enable")

    def read(self):
        while b"\0" not in self.rest:
            ready = select.select([self.answers], [], [], PATIENCE)[0]
            more = os.read(self.answers.fileno(), 1 << 20) if ready else b""
            if not more:
                sys.exit("the browser has ended" if ready else "the browser says nothing for %d s" % PATIENCE)
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def __call__(self, method, **parameters):
        self.number += 1
        order = {"id": self.number, "method": method, "params": parameters}
        if self.tab is not None:
            order["sessionId"] = self.tab
        self.orders.write(json.dumps(order).encode() + b"\0")
        while True:
            message = self.read()
            if message.get("id") == self.number:
                if "error" in message:
                    sys.exit("%s: %s" % (method, message["error"]["message"]))
                return message["result"]
            self.events.append(message)

    def value(self, expression):
        answer = self("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            sys.exit(str(answer["exceptionDetails"]))
        return answer["result"]["value"]

    def show(self, path, width, scheme, medium=""):
        self.events.clear()
        self("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self("Emulation.setEmulatedMedia", media=medium, features=[{"name": "prefers-color-scheme", "value": scheme}])
        self("Page.navigate", url="file://" + os.path.abspath(path))
        while all(event["method"] != "Page.loadEventFired" for event in self.events):
            self.events.append(self.read())

    def complaints(self):
        """What the page has written to the console since it was shown, and what has failed."""
        for event in self.events:
            method, what = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                details = what["exceptionDetails"]
                yield "console: " + details.get("exception", {}).get("description", details["text"]).split("\n")[0]
            elif method == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
                yield "console: " + " ".join(str(part.get("value", "")) for part in what["args"])
            elif method == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
                yield "console: " + what["entry"]["text"]


def look(browser, path, quick):
    for width in (PHONE,) if quick else (PHONE, DESKTOP):
        for scheme in ("light",) if quick else ("light", "dark"):
            browser.show(path, width, scheme)
            found = browser.value(LOOK)
            before, after = browser.value(BRIGHTNESS)
            if (before > 128) != (scheme == "light") or (after > 128) == (scheme == "light"):
                found.append("its brightness is %d, and %d by its button" % (before, after))
            for words in found + list(browser.complaints()):
                print("%s, %d pixels, %s: %s" % (os.path.basename(path), width, scheme, words))
    if not quick:
        browser.show(path, PAPER, "dark", "print")
        for words in browser.value(LOOK) + list(browser.complaints()):
            print("%s, printed: %s" % (os.path.basename(path), words))
        if browser.value("getComputedStyle(document.body).color") != "rgb(31, 35, 40)":
            print("%s, printed: in the colours of a dark page" % os.path.basename(path))


def dump(browser, path):
    browser.show(path, DESKTOP, "light")
    with open(path + ".dom", "w", encoding="utf-8") as out:
        out.write(browser.value("document.documentElement.outerHTML"))
    for words in browser.complaints():
        print("%s: %s" % (os.path.basename(path), words))


chromium = Browser(*sys.argv[1:3])
for page in sys.argv[3:]:
    if page.startswith("dom:"):
        dump(chromium, page.removeprefix("dom:"))
    else:
        look(chromium, page.removeprefix("quick:"), page.startswith("quick:"))
chromium.tab = None
chromium("Browser.close")
chromium.process.wait()
