/** Events for the console's view of an app, each on a private channel of the console's own app. */
export const TAIL = "tail";
export const PULSE = "pulse";
const TAIL_CHANNEL = "private-console-tail-";
const PULSE_CHANNEL = "private-console-pulse-";

/** @example consoleChannel("tail", "4242"); // "private-console-tail-4242" */
export function consoleChannel(what: typeof TAIL | typeof PULSE, app_id: string): string {
  return (what === TAIL ? TAIL_CHANNEL : PULSE_CHANNEL) + app_id;
}

/** Parses the name of a console channel. Undefined for any other channel. */
export function parseConsoleChannel(
  name: string,
): { readonly what: typeof TAIL | typeof PULSE; readonly app_id: string } | undefined {
  if (name.startsWith(TAIL_CHANNEL)) return { what: TAIL, app_id: name.slice(TAIL_CHANNEL.length) };
  if (name.startsWith(PULSE_CHANNEL)) return { what: PULSE, app_id: name.slice(PULSE_CHANNEL.length) };
  return undefined;
}
