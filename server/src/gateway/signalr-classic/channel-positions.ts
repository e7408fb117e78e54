import { hubLimits } from "@fanfare/contract/limits/hub";
import { asObject } from "../../lib/json.ts";
import { callbackChannel, callbackPosition } from "./dialect.ts";

/** Positions by {@link channelKey}. */
export type Positions = ReadonlyMap<string, string>;

interface ParsedPosition {
  readonly key: string;
  readonly position: string;
}

const KEY_BYTES = 6;
const RADIX = 36;
const POSITION_PATTERN = /^([A-Za-z0-9_-]{8})\.([A-Za-z0-9_-]{1,40})\.([0-9a-z]{1,11})$/;

/** Short channel name, the same on every server. */
export function channelKey(channel: string): string {
  return new Bun.CryptoHasher("sha256").update(channel).digest().subarray(0, KEY_BYTES).toString("base64url");
}

/**
 * Last positions of a connection in its channels with history. Part of every cursor, so that a server without the
 * session can detect from where events are lost.
 *
 * @example
 * positions.set("orders", "k3f9Ab01:17");
 * positions.text; // "~Xw3k0a_1.k3f9Ab01.h"
 */
export class ChannelPositions {
  /** In order of last use. */
  readonly #positions = new Map<string, ParsedPosition>();
  #text: string | undefined = "";

  set(channel: string, position: string): void {
    const known = this.#positions.get(channel);
    if (known?.position === position) return;
    this.#positions.delete(channel);
    this.#positions.set(channel, { key: known?.key ?? channelKey(channel), position });
    const [oldest] = this.#positions.keys();
    if (this.#positions.size > hubLimits.classic_positions_max && oldest !== undefined) this.#positions.delete(oldest);
    this.#text = undefined;
  }

  addWelcome(value: unknown): void {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const each of list) {
      const position = welcomePosition(each);
      const channel = textIn(each, "channel");
      if (channel !== undefined && position !== undefined) this.set(channel, position);
    }
  }

  /** Adds the position from a sent callback. */
  addCallback(text: string): void {
    const found = parsePosition(text);
    if (found !== undefined) this.set(found.channel, found.position);
  }

  /** URL-safe text with as many of the most recently used positions as fit. */
  get text(): string {
    this.#text ??= this.#write();
    return this.#text;
  }

  #write(): string {
    const parts: string[] = [];
    let chars = 0;
    for (const { key, position } of [...this.#positions.values()].reverse()) {
      const [epoch, offset] = position.split(":");
      const part = `~${key}.${epoch}.${Number(offset).toString(RADIX)}`;
      chars += part.length;
      if (chars > hubLimits.classic_positions_chars_max) break;
      parts.push(part);
    }
    return parts.join("");
  }
}

/** Parses {@link ChannelPositions.text}. Undefined for anything else. */
export function parseChannelPositions(text: string): Positions | undefined {
  const positions = new Map<string, string>();
  if (text.length > hubLimits.classic_positions_chars_max) return undefined;
  for (const part of text.split("~").slice(1)) {
    const [, key, epoch, offset] = POSITION_PATTERN.exec(part) ?? [];
    if (key === undefined || epoch === undefined || offset === undefined) return undefined;
    positions.set(key, `${epoch}:${Number.parseInt(offset, RADIX)}`);
  }
  return positions;
}

export function welcomePosition(welcome: unknown): string | undefined {
  return textIn(welcome, "position");
}

function textIn(value: unknown, name: string): string | undefined {
  const text = asObject(value)?.[name];
  return typeof text === "string" ? text : undefined;
}

/** Suffix of events on channels without history, which are almost all events. */
const NO_POSITION = ",{}]}";

/** All subscribers of a channel get the same text consecutively, so it's parsed once for the first of them. */
let parsed: { readonly text: string; readonly result: { channel: string; position: string } | undefined } = {
  text: "",
  result: undefined,
};

function parsePosition(text: string): { readonly channel: string; readonly position: string } | undefined {
  if (text.endsWith(NO_POSITION)) return undefined;
  if (parsed.text === text) return parsed.result;
  const position = callbackPosition(text);
  const channel = position === undefined ? undefined : callbackChannel(text);
  parsed = { text, result: channel === undefined || position === undefined ? undefined : { channel, position } };
  return parsed.result;
}
