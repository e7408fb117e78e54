import { expect, test } from "bun:test";
import { type Rng, seededRng } from "@fanfare/contract/lib/rng";
import type { Strategy } from "@fanfare/contract/target/target";
import { JSDOM } from "jsdom";
import { matchingElements } from "./locate.ts";
import { findByReading } from "./reading-strategies.ts";

const IS_NIGHTLY = process.env["NIGHTLY"] !== undefined;
const ROUNDS = IS_NIGHTLY ? 20_000 : 300;
const TIMEOUT_MS = IS_NIGHTLY ? 600_000 : 240_000;
const SEED = Number(process.env["FANFARE_FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 32));
/** What ends, opens, or changes a selector. */
const PIECES = [
  ...[
    "]",
    "[",
    '"',
    "'",
    "\\",
    "\\22 ",
    ",",
    "*",
    "button",
    "#save",
    ".a",
    ":has(",
    ":is(*)",
    ":not(",
    ")",
    " > ",
    "~",
  ],
  ...[
    "=",
    "^=",
    "|",
    "|=",
    " i]",
    "/*",
    "*/",
    "{",
    "}",
    ";",
    "@import",
    "\n",
    "\t",
    " ",
    "0",
    "-",
    "--",
    "9a",
    "__proto__",
  ],
  ...["</style>", "\u00e4", "🎉", "\u202e", "\uFEFF", "x".repeat(200)],
] as const;

/** Of the CSS Object Model, section 2.1: jsdom has no `CSS.escape`. */
function escapeIdentifier(text: string): string {
  return [...text]
    .map((char, index) => {
      const code = char.codePointAt(0) ?? 0;
      if (code === 0) return "\uFFFD";
      const is_digit = code >= 0x30 && code <= 0x39;
      const leads = index === 0 || (index === 1 && text.startsWith("-"));
      if (code <= 0x1f || code === 0x7f || (is_digit && leads)) return `\\${code.toString(16)} `;
      return code >= 0x80 || (/[\w-]/.test(char) && text !== "-") ? char : `\\${char}`;
    })
    .join("");
}

function hostileText(rng: Rng): string {
  const length = 1 + Math.floor(rng.next() * 6);
  return Array.from({ length }, () => PIECES[Math.floor(rng.next() * PIECES.length)]).join("");
}

function openPage(): Document {
  const { window } = new JSDOM(
    `<main><button id="save">Save</button><input aria-label="Name"><p class="a">Text</p><button>Other</button></main>`,
  );
  Object.assign(globalThis, { CSS: { escape: escapeIdentifier } });
  return window.document;
}

test(
  `a locator with any text finds nothing that has another one, and never throws (seed ${SEED})`,
  () => {
    const rng = seededRng(SEED);
    const document = openPage();
    const marked = document.createElement("button");
    document.body.append(marked);
    for (let round = 0; round < ROUNDS; round++) {
      const [value, other] = [hostileText(rng), hostileText(rng)];
      const message = `Seed ${SEED}, round ${round}: ${JSON.stringify([value, other])}`;
      marked.setAttribute("data-testid", value);
      marked.setAttribute("aria-label", value);
      const find = (strategy: Strategy) => matchingElements(document, strategy, findByReading);
      const others = (strategy: Strategy) => [message, find(strategy).filter((each) => each !== marked).length];
      for (const strategy of [
        { kind: "test_id", value },
        { kind: "attribute", name: "data-testid", value },
        { kind: "attribute", name: "id", value: other },
        { kind: "label", value },
        { kind: "role_name", role: "button", name: other },
        { kind: "text", value: `${other}y` },
      ] as const) {
        expect(others(strategy)).toEqual([message, 0]);
      }
      if (other !== value) expect(find({ kind: "test_id", value: other })).toEqual([]);
      // Any CSS selector, or none: it never throws.
      expect(Array.isArray(find({ kind: "css", value }))).toBe(true);
    }
  },
  TIMEOUT_MS,
);

test("reads a long run of punctuation in proportion to its length", () => {
  const document = openPage();
  // Without this rule, the comparison would take minutes.
  document.body.append(`${"!".repeat(400_000)}x`);
  expect(matchingElements(document, { kind: "text", value: "save" }, findByReading)).toHaveLength(1);
});
