import { expect, test } from "bun:test";
import type { Step } from "@fanfare/contract/content/tour";
import { expectAccounted } from "../../test/support/accounted-fields.ts";
import { importContent } from "./import-content.ts";

function imported(html: string) {
  const text = `<!doctype html><html><body>${html}</body></html>`;
  const { files, report } = importContent("intro.js", { file: "page.html", text, name: "Tour", taken: new Set() });
  expectAccounted(report, text);
  const contents = files.map((file) => JSON.parse(file.text));
  const steps: readonly Step[] = contents.flatMap(({ body }) => body.steps ?? []);
  const hints = contents.filter(({ body }) => body.type === "hint").map(({ body }) => body);
  return { contents, steps, hints, reported: report.findings.map(({ path, reason }) => `${path}: ${reason}`) };
}

const [BOTTOM, TEXT] = ['data-intro="Text" data-position="bottom"', 'data-intro="Text"'];

/** What an element of a saved page says, and the step that it becomes. */
const STEPS: readonly (readonly [string, string, object])[] = [
  ["text", `<p ${TEXT}></p>`, { title: "Text" }],
  ["title and text", `<p ${TEXT} data-title="Title"></p>`, { title: "Title", blocks: [{ kind: "paragraph" }] }],
  [
    "bold",
    `<p data-title="T" data-intro="A <b>b</b>"></p>`,
    { blocks: [{ spans: [{ text: "A " }, { text: "b", bold: true }] }] },
  ],
  ["a list", `<p data-title="T" data-intro="<ul><li>One</li></ul>"></p>`, { blocks: [{ kind: "list" }] }],
  ["entities", `<p data-intro="Fish &amp; chips"></p>`, { title: "Fish & chips" }],
  ["single quotes", `<p data-intro='It&#39;s "new"'></p>`, { title: `It's "new"` }],
  ["upper case", `<P DATA-INTRO="Text"></P>`, { title: "Text" }],
  ["no quotes", "<p data-intro=Text></p>", { title: "Text" }],
  ["two lines", `<p data-intro="One\n two"></p>`, { title: "One two" }],
  ["bottom", `<p ${BOTTOM}></p>`, { placement: "bottom" }],
  ["top", `<p ${TEXT} data-position="top"></p>`, { placement: "top" }],
  ["left", `<p ${TEXT} data-position="left"></p>`, { placement: "start" }],
  ["right", `<p ${TEXT} data-position="right"></p>`, { placement: "end" }],
  ["aligned", `<p ${TEXT} data-position="top-right-aligned"></p>`, { placement: "top" }],
  ["auto", `<p ${TEXT} data-position="auto"></p>`, { placement: "auto" }],
  ["floating", `<p ${TEXT} data-position="floating"></p>`, { kind: "centered" }],
  ["blocked", `<p ${TEXT} data-disable-interaction="true"></p>`, { interaction: "block" }],
  ["blocked without a value", `<p ${TEXT} data-disable-interaction></p>`, { interaction: "block" }],
  ["not blocked", `<p ${TEXT} data-disable-interaction="false"></p>`, { interaction: "allow" }],
  ["without scrolling", `<p ${TEXT} data-scroll-to="off"></p>`, { scroll: "none" }],
  ["a test ID", `<p ${TEXT} data-testid="save"></p>`, { target: { strategies: [{ kind: "test_id", value: "save" }] } }],
  ["an ID", `<p ${TEXT} id="save"></p>`, { target: { strategies: [{ kind: "css", value: "#save" }] } }],
  ["a name", `<input ${TEXT} name="q">`, { target: { strategies: [{ kind: "attribute", name: "name" }] } }],
  ["a label", `<p ${TEXT} aria-label="Save"></p>`, { target: { strategies: [{ name: "aria-label", value: "Save" }] } }],
  ["a button's text", `<button ${TEXT}>Save</button>`, { target: { strategies: [{ kind: "text", value: "Save" }] } }],
];

for (const [name, html, step] of STEPS) {
  test(`a step with ${name} is found in a saved page`, () => expect(imported(html).steps).toMatchObject([step]));
}

test("steps are ordered by number, and those without one come last", () => {
  const { steps } = imported(
    `<p data-intro="C"></p><p data-intro="B" data-step="10"></p><p data-intro="A" data-step="2"></p>`,
  );
  expect(steps.map(({ title }) => title)).toEqual(["A", "B", "C"]);
});

test("steps with one number keep the order of the page", () => {
  const { steps } = imported(`<p data-intro="A" data-step="1"></p><p data-intro="B" data-step="1"></p>`);
  expect(steps.map(({ title }) => title)).toEqual(["A", "B"]);
});

test("each group is a tour of its own", () => {
  const { contents } = imported(`<p ${TEXT}></p><p ${TEXT} data-intro-group="Admin area"></p>`);
  expect(contents.map(({ name }) => name)).toEqual(["Tour", "Admin area"]);
});

test("a hint is found beside steps, and an element can be both", () => {
  const { steps, hints } = imported(`<p id="both" ${TEXT} data-hint="New"></p>`);
  expect(steps).toMatchObject([{ title: "Text" }]);
  expect(hints).toMatchObject([
    { form: "hotspot", panel: { title: "New" }, target: { strategies: [{ value: "#both" }] } },
  ]);
});

test("classes and animations are reported", () => {
  const { reported } = imported(
    `<p ${TEXT} data-tooltip-class="x" data-highlight-class="y"></p><p data-hint="New" data-hint-animation="no"></p>`,
  );
  expect(reported).toEqual([
    "<p>.data-tooltip-class: appearance",
    "<p>.data-highlight-class: appearance",
    "<p>.data-hint-animation: appearance",
  ]);
});

test("a page without attributes of intro.js is refused with what to do", () => {
  expect(() => imported("<p>Nothing</p>")).toThrow("has nothing that intro.js would show");
});
