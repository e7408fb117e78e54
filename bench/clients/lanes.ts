import { channelSignatureText } from "@fanfare/contract/realtime/signature";
import { hmacHex } from "@fanfare/server/lib/signing";
import { BENCH_APP, channelName } from "../servers/commands.ts";
import { openSubscribers, type Subscribers } from "./subscribers.ts";

export interface Lane {
  readonly file: string;
  connect(port: number, count: number, channels: number): Promise<Subscribers>;
}

/** Reference: WebSockets on a native Bun topic. */
export const bareLane: Lane = {
  file: "bare-topic.ts",
  connect: (port, count, channels) =>
    openSubscribers({
      port,
      count,
      path: (index) => `/?channel=${channelName(index % channels)}`,
      hello: () => undefined,
      ready: "subscribed",
    }),
};

const fanfare = (commandOf: (socket_id: string, channel: string) => object): Lane => ({
  file: "gateway.ts",
  connect: (port, count, channels) =>
    openSubscribers({
      port,
      count,
      path: () => `/app/${BENCH_APP.key}?protocol=7&client=bench&version=1.0`,
      hello(index, received) {
        const socket_id = /socket_id\\":\\"([\d.]+)\\"/.exec(received)?.[1];
        if (socket_id === undefined) return undefined;
        const data = commandOf(socket_id, channelName(index % channels));
        return JSON.stringify({ event: "pusher:subscribe", data });
      },
      ready: "subscription_succeeded",
    }),
});

export const publicLane = fanfare((_, channel) => ({ channel }));

/** Fanfare's gateway with private channels: each subscription is signed. */
export const signedLane = fanfare((socket_id, name) => {
  const channel = `private-${name}`;
  const signature = hmacHex(BENCH_APP.secret, channelSignatureText(socket_id, channel));
  return { channel, auth: `${BENCH_APP.key}:${signature}` };
});
