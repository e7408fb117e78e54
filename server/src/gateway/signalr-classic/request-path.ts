/** The calls of the classic protocol, as the last part of a path. */
const CALLS = ["negotiate", "connect", "start", "reconnect", "poll", "send", "abort", "ping", "hubs"] as const;
export type ClassicCall = (typeof CALLS)[number];

/** Transports of messages to the client. A fourth one, foreverFrame, is for browsers that no longer exist. */
const TRANSPORTS = ["webSockets", "serverSentEvents", "longPolling"] as const;
export type ClassicTransport = (typeof TRANSPORTS)[number];

const PATH = /(?:^|\/)signalr\/+([a-z]+)\/*$/i;

/**
 * Reads `[prefix]/signalr/{call}`; undefined for a path of another handler. Doubled and trailing slashes and case are
 * ignored.
 *
 * @example
 * parseCallName("/prefix/SignalR//negotiate/"); // "negotiate"
 */
export function parseCallName(pathname: string): ClassicCall | undefined {
  const name = PATH.exec(pathname)?.[1]?.toLowerCase();
  // The script of proxies has two names.
  return name === "js" ? "hubs" : CALLS.find((call) => call === name);
}

export function parseTransport(name: string | null): ClassicTransport | undefined {
  const requested = name?.toLowerCase();
  return TRANSPORTS.find((transport) => transport.toLowerCase() === requested);
}

/** The fields of a call: of its form, if the client posts, then of its query. */
export interface ClassicFields {
  get(name: string): string | null;
}

/** @param form Fields of the body, where there is one. */
export function mergeFields(query: URLSearchParams, form: URLSearchParams): ClassicFields {
  return { get: (name) => form.get(name) ?? query.get(name) };
}

const CALLBACK = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

/** The function that a script is to call with the answer (JSONP), where it is the name of one. */
export function parseJsonpCallback(name: string | null): string | undefined {
  return name !== null && name.length <= 200 && CALLBACK.test(name) ? name : undefined;
}
