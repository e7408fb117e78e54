import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { backoff_ms, reconnectCeiling_ms } from "../net/backoff.ts";
import { type Frame, parseFrame } from "./frame.ts";
import type { Connect, Transport } from "./transport.ts";

/** Where a connection stands. Each state owns at most one timer, and leaving the state stops it. */
export type ConnectionState =
  | { readonly kind: "idle" }
  | { readonly kind: "connecting"; readonly socket: Transport }
  | Established
  | (Omit<Established, "kind"> & { readonly kind: "pinging" })
  | { readonly kind: "waiting" }
  | { readonly kind: "asleep" }
  | { readonly kind: "refused" }
  | { readonly kind: "closed" };

interface Established {
  readonly kind: "connected";
  readonly socket: Transport;
  readonly since_ms: number;
  readonly silence_ms: number;
}

type Input =
  /** `open` from idle; `wake` when the page is back: shown again, online again, out of the back-forward cache. */
  | { readonly kind: "open" | "wake" | "sleep" | "stop" | "due" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "gone"; readonly code: number };

export interface ConnectionObserver {
  /** The handshake is done: subscribe now. */
  established(socket_id: string): void;
  /** Every frame that belongs to a channel. */
  frame(frame: Frame): void;
  /** The app's `config_version`, from the handshake and every pong. */
  version(config_version: number): void;
  state(kind: ConnectionState["kind"]): void;
}

export interface Connection {
  open(): void;
  wake(): void;
  /** Lets go of the socket until {@link wake}: an open socket keeps a page out of the back-forward cache. */
  sleep(): void;
  stop(): void;
  /** Sends when established; says nothing otherwise, since everything is said again after the next handshake. */
  send(event: string, data: unknown): void;
}

/**
 * A connection of the Pusher protocol, version 7: reconnects with full jitter, heeds the classes of close codes
 * (4000-4099 never again, 4100-4199 later, others and 4200-4299 soon), and pings only a peer that has been silent.
 */
export function createConnection(
  deps: { readonly clock: Clock; readonly rng: Rng; readonly connect: Connect; readonly url: string },
  observer: ConnectionObserver,
): Connection {
  const { clock, rng } = deps;
  let state: ConnectionState = { kind: "idle" };
  let cancel: Cancel = () => {};
  let attempt = 0;
  let heard_ms = 0;
  /** The slot that the server gave us in `pusher:error`. */
  let told_ms: number | undefined;

  const setPerson = (next: ConnectionState, timer_ms?: number): void => {
    const changed = next.kind !== state.kind;
    cancel();
    state = next;
    cancel = timer_ms === undefined ? () => {} : clock.after(timer_ms, () => dispatch({ kind: "due" }));
    if (changed) observer.state(next.kind);
  };

  const drop = (): void => {
    if ("socket" in state) state.socket.close();
  };

  const dial = (): void => {
    told_ms = undefined;
    let live: Transport | undefined;
    const mine = (input: Input): void => {
      if ("socket" in state && state.socket === live) dispatch(input);
    };
    try {
      live = deps.connect(deps.url, {
        text: (text) => mine({ kind: "text", text }),
        gone: (code) => mine({ kind: "gone", code }),
      });
      setPerson({ kind: "connecting", socket: live }, limits.handshake_timeout_ms);
    } catch {
      // A page's policy or an ad blocker may refuse the constructor itself; trying again costs nothing.
      retry(1006);
    }
  };

  const retry = (code: number): void => {
    if (code >= 4000 && code < 4100) {
      setPerson({ kind: "refused" });
      return;
    }
    if ("since_ms" in state && clock.now() - state.since_ms >= limits.reconnect_stable_ms) attempt = 0;
    const delay_ms =
      told_ms ??
      (code >= 4100 && code < 4200 ? limits.reconnect_base_ms : 0) +
        backoff_ms(rng, attempt, reconnectCeiling_ms(attempt));
    attempt++;
    setPerson({ kind: "waiting" }, Math.min(delay_ms, limits.reconnect_slow_cap_ms));
  };

  const lose = (code: number): void => {
    drop();
    retry(code);
  };

  const ping = (timeout_ms: number): void => {
    if (state.kind !== "connected") return;
    const { socket, since_ms, silence_ms } = state;
    setPerson({ kind: "pinging", socket, since_ms, silence_ms }, timeout_ms);
    send("pusher:ping", {});
  };

  const send = (event: string, data: unknown): void => {
    if ("since_ms" in state) state.socket.send(JSON.stringify({ event, data }));
  };

  const receive = (text: string): void => {
    heard_ms = clock.now();
    const frame = parseFrame(text);
    if (!frame || !("socket" in state)) return;
    const { event, fields } = frame;
    if (state.kind === "pinging") setPerson({ ...state, kind: "connected" }, state.silence_ms);
    const version = fields["config_version"];
    switch (event) {
      case "pusher:connection_established": {
        if (state.kind !== "connecting") return;
        const silence_ms = Math.max(
          limits.activity_timeout_ms_min,
          Math.min(Number(fields["activity_timeout"]) || limits.activity_timeout_s, limits.activity_timeout_s) *
            SECOND_MS,
        );
        setPerson({ kind: "connected", socket: state.socket, since_ms: heard_ms, silence_ms }, silence_ms);
        observer.established(String(fields["socket_id"]));
        break;
      }
      case "pusher:ping":
        send("pusher:pong", {});
        return;
      case "pusher:error": {
        const slot_ms = fields["retry_after_ms"];
        if (typeof slot_ms === "number" && slot_ms >= 0) told_ms = slot_ms;
        return;
      }
      case "pusher:pong":
        break;
      default:
        observer.frame(frame);
        return;
    }
    if (typeof version === "number") observer.version(version);
  };

  const dispatch = (input: Input): void => {
    switch (input.kind) {
      case "open":
        if (state.kind === "idle") dial();
        return;
      case "wake":
        if (state.kind === "asleep" || state.kind === "waiting") dial();
        else if (clock.now() - heard_ms >= limits.wake_silence_ms) ping(limits.wake_pong_timeout_ms);
        return;
      case "sleep":
        if (state.kind === "waiting" || "socket" in state) {
          drop();
          setPerson({ kind: "asleep" });
        }
        return;
      case "stop":
        drop();
        setPerson({ kind: "closed" });
        return;
      case "text":
        receive(input.text);
        return;
      case "gone":
        retry(input.code);
        return;
      case "due":
        due();
        return;
    }
  };

  const due = (): void => {
    switch (state.kind) {
      case "waiting":
        dial();
        return;
      case "connecting":
      case "pinging":
        lose(1006);
        return;
      case "connected": {
        // A clock that was set back must not make the peer look alive for a year.
        heard_ms = Math.min(heard_ms, clock.now());
        const left_ms = state.silence_ms - (clock.now() - heard_ms);
        if (left_ms <= 0) ping(limits.pong_timeout_s * SECOND_MS);
        else setPerson(state, Math.max(left_ms, limits.activity_timeout_ms_min));
        return;
      }
      case "idle":
      case "asleep":
      case "refused":
      case "closed":
        break;
    }
  };

  return {
    open: () => dispatch({ kind: "open" }),
    wake: () => dispatch({ kind: "wake" }),
    sleep: () => dispatch({ kind: "sleep" }),
    stop: () => dispatch({ kind: "stop" }),
    send,
  };
}
