/** The calls of the classic protocol, as the last part of a path. */
const CALLS = ["negotiate", "connect", "start", "reconnect", "poll", "send", "abort", "ping", "hubs"] as const;
export type ClassicCall = (typeof CALLS)[number];

/** What carries messages to the client. A fourth one, foreverFrame, is for browsers that no longer exist. */
const TRANSPORTS = ["webSockets", "serverSentEvents", "longPolling"] as const;
export type ClassicTransport = (typeof TRANSPORTS)[number];

const PATH = /(?:^|\/)signalr\/+([a-z]+)\/*$/i;

/**
 * Reads `[prefix]/signalr/{call}`; undefined when the path belongs to somebody else. Doubled and trailing slashes and
 * capitals are as good as none.
 *
 * @example
 * readCall("/prefix/SignalR//negotiate/"); // "negotiate"
 */
export function readCall(pathname: string): ClassicCall | undefined {
  const name = PATH.exec(pathname)?.[1]?.toLowerCase();
  // The script of proxies has two names.
  return name === "js" ? "hubs" : CALLS.find((call) => call === name);
}

export function readTransport(name: string | null): ClassicTransport | undefined {
  const asked = name?.toLowerCase();
  return TRANSPORTS.find((transport) => transport.toLowerCase() === asked);
}

/** What a call says, in its address or, where the client posts, in its form. The form goes first. */
export interface ClassicFields {
  get(name: string): string | null;
}

/** @param form Fields of the body, where there is one. */
export function fieldsOf(query: URLSearchParams, form: URLSearchParams): ClassicFields {
  return { get: (name) => form.get(name) ?? query.get(name) };
}

const CALLBACK = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

/** The function that a script is to call with the answer (JSONP), where it is the name of one. */
export function readCallback(name: string | null): string | undefined {
  return name !== null && name.length <= 200 && CALLBACK.test(name) ? name : undefined;
}
