import { expect, test } from "bun:test";
import type { AppId } from "@fanfare/contract/lib/ids";
import { createWatchlists } from "./watchlists.ts";

// Casts: made-up test IDs.
const APP = "1" as AppId;
const OTHER = "2" as AppId;

function watching() {
  const received: string[] = [];
  return {
    received,
    notify: ({ name, user_id }: { name: string; user_id: string }) => void received.push(`${user_id} ${name}`),
  };
}

test("reports only the first and the last connection of a watched person", () => {
  const watchlists = createWatchlists();
  const { received, notify } = watching();
  expect(watchlists.watch(APP, ["ada", "bob"], notify)).toEqual({ online: [], offline: ["ada", "bob"] });
  watchlists.arrive(APP, "ada");
  watchlists.arrive(APP, "ada");
  watchlists.leave(APP, "ada");
  expect(received).toEqual(["ada online"]);
  watchlists.leave(APP, "ada");
  expect(received).toEqual(["ada online", "ada offline"]);
});

test("sends the current state to a new watcher", () => {
  const watchlists = createWatchlists();
  watchlists.arrive(APP, "ada");
  expect(watchlists.watch(APP, ["bob", "ada"], () => {})).toEqual({ online: ["ada"], offline: ["bob"] });
});

test("keeps apps separate", () => {
  const watchlists = createWatchlists();
  const { received, notify } = watching();
  watchlists.watch(OTHER, ["ada"], notify);
  watchlists.arrive(APP, "ada");
  expect(received).toEqual([]);
});

test("sends nothing after a watcher leaves and counts leaving twice once", () => {
  const watchlists = createWatchlists();
  const { received, notify } = watching();
  watchlists.watch(APP, ["ada"], notify);
  watchlists.unwatch(APP, ["ada"], notify);
  watchlists.arrive(APP, "ada");
  watchlists.leave(APP, "ada");
  watchlists.leave(APP, "ada");
  watchlists.arrive(APP, "ada");
  expect(received).toEqual([]);
  expect(watchlists.watch(APP, ["ada"], notify).online).toEqual(["ada"]);
});
