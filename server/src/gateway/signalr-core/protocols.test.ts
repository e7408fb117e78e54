import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { decode, encode } from "@msgpack/msgpack";
import { encodeHandshake, readHandshake } from "./handshake.ts";
import { JSON_PROTOCOL } from "./json-protocol.ts";
import { MESSAGE_PACK_PROTOCOL } from "./message-pack-protocol.ts";
import type { HubProtocol, Inbound } from "./messages.ts";

const NOTHING = new Uint8Array();
const octets = (text: string): Uint8Array => Buffer.from(text);
const json = (value: unknown): Uint8Array =>
  octets(`${typeof value === "string" ? value : JSON.stringify(value)}\u001e`);
const packed = (value: unknown): Uint8Array => {
  const body = encode(value);
  const head = body.length < 128 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7];
  return Buffer.concat([Uint8Array.from(head), body]);
};
const read = (protocol: HubProtocol, chunk: Uint8Array): readonly Inbound[] => protocol.parse(NOTHING, chunk).messages;
const kinds = (messages: readonly Inbound[]): readonly string[] => messages.map(({ kind }) => kind);

const INVOCATION = {
  kind: "invocation",
  id: "0",
  target: "echo",
  args: ["hi"],
  has_streams: false,
  wants_stream: false,
};

describe("JSON", () => {
  test("reads client messages with fields in any order", () => {
    const invocation = { target: "echo", arguments: ["hi"], invocationId: "0", type: 1 };
    expect<readonly unknown[]>(read(JSON_PROTOCOL, json(invocation))).toEqual([INVOCATION]);
    expect<readonly unknown[]>(read(JSON_PROTOCOL, json({ ...invocation, type: 4, streamIds: ["1"] }))).toEqual([
      { ...INVOCATION, has_streams: true, wants_stream: true },
    ]);
    const { invocationId, ...silent } = invocation;
    expect(read(JSON_PROTOCOL, json(silent))).toMatchObject([{ kind: "invocation", id: undefined }]);
  });

  test.each<[unknown, string]>([
    [{ type: 6 }, "ping"],
    [{ type: 7, error: "x" }, "close"],
    [{ type: 8, sequenceId: 3 }, "ack"],
    [{ type: 9, sequenceId: 3 }, "sequence"],
    [{ type: 5, invocationId: "1" }, "cancel"],
    [{ type: 2, invocationId: "1", item: 1 }, "unwanted"],
    [{ type: 3, invocationId: "1", result: 1, error: "both" }, "unwanted"],
    [{ type: 99 }, "unknown"],
    [{ type: "1" }, "broken"],
    [{}, "broken"],
    [[], "broken"],
    ["null", "broken"],
    ["{", "broken"],
    ["", "broken"],
    ["[".repeat(1_000), "broken"],
    [{ type: 1, target: "x" }, "broken"],
    [{ type: 1, target: 7, arguments: [] }, "broken"],
    [{ type: 1, target: "x", arguments: [], invocationId: 7 }, "broken"],
    [{ type: 1, target: "x", arguments: [], invocationId: "" }, "broken"],
    [{ type: 4, target: "x", arguments: [] }, "broken"],
    [{ type: 8, sequenceId: -1 }, "broken"],
    [{ type: 9, sequenceId: "1" }, "broken"],
    [{ type: 5 }, "broken"],
  ])("reads %j as %s", (value, kind) => {
    expect(kinds(read(JSON_PROTOCOL, json(value)))).toEqual([kind]);
  });

  test("reads messages across any byte boundary and within its limit", () => {
    const whole = Buffer.concat([
      json({ type: 6 }),
      json({ type: 1, target: "zoë", arguments: [] }),
      json({ type: 7 }),
    ]);
    for (let cut = 0; cut <= whole.length; cut++) {
      const first = JSON_PROTOCOL.parse(NOTHING, whole.subarray(0, cut));
      const second = JSON_PROTOCOL.parse(first.rest, whole.subarray(cut));
      expect(kinds([...first.messages, ...second.messages])).toEqual(["ping", "invocation", "close"]);
      expect(second.rest).toHaveLength(0);
    }
    expect(kinds(read(JSON_PROTOCOL, octets("x".repeat(limits.frame_bytes_max + 1))))).toEqual(["broken"]);
    expect(kinds(read(JSON_PROTOCOL, Buffer.from([0xff, 0x1e])))).toEqual(["broken"]);
  });

  test("writes only unambiguous messages", () => {
    const text = (message: Parameters<HubProtocol["encode"]>[0]): string => String(JSON_PROTOCOL.encode(message));
    expect(text({ kind: "completion", id: "1", value: "null" })).toBe(
      '{"type":3,"invocationId":"1","result":null}\u001e',
    );
    expect(text({ kind: "completion", id: "1", value: undefined })).toBe('{"type":3,"invocationId":"1"}\u001e');
    expect(text({ kind: "failure", id: "1", error: "no" })).toBe('{"type":3,"invocationId":"1","error":"no"}\u001e');
    expect(text({ kind: "item", id: '"', value: "1" })).toBe('{"type":2,"invocationId":"\\"","item":1}\u001e');
    expect(text({ kind: "close", error: undefined, allow_reconnect: true })).toBe(
      '{"type":7,"allowReconnect":true}\u001e',
    );
    expect(String(JSON_PROTOCOL.dialect.encode({ name: "event", args: ['"a"', "1"] }))).toBe(
      '{"type":1,"target":"event","arguments":["a",1]}\u001e',
    );
  });
});

describe("MessagePack", () => {
  test("reads arrays of 5, 6, and more elements", () => {
    for (const more of [[], [[]], [null, "later"]]) {
      expect<readonly unknown[]>(read(MESSAGE_PACK_PROTOCOL, packed([1, {}, "0", "echo", ["hi"], ...more]))).toEqual([
        INVOCATION,
      ]);
    }
    expect(read(MESSAGE_PACK_PROTOCOL, packed([1, null, null, "echo", [], ["1"]]))).toMatchObject([
      { id: undefined, has_streams: true },
    ]);
  });

  test.each<[unknown, string]>([
    [[6], "ping"],
    [[7, null], "close"],
    [[8, 3], "ack"],
    [[9, 3], "sequence"],
    [[5, {}, "1"], "cancel"],
    [[2, {}, "1", 1], "unwanted"],
    [[99], "unknown"],
    [["1"], "broken"],
    [[], "broken"],
    [{}, "broken"],
    [7, "broken"],
    [[1, {}, 7, "x", []], "broken"],
    [[4, {}, null, "x", []], "broken"],
    [[1, {}, "0", "x", {}], "broken"],
    [[9, -1], "broken"],
  ])("reads %j as %s", (value, kind) => {
    expect(kinds(read(MESSAGE_PACK_PROTOCOL, packed(value)))).toEqual([kind]);
  });

  test("reads across any byte boundary and rejects long, deep, or partial messages", () => {
    const whole = Buffer.concat([packed([6]), packed([1, {}, "0", "x".repeat(300), []]), packed([7, null])]);
    for (let cut = 0; cut <= whole.length; cut++) {
      const first = MESSAGE_PACK_PROTOCOL.parse(NOTHING, whole.subarray(0, cut));
      const second = MESSAGE_PACK_PROTOCOL.parse(first.rest, whole.subarray(cut));
      expect(kinds([...first.messages, ...second.messages])).toEqual(["ping", "invocation", "close"]);
    }
    expect(kinds(read(MESSAGE_PACK_PROTOCOL, Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 1)))).toEqual(["broken"]);
    expect(kinds(read(MESSAGE_PACK_PROTOCOL, Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f)))).toEqual(["broken"]);
    expect(kinds(read(MESSAGE_PACK_PROTOCOL, Uint8Array.of(1, 0xc1)))).toEqual(["broken"]);
    // 1,000 nested one-element arrays, and an array that declares 4 billion elements.
    const deep = Buffer.concat([Buffer.alloc(1_000, 0x91), Uint8Array.of(0xc0)]);
    expect(kinds(read(MESSAGE_PACK_PROTOCOL, Buffer.concat([Uint8Array.of(0xe9, 0x07), deep])))).toEqual(["broken"]);
    expect(kinds(read(MESSAGE_PACK_PROTOCOL, Uint8Array.of(5, 0xdd, 0xff, 0xff, 0xff, 0xff)))).toEqual(["broken"]);
  });

  test("reads bytes as base64 and timestamps as ISO dates, as in JSON", () => {
    const data = { a: Uint8Array.of(1, 2, 255), b: [Uint8Array.of()], at: new Date(0), n: 1.5, none: null };
    for (const copy of [(sent: Uint8Array) => sent, (sent: Uint8Array) => Uint8Array.from(sent)]) {
      const [message] = read(MESSAGE_PACK_PROTOCOL, copy(packed([1, {}, "0", "echo", [data, Uint8Array.of(0)]])));
      if (message?.kind !== "invocation") throw new Error("It is no invocation.");
      expect(JSON.stringify(message.args)).toBe(
        '[{"a":"AQL/","b":[""],"at":"1970-01-01T00:00:00.000Z","n":1.5,"none":null},"AA=="]',
      );
    }
  });

  test("writes its length in as many bytes as needed", () => {
    for (const length of [1, 120, 200, 20_000]) {
      const frame = MESSAGE_PACK_PROTOCOL.dialect.encode({ name: "event", args: [JSON.stringify("x".repeat(length))] });
      if (typeof frame === "string") throw new Error("The frame is text.");
      const head = frame.findIndex((octet) => octet < 0x80) + 1;
      expect(decode(frame.subarray(head))).toEqual([1, {}, null, "event", ["x".repeat(length)], []]);
    }
    expect(MESSAGE_PACK_PROTOCOL.encode({ kind: "ping" })).toEqual(Uint8Array.of(2, 0x91, 6));
  });
});

describe("handshake", () => {
  test.each<[string, boolean, string]>([
    ['{"protocol":"json","version":1}\u001e', true, "agreed"],
    ['{"protocol":"messagepack","version":2}\u001e', false, "agreed"],
    ['{"protocol":"messagepack","version":1}\u001e', true, "refused"],
    ['{"protocol":"xml","version":1}\u001e', false, "refused"],
    ['{"protocol":"json","version":3}\u001e', false, "refused"],
    ['{"protocol":"json","version":"1"}\u001e', false, "refused"],
    ['{"protocol":"json"}\u001e', false, "refused"],
    ["{}\u001e", false, "refused"],
    ["\u001e", false, "refused"],
    ["[[[[\u001e", false, "refused"],
    ["GET / HTTP/1.1", false, "incomplete"],
    ["x".repeat(2_000), false, "refused"],
  ])("reads %p on a text-only transport (%p) as %s", (text, text_only, outcome) => {
    expect(readHandshake(octets(text), text_only).outcome).toBe(outcome as "agreed");
  });

  test("responds in the frame type that follows", () => {
    expect(encodeHandshake(undefined, false)).toBe("{}\u001e");
    expect(encodeHandshake(undefined, true)).toEqual(Uint8Array.of(0x7b, 0x7d, 0x1e));
    expect(encodeHandshake("no", false)).toBe('{"error":"no"}\u001e');
  });
});
