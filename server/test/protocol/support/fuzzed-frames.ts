import type { Rng } from "@fanfare/contract/lib/rng";
import { channelSignatureText } from "@fanfare/contract/realtime/signature";
import { signText } from "../../../src/lib/signing.ts";
import { TEST_APP } from "../../support/pusher-client.ts";

const EVENTS = [
  "pusher:ping",
  "pusher:pong",
  "pusher:subscribe",
  "pusher:unsubscribe",
  "pusher:signin",
  "client-x",
  "pusher_internal:subscription_succeeded",
  "pusher:error",
  "__proto__",
  "",
];
const CHANNELS = [
  "news",
  "private-a",
  "presence-a",
  "cache-a",
  "private-cache-a",
  "private-encrypted-a",
  "presence-cache-a",
  "#server-to-user-u1",
  "#all",
  "a b",
  "constructor",
  "x".repeat(200),
  "x".repeat(201),
];
const TEXTS = [
  "",
  "\u0000",
  "\uD800",
  "🎉",
  "[[",
  '{"user_id":"1"}',
  '{"user_id":1,"user_info":[]}',
  '{"id":"u1"}',
  "null",
  "1e999",
];

/** Frame of a hostile or broken client. Some are valid, so that there's state to break. */
export function fuzzedFrame(rng: Rng, socket_id: string): string {
  const pick = <Value>(values: readonly [Value, ...Value[]] | readonly Value[]): Value | undefined =>
    values[Math.floor(rng.next() * values.length)];
  const value = (depth: number): unknown => {
    const dice = rng.next();
    if (dice < 0.15) return pick(TEXTS);
    if (dice < 0.3) return pick(CHANNELS);
    if (dice < 0.4) return pick([null, true, 0, -1, 1e308, 2 ** 53]);
    if (dice < 0.5) return undefined;
    if (depth > 3) return {};
    if (dice < 0.6) return [value(depth + 1), value(depth + 1)];
    return {
      [String(pick(["channel", "auth", "channel_data", "user_data", "__proto__", "toString"]))]: value(depth + 1),
    };
  };
  const command = (): string => {
    const channel = pick(CHANNELS);
    const channel_data = rng.next() < 0.5 ? pick(TEXTS) : undefined;
    const auth =
      rng.next() < 0.5 ? signText(TEST_APP, channelSignatureText(socket_id, channel ?? "", channel_data)) : pick(TEXTS);
    const data = { channel, auth, channel_data };
    return JSON.stringify({ event: pick(EVENTS), data: rng.next() < 0.2 ? JSON.stringify(data) : data, channel });
  };
  const damaged = (text: string): string => {
    const at = Math.floor(rng.next() * text.length);
    const until = Math.min(text.length, at + Math.floor(rng.next() * 8));
    const junk = rng.next() < 0.5 ? (pick(TEXTS) ?? "") : String.fromCharCode(Math.floor(rng.next() * 0x10000));
    return text.slice(0, at) + junk + text.slice(until);
  };
  const dice = rng.next();
  if (dice < 0.35) return command();
  if (dice < 0.6) return damaged(command());
  if (dice < 0.85)
    return JSON.stringify({ event: rng.next() < 0.8 ? pick(EVENTS) : value(0), data: value(0), channel: value(0) });
  if (dice < 0.9) return "[".repeat(Math.floor(rng.next() * 5_000));
  if (dice < 0.95) return `{"event":"pusher:subscribe","data":${'{"a":'.repeat(200)}1${"}".repeat(200)}}`;
  return String.fromCharCode(...Array.from({ length: 40 }, () => Math.floor(rng.next() * 0x10000)));
}
