import { afterAll, expect, test } from "bun:test";
import type { TargetScope } from "@fanfare/contract/target/target";
import { scoreStrategy } from "@fanfare/contract/target/target-score";
import { TRIAL_COST } from "@fanfare/contract/target/target-trial";
import { JSDOM } from "jsdom";
import { locate } from "../ui/target/locate.ts";
import { findByReading } from "../ui/target/reading-strategies.ts";
import { proposeTarget } from "./propose.ts";

const PAGE = `<!doctype html><main><h1>Shop</h1>
  <div class="row">
    <div class="card"><header><h2>Orders</h2></header><p><a href="#">Details</a></p><div><img src="a.png"></div></div>
    <div class="card"><header><h2>Refunds</h2></header><p><a href="#">Details</a></p><div><img src="b.png"></div></div>
  </div>
  <table><tr><td>Ada</td><td><button>Edit</button></td></tr><tr><td>Bob</td><td><button>Edit</button></td></tr></table>
  <ul><li><button>Up</button></li><li><button>Up</button></li></ul></main>`;

afterAll(() => Reflect.deleteProperty(globalThis, "CSS"));

function openPage(html = PAGE): Document {
  const { window } = new JSDOM(html);
  Object.assign(globalThis, { CSS: { escape: (value: string) => value } });
  // jsdom has no layout and no modal dialogs.
  const { querySelectorAll } = window.Document.prototype;
  Object.assign(window.Document.prototype, {
    querySelectorAll(this: Document, selector: string) {
      return querySelectorAll.call(this, /modal|popover-open|fullscreen/.test(selector) ? "nothing" : selector);
    },
  });
  Object.assign(window.Element.prototype, {
    getBoundingClientRect: () => ({ width: 10, height: 10 }),
    checkVisibility(this: Element) {
      return this.closest("[hidden]") === null;
    },
  });
  return window.document;
}

test.each([
  [".card + .card a", "heading", "Refunds", ["role_name", "text"]],
  ["tr + tr button", "cell", "Bob", ["role_name", "text"]],
  [".card + .card img", "heading", "Refunds", ["css"]],
] as const)(
  "finds %p only in the part titled by a %s, and nothing once that is gone",
  (selector, role, name, kinds) => {
    const document = openPage();
    const element = document.querySelector(selector);
    const target = element && proposeTarget(document, element);
    expect(target?.scope).toEqual({ kind: "role_name", role, name });
    expect(target?.strategies.map(({ kind }) => kind)).toEqual([...kinds]);
    if (element === null || target === null) throw new Error("No target");
    expect(locate(document, target, findByReading).element).toBe(element);
    for (const each of document.querySelectorAll("h2,td:first-child")) if (each.textContent === name) each.remove();
    expect(locate(document, target, findByReading).element).toBeNull();
  },
);

test.each([
  [`<a href="page.html#icons">Icons</a>`, `<div>Icons</div>`],
  [`<a href="#" class="brand">Spectre</a>`, `<h2>SPECTRE</h2>`],
  [`<div><input type="text" placeholder="search"></div>`, `<input type="text" placeholder="Search Docs">`],
])("finds nothing instead of %s where only %s is left", (picked, left) => {
  const document = openPage(`<!doctype html><main>${picked}</main>`);
  const element = document.querySelector("a,input");
  const target = element && proposeTarget(document, element);
  if (target === null) throw new Error("No target");
  expect(locate(document, target, findByReading).element).toBe(element);
  document.body.innerHTML = `<main>${left}</main>`;
  expect(locate(document, target, findByReading).element).toBeNull();
});

test.each(["data-dismiss", "data-bs-dismiss"])(
  "doesn't find another control that does the same (%s) in its place",
  (attribute) => {
    const dialog = (title: string, button: string) =>
      `<section><h2>${title}</h2><button>All</button><button ${attribute}="modal" ${button}</button></section>`;
    const page = (first: string) => openPage(dialog("Badge", first) + dialog("Terms", 'aria-label="Close">×'));
    const before = page('aria-label="Close">×');
    const close = before.querySelector("[aria-label]");
    const target = close && proposeTarget(before, close);
    expect(target && locate(before, target, findByReading).element).toBe(close);
    expect(target && locate(page(">Awesome!"), target, findByReading).element).toBeNull();
  },
);

test("tells two controls that only their order distinguishes apart by position, until the order changes", () => {
  const document = openPage();
  const second = document.querySelector("li + li button");
  const target = second && proposeTarget(document, second);
  if (!target) throw new Error("No target");
  expect(locate(document, target, findByReading).element).toBe(second);
  const [strategy] = target.strategies;
  expect(strategy && scoreStrategy(strategy) - TRIAL_COST * (target.failed[0]?.length ?? 0)).toBeLessThan(0.6);
  document.querySelector("ul")?.prepend(document.createElement("li"));
  expect(locate(document, target, findByReading).element).toBeNull();
});

test("finds a control in the card that a text of its own titles", () => {
  const document = openPage(`<div class="row">
    <div class="box"><span class="name">Sales</span><span>12</span><a href="#">More</a></div>
    <div class="box"><span class="name">Likes</span><span>40</span><a href="#">More</a></div></div>`);
  const second = document.querySelector(".box + .box a");
  const target = second && proposeTarget(document, second);
  expect(target?.scope).toEqual({ kind: "text", value: "Likes", tag: "span" });
  expect(target && locate(document, target, findByReading).element).toBe(second);
});

const CELLS = `<table>
  <tr><td><div><p>Sales:</p><h6>2500</h6></div></td><td><div><p>Value:</p><h6>$230,900</h6></div></td></tr>
  <tr><td><div><p>Sales:</p><h6>3900</h6></div></td><td><div><p>Value:</p><h6>$440,000</h6></div></td></tr>
  </table>`;
/** The captions appear when people point at the card. */
const CAPTIONS = `<div class="row">
  <a href="#one"><img src="a.png" alt=""><div hidden>Category</div></a>
  <a href="#two"><img src="b.png" alt=""><div hidden>Category</div></a></div>`;

test.each([
  ["the sample page", PAGE],
  ["cells that name themselves", CELLS],
  ["cards with hidden captions", CAPTIONS],
])("finds each element again that it proposes a target for, on %s", (_, html) => {
  const document = openPage(html);
  const lost = [...document.querySelectorAll("body *")].filter((each) => {
    const target = proposeTarget(document, each);
    return target !== null && locate(document, target, findByReading).element !== each;
  });
  expect(lost.map((each) => each.outerHTML)).toEqual([]);
});

test("proposes a target for a heading in a table cell that it names", () => {
  const document = openPage(CELLS);
  const heading = document.querySelector("tr + tr td + td h6");
  const target = heading && proposeTarget(document, heading);
  expect(target && locate(document, target, findByReading).element).toBe(heading);
});

/** What the target of an element finds on a later page: "it", something else, or nothing. */
function foundLater(before: string, after: string, selector: string): string | null {
  const element = openPage(before).querySelector(selector);
  const target = element && proposeTarget(element.ownerDocument, element);
  if (!target) throw new Error("No target");
  const later = openPage(after);
  const { element: found } = locate(later, target, findByReading);
  return found !== null && found === later.querySelector(selector) ? "it" : (found?.outerHTML ?? null);
}

const BOXES = `<div class="boxes"><div class="box"><i class="up"></i><b></b></div><div class="box"><i class="up"></i><b></b></div></div>`;
const TEAM = `<div class="team"><a href="#" data-person="Ada"><img alt="Photo"></a><a href="#" data-person="Bob"><img alt="Photo"></a></div>`;
const ROWS = `<div class="list"><table><tr><td><a href="/1">7</a></td></tr><tr><td><a href="/2">8</a></td></tr></table></div>`;
const SHADES = `<p class="shades"><button class="btn btn-dark">Dark</button><button class="btn btn-pale">Dark</button></p>`;
const PAIR = `<p><button class="btn">Dark</button><button class="btn">Dark</button></p>`;
const MENU = `<nav id="menu"><a href="/maps">Maps</a></nav>`;
const REASONS = `<div><div><div class="icon"></div></div></div><div></div>`;
const SIGNED_IN = `<div><header><span>Ada</span></header><div class="card"><p></p><p></p></div></div>`;
const TITLED = `<div><h2>Sales</h2><div class="card"><p></p><p></p></div></div>`;

test.each([
  ["by its position, in a new wrapper", BOXES, `<main><div>${BOXES}</div></main>`, ".box + .box b"],
  ["by its attribute beside others with its name", TEAM + TEAM, `<main>${TEAM}${TEAM}</main>`, ".team + .team a + a"],
  ["by its row, although the links changed", ROWS, ROWS.replaceAll('"/', '"/new/'), "tr + tr a"],
  ["by its position beside others with its name", PAIR, `<main>${PAIR}</main>`, "button + button"],
  ["by a class of a framework below a title", TITLED, TITLED.replace("</h2>", "</h2><div></div>"), ".card"],
  ["in the menu that it was in", MENU, `${MENU.replace("/maps", "/map")}<p><a>Maps</a></p>`, "nav a"],
  ["for another person", SIGNED_IN, SIGNED_IN.replace("Ada", "Bob"), ".card"],
  ["that only what is in it names", "<nav><a>A</a></nav><p>", "<nav><a>A</a><a>B</a></nav><p>", "nav"],
])("finds an element of a later page %s", (_, before, after, selector) => {
  expect(foundLater(before, after, selector)).toBe("it");
});

test.each([
  ["with its class of a framework alone", SHADES, `<button class="btn btn-dark">Send</button>`, "button"],
  ["beside which one with its name was added", PAIR, PAIR.replace("</p>", "<button>Dark</button></p>"), "button"],
  ["that has its name, but is outside of its menu", MENU, `<nav id="menu"></nav><p><a href="#">Maps</a></p>`, "a"],
  [
    "with a class for large titles",
    `<h4 class="display-4">Sales</h4>`,
    `<h2 class="display-4">Team</h2>`,
    ".display-4",
  ],
  ["at its position in another list with icons", REASONS, `<main><section>${REASONS}</section></main>`, "div"],
  ["at its position in another list", `<p></p>${ROWS}`, `<main>${ROWS}</main>`, "tr + tr"],
])("finds no element of a later page %s", (_, before, after, selector) => {
  expect(foundLater(before, after, selector)).toBeNull();
});

test("keeps out of other parts of the page when the closest one is gone but one around it isn't", () => {
  const tree = (id: string) => `<section id="${id}"><ul id="${id}-list"><li><button>Open</button></li></ul></section>`;
  const before = openPage(tree("files"));
  const picked = before.querySelector("button");
  const target = picked && proposeTarget(before, picked);
  const named = (value: string): TargetScope => ({ kind: "attribute", name: "id", value, optional: true });
  expect(target?.scope).toEqual(named("files-list"));
  expect(target?.outer_scopes).toEqual([named("files")]);
  const find = (html: string) =>
    target && locate(openPage(html), target, findByReading).element?.closest("section")?.id;
  expect(find(tree("files") + tree("places"))).toBe("files");
  expect(find(`<section id="files"><p>Nothing here</p></section>${tree("places")}`)).toBeUndefined();
  expect(find(`<section id="files"><button>Open</button></section>${tree("places")}`)).toBe("files");
  expect(find(tree("places"))).toBe("places");
});

test("looks for the title of a part in the part around it", () => {
  const item = (id: string) =>
    `<ul id="${id}"><li role="treeitem" aria-label="Reports"><div class="tree-header"><i></i></div></li></ul>`;
  const before = openPage(item("tree"));
  const picked = before.querySelector(".tree-header");
  const target = picked && proposeTarget(before, picked);
  expect(target?.outer_scopes?.[0]).toMatchObject({ value: "tree", optional: true });
  const find = (html: string) => target && locate(openPage(html), target, findByReading).element?.closest("ul")?.id;
  expect(find(`${item("tree")}${item("picker")}`)).toBe("tree");
  expect(find(`<ul id="tree"></ul>${item("picker")}`)).toBeUndefined();
});

test("takes no control of another part while the part of the picked one is there, and searches the page otherwise", () => {
  const part = (id: string, inside: string) => `<div id="${id}"><div class="body">${inside}</div></div>`;
  const button = "<button>Expand all</button>";
  const before = openPage(part("orders", button) + part("customers", ""));
  const picked = before.querySelector("button");
  const target = picked && proposeTarget(before, picked);
  expect(target?.scope).toEqual({ kind: "attribute", name: "id", value: "orders", optional: true });
  const find = (html: string) => target && locate(openPage(html), target, findByReading).element?.parentElement;
  expect(find(part("orders", button) + part("customers", button))?.parentElement?.id).toBe("orders");
  expect(find(part("orders", "") + part("customers", button))).toBeUndefined();
  expect(find(part("purchases", button) + part("customers", ""))?.parentElement?.id).toBe("purchases");
  expect(find(part("purchases", button) + part("customers", button))).toBeUndefined();
});
