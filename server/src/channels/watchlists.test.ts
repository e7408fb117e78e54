import { expect, test } from "bun:test";
import type { AppId } from "@fanfare/contract/lib/ids";
import { createWatchlists } from "./watchlists.ts";

// Casts: a test makes its ids by hand.
const APP = "1" as AppId;
const OTHER = "2" as AppId;

function watching() {
  const received: string[] = [];
  return {
    received,
    notify: ({ name, user_id }: { name: string; user_id: string }) => void received.push(`${user_id} ${name}`),
  };
}

test("a watcher hears of the first and the last connection of a person, and of none between", () => {
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

test("who begins to watch is told how it stands", () => {
  const watchlists = createWatchlists();
  watchlists.arrive(APP, "ada");
  expect(watchlists.watch(APP, ["bob", "ada"], () => {})).toEqual({ online: ["ada"], offline: ["bob"] });
});

test("nothing crosses from one app to another", () => {
  const watchlists = createWatchlists();
  const { received, notify } = watching();
  watchlists.watch(OTHER, ["ada"], notify);
  watchlists.arrive(APP, "ada");
  expect(received).toEqual([]);
});

test("who no longer watches hears nothing, and going away twice counts once", () => {
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
