import { describe, expect, test } from "bun:test";
import { frames } from "@fanfare/contract/realtime/pusher";
import { encodeCacheMiss, encodeMessage, encodeSignedIn, encodeSubscribed } from "./encode-frame.ts";

describe("exact bytes of a frame", () => {
  const ada = new Map([
    ["1", { user_info: '{"name":"A"}' }],
    ["2", { user_info: "{}" }],
  ]);
  test.each([
    [
      "the first one",
      frames.connectionEstablished("123456.7890123", 120, {}),
      String.raw`{"event":"pusher:connection_established","data":"{\"socket_id\":\"123456.7890123\",\"activity_timeout\":120}"}`,
    ],
    ["a pong", frames.pong({}), '{"event":"pusher:pong","data":"{}"}'],
    ["a ping", frames.ping(), '{"event":"pusher:ping","data":"{}"}'],
    [
      "an error, the only one whose data is an object",
      frames.error(4001, "No app."),
      '{"event":"pusher:error","data":{"code":4001,"message":"No app."}}',
    ],
    [
      "an answer to a subscribe",
      encodeSubscribed("private-x", undefined),
      '{"event":"pusher_internal:subscription_succeeded","channel":"private-x","data":"{}"}',
    ],
    [
      "an answer to a subscribe to a presence channel",
      encodeSubscribed("presence-x", ada),
      String.raw`{"event":"pusher_internal:subscription_succeeded","channel":"presence-x","data":"{\"presence\":{\"ids\":[\"1\",\"2\"],\"hash\":{\"1\":{\"name\":\"A\"},\"2\":{}},\"count\":2}}"}`,
    ],
    [
      "a refused subscribe",
      frames.subscriptionError("private-x", "AuthError", "Why.", 401),
      String.raw`{"event":"pusher:subscription_error","channel":"private-x","data":"{\"type\":\"AuthError\",\"error\":\"Why.\",\"status\":401}"}`,
    ],
    ["a cache miss", encodeCacheMiss("cache-x"), '{"event":"pusher:cache_miss","channel":"cache-x","data":"{}"}'],
    [
      "a sign-in, the user's data twice encoded",
      encodeSignedIn('{"id":"12345"}'),
      String.raw`{"event":"pusher:signin_success","data":"{\"user_data\":\"{\\\"id\\\":\\\"12345\\\"}\"}"}`,
    ],
    [
      "a member who came",
      encodeMessage("presence-x", { kind: "member_added", user_id: "7", user_info: '{"name":"A"}' }),
      String.raw`{"event":"pusher_internal:member_added","channel":"presence-x","data":"{\"user_id\":\"7\",\"user_info\":{\"name\":\"A\"}}"}`,
    ],
    [
      "a member who went",
      encodeMessage("presence-x", { kind: "member_removed", user_id: "7" }),
      String.raw`{"event":"pusher_internal:member_removed","channel":"presence-x","data":"{\"user_id\":\"7\"}"}`,
    ],
    [
      "a count",
      encodeMessage("x", { kind: "subscription_count", count: 3 }),
      String.raw`{"event":"pusher_internal:subscription_count","channel":"x","data":"{\"subscription_count\":3}"}`,
    ],
    [
      "an event, its data as it was published",
      encodeMessage("x", { kind: "event", event: "e", data: "not JSON at all" }),
      '{"event":"e","channel":"x","data":"not JSON at all"}',
    ],
    [
      "an event with its sender",
      encodeMessage("presence-x", { kind: "event", event: "client-e", data: "{}", user_id: "7" }),
      '{"event":"client-e","channel":"presence-x","data":"{}","user_id":"7"}',
    ],
  ])("%s", (_, frame, expected) => {
    expect(frame).toBe(expected);
  });
});
