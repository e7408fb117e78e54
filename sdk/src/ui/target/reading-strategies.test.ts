import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { JSDOM } from "jsdom";
import { READS_PER_SLICE, SLICE_GAP_MS } from "../limits.ts";
import { reading } from "./accessible-name.ts";
import type { ReadingStrategy } from "./locate.ts";
import { createSearch, findByReading } from "./reading-strategies.ts";

/** Reads that search the whole page, and characters of text read, on a page with this many buttons. */
function costOf(strategy: ReadingStrategy, buttons: number): { readonly searches: number; readonly chars: number } {
  const each = "<button>Add</button><label>Count <input></label>";
  const { window } = new JSDOM(`<main>${each.repeat(buttons)}<button>Add order</button></main>`);
  const cost = { searches: 0, chars: 0 };
  const count = (prototype: object, name: string, add: (value: unknown) => void): void => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: unknown) {
        const value: unknown = get?.call(this);
        add(value);
        return value;
      },
    });
  };
  for (const { prototype } of [window.HTMLButtonElement, window.HTMLInputElement])
    count(prototype, "labels", () => cost.searches++);
  count(window.Node.prototype, "textContent", (text) => {
    cost.chars += String(text).length;
  });
  Object.assign(globalThis, { CSS: { escape: (text: string) => text } });
  expect(findByReading(window.document, strategy)).toHaveLength(1);
  return cost;
}

test("searches a page for labels once, not for each of its controls", () => {
  const strategy = { kind: "role_name", role: "button", name: "Add order" } as const;
  expect([costOf(strategy, 20).searches, costOf(strategy, 40).searches]).toEqual([0, 0]);
});

test("reads text in proportion to the page", () => {
  const strategy = { kind: "text", value: "Add order" } as const;
  const [small, large] = [costOf(strategy, 50).chars, costOf(strategy, 100).chars];
  expect(large / small).toBeLessThan(2.2);
});

test("matches the alternative text of an image exactly", () => {
  const { window } = new JSDOM("<img alt='us'><button>new order</button>");
  const find = (role: string, name: string) => findByReading(window.document, { kind: "role_name", role, name }).length;
  expect([find("img", "US"), find("img", "us"), find("button", "New order")]).toEqual([0, 1, 1]);
});

/** A search of a page with many buttons, and what it found once it has ended. */
function searchLargePage(name: string, first = "Add") {
  const { window } = new JSDOM(
    `<button>${first}</button>${"<button>Add</button>".repeat(2_500)}<button>Add order</button>`,
  );
  const { document } = window;
  const clock = manualClock();
  const found: (readonly Element[])[] = [];
  const strategy = { kind: "role_name", role: "button", name } as const;
  // Cast: jsdom's window is the one that a page has.
  const page = { document, window: window as unknown as Window & typeof globalThis, clock };
  const search = createSearch(page, { strategies: [strategy] }, () => false);
  const run = (): void => search([document], (reader) => found.push(reader(document, strategy)));
  return { document, clock, run, found };
}

test("lets the page work between slices of a search", () => {
  const { clock, run, found, document } = searchLargePage("Add order");
  const slices: number[] = [];
  const slice = (work: () => void): void => {
    const before = reading.reads;
    work();
    slices.push(reading.reads - before);
  };
  slice(run);
  while (clock.pending() > 0) slice(() => clock.advance(SLICE_GAP_MS));
  expect(found).toEqual([[...document.querySelectorAll("button")].slice(-1)]);
  expect(slices.length).toBeGreaterThan(2);
  expect(Math.max(...slices)).toBeLessThanOrEqual(READS_PER_SLICE + 5);
});

test("finds nothing that changed during a search, and searches again for what came meanwhile", () => {
  const { clock, run, found, document } = searchLargePage("Pay", "Pay");
  run();
  for (const renamed of document.body.children[0]?.childNodes ?? []) renamed.nodeValue = "Paid";
  const late = document.createElement("button");
  late.textContent = "Pay";
  document.body.prepend(late);
  // Twice while the search runs: it runs once more.
  run();
  run();
  while (clock.pending() > 0) clock.advance(SLICE_GAP_MS);
  expect(found).toEqual([[], [late]]);
});
