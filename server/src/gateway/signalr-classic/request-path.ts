/** Requests of the classic protocol, as the last path segment. */
const CALLS = ["negotiate", "connect", "start", "reconnect", "poll", "send", "abort", "ping", "hubs"] as const;
export type ClassicCall = (typeof CALLS)[number];

/** Transports to the client. Omits foreverFrame, which only obsolete browsers need. */
const TRANSPORTS = ["webSockets", "serverSentEvents", "longPolling"] as const;
export type ClassicTransport = (typeof TRANSPORTS)[number];

const PATH = /(?:^|\/)signalr\/+([a-z]+)\/*$/i;

/**
 * Parses `[prefix]/signalr/{call}`. Undefined for a path of another handler. Ignores case, and doubled and trailing
 * slashes.
 *
 * @example
 * parseCallName("/prefix/SignalR//negotiate/"); // "negotiate"
 */
export function parseCallName(pathname: string): ClassicCall | undefined {
  const name = PATH.exec(pathname)?.[1]?.toLowerCase();
  // The proxy script has two names.
  return name === "js" ? "hubs" : CALLS.find((call) => call === name);
}

export function parseTransport(name: string | null): ClassicTransport | undefined {
  const requested = name?.toLowerCase();
  return TRANSPORTS.find((transport) => transport.toLowerCase() === requested);
}

/** Fields of a request: from the form of a POST, then from the query. */
export interface ClassicFields {
  get(name: string): string | null;
}

/** @param form Fields of the body, if any. */
export function mergeFields(query: URLSearchParams, form: URLSearchParams): ClassicFields {
  return { get: (name) => form.get(name) ?? query.get(name) };
}

const CALLBACK = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

/** JSONP callback of a script response, if it's a valid function name. */
export function parseJsonpCallback(name: string | null): string | undefined {
  return name !== null && name.length <= 200 && CALLBACK.test(name) ? name : undefined;
}
