import type { HubDialect } from "../hub/hub.ts";
import { encodeCallback } from "./envelope.ts";

/** Encodes callbacks for classic SignalR, over any transport. */
export const CLASSIC_DIALECT: HubDialect = {
  name: "signalr-classic",
  encode: ({ name, args }) => encodeCallback(name, args),
};

const CHANNEL_START = /^\{"H":"fanfare","M":"[A-Za-z]+","A":\["([A-Za-z0-9_\-=@,.;#]+)"/;

/** Channel of a call written by {@link CLASSIC_DIALECT}, or undefined. Channel names need no JSON escaping. */
export function callbackChannel(text: string): string | undefined {
  return CHANNEL_START.exec(text)?.[1];
}

const POSITION_END = /"position":"([A-Za-z0-9_-]+:\d+)"(?:,"userId":"(?:[^"\\]|\\.)*")?\}\]\}$/;

export function callbackPosition(text: string): string | undefined {
  return POSITION_END.exec(text)?.[1];
}
