import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { toJson } from "../lib/json.ts";
import { backoff_ms, reconnectCeiling_ms } from "../net/backoff.ts";
import { type Frame, parseFrame } from "./frame.ts";
import type { Connect, Transport } from "./transport.ts";

/** Connection state. Each state has at most one timer, which is canceled on leaving the state. */
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

export interface ConnectionObserver {
  established(socket_id: string): void;
  frame(frame: Frame): void;
  /** Receives the app's `config_version` from the handshake and every pong. */
  version(config_version: number): void;
  state(kind: ConnectionState["kind"]): void;
}

export interface Connection {
  open(): void;
  wake(): void;
  /** Closes the socket until {@link wake}: an open socket prevents the back-forward cache. */
  sleep(): void;
  stop(): void;
  /** Sends only while connected; everything is sent again after the next handshake. */
  send(event: string, data: unknown): void;
}

interface ConnectionDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly connect: Connect;
  readonly url: string;
}

/** A connection with what it remembers beside its state. */
interface Link extends ConnectionDeps {
  readonly observer: ConnectionObserver;
  phase: ConnectionState;
  stopTimer?: Cancel | undefined;
  lost_attempts: number;
  heard_ms: number;
  /** Reconnect delay assigned by the server in `pusher:error`. */
  slot_ms?: number | undefined;
}

/**
 * A Pusher protocol 7 connection. Reconnects with full jitter by close code (4000-4099 never, 4100-4199 later,
 * 4200-4299 and others soon), and pings only an inactive peer.
 */
export function createConnection(deps: ConnectionDeps, observer: ConnectionObserver): Connection {
  const link: Link = {
    ...{ ...deps, observer, phase: { kind: "idle" } },
    ...{ lost_attempts: 0, heard_ms: 0 },
  };
  return {
    open() {
      if (link.phase.kind === "idle") dial(link);
    },
    wake() {
      if (link.phase.kind === "asleep" || link.phase.kind === "waiting") dial(link);
      else if (link.clock.now() - link.heard_ms >= limits.wake_silence_ms) ping(link, limits.wake_pong_timeout_ms);
    },
    sleep() {
      if (link.phase.kind !== "waiting" && !("socket" in link.phase)) return;
      drop(link);
      enterPhase(link, { kind: "asleep" });
    },
    stop() {
      drop(link);
      enterPhase(link, { kind: "closed" });
    },
    send: (event, data) => send(link, event, data),
  };
}

function enterPhase(link: Link, next: ConnectionState, timer_ms?: number): void {
  const changed = next.kind !== link.phase.kind;
  link.stopTimer?.();
  link.phase = next;
  link.stopTimer = timer_ms === undefined ? undefined : link.clock.after(timer_ms, () => onDue(link));
  if (changed) link.observer.state(next.kind);
}

function drop({ phase }: Link): void {
  if ("socket" in phase) phase.socket.close();
}

function dial(link: Link): void {
  link.slot_ms = undefined;
  let socket: Transport | undefined;
  const isCurrent = (): boolean => "socket" in link.phase && link.phase.socket === socket;
  try {
    socket = link.connect(link.url, {
      text: (text) => isCurrent() && receive(link, text),
      gone: (code) => isCurrent() && retry(link, code),
    });
    enterPhase(link, { kind: "connecting", socket }, limits.handshake_timeout_ms);
  } catch {
    // A content security policy or an ad blocker may make the constructor throw; retrying costs nothing.
    retry(link, 1006);
  }
}

function retry(link: Link, code: number): void {
  const { phase, clock } = link;
  if (code >= 4000 && code < 4100) {
    enterPhase(link, { kind: "refused" });
    return;
  }
  if ("since_ms" in phase && clock.now() - phase.since_ms >= limits.reconnect_stable_ms) link.lost_attempts = 0;
  const delay_ms =
    link.slot_ms ??
    (code >= 4100 && code < 4200 ? limits.reconnect_base_ms : 0) +
      backoff_ms(link.rng, link.lost_attempts, reconnectCeiling_ms(link.lost_attempts));
  link.lost_attempts++;
  enterPhase(link, { kind: "waiting" }, Math.min(delay_ms, limits.reconnect_slow_cap_ms));
}

function ping(link: Link, timeout_ms: number): void {
  if (link.phase.kind !== "connected") return;
  enterPhase(link, { ...link.phase, kind: "pinging" }, timeout_ms);
  send(link, "pusher:ping", {});
}

function send({ phase }: Link, event: string, data: unknown): void {
  if ("since_ms" in phase) phase.socket.send(toJson({ event, data }));
}

function receive(link: Link, text: string): void {
  const { observer } = link;
  link.heard_ms = link.clock.now();
  const frame = parseFrame(text);
  if (!frame) return;
  const { event, fields } = frame;
  if (link.phase.kind === "pinging") enterPhase(link, { ...link.phase, kind: "connected" }, link.phase.silence_ms);
  const version = fields["config_version"];
  switch (event) {
    case "pusher:connection_established": {
      if (link.phase.kind !== "connecting") return;
      const silence_ms = Math.max(
        limits.activity_timeout_ms_min,
        Math.min(Number(fields["activity_timeout"]) || limits.activity_timeout_s, limits.activity_timeout_s) *
          SECOND_MS,
      );
      const { socket } = link.phase;
      enterPhase(link, { kind: "connected", socket, since_ms: link.heard_ms, silence_ms }, silence_ms);
      observer.established(String(fields["socket_id"]));
      break;
    }
    case "pusher:ping":
      send(link, "pusher:pong", {});
      return;
    case "pusher:error": {
      const slot_ms = Number(fields["retry_after_ms"]);
      if (slot_ms >= 0) link.slot_ms = slot_ms;
      return;
    }
    case "pusher:pong":
      break;
    default:
      observer.frame(frame);
      return;
  }
  if (typeof version === "number") observer.version(version);
}

/** The time of the present phase is over. */
function onDue(link: Link): void {
  const { phase } = link;
  switch (phase.kind) {
    case "waiting":
      dial(link);
      return;
    case "connecting":
    case "pinging":
      drop(link);
      retry(link, 1006);
      return;
    case "connected": {
      const now_ms = link.clock.now();
      // A clock set back must not hide a dead peer for a year.
      link.heard_ms = Math.min(link.heard_ms, now_ms);
      const left_ms = phase.silence_ms - (now_ms - link.heard_ms);
      if (left_ms <= 0) ping(link, limits.pong_timeout_s * SECOND_MS);
      else enterPhase(link, phase, Math.max(left_ms, limits.activity_timeout_ms_min));
      return;
    }
    case "idle":
    case "asleep":
    case "refused":
    case "closed":
      break;
  }
}
