import { hubLimits } from "@fanfare/contract/hub-limits";
import { asObject } from "../../json.ts";
import { channelOfCallback, positionOfCallback } from "./dialect.ts";

/** Positions by {@link channelKey}. */
export type Positions = ReadonlyMap<string, string>;

interface Place {
  readonly key: string;
  readonly position: string;
}

const KEY_BYTES = 6;
const RADIX = 36;
const PLACE = /^([A-Za-z0-9_-]{8})\.([A-Za-z0-9_-]{1,40})\.([0-9a-z]{1,11})$/;

/** A short name of a channel, the same on every server. */
export function channelKey(channel: string): string {
  return new Bun.CryptoHasher("sha256").update(channel).digest().subarray(0, KEY_BYTES).toString("base64url");
}

/**
 * Up to where a connection was told of its channels with history. It travels with every cursor, so that a server that knows
 * nothing of the connection can say from where on something is lost.
 *
 * @example
 * seen.set("orders", "k3f9Ab01:17");
 * seen.text; // "~Xw3k0a_1.k3f9Ab01.h"
 */
export class Seen {
  /** The channel that was heard of last is the last one. */
  readonly #places = new Map<string, Place>();
  #text: string | undefined = "";

  set(channel: string, position: string): void {
    const known = this.#places.get(channel);
    if (known?.position === position) return;
    this.#places.delete(channel);
    this.#places.set(channel, { key: known?.key ?? channelKey(channel), position });
    const [oldest] = this.#places.keys();
    if (this.#places.size > hubLimits.classic_positions_max && oldest !== undefined) this.#places.delete(oldest);
    this.#text = undefined;
  }

  /** What an answer to `Subscribe` or `SubscribeMany` says of positions. */
  welcomed(value: unknown): void {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const each of list) {
      const position = positionIn(each);
      const channel = textIn(each, "channel");
      if (channel !== undefined && position !== undefined) this.set(channel, position);
    }
  }

  /** A callback goes out. */
  told(text: string): void {
    const place = placeIn(text);
    if (place !== undefined) this.set(place.channel, place.position);
  }

  /** For an address: the channels of which it was told last, as many as there is room for. */
  get text(): string {
    this.#text ??= this.#write();
    return this.#text;
  }

  #write(): string {
    const parts: string[] = [];
    let chars = 0;
    for (const { key, position } of [...this.#places.values()].reverse()) {
      const [epoch, offset] = position.split(":");
      const part = `~${key}.${epoch}.${Number(offset).toString(RADIX)}`;
      chars += part.length;
      if (chars > hubLimits.classic_positions_chars_max) break;
      parts.push(part);
    }
    return parts.join("");
  }
}

/** Reads what {@link Seen.text} wrote; undefined for anything else. */
export function parseSeen(text: string): Positions | undefined {
  const positions = new Map<string, string>();
  if (text.length > hubLimits.classic_positions_chars_max) return undefined;
  for (const part of text.split("~").slice(1)) {
    const [, key, epoch, offset] = PLACE.exec(part) ?? [];
    if (key === undefined || epoch === undefined || offset === undefined) return undefined;
    positions.set(key, `${epoch}:${Number.parseInt(offset, RADIX)}`);
  }
  return positions;
}

/** The position in what a channel answered to whom it let in. */
export function positionIn(welcomed: unknown): string | undefined {
  return textIn(welcomed, "position");
}

function textIn(value: unknown, name: string): string | undefined {
  const text = asObject(value)?.[name];
  return typeof text === "string" ? text : undefined;
}

/** How an event of a channel without history ends: almost all of them. */
const NO_POSITION = ",{}]}";

/** All clients on a channel are told the same text, one after the other: it is read for the first of them. */
let read: { readonly text: string; readonly place: { channel: string; position: string } | undefined } = {
  text: "",
  place: undefined,
};

function placeIn(text: string): { readonly channel: string; readonly position: string } | undefined {
  if (text.endsWith(NO_POSITION)) return undefined;
  if (read.text === text) return read.place;
  const position = positionOfCallback(text);
  const channel = position === undefined ? undefined : channelOfCallback(text);
  read = { text, place: channel === undefined || position === undefined ? undefined : { channel, position } };
  return read.place;
}
