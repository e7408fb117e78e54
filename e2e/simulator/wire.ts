import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { Transport, TransportObserver } from "@fanfare/sdk/realtime/transport";
import type { Session } from "@fanfare/server/gateway/pusher/session";
import type { createMemoryNetwork } from "../../server/test/support/memory-network.ts";

const LATENCY_MS_MIN = 2;
const LATENCY_MS_MAX = 250;

/** A connection between a simulated page and the server, over a network with delays, disconnects, and silence. */
export interface Wire {
  /** Both ends are notified: the server immediately, the page after the latency. */
  cut(): void;
  /** Neither end is notified: everything sent from now on is lost. */
  silence(): void;
  readonly alive: boolean;
}

type WireState = "open" | "silent" | "closed";

/**
 * Connects to a server session. Frames arrive in order, each with a latency drawn from `rng`. `session` is undefined if
 * the server is down.
 */
export function connectWire(
  deps: { readonly clock: Clock; readonly rng: Rng },
  net: ReturnType<typeof createMemoryNetwork>,
  session: Pick<Session, "receive"> | undefined,
  observer: TransportObserver,
): { readonly wire: Wire; readonly transport: Transport } {
  const { clock, rng } = deps;
  let state: WireState = "open";
  const lane = () => {
    let free_at = 0;
    return (task: () => void): void => {
      const latency_ms = LATENCY_MS_MIN + rng.next() * (LATENCY_MS_MAX - LATENCY_MS_MIN);
      free_at = Math.max(free_at, clock.now() + latency_ms);
      clock.after(free_at - clock.now(), task);
    };
  };
  const down = lane();
  const up = lane();

  const toPage = (task: () => void): void =>
    down(() => {
      if (state !== "silent") task();
    });
  /** Notifies the page once, after all earlier frames. */
  const endPage = (code: number): void => toPage(() => observer.gone(code));

  const socket =
    session === undefined
      ? undefined
      : net.connect({
          onFrame: (text) => {
            if (state === "open") toPage(() => observer.text(text));
          },
          onClose: () => {
            session.receive({ kind: "closed" });
            if (state === "silent" || state === "closed") return;
            state = "closed";
            endPage(socket?.closed?.code ?? 1006);
          },
        });

  if (session === undefined || socket === undefined) endPage(1006);
  else up(() => session.receive({ kind: "opened", socket }));

  return {
    transport: {
      send(text) {
        if (state === "open") up(() => state === "open" && session?.receive({ kind: "text", text }));
      },
      close() {
        if (state === "open") up(() => socket?.close(1000, ""));
      },
    },
    wire: {
      get alive() {
        return state === "open";
      },
      cut() {
        socket?.close(1006, "");
      },
      silence() {
        if (state === "open") state = "silent";
      },
    },
  };
}
