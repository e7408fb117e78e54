import { expect, test } from "bun:test";
import { JSDOM } from "jsdom";
import { readTree } from "./page-tree.ts";
import { sameElements } from "./same-elements.ts";

/** The elements of a later release, by selectors, that are the one of an earlier release. */
function sameIn(before: string, after: string, selector: string): readonly Element[] {
  const [earlier, later] = [before, after].map((html) => readTree(new JSDOM(html).window.document.body));
  const element = earlier?.elements.find((each) => each.matches(selector));
  if (earlier === undefined || later === undefined || element === undefined) throw new Error("No such element");
  const partners = sameElements(earlier.tree, later.tree)(earlier.elements.indexOf(element));
  return partners.flatMap((each) => later.elements[each] ?? []);
}

const DIALOGS = `<div id="in"><h2>Sign in</h2><form><input name="email"><button type="submit">Sign in</button></form></div>
  <div id="new"><h2>Create account</h2><form><input name="name"><button type="submit">Sign in</button></form></div>`;

test("counts a renamed control as the same, also if another one has its old name", () => {
  const renamed = DIALOGS.replace(/Sign in(?=<\/button><\/form><\/div>$)/, "Sign up");
  expect(sameIn(DIALOGS, renamed, "#new button").map((each) => each.outerHTML)).toEqual([
    '<button type="submit">Sign up</button>',
  ]);
});

test("counts an element as the same whose classes and spaces changed, beside one like it", () => {
  const before = `<nav><a href="./a.html">Home</a></nav><main><p>Hello</p><a href="#">Home</a></main>`;
  const after = `<nav><a class="nav active" href=" ./a.html ">  Home </a></nav><main><p>Hello</p><a href="#">Home</a></main>`;
  expect(sameIn(before, after, "nav a").map((each) => each.className)).toEqual(["nav active"]);
});

test("counts a container as the same while most of its content is, in a new wrapper and with another tag", () => {
  const before = `<div class="list"><p>Ada</p><p>Bob</p><p>Cleo</p></div><div><p>Other</p></div>`;
  const after = `<main><section class="rows"><p>New</p><p>Ada</p><p>Bob</p><p>Cleo</p></section></main><div><p>Other</p></div>`;
  expect(sameIn(before, after, ".list").map((each) => each.className)).toEqual(["rows"]);
});

test("counts the same row as the same after one was added before it, although they look alike", () => {
  const row = (name: string): string => `<tr><td>${name}</td><td><button>Edit</button></td></tr>`;
  const table = (...names: readonly string[]): string => `<table><tbody>${names.map(row).join("")}</tbody></table>`;
  const [same, ...others] = sameIn(table("Ada", "Bob"), table("Zoe", "Ada", "Bob"), "tr + tr button");
  expect(same?.closest("tr")?.textContent).toBe("BobEdit");
  expect(others).toEqual([]);
});

test("counts each of several equal elements as the one, if their number changed and nothing tells them apart", () => {
  const before = "<p>A<i>x</i></p><p>B<i>x</i></p>";
  const after = "<section><b>New</b><i>x</i><i>x</i><i>x</i></section>";
  expect(sameIn(before, after, "p + p i")).toHaveLength(3);
});

test("counts an element as gone that neither its text nor what surrounds it is left of", () => {
  expect(sameIn(DIALOGS, DIALOGS.replace("<h2>Create account</h2>", "<hr>"), "#new h2")).toEqual([]);
  expect(sameIn(`<p>Hello</p><a href="/buy">Buy</a>`, `<p>Hello</p><a href="/help">Docs</a>`, "a")).toEqual([]);
});

test("counts a link as the same that got an icon, beside another one with its text", () => {
  const before = `<nav><a href="/docs">Components</a></nav><p>Page</p>`;
  const after = `<nav><a href="/docs"><i></i><span>Components</span></a></nav><p>Page</p><ol><li><a href="#">Components</a></li></ol>`;
  expect(sameIn(before, after, "nav a").map((each) => each.getAttribute("href"))).toEqual(["/docs"]);
});

test("counts what moved elsewhere as the same, and equal elements in their order", () => {
  const before = `<div id="one"><i>x</i><a href="/help">Help</a></div><div id="two"><i>x</i></div>`;
  const after = `<div id="one"></div><div id="two"></div><footer><a href="/help">Help</a><i>x</i><i>x</i></footer>`;
  expect(sameIn(before, after, "a").map((each) => each.parentElement?.localName)).toEqual(["footer"]);
  const moved = sameIn(before, after, "#two i");
  expect(moved.map((each) => each.previousElementSibling?.localName)).toEqual(["i"]);
});
