import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { createTypingGuard } from "./typing-guard.ts";

const BODY = { localName: "body" };
const field = { localName: "input", shadowRoot: null, matches: () => false, closest: () => null };
const link = { ...field, localName: "a" };

/** A window of which only the focus is there. */
function setUp({ touched = true }: { readonly touched?: boolean } = {}) {
  const clock = manualClock();
  const listeners = new Set<() => void>();
  const document = { activeElement: BODY as object, body: BODY, documentElement: {} };
  const window = {
    document,
    navigator: { userActivation: { hasBeenActive: touched } },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
  let over = 0;
  // Patience reads only what is written above.
  const patience = createTypingGuard(window as unknown as Window, clock, () => over++);
  const focus = (element: object): void => {
    document.activeElement = element;
    for (const listener of [...listeners]) listener();
  };
  return { clock, patience, focus, listeners, over: () => over };
}

test("shows nothing new while a person types, and shows it shortly after", async () => {
  const { clock, patience, focus, listeners, over } = setUp();
  focus(field);
  await patience.check();
  expect(patience.isTyping()).toBe(true);
  await patience.check();
  expect(listeners.size).toBe(1);
  focus(link);
  expect([patience.isTyping(), over()]).toEqual([true, 0]);
  clock.advance(1_000);
  expect([patience.isTyping(), over()]).toEqual([false, 1]);
  expect(listeners.size).toBe(0);
});

test("a field that has the focus from the page, and that nobody touched, holds nothing up; nor does a link", async () => {
  const untouched = setUp({ touched: false });
  untouched.focus(field);
  await untouched.patience.check();
  expect(untouched.patience.isTyping()).toBe(false);
  const other = setUp();
  other.focus(link);
  await other.patience.check();
  expect([other.patience.isTyping(), other.listeners.size]).toEqual([false, 0]);
});

test("a field that is taken away with the focus in it is not waited for", async () => {
  const { patience, focus, listeners } = setUp();
  focus(field);
  await patience.check();
  listeners.clear();
  focus(BODY);
  expect(patience.isTyping()).toBe(false);
});

test("a page that goes leaves no listener behind", async () => {
  const { patience, focus, listeners } = setUp();
  focus(field);
  await patience.check();
  patience.leave();
  expect(listeners.size).toBe(0);
});
