import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { DEFAULT_THEME } from "@fanfare/contract/theme/theme";
import { boot, flushPromises } from "../../test/support/fixtures.ts";
import type { CelebrationEnd, CelebrationHandle, CelebrationOptions } from "../ui/types.ts";
import { celebrateWhenLoaded } from "./celebrate.ts";
import { createClient } from "./client.ts";

function confetti() {
  const calls: CelebrationOptions[] = [];
  const stopped: string[] = [];
  let end = (_: { readonly reason: CelebrationEnd }): void => {};
  const celebrate = (options: CelebrationOptions): CelebrationHandle => {
    calls.push(options);
    return {
      finished: new Promise((resolve) => {
        end = resolve;
      }),
      shown: () => true,
      stop: () => stopped.push("stop"),
      cancel: (reason = "cancelled") => stopped.push(reason),
    };
  };
  return { calls, stopped, celebrate, end: (reason: CelebrationEnd) => end({ reason }) };
}

describe("a celebration while its code loads", () => {
  // Options that need no page.
  const options = () => ({ preset: "burst" }) as CelebrationOptions;

  test("doesn't play after stop, cancel, or navigation, and reports the reason", async () => {
    for (const [take, reason] of [
      [(handle: CelebrationHandle) => handle.stop(), "stopped"],
      [(handle: CelebrationHandle) => handle.cancel(), "cancelled"],
      [(handle: CelebrationHandle) => handle.cancel("navigation"), "navigation"],
    ] as const) {
      const { calls, celebrate } = confetti();
      const handle = celebrateWhenLoaded(async () => celebrate, options);
      take(handle);
      expect(await handle.finished).toEqual({ reason });
      expect([calls, handle.shown()]).toEqual([[], false]);
    }
  });

  test("ends as unavailable if its options can't be read", async () => {
    const { calls, celebrate } = confetti();
    const handle = celebrateWhenLoaded(
      async () => celebrate,
      () => {
        throw new Error("the page's own");
      },
    );
    expect(await handle.finished).toEqual({ reason: "unavailable" });
    expect(calls).toEqual([]);
  });

  test("ends as unavailable if loading fails, and otherwise controls the player", async () => {
    const lost = celebrateWhenLoaded(() => Promise.reject(new Error("offline")), options);
    expect(await lost.finished).toEqual({ reason: "unavailable" });
    const { stopped, celebrate, end } = confetti();
    const handle = celebrateWhenLoaded(async () => celebrate, options);
    await flushPromises();
    handle.stop();
    handle.cancel("navigation");
    expect(stopped).toEqual(["stop", "navigation"]);
    end("stopped");
    expect(await handle.finished).toEqual({ reason: "stopped" });
    expect(handle.shown()).toBe(true);
  });
});

test("passes the theme and labels to confetti requested before the boot response", async () => {
  const clock = manualClock();
  const { calls, celebrate } = confetti();
  const document = Object.create({ visibilityState: "visible", hidden: false });
  const location = { href: "https://shop.example/desk", pathname: "/desk", origin: "https://shop.example" };
  const window = Object.assign(new EventTarget(), { document, location, navigation: new EventTarget(), navigator: {} });
  let answer = (_: Response): void => {};
  const client = createClient(
    { key: "key", host: "https://fanfare.example", consent: "pending", labels: { celebration: "Hurrah!" } },
    {
      // Stub window without storage.
      window: window as unknown as Window & typeof globalThis,
      ...{ document, clock, rng: seededRng(1) },
      fetch: Object.assign(() => new Promise<Response>((resolve) => (answer = resolve)), { preconnect() {} }),
      connect: () => ({ send() {}, close() {} }),
      loadGuide: () => Promise.reject(new Error("There is nothing to show.")),
      loadConfetti: async () => celebrate,
    },
    () => {},
  );
  client.celebrate("burst");
  client.celebrate("snow", { colors: ["#123456"] });
  clock.advance(0);
  await flushPromises();
  const [plain, colored] = calls;
  expect(plain?.labels?.celebration).toBe("Hurrah!");
  expect([plain?.preset, plain?.colors, colored?.colors]).toEqual(["burst", undefined, ["#123456"]]);
  let known = false;
  void plain?.first?.then(() => {
    known = true;
  });
  await flushPromises();
  expect([known, plain?.decisions?.current()]).toEqual([false, undefined]);
  const theme = { confetti: ["#abcdef"] };
  answer(Response.json({ ...boot(), themes: { [DEFAULT_THEME]: theme } }, { headers: { etag: '"1"' } }));
  await plain?.first;
  expect(plain?.decisions?.current()?.themes?.[DEFAULT_THEME]?.confetti).toEqual(["#abcdef"]);
  client.shutdown();
});
