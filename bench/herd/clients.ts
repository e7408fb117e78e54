import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { backoff_ms, reconnectCeiling_ms } from "../../sdk/src/net/backoff.ts";
import { createConnection } from "../../sdk/src/realtime/connection.ts";
import { channelName, HERD_APP } from "../servers/commands.ts";
import { openRawSocket } from "./raw-socket.ts";

export const HERD_KINDS = ["sdk", "pusher-js", "signalr"] as const;
export type HerdKind = (typeof HERD_KINDS)[number];

/** Channels of each client, as an app of medium size uses. */
const CHANNELS = 3;

/** What a client reports. */
export interface ClientObserver {
  /** It dials. */
  attempt(): void;
  /** All of its channels are subscribed. */
  back(): void;
  /** It won't try again. */
  gaveUp(): void;
}

/**
 * Starts a client that has just lost its connection: its first wait, and then its own attempts until it's back. Returns
 * what ends it.
 */
export const HERD_CLIENTS: Readonly<
  Record<HerdKind, (port: number, index: number, observer: ClientObserver) => () => void>
> = { sdk: startSdk, "pusher-js": startPusher, signalr: startSignalr };

const PUSHER_PATH = `/app/${HERD_APP.key}?protocol=7&client=herd&version=1.0`;
const channelsOf = (index: number): readonly string[] =>
  Array.from({ length: CHANNELS }, (_, channel) => channelName((index * CHANNELS + channel) % 1_000));

/** The connection of the SDK itself, over a cheaper socket. It waits at random first, as after any lost connection. */
function startSdk(port: number, index: number, observer: ClientObserver): () => void {
  let missing = CHANNELS;
  const connection = createConnection(
    {
      clock: systemClock,
      rng: systemRng,
      url: PUSHER_PATH,
      connect(url, transport) {
        observer.attempt();
        return openRawSocket(port, url, transport);
      },
    },
    {
      established() {
        missing = CHANNELS;
        for (const channel of channelsOf(index)) connection.send("pusher:subscribe", { channel });
      },
      frame({ event }) {
        if (event === "pusher_internal:subscription_succeeded" && --missing === 0) observer.back();
      },
      version() {},
      state() {},
    },
  );
  const cancel = systemClock.after(backoff_ms(systemRng, 0, reconnectCeiling_ms(0)), () => connection.open());
  return () => {
    cancel();
    connection.stop();
  };
}

/** `retryIn` of pusher-js 8 (connection_manager.ts): 1 s after a lost connection, and after a refusal with 4100 to 4199. */
const PUSHER_RETRY_MS = 1_000;

function startPusher(port: number, index: number, observer: ClientObserver): () => void {
  let missing = CHANNELS;
  let cancel = (): void => {};
  let close = (): void => {};
  const dial = (): void => {
    observer.attempt();
    const socket = openRawSocket(port, PUSHER_PATH, {
      text(text) {
        if (text.includes('"pusher:connection_established"')) {
          missing = CHANNELS;
          for (const channel of channelsOf(index))
            socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel } }));
        } else if (text.includes("pusher_internal:subscription_succeeded") && --missing === 0) observer.back();
      },
      gone() {
        cancel = systemClock.after(PUSHER_RETRY_MS, dial);
      },
    });
    close = () => socket.close();
  };
  dial();
  return () => {
    cancel();
    close();
  };
}

/** `withAutomaticReconnect()` of @microsoft/signalr 10 (DefaultReconnectPolicy): then it gives up. */
const SIGNALR_RETRIES_MS = [0, 2_000, 10_000, 30_000];
const RECORD_END = "\u001e";

function startSignalr(port: number, index: number, observer: ClientObserver): () => void {
  let cancel = (): void => {};
  let close = (): void => {};
  let retries = 0;
  const retry = (): void => {
    const wait_ms = SIGNALR_RETRIES_MS[retries++];
    if (wait_ms === undefined) observer.gaveUp();
    else cancel = systemClock.after(wait_ms, () => void dial());
  };
  const dial = async (): Promise<void> => {
    observer.attempt();
    const token = await negotiate(port);
    if (token === undefined) {
      retry();
      return;
    }
    let missing = CHANNELS;
    const socket = openRawSocket(port, `/signalr?app=${HERD_APP.key}&id=${encodeURIComponent(token)}`, {
      text(text) {
        for (const record of text.split(RECORD_END)) {
          if (record === "{}")
            for (const [id, channel] of channelsOf(index).entries()) socket.send(subscribeCall(id, channel));
          else if (record.includes('"type":3') && --missing === 0) observer.back();
        }
      },
      gone: retry,
    });
    socket.send(`{"protocol":"json","version":1}${RECORD_END}`);
    close = () => socket.close();
  };
  retry();
  return () => {
    cancel();
    close();
  };
}

const subscribeCall = (id: number, channel: string): string =>
  `${JSON.stringify({ type: 1, invocationId: String(id), target: "Subscribe", arguments: [channel] })}${RECORD_END}`;

/** The connection token. Undefined if the server refuses. */
function negotiate(port: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  let text = "";
  Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      open(socket) {
        socket.write(
          `POST /signalr/negotiate?app=${HERD_APP.key}&negotiateVersion=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n`,
        );
      },
      data(socket, bytes) {
        text += Buffer.from(bytes).toString("latin1");
        const is_refused = text.length > 12 && !text.startsWith("HTTP/1.1 200");
        if (!is_refused && !/\r\n\r\n[\s\S]*\}/.test(text)) return;
        resolve(/"connectionToken":"([^"]+)"/.exec(text)?.[1]);
        socket.end();
      },
      close: () => resolve(undefined),
      error: () => resolve(undefined),
    },
  }).catch(() => resolve(undefined));
  return promise;
}
