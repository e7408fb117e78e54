import { describe, expect, test } from "bun:test";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { createTestHub, errorCode, personIdentity } from "../../../test/support/hub-client.ts";
import { TEST_APP } from "../../../test/support/pusher-client.ts";

describe("Listen", () => {
  test("streams a channel as items until canceled", () => {
    const { channels, hub, open } = createTestHub();
    const { client } = open();
    const items: unknown[] = [];
    const sink = {
      item: (text: string) => items.push(JSON.parse(text)),
      failed: items.push,
      ended: () => items.push("ended"),
    };
    const cancel = hub.listen(client, ["news"], sink);
    channels.publish(TEST_APP.id, "news", "created", { n: 1 });
    expect(items).toEqual([
      { type: "subscribed", channel: "news" },
      { type: "event", channel: "news", event: "created", data: { n: 1 }, meta: {} },
    ]);
    cancel();
    cancel();
    channels.publish(TEST_APP.id, "news", "created", { n: 2 });
    expect(items).toHaveLength(2);
    expect([...channels.occupiedChannels(TEST_APP.id)]).toEqual([]);
  });

  test("rejects a channel already subscribed to or not allowed", () => {
    const { hub, open } = createTestHub();
    const one = open();
    const failed: unknown[] = [];
    const sink = { item: () => {}, failed: (why: unknown) => failed.push(errorCode(why)), ended: () => {} };
    one.call("Subscribe", "news");
    hub.listen(one.client, ["news"], sink);
    hub.listen(one.client, ["private-a"], sink);
    hub.listen(one.client, [], sink);
    expect(failed).toEqual(["channel_taken", "identity_required", "channel_invalid"]);
  });

  test("excludes its own connection's events and ends when access ends", () => {
    const { hub, open } = createTestHub([{ ...TEST_APP, settings: appSettings({ client_events: true }) }]);
    const [one, two] = [open(), open(personIdentity("ada"))];
    const items: unknown[] = [];
    const sink = {
      item: (text: string) => items.push(JSON.parse(text).type),
      failed: items.push,
      ended: () => items.push("ended"),
    };
    hub.listen(two.client, ["private-user-ada"], sink);
    one.call("Subscribe", "private-user-ada", one.sign("private-user-ada"));
    two.call("Publish", "private-user-ada", "client-x", {});
    one.call("Publish", "private-user-ada", "client-x", {});
    expect(items).toEqual(["subscribed", "event"]);
    two.call("SignOut");
    expect(items).toEqual(["subscribed", "event", "ended"]);
  });
});
