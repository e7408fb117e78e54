import type { HubDialect } from "../hub/hub.ts";
import { encodeCallback } from "./envelope.ts";

/** Encodes callbacks for classic SignalR, over any transport. */
export const CLASSIC_DIALECT: HubDialect = {
  name: "signalr-classic",
  encode: ({ name, args }) => encodeCallback(name, args),
};

const CHANNEL_START = /^\{"H":"fanfare","M":"[A-Za-z]+","A":\["([A-Za-z0-9_\-=@,.;#]+)"/;

/**
 * The channel that a call is about, read from what {@link CLASSIC_DIALECT} wrote; undefined for calls about none. Names of
 * channels need no escaping in JSON.
 */
export function callbackChannel(text: string): string | undefined {
  return CHANNEL_START.exec(text)?.[1];
}

const POSITION_END = /"position":"([A-Za-z0-9_-]+:\d+)"(?:,"userId":"(?:[^"\\]|\\.)*")?\}\]\}$/;

/** The position of the event in a call, if its channel has history. */
export function callbackPosition(text: string): string | undefined {
  return POSITION_END.exec(text)?.[1];
}
