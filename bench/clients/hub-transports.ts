import { BENCH_APP, channelName, EVENT_NAME } from "../servers/commands.ts";
import { type Exchange, type Listeners, openExchanges } from "./exchanges.ts";

/** How clients without WebSocket receive channel events. */
export interface HubTransport {
  readonly name: string;
  connect(port: number, count: number): Promise<Listeners>;
}

type Parameters = Readonly<Record<string, string>>;

const CHANNEL = channelName(0);
const HEAD = "Host: 127.0.0.1\r\nAccept: text/event-stream, application/json\r\n";
const RECORD_END = "\u001e";

const get = (path: string): string => `GET ${path} HTTP/1.1\r\n${HEAD}\r\n`;

const each = async (port: number, count: number, one: (origin: string) => Promise<Exchange>): Promise<Listeners> => {
  const origin = `http://127.0.0.1:${port}`;
  const exchanges: Exchange[] = [];
  for (let index = 0; index < count; index++) exchanges.push(await one(origin));
  return openExchanges({ port, marker: EVENT_NAME, exchanges });
};

/** Classic SignalR 2.1: starts a connection and returns where its transport continues. */
async function classic(origin: string, transport: string): Promise<Classic> {
  const base = { clientProtocol: "2.1", connectionData: '[{"name":"fanfare"}]', app: BENCH_APP.key };
  const call = async (name: string, more: Parameters, body?: string): Promise<Record<string, string>> => {
    const init = body === undefined ? {} : { method: "POST", body: new URLSearchParams({ data: body }) };
    const response = await fetch(`${origin}/signalr/${name}?${new URLSearchParams({ ...base, ...more })}`, init);
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    // Cast: envelope of our own server.
    return (await response.json()) as Record<string, string>;
  };
  const { ConnectionToken: connectionToken = "" } = await call("negotiate", {});
  // Always connect by long polling first, which returns the cursor immediately.
  const { C: cursor = "" } = await call("connect", { transport: "longPolling", connectionToken });
  const query = { ...base, transport, connectionToken };
  await call("start", { transport: "longPolling", connectionToken });
  const subscribe = JSON.stringify({ H: "fanfare", M: "Subscribe", A: [CHANNEL], I: 1 });
  return { query, cursor, joinChannel: () => void call("send", query, subscribe) };
}

interface Classic {
  readonly query: Parameters;
  readonly cursor: string;
  /** Subscribes. The response arrives on the transport, so open that first. */
  joinChannel(): void;
}

const classicStream: HubTransport = {
  name: "classic SignalR, Server-Sent Events",
  connect: (port, count) =>
    each(port, count, async (origin) => {
      const { query, cursor, joinChannel: enter } = await classic(origin, "serverSentEvents");
      const path = `/signalr/reconnect?${new URLSearchParams({ ...query, messageId: cursor })}`;
      return {
        next(answer) {
          if (answer !== "") return undefined;
          enter();
          return get(path);
        },
      };
    }),
};

const classicPolls: HubTransport = {
  name: "classic SignalR, long polling",
  connect: (port, count) =>
    each(port, count, async (origin) => {
      const { query, cursor: first, joinChannel: enter } = await classic(origin, "longPolling");
      let position: Parameters = { messageId: first };
      return {
        next(answer) {
          if (answer === "") enter();
          const cursor = /"C":"([^"]+)"/.exec(answer)?.[1];
          const groups = /"G":"([^"]+)"/.exec(answer)?.[1];
          if (cursor !== undefined) position = { ...position, messageId: cursor };
          if (groups !== undefined) position = { ...position, groupsToken: groups };
          return get(`/signalr/poll?${new URLSearchParams({ ...query, ...position })}`);
        },
      };
    }),
};

/** ASP.NET Core SignalR: negotiates a connection and returns the path of its transport. */
async function core(origin: string): Promise<string> {
  const negotiated = await fetch(`${origin}/signalr/negotiate?negotiateVersion=1&app=${BENCH_APP.key}`, {
    method: "POST",
  });
  // Cast: response of our own server.
  const { connectionToken } = (await negotiated.json()) as { connectionToken: string };
  return `/signalr?app=${BENCH_APP.key}&id=${encodeURIComponent(connectionToken)}`;
}

const sendMessage = async (address: string, message: object): Promise<void> => {
  const response = await fetch(address, { method: "POST", body: JSON.stringify(message) + RECORD_END });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
};

/** Sends handshake and subscription once the transport is open. */
const enter = async (address: string): Promise<void> => {
  await sendMessage(address, { protocol: "json", version: 1 });
  await sendMessage(address, { type: 1, invocationId: "1", target: "Subscribe", arguments: [CHANNEL] });
};

const coreTransport = (name: string, accept: string, again: boolean): HubTransport => ({
  name,
  connect: (port, count) =>
    each(port, count, async (origin) => {
      const path = await core(origin);
      const request = get(path).replace(/Accept: [^\r]*/, `Accept: ${accept}`);
      let has_entered = false;
      return {
        next(answer) {
          if (answer === "") return request;
          if (!has_entered) {
            has_entered = true;
            void enter(origin + path);
          }
          return again ? request : undefined;
        },
      };
    }),
});

export const HUB_TRANSPORTS: readonly HubTransport[] = [
  classicStream,
  classicPolls,
  coreTransport("ASP.NET Core SignalR, Server-Sent Events", "text/event-stream", false),
  coreTransport("ASP.NET Core SignalR, long polling", "*/*", true),
];
