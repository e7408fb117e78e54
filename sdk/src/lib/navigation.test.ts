import { describe, expect, test } from "bun:test";
import { flushPromises } from "../../test/support/fixtures.ts";
import { watchNavigation } from "./navigation.ts";
// Preload the lazy module, so that it's ready within a test's promise turns.
import "./history-fallback.ts";

function fakeWindow(navigation?: EventTarget) {
  const location = { href: "https://shop.example/" };
  const go = (url: string): void => {
    location.href = new URL(url, location.href).href;
  };
  class FakeHistory {
    pushState(_: unknown, __: string, url?: string | null): void {
      if (typeof url === "string") go(url);
    }
    replaceState(_: unknown, __: string, url?: string | null): void {
      if (typeof url === "string") go(url);
    }
  }
  const history = new FakeHistory();
  const window = Object.assign(new EventTarget(), { location, history, navigation });
  // The stub has only what watchPage reads.
  return { window: window as unknown as Window, history, go, events: window };
}

async function setUp(navigation?: EventTarget) {
  const fake = fakeWindow(navigation);
  const seen: string[] = [];
  const stop = watchNavigation(fake.window, () => seen.push(new URL(fake.window.location.href).pathname));
  await flushPromises();
  return { ...fake, seen, stop };
}

describe("navigation watcher without the Navigation API", () => {
  test("reports each URL change once, regardless of the method", async () => {
    const { history, go, events, seen } = await setUp();
    history.pushState({}, "", "/a");
    history.replaceState({}, "", "/b");
    history.replaceState({}, "", "/b");
    history.pushState({}, "");
    go("/c");
    events.dispatchEvent(new Event("popstate"));
    go("/d#top");
    events.dispatchEvent(new Event("hashchange"));
    events.dispatchEvent(new Event("popstate"));
    expect(seen).toEqual(["/a", "/b", "/c", "/d"]);
  });

  test("restores the original history methods", async () => {
    const { history, seen, stop } = await setUp();
    expect(Object.hasOwn(history, "pushState")).toBe(true);
    stop();
    expect(Object.keys(history)).toEqual([]);
    history.pushState({}, "", "/a");
    expect(seen).toEqual([]);
  });

  test("restores an earlier wrapper of another script", async () => {
    const { window, history } = fakeWindow();
    const earlier = history.pushState.bind(history);
    history.pushState = earlier;
    const stop = watchNavigation(window, () => {});
    await flushPromises();
    expect(history.pushState).not.toBe(earlier);
    stop();
    expect(history.pushState).toBe(earlier);
  });

  test("reports a change made before its code loaded", async () => {
    const { window, history } = fakeWindow();
    const seen: string[] = [];
    watchNavigation(window, () => seen.push(window.location.href));
    history.pushState({}, "", "/early");
    expect(seen).toEqual([]);
    await flushPromises();
    expect(seen).toEqual(["https://shop.example/early"]);
  });

  test("changes nothing when stopped before its code loaded", async () => {
    const { window, history } = fakeWindow();
    watchNavigation(window, () => {})();
    await flushPromises();
    expect(Object.keys(history)).toEqual([]);
  });

  test("keeps a later wrapper working and reports nothing through that wrapper", async () => {
    const { window, history, seen, stop } = await setUp();
    const ours = history.pushState.bind(history);
    let calls = 0;
    const later = (...change: Parameters<typeof ours>): void => {
      calls++;
      ours(...change);
    };
    history.pushState = later;
    stop();
    expect(history.pushState).toBe(later);
    history.pushState({}, "", "/a");
    expect(calls).toBe(1);
    expect(window.location.href).toBe("https://shop.example/a");
    expect(seen).toEqual([]);
  });
});

describe("navigation watcher with the Navigation API", () => {
  test("listens to the API and leaves history alone", async () => {
    const navigation = new EventTarget();
    const { history, go, seen, stop } = await setUp(navigation);
    expect(Object.keys(history)).toEqual([]);
    go("/a");
    navigation.dispatchEvent(new Event("currententrychange"));
    navigation.dispatchEvent(new Event("currententrychange"));
    stop();
    go("/b");
    navigation.dispatchEvent(new Event("currententrychange"));
    expect(seen).toEqual(["/a"]);
  });
});
