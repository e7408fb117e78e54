import { expect, test } from "bun:test";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { createTestHub } from "../../../test/support/hub-client.ts";
import { TEST_APP } from "../../../test/support/pusher-client.ts";
import { createResponses } from "./responses.ts";
import { ClassicSession } from "./session.ts";
import { createClassicSessions } from "./sessions.ts";
import { createClassicTokens } from "./tokens.ts";
import { longPoll } from "./transports.ts";

/** A connection after its greeting, with a pending long poll. */
async function heldPoll() {
  const { clock, ...server } = createTestHub();
  const tokens = createClassicTokens(() => [new Uint8Array(32).fill(3)]);
  const sessions = createClassicSessions({ clock, ...server, rng: seededRng(2), tokens });
  const session = sessions.open({
    claims: { app_id: TEST_APP.id, connection_id: "1.2", issued_ms: 0, identity: undefined, secret_ids: [] },
    app: TEST_APP,
    network: "test",
    encrypted: true,
    is_listening: true,
    restore_from: undefined,
  });
  if (!(session instanceof ClassicSession)) throw new Error("Refused.");
  const poll = (reader = session.connect()): Promise<Response> =>
    longPoll(
      { session, reader },
      { clock, signal: new AbortController().signal, answers: createResponses(null, undefined) },
    );
  const greeting = await (await poll()).json();
  const seen: unknown[] = [];
  const held = poll(session.resume({ message_id: greeting.C, groups_token: null }, false));
  const answered = held.then(async (response) => seen.push(await response.json()));
  const text = JSON.stringify({ H: "fanfare", M: "Subscribe", A: ["news"], I: 0 });
  // The poll carries the reply, so that the groups token arrives with it.
  session.receive(text, (answer) => expect(answer).toBe(""), refuse);
  await settled();
  return { clock, hub: server.hub, session, sessions, tokens, seen, answered, poll };
}
const SUBSCRIBED = { I: "0", R: { channel: "news" } };
/** Wakes and response bodies resolve in microtasks. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const refuse = ({ message }: { readonly message: string }): never => {
  throw new Error(message);
};

test("keeps a poll open whose client has the groups token with its cursor", async () => {
  const { clock, session, seen, answered, poll } = await heldPoll();
  clock.advance(limits.http_poll_interval_ms);
  await answered;
  // Cast: the test below checks the shape.
  const [{ C: message_id }] = seen as [{ C: string }];
  const next = poll(session.resume({ message_id, groups_token: null }, false)).then((response) => response.json());
  next.then((envelope) => seen.push(envelope));
  clock.advance(2 * limits.http_poll_interval_ms);
  await settled();
  expect(seen).toHaveLength(1);
  session.call({ name: "event", args: ['"news"', '"e"', "1", "{}"] });
  expect(await next).toEqual({ C: expect.any(String), M: [expect.objectContaining({ M: "event" })] });
});

test("delays a poll right after another, so that events go out together", async () => {
  const { clock, seen, answered } = await heldPoll();
  clock.advance(limits.http_poll_interval_ms - 1);
  await settled();
  expect(seen).toEqual([]);
  clock.advance(1);
  await answered;
  expect(seen).toEqual([{ C: expect.any(String), G: expect.any(String), M: [SUBSCRIBED] }]);
});

test("returns a stop immediately in a poll, with the channels to restore", async () => {
  const { clock, hub, session, tokens, seen } = await heldPoll();
  await hub.connections.endAll("reconnect", 0);
  await settled();
  const [last, ...rest] = seen;
  expect(last).toMatchObject({ T: 1, M: [SUBSCRIBED] });
  expect(rest).toEqual([]);
  // Cast: the shape is what this test checks.
  const { G } = last as { readonly G: string };
  expect(tokens.readGroups(G, "1.2")?.channels).toEqual([{ name: "news", member: undefined }]);
  expect([session.is_ended, clock.pending()]).toEqual([true, 0]);
});

test("waits briefly on a stop for the next poll of a client, with its channels", async () => {
  const { clock, hub, session, sessions, tokens, seen, answered, poll } = await heldPoll();
  clock.advance(limits.http_poll_interval_ms);
  await answered;
  // Cast: the tests above check the shape.
  const [{ C: message_id }] = seen as [{ C: string }];
  const text = JSON.stringify({ H: "fanfare", M: "Subscribe", A: ["more"], I: 1 });
  session.receive(text, () => {}, refuse);
  await hub.connections.endAll("reconnect", 0);
  let is_settled = false;
  const settling = sessions.settled().then(() => {
    is_settled = true;
  });
  await settled();
  expect(is_settled).toBe(false);
  const last = await (await poll(session.resume({ message_id, groups_token: null }, false))).json();
  await settling;
  expect(tokens.readGroups(last.G, "1.2")?.channels.map(({ name }) => name)).toEqual(["news", "more"]);
});

test("waits no longer on a stop for a client that's gone, and leaves no timers", async () => {
  const { clock, hub, sessions, answered } = await heldPoll();
  clock.advance(limits.http_poll_interval_ms);
  await answered;
  await hub.connections.endAll("reconnect", 0);
  const settling = sessions.settled();
  clock.advance(hubLimits.hub_last_request_ms);
  await settling;
  expect(clock.pending()).toBe(0);
});
