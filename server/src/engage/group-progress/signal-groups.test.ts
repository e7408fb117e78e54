import { expect, test } from "bun:test";
import type { AppId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { PERSON_CHANGED } from "@fanfare/contract/realtime/change-signal";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { startV1Server } from "../../../test/support/v1-server.ts";
import { writeVerifiedGroup } from "../../people/groups/verified-group.ts";
import { groupPages } from "../live-updates/group-pages.ts";
import { createGroupSignal } from "./signal-groups.ts";

/** A store in which Ben is a stored member of Acme, and what was sent. */
async function openSignals() {
  const server = await startV1Server(temporaryStore);
  const caller = { kind: "verified", external_id: "ben", channel_id: "ben" } as const;
  const acme = { external_id: "acme", attributes: {}, membership: {} };
  await writeVerifiedGroup({ ...server, rng: systemRng }, server.shop, caller, acme);
  const sent: string[] = [];
  const group_pages = groupPages(10);
  group_pages.note(server.shop.id, "cem", ["acme"]);
  const deps = {
    ...{ store: server.store, group_pages },
    publish: (_: AppId, channel: string, event: string) => void sent.push(`${channel} ${event}`),
  };
  return { app_id: server.shop.id, sent, deps, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const by = { channel_id: "ann", socket_id: "1.2" };

test("reaches stored members and people whose token names the group, once each", async () => {
  await using signals = await openSignals();
  const { app_id, sent, deps } = signals;
  deps.group_pages.note(app_id, "ben", ["acme"]);
  deps.group_pages.note(app_id, "ann", ["acme"]);
  deps.group_pages.note(app_id, "dan", ["globex"]);
  await createGroupSignal(deps)(app_id, ["acme"], by);
  expect(sent.toSorted()).toEqual(["ben", "cem"].map((each) => `private-fanfare-${each} ${PERSON_CHANGED}`));
});

test("leaves people of tokens to all servers, each of which knows its own", async () => {
  await using signals = await openSignals();
  const { app_id, sent, deps } = signals;
  const commands: unknown[] = [];
  const publishToGroups = (...command: readonly unknown[]) => void commands.push(command);
  await createGroupSignal({ ...deps, publishToGroups })(app_id, ["acme"], by);
  expect(sent).toEqual([`private-fanfare-ben ${PERSON_CHANGED}`]);
  expect(commands).toEqual([[app_id, ["acme"], PERSON_CHANGED, { kind: "runs", socket_id: "1.2" }]]);
});

test("sends nothing without groups", async () => {
  await using signals = await openSignals();
  await createGroupSignal(signals.deps)(signals.app_id, [], by);
  expect(signals.sent).toEqual([]);
});
