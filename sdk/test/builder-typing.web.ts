import type { Block, Span } from "@fanfare/contract/content/block";
import { seededNumbers } from "@fanfare/contract/lib/seeded-numbers";
import type { CDPSession, Page } from "@playwright/test";
import { card, expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { createBuilderLink } from "./support/builder-page.ts";
import { moduleSnippet } from "./support/host-page.ts";
import { createTour, test } from "./support/host-test.ts";

const SEED = 25;
const SEQUENCES = process.env["NIGHTLY"] === undefined ? 25 : 500;
const ACTS_MAX = 9;
const blocks: readonly Block[] = [{ kind: "paragraph", spans: [{ text: "Hello" }] }];
const contents = createTour({
  ...{ trigger: { kind: "manual" }, frequency: { mode: "always" } },
  body: {
    ...{ type: "tour", suppression: { offered: false, days: 30 } },
    steps: [{ id: "a", kind: "centered", title: "First", blocks }],
  },
});

test.use({ serverOptions: { demo: false, contents } });

/** A line as people read it: what it is, and its characters with their marks, such as `["bold,code", "x"]`. */
type Line = readonly [kind: string, signs: readonly (readonly [marks: string, sign: string])[]];

const HTML = [
  "<b>bold</b> and <i>italic</i>",
  "<p>one</p><p>two <a href='https://a.example/'>link</a></p>",
  "<ul><li>first</li><li><strong>second</strong></li></ul>",
  "<table><tr><td>cell</td></tr></table><script>alert(1)</script><style>p{}</style>",
  "<div style='font-weight:700'>styled<br>lines</div><img src=x onerror=alert(1)>",
  "<h2>Head</h2><blockquote>quoted</blockquote><pre>code</pre>",
];
const WORDS = [
  "word ",
  "tea, ",
  "🎉 ",
  "👩‍💻",
  "مرحبا ",
  "שלום ",
  "é ",
  "**strong** ",
  "*soft* ",
  "`code` ",
  "<b>",
  "&amp; ",
];
const KEYS = ["Enter", "Backspace", "ArrowLeft", "Delete", "Home", "End", "Shift+ArrowLeft", "Shift+Home"];
const MARKS = ["ControlOrMeta+b", "ControlOrMeta+i"];
const LINES = ["- ", "1. ", "# ", "> "];

async function act(page: Page, session: CDPSession, next: () => number): Promise<void> {
  const any = <Each>(from: readonly Each[]): Each => from[Math.floor(next() * from.length)] as Each;
  const kind = next();
  if (kind < 0.4) await page.keyboard.type(any(WORDS));
  else if (kind < 0.6) await page.keyboard.press(any(KEYS));
  else if (kind < 0.7) await page.keyboard.press(any(MARKS));
  else if (kind < 0.8) {
    await page.keyboard.press("Enter");
    await page.keyboard.type(any(LINES));
    await page.keyboard.type("line");
  } else if (kind < 0.9) {
    // As an input method for Japanese does.
    for (const text of ["k", "か", "かん"]) {
      await session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    }
    await session.send("Input.insertText", { text: "漢" });
  } else {
    await textOf(page).evaluate((text, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", html);
      text.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true }),
      );
    }, any(HTML));
  }
}

const textOf = (page: Page) => card(page).getByRole("textbox", { name: "Text" });

/** What is read in the card, and elements that no block has. */
function readCard(page: Page): Promise<{ readonly lines: readonly Line[]; readonly strange: readonly string[] }> {
  return textOf(page).evaluate((text) => {
    const KINDS: Readonly<Record<string, string>> = {
      H3: "heading",
      BLOCKQUOTE: "quote",
      LI: "item",
      UL: "item",
      OL: "item",
    };
    // Elements of blocks, and those that browsers put around text that is moved.
    const known = "P H3 BLOCKQUOTE UL OL LI B STRONG I EM CODE A BR FONT SPAN DIV".split(" ");
    const MARKS: Readonly<Record<string, string>> = { B: "bold", STRONG: "bold", I: "italic", EM: "italic" };
    const lines: [string, [string, string][]][] = [["text", []]];
    const visit = (node: Node, marks: readonly string[]): void => {
      if (node instanceof Text) {
        for (const sign of node.data.replaceAll("\u200b", "")) lines.at(-1)?.[1].push([marks.toSorted().join(), sign]);
        return;
      }
      // The card has only elements and text.
      const { tagName, childNodes } = node as Element;
      const is_line = node !== text && /^(block|list-item)$/.test(getComputedStyle(node as Element).display);
      if (is_line) lines.push([KINDS[tagName] ?? "text", []]);
      if (tagName === "BR") lines.push([lines.at(-1)?.[0] ?? "text", []]);
      const mark = tagName === "CODE" ? "code" : tagName === "A" ? "href" : MARKS[tagName];
      for (const child of childNodes) visit(child, mark === undefined ? marks : [...new Set([...marks, mark])]);
    };
    visit(text, []);
    const strange = [...text.querySelectorAll("*")].filter(({ tagName }) => !known.includes(tagName));
    return { lines, strange: strange.map(({ outerHTML }) => outerHTML) };
  });
}

function linesOf(saved: readonly Block[]): readonly Line[] {
  const signsOf = (spans: readonly Span[]) =>
    spans.flatMap(({ text, ...marks }) => {
      const names = Object.entries(marks).flatMap(([name, value]) => (value ? [name] : []));
      return Array.from(text, (sign) => [names.toSorted().join(), sign] as const);
    });
  return saved.flatMap((block): readonly Line[] => {
    if (block.kind === "paragraph") return [[block.format ?? "text", signsOf(block.spans)]];
    return block.kind === "list" ? block.items.map((spans) => ["item", signsOf(spans)] as const) : [];
  });
}

/** Without blanks, whose marks nobody sees, and without empty lines. */
function normalized(lines: readonly Line[]): readonly string[] {
  return lines.flatMap(([kind, signs]) => {
    const visible = signs.filter(([, sign]) => sign.trim() !== "").map(([marks, sign]) => `${sign}${marks}`);
    return visible.length === 0 ? [] : [`${kind}: ${visible.join(" ")}`];
  });
}

test("saves what is read in the card after any sequence of typing, marks, lines, pasting, and composition", async ({
  server,
  page,
  serve,
}) => {
  test.setTimeout(60_000 + SEQUENCES * 2_000);
  const site = await serve(moduleSnippet(server.url, APP.key));
  const link = await createBuilderLink(page, server.url, site.url);
  await page.clock.install();
  await page.goto(link.url);
  const panel = page.getByRole("region", { name: "Welcome" });
  await expect(panel).toContainText("Saved");
  const session = await page.context().newCDPSession(page);
  const next = seededNumbers(SEED);
  await textOf(page).click();
  for (let sequence = 0; sequence < SEQUENCES; sequence++) {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Backspace");
    await page.keyboard.type(`n${sequence} `);
    const acts = 1 + Math.floor(next() * ACTS_MAX);
    for (let count = 0; count < acts; count++) await act(page, session, next);
    await page.keyboard.type(".");
    await page.clock.runFor(1_000);
    await expect(panel.getByText("Saved", { exact: true })).toBeVisible();
    const { draft } = await link.read();
    // Cast: this test's own content.
    const { steps } = (draft as { readonly body: { readonly steps: readonly { readonly blocks: readonly Block[] }[] } })
      .body;
    const { lines, strange } = await readCard(page);
    expect([sequence, strange]).toEqual([sequence, []]);
    expect([sequence, normalized(linesOf(steps[0]?.blocks ?? []))]).toEqual([sequence, normalized(lines)]);
  }
});
