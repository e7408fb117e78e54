import { expect, test } from "bun:test";
import { PERSON_CHANGED } from "@fanfare/contract/realtime/change-signal";
import { boot } from "../../../test/support/fixtures.ts";
import type { Listener } from "../../realtime/channels.ts";
import { createFanfareChannels } from "./fanfare-channels.ts";

test("requests decisions for changes of other pages, but not for the page's own", () => {
  const listeners = new Map<string, Listener>();
  const on = (event: string, listener: Listener) => {
    listeners.set(event, listener);
    return () => {};
  };
  const live = {
    channel: (name: string) => ({ name, on, leave() {} }),
    origin: () => ({ socket_id: "1.1" }),
    reauthorize() {},
  };
  let loads = 0;
  const decisions = { load: async () => void loads++ };
  // Only the members that the channels use.
  createFanfareChannels(live as never, decisions as never, () => {}).follow(boot(), true, false);
  for (const socket_id of ["1.1", "2.2", null]) listeners.get(PERSON_CHANGED)?.({ kind: "runs", socket_id });
  expect(loads).toBe(2);
});
