import { describe, expect, test } from "bun:test";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { ChannelPositions, channelKey } from "./channel-positions.ts";
import { negotiateProtocol } from "./client-protocol.ts";
import { readConnectionData } from "./connection-data.ts";
import { encodeCursor, parseCursor } from "./cursor.ts";
import { encodeCallback, encodeEnvelope, encodeFailure, encodeResult } from "./envelope.ts";
import { parseHubCall } from "./hub-call.ts";
import { mergeFields, parseCallName, parseJsonpCallback, parseTransport } from "./request-path.ts";

describe("protocol version", () => {
  test.each([
    ["1.2", "1.2"],
    ["1.4", "1.4"],
    ["1.5", "1.5"],
    ["2.0", "2.0"],
    ["2.1", "2.0"],
    ["1.9", "1.5"],
    ["2.10", "2.0"],
    ["9.0", "2.0"],
  ] as const)("responds to version %s with %s", (requested, answered) => {
    expect(negotiateProtocol(requested)).toBe(answered);
  });

  test.each([null, "", "1.1", "0.9", "2", "two", "2.0.1", "-1.5", "1e9.0"])("rejects version %p", (requested) => {
    expect(negotiateProtocol(requested)).toBeUndefined();
  });
});

describe("call", () => {
  test.each([
    ["/signalr/negotiate", "negotiate"],
    ["/signalr//negotiate", "negotiate"],
    ["/prefix/more/SignalR/Connect/", "connect"],
    ["/signalr/js", "hubs"],
    ["signalr/ping", "ping"],
  ] as const)("maps the path %s to %s", (path, call) => {
    expect(parseCallName(path)).toBe(call);
  });

  test.each(["/signalr", "/signalr/", "/xsignalr/poll", "/signalr/polls", "/signalr/poll/more", "/app/signalr/x"])(
    "ignores the path %s",
    (path) => {
      expect(parseCallName(path)).toBeUndefined();
    },
  );

  test("accepts the transport name in any case", () => {
    expect(parseTransport("WEBSOCKETS")).toBe("webSockets");
    for (const name of [null, "", "foreverFrame", "carrierPigeon", "__proto__", "toString", "x".repeat(10_000)]) {
      expect(parseTransport(name)).toBeUndefined();
    }
  });

  test("prefers form fields to URL fields", () => {
    const fields = mergeFields(new URLSearchParams("messageId=a&tid=1"), new URLSearchParams("messageId=b+c"));
    expect(["messageId", "tid", "nothing"].map(fields.get)).toEqual(["b c", "1", null]);
  });

  test("accepts only a dotted name as a JSONP callback", () => {
    expect(parseJsonpCallback("jQuery36.cb_1")).toBe("jQuery36.cb_1");
    for (const name of [null, "", "alert(1)", "a;b", "a..b", "1a", "a.b[0]", "<script>", "a".repeat(201)]) {
      expect(parseJsonpCallback(name)).toBeUndefined();
    }
  });
});

describe("cursor", () => {
  test("survives encoding and parsing", () => {
    for (const sequence of [0, 1, 35, 36, 1_000, 2 ** 40]) {
      const cursor = { instance_id: "k3x", sequence };
      expect(parseCursor(encodeCursor({ ...cursor, positions: "" }))).toEqual({ ...cursor, positions: new Map() });
    }
  });

  test("contains the latest positions of channels with history", () => {
    const seen = new ChannelPositions();
    const positions = new Map<string, string>();
    for (let each = 0; each < 200; each++) {
      seen.set(`orders-${each}`, `k3f9Ab_-:${each * 1_000_000}`);
      positions.set(channelKey(`orders-${each}`), `k3f9Ab_-:${each * 1_000_000}`);
    }
    const text = encodeCursor({ instance_id: "k3x", sequence: 7, positions: seen.text });
    expect(encodeURIComponent(text)).toBe(text);
    expect(text.length).toBeLessThan(hubLimits.classic_positions_chars_max + 20);
    const read = parseCursor(text)?.positions ?? new Map();
    expect(read.size).toBeGreaterThan(20);
    for (const [key, position] of read) expect(positions.get(key)).toBe(position);
    expect(read.has(channelKey("orders-199"))).toBe(true);
  });

  test.each([
    "",
    "k3x",
    "k3x-",
    "-1",
    "k3x-01",
    "k3x-1~",
    "k3x-1~abcdefgh.e",
    "k3x-1~abcdefgh.e.1~",
    "k3x-1~abcdefgh.e.!",
    `k3x-1${"~abcdefgh.e.1".repeat(100)}`,
    "k3x--1",
    "K3X-1",
    "k3x-1 ",
    "d-7A,1|B,2",
    "k3x-zzzzzzzzzzz",
    "0".repeat(40),
  ])("rejects %p", (text) => {
    expect(parseCursor(text)).toBeUndefined();
  });
});

describe("connectionData", () => {
  test("accepts the one hub name in any case, or none", () => {
    expect(readConnectionData('[{"name":"FanFare"}]')).toEqual({ outcome: "read", is_listening: true });
    for (const text of [null, "", "[]"]) {
      expect(readConnectionData(text)).toEqual({ outcome: "read", is_listening: false });
    }
  });

  test.each([
    "{}",
    "null",
    "[1]",
    '[{"name":1}]',
    '[{"name":"fanfare"},{"name":"FANFARE"}]',
    '[{"name":"chat"}]',
    "[".repeat(900),
    `["${"x".repeat(hubLimits.classic_connection_data_chars_max)}"]`,
    "[{",
  ])("rejects %.40s with an error", (text) => {
    expect(readConnectionData(text)).toMatchObject({ outcome: "refused" });
  });
});

describe("hub call", () => {
  test("is read with its ID as text and its arguments unchanged", () => {
    expect(parseHubCall('{"H":"fanfare","M":"Subscribe","A":["news",{"since":1}],"I":0,"S":{"a":1}}')).toEqual({
      kind: "call",
      id: "0",
      hub: "fanfare",
      method: "Subscribe",
      args: ["news", { since: 1 }],
    });
    expect(parseHubCall('{"H":"h","M":"m","I":"7"}')).toMatchObject({ kind: "call", id: "7", args: [] });
  });

  test.each([
    ["", undefined],
    ["null", undefined],
    ["[]", undefined],
    ['{"H":"h","M":"m"}', undefined],
    ['{"H":"h","M":"m","I":{}}', undefined],
    ['{"H":"h","M":"m","I":1e999}', undefined],
    [`{"H":"h","M":"m","I":"${"9".repeat(41)}"}`, undefined],
    ["[".repeat(5_000), undefined],
    ['{"M":"m","I":1}', "1"],
    ['{"H":"h","M":2,"I":1}', "1"],
    ['{"H":"h","M":"m","A":{},"I":1}', "1"],
    [`{"H":"h","M":"m","I":1,"S":"${"x".repeat(5_000)}"}`, "1"],
  ])("reports an error for %.50s", (text, id) => {
    const call = parseHubCall(text);
    expect(call).toMatchObject({ kind: "invalid" });
    expect(call.id).toBe(id);
  });
});

describe("output to the client", () => {
  test("always has M, and other keys only when needed", () => {
    expect(JSON.parse(encodeEnvelope({ cursor: "a-1", messages: [] }))).toEqual({ C: "a-1", M: [] });
    const full = encodeEnvelope({
      cursor: "a-1",
      messages: [encodeCallback("event", ['"news"', "1"]), encodeCallback("x", [])],
      initialized: true,
      groups_token: "g",
      stopping: true,
      pause_ms: 5,
      fatal: 'the "end"',
    });
    expect(JSON.parse(full)).toEqual({
      C: "a-1",
      S: 1,
      T: 1,
      G: "g",
      L: 5,
      E: 'the "end"',
      M: [
        { H: "fanfare", M: "event", A: ["news", 1] },
        { H: "fanfare", M: "x", A: [] },
      ],
    });
  });

  test("is one line, even with line breaks in the JSON", () => {
    expect(encodeCallback("event", ['{\n\t"a":\r\n"\\n"}'])).not.toMatch(/[\r\n]/);
    expect(JSON.parse(encodeResult("1", '{\n"a":"\\n"\n}'))).toEqual({ I: "1", R: { a: "\n" } });
  });

  test("omits a missing result and includes the whole failure", () => {
    expect(encodeResult("1", undefined)).toBe('{"I":"1"}');
    expect(JSON.parse(encodeFailure("1", { message: "No.", data: { code: "no" } }))).toEqual({
      I: "1",
      E: "No.",
      H: true,
      D: { code: "no" },
    });
  });
});
