import { describe, expect, test } from "bun:test";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { createTestGateway, signIn, TEST_APP } from "../../../test/support/pusher-client.ts";

const WATCHING = { ...TEST_APP, settings: appSettings({ watchlist: true, limits: { watchlist_users_max: 3 } }) };
const EVENT = "pusher_internal:watchlist_events";
const online = (...user_ids: string[]) => ({ event: EVENT, data: { events: [{ name: "online", user_ids }] } });
const offline = (...user_ids: string[]) => ({ event: EVENT, data: { events: [{ name: "offline", user_ids }] } });

describe("watchlist", () => {
  test("sends its state right after sign-in, then each change", () => {
    const server = createTestGateway([WATCHING]);
    const [ada, watcher, second] = [server.open(), server.open(), server.open()];
    signIn(ada, "ada");
    watcher.socket.take();
    signIn(watcher, "eve", undefined, ["ada", "bob", "ada"]);
    expect(watcher.socket.take().map(({ event }) => event)).toEqual(["pusher:signin_success", EVENT]);
    expect(watcher.socket.received.at(-1)?.data).toEqual({
      events: [
        { name: "online", user_ids: ["ada"] },
        { name: "offline", user_ids: ["bob"] },
      ],
    });
    signIn(second, "ada");
    ada.session.receive({ kind: "closed" });
    expect(watcher.socket.take()).toEqual([]);
    second.session.receive({ kind: "closed" });
    signIn(server.open(), "bob");
    expect(watcher.socket.take()).toEqual([offline("ada"), online("bob")]);
  });

  test("is cut at its limit with an error, without failing the sign-in", () => {
    const server = createTestGateway([WATCHING]);
    const watcher = server.open();
    signIn(watcher, "eve", undefined, ["a", "b", "c", "d"]);
    expect(watcher.socket.received.slice(-3)).toEqual([
      { event: "pusher:signin_success", data: expect.anything() },
      { event: "pusher:error", data: { code: 4302, message: expect.stringContaining("watchlist_users_max") } },
      offline("a", "b", "c"),
    ]);
    watcher.socket.take();
    signIn(server.open(), "d");
    signIn(server.open(), "c");
    expect(watcher.socket.take()).toEqual([online("c")]);
  });

  test("is replaced by the one of a later sign-in", () => {
    const server = createTestGateway([WATCHING]);
    const watcher = server.open();
    signIn(watcher, "eve", undefined, ["a"]);
    signIn(watcher, "eve", undefined, ["b"]);
    watcher.socket.take();
    signIn(server.open(), "a");
    signIn(server.open(), "b");
    expect(watcher.socket.take()).toEqual([online("b")]);
  });

  test("is ignored where it's turned off in the app", () => {
    const plain = createTestGateway().open();
    signIn(plain, "eve", undefined, ["a"]);
    expect(plain.socket.received.at(-1)?.event).toBe("pusher:signin_success");
  });

  test.each([
    ["a text", "ada", []],
    ["other values than IDs", [1, null, {}, "", "ada"], [offline("ada")]],
  ])("with %s gets an error, without failing the sign-in", (_, watchlist, state) => {
    const odd = createTestGateway([WATCHING]).open();
    odd.socket.take();
    // Cast: data signed by an app's backend can have any shape.
    signIn(odd, "eve", undefined, watchlist as string[]);
    expect(odd.socket.take()).toEqual([
      { event: "pusher:signin_success", data: expect.anything() },
      { event: "pusher:error", data: { code: null, message: expect.stringContaining("list of user IDs") } },
      ...state,
    ]);
  });
});
