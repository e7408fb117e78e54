import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { TokenBucket } from "./token-bucket.ts";

/** 0: no limit. */
export interface CapacityLimits {
  readonly connections_max: number;
  readonly connections_per_address_max: number;
  readonly accepts_per_second_max: number;
}

export const CAPACITY_REFUSALS = ["connections", "address", "rate"] as const;
export type CapacityRefusal = (typeof CAPACITY_REFUSALS)[number];

/**
 * Limits the WebSockets of this server and the rate of new connections of all protocols, so that a restart with many
 * clients, or one client with many connections, leaves descriptors and processor time for the rest.
 *
 * A client over the rate is told when to come back: each gets a later slot, at the rate that the server can accept.
 *
 * @example
 * const wait_ms = capacity.refuse(networkOf(request));
 * if (wait_ms === undefined && server.upgrade(request, { data })) capacity.add(data, networkOf(request));
 */
export class Capacity {
  readonly #deps: { readonly clock: Pick<Clock, "now">; readonly rng: Pick<Rng, "next"> };
  readonly #limits: CapacityLimits;
  readonly #accepts: TokenBucket | undefined;
  readonly #networks = new Map<string, number>();
  readonly #sockets = new Map<object, string>();
  readonly #refused: Record<CapacityRefusal, number> = { connections: 0, address: 0, rate: 0 };
  /** Time of the last slot given away. */
  #last_slot_ms = 0;

  constructor(
    deps: { readonly clock: Pick<Clock, "now">; readonly rng: Pick<Rng, "next"> },
    capacity_limits: CapacityLimits,
  ) {
    const { accepts_per_second_max } = capacity_limits;
    this.#deps = deps;
    this.#limits = capacity_limits;
    if (accepts_per_second_max > 0) this.#accepts = new TokenBucket(accepts_per_second_max, deps.clock.now());
  }

  /** Refused connections since the start. */
  get refused(): Readonly<Record<CapacityRefusal, number>> {
    return this.#refused;
  }

  /** Undefined if there is room for a WebSocket of this network, otherwise the milliseconds until another attempt. */
  refuseSocket(network: string): number | undefined {
    const { connections_max, connections_per_address_max } = this.#limits;
    if (connections_max > 0 && this.#sockets.size >= connections_max) return this.#refuse("connections");
    const of_network = this.#networks.get(network) ?? 0;
    if (connections_per_address_max > 0 && of_network >= connections_per_address_max && !isLoopback(network)) {
      return this.#refuse("address");
    }
    return undefined;
  }

  /**
   * Takes a new connection's share of the rate. Undefined if it may come now, otherwise the milliseconds to its slot.
   * `patience_ms`: up to this, the connection waits and isn't refused.
   */
  refuseRate(patience_ms = 0): number | undefined {
    const now_ms = this.#deps.clock.now();
    if (this.#accepts === undefined || this.#accepts.take(1, now_ms)) return undefined;
    const apart_ms = SECOND_MS / this.#limits.accepts_per_second_max;
    const latest_ms = now_ms + limits.reconnect_slot_ms_max;
    // A clock that was set back must not leave slots in a distant future.
    const last_ms = this.#last_slot_ms > latest_ms ? now_ms : this.#last_slot_ms;
    this.#last_slot_ms = Math.min(Math.max(last_ms, now_ms) + apart_ms, latest_ms);
    const wait_ms = Math.ceil(this.#last_slot_ms - now_ms);
    if (wait_ms > patience_ms) this.#refused.rate++;
    return wait_ms;
  }

  add(socket: object, network: string): void {
    this.#sockets.set(socket, network);
    this.#networks.set(network, (this.#networks.get(network) ?? 0) + 1);
  }

  /** Idempotent. */
  remove(socket: object): void {
    const network = this.#sockets.get(socket);
    if (network === undefined) return;
    this.#sockets.delete(socket);
    const left = (this.#networks.get(network) ?? 0) - 1;
    if (left > 0) this.#networks.set(network, left);
    else this.#networks.delete(network);
  }

  /** Somewhere in the second half of the longest wait, because it's unknown when others leave. */
  #refuse(reason: CapacityRefusal): number {
    this.#refused[reason]++;
    return Math.round(limits.reconnect_full_ms * (1 + this.#deps.rng.next()));
  }
}

/**
 * Programs on this machine, or a proxy whose `X-Forwarded-For` isn't trusted: then all visitors share this address.
 * `network`: see `networkOf`.
 */
function isLoopback(network: string): boolean {
  return network.startsWith("127.") || network === "0:0:0:0";
}
