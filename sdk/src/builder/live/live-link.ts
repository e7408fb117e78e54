import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { BuilderChannelsResponse } from "@fanfare/contract/schema/client/builder";
import { tProblem } from "../language/t.ts";
import type { Answer } from "../session.ts";

export interface LiveLinkDeps {
  readonly window: Window & typeof globalThis;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly host: string;
  /** Key of the console's own app. */
  readonly app_key: string;
  readonly toJson: (value: unknown) => string;
  readonly authorize: (socket_id: string) => Promise<Answer<BuilderChannelsResponse>>;
}

export interface LiveLinkEvents {
  event(channel: string, name: string, data: unknown): void;
  /** False: changes must be looked up until it's connected again. */
  connected(connected: boolean): void;
  /** The server no longer lets this builder in. */
  refused(detail: string): void;
}

export interface LiveLink {
  close(): void;
}

/** Channel of changes to any content. */
export const CHANGES = "fanfare";
const RETRY_MS = 1_000;
const RETRY_MS_MAX = 30_000;

/**
 * Connects to the console's own app, whose events say what changed and who else is there. It's smaller than the SDK's
 * connection, which is part of the core: another file that imports it would move it out of the core.
 */
export function openLiveLink(deps: LiveLinkDeps, on: LiveLinkEvents): LiveLink {
  const { window, clock, rng } = deps;
  let socket: WebSocket | undefined;
  let failures = 0;
  let closed = false;
  let stopWaiting = (): void => {};

  const later = (): void => {
    on.connected(false);
    const ceiling = Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** failures++);
    stopWaiting = clock.after(ceiling * (0.5 + rng.next() / 2), dial);
  };
  const dial = (): void => {
    try {
      const own = new window.WebSocket(urlOf(deps));
      socket = own;
      own.onmessage = ({ data }) => void hear(own, String(data));
      own.onclose = () => {
        if (!closed) later();
      };
    } catch {
      // A policy or a blocker may make the constructor throw.
      later();
    }
  };
  const hear = async (own: WebSocket, text: string): Promise<void> => {
    const { event, channel, data } = parse(text);
    const send = (name: string, sent: object): void => {
      if (own.readyState === own.OPEN) own.send(deps.toJson({ event: name, data: sent }));
    };
    if (event === "pusher:ping") send("pusher:pong", {});
    else if (event === "pusher:connection_established") {
      // Cast: the handshake of the Pusher protocol.
      const answer = await deps.authorize((data as { readonly socket_id: string }).socket_id);
      if (closed || own !== socket) return;
      if (!answer.ok) {
        if (answer.retries) own.close();
        else on.refused(tProblem(answer));
        return;
      }
      failures = 0;
      for (const each of [{ channel: CHANGES }, ...answer.body.items]) send("pusher:subscribe", each);
      on.connected(true);
    } else if (channel !== undefined) on.event(channel, event.replace("pusher_internal:", "pusher:"), data);
  };
  dial();
  return {
    close() {
      closed = true;
      stopWaiting();
      socket?.close();
    },
  };
}

function urlOf({ host, app_key }: LiveLinkDeps): string {
  return `${host.replace(/^http/, "ws")}/app/${app_key}?protocol=7&client=fanfare-builder&version=0.1.0`;
}

interface Heard {
  readonly event: string;
  readonly channel?: string;
  readonly data: unknown;
}

/** Data is JSON in JSON. */
function parse(text: string): Heard {
  // Cast: frames of the Pusher protocol.
  const frame = JSON.parse(text) as Heard;
  return { ...frame, data: typeof frame.data === "string" ? JSON.parse(frame.data) : frame.data };
}
