import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { createTypingGuard } from "./typing-guard.ts";

const BODY = { localName: "body" };
const field_members = { localName: "input", shadowRoot: null, matches: () => false, closest: () => null };
// As in a browser, members are on the prototype.
const field = Object.create(field_members);
const link = Object.create({ ...field_members, localName: "a" });

function setUp({ touched = true }: { readonly touched?: boolean } = {}) {
  const clock = manualClock();
  const listeners = new Set<() => void>();
  const members = { activeElement: BODY as object, body: BODY, documentElement: {} };
  const document = Object.create(members);
  const window = {
    document,
    navigator: { userActivation: { hasBeenActive: touched } },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
  let over = 0;
  // The guard reads only the members stubbed above.
  const typing_guard = createTypingGuard(window as unknown as Window, clock, () => over++);
  const focus = (element: object): void => {
    members.activeElement = element;
    for (const listener of [...listeners]) listener();
  };
  return { clock, typing_guard, focus, listeners, over: () => over };
}

test("shows nothing new while a person types, and shows content shortly after", async () => {
  const { clock, typing_guard, focus, listeners, over } = setUp();
  focus(field);
  await typing_guard.check();
  expect(typing_guard.isTyping()).toBe(true);
  await typing_guard.check();
  expect(listeners.size).toBe(1);
  focus(link);
  expect([typing_guard.isTyping(), over()]).toEqual([true, 0]);
  clock.advance(1_000);
  expect([typing_guard.isTyping(), over()]).toEqual([false, 1]);
  expect(listeners.size).toBe(0);
});

test("ignores links and untouched fields that have focus", async () => {
  const untouched = setUp({ touched: false });
  untouched.focus(field);
  await untouched.typing_guard.check();
  expect(untouched.typing_guard.isTyping()).toBe(false);
  const other = setUp();
  other.focus(link);
  await other.typing_guard.check();
  expect([other.typing_guard.isTyping(), other.listeners.size]).toEqual([false, 0]);
});

test("doesn't wait for a focused field that was removed", async () => {
  const { typing_guard, focus, listeners } = setUp();
  focus(field);
  await typing_guard.check();
  listeners.clear();
  focus(BODY);
  expect(typing_guard.isTyping()).toBe(false);
});

test("removes all listeners with the page", async () => {
  const { typing_guard, focus, listeners } = setUp();
  focus(field);
  await typing_guard.check();
  typing_guard.leave();
  expect(listeners.size).toBe(0);
});
