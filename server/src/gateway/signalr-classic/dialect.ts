import type { HubDialect } from "../hub/hub.ts";
import { encodeCallback } from "./envelope.ts";

/** How classic SignalR writes a call of a callback, whatever carries it. */
export const CLASSIC_DIALECT: HubDialect = {
  name: "signalr-classic",
  encode: ({ name, args }) => encodeCallback(name, args),
};

const CHANNEL_START = /^\{"H":"fanfare","M":"[A-Za-z]+","A":\["([A-Za-z0-9_\-=@,.;#]+)"/;

/**
 * The channel that a call is about, read from what {@link CLASSIC_DIALECT} wrote; undefined for calls about none. Names of
 * channels need no escaping in JSON.
 */
export function channelOfCallback(text: string): string | undefined {
  return CHANNEL_START.exec(text)?.[1];
}

const POSITION_END = /"position":"([A-Za-z0-9_-]+:\d+)"(?:,"userId":"(?:[^"\\]|\\.)*")?\}\]\}$/;

/** The position of the event that a call tells, where its channel has history. */
export function positionOfCallback(text: string): string | undefined {
  return POSITION_END.exec(text)?.[1];
}
