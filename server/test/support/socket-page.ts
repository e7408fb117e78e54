import { hmacHex } from "../../src/lib/signing.ts";
import { APP } from "./temporary-server.ts";

export interface Frame {
  readonly event: string;
  readonly channel?: string;
  readonly data: unknown;
  readonly position?: string;
}

/** A page that speaks the Pusher protocol over a WebSocket, and signs its own subscriptions. */
export interface SocketPage {
  readonly socket_id: string;
  readonly frames: readonly Frame[];
  /** Resolves with the data of `subscription_succeeded`. */
  subscribe(
    channel: string,
    options?: { readonly user_id?: string; readonly position?: string | undefined },
  ): Promise<Frame>;
  signIn(user_id: string): Promise<Frame>;
  send(event: string, data: unknown, channel?: string): void;
  /** Returns the first past or future frame that fits. Rejects when the connection closes before it. */
  until(fits: (frame: Frame) => boolean): Promise<Frame>;
  /** Names of the events on a channel, without those of the protocol. */
  eventsOn(channel: string): readonly string[];
  readonly closed: Promise<number>;
  close(): void;
}

/**
 * Rejects if the server isn't there or doesn't want the connection.
 *
 * @example const page = await openPage(server.port);
 */
export async function openPage(port: number, app_key = APP.key): Promise<SocketPage> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${app_key}?protocol=7`);
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  const closed = Promise.withResolvers<number>();
  let closed_with: number | undefined;
  socket.onclose = ({ code }) => {
    closed_with = code;
    closed.resolve(code);
    for (const wake of waiting) wake();
  };
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(String(data));
    const is_text = typeof frame.data === "string" && /^[[{]/.test(frame.data);
    frames.push({ ...frame, data: is_text ? JSON.parse(frame.data) : frame.data });
    if (frame.event === "pusher:ping") socket.send(JSON.stringify({ event: "pusher:pong", data: {} }));
    for (const wake of waiting) wake();
  };
  const until: SocketPage["until"] = async (fits) => {
    for (;;) {
      const found = frames.find(fits);
      if (found !== undefined) return found;
      if (closed_with !== undefined) throw new Error(`The connection closed with ${closed_with} before this: ${fits}`);
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add(resolve);
      await promise;
      waiting.delete(resolve);
    }
  };
  const send: SocketPage["send"] = (event, data, channel) => socket.send(JSON.stringify({ event, data, channel }));
  const established = await until(({ event }) => event === "pusher:connection_established");
  // Cast: the protocol's first frame.
  const { socket_id } = established.data as { socket_id: string };
  return {
    socket_id,
    frames,
    until,
    send,
    async subscribe(channel, { user_id, position } = {}) {
      const channel_data =
        user_id === undefined ? undefined : JSON.stringify({ user_id, user_info: { name: user_id } });
      const text = [socket_id, channel, ...(channel_data === undefined ? [] : [channel_data])].join(":");
      const auth = `${APP.key}:${hmacHex(APP.secret, text)}`;
      send("pusher:subscribe", { channel, auth, channel_data, position });
      return await until(
        (frame) => frame.channel === channel && frame.event.startsWith("pusher_internal:subscription_succ"),
      );
    },
    async signIn(user_id) {
      const user_data = JSON.stringify({ id: user_id });
      send("pusher:signin", {
        user_data,
        auth: `${APP.key}:${hmacHex(APP.secret, `${socket_id}::user::${user_data}`)}`,
      });
      return await until(({ event }) => event === "pusher:signin_success");
    },
    eventsOn: (channel) =>
      frames
        .filter((frame) => frame.channel === channel && !frame.event.startsWith("pusher"))
        .map(({ event }) => event),
    closed: closed.promise,
    close: () => socket.close(),
  };
}
