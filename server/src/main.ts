import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import type { Config } from "./config.ts";
import { publicUrlOf } from "./config-print.ts";
import { createHouse, type House, type HouseDeps } from "./house.ts";
import { type Listener, openListener } from "./listener.ts";
import type { Log } from "./log.ts";
import { type ControlSocket, openControlSocket } from "./operate/control-socket.ts";

/** A server that answers. */
export interface Running {
  readonly house: House;
  readonly port: number;
  /** Where browsers reach it. */
  readonly url: string;
  /** The one-time link that makes the owner; undefined when there is a member. */
  readonly setup_url: string | undefined;
  /** Requests that are being answered at this moment. */
  readonly pending: () => number;
  /**
   * Stops without losing anything: `/readyz` says no, sockets are told to reconnect, requests that are under way end, then
   * the database is closed. Calling it again waits for the same stop.
   */
  stop(): Promise<void>;
}

/**
 * Starts the server of this configuration and resolves when it answers.
 *
 * @throws StartError with a sentence for the operator.
 * @example
 * const running = await start(config, { clock: systemClock, rng: systemRng, log });
 * await running.stop();
 */
export async function start(config: Config, deps: HouseDeps): Promise<Running> {
  const house = await createHouse(config, deps);
  try {
    const listener = await openListener(config, house, deps);
    const { port } = listener;
    const url = publicUrlOf(config, port);
    const control = await openControlSocket(config.data_dir, house.operator, deps.log);
    const token = await house.setupToken();
    deps.log.info("listening", { host: config.host, port, url });
    let stopped: Promise<void> | undefined;
    return {
      house,
      port,
      url,
      pending: listener.pending,
      setup_url: token === undefined ? undefined : `${url}/console/setup?token=${token}`,
      stop() {
        stopped ??= stop(listener, control, house, deps.clock, deps.log);
        return stopped;
      },
    };
  } catch (error) {
    await house.close();
    throw error;
  }
}

async function stop(listener: Listener, control: ControlSocket, house: House, clock: Clock, log: Log): Promise<void> {
  log.info("stopping");
  // From now on commands find nobody, and wait for the database like any other program.
  await control.stop();
  await house.drain();
  const patience = Promise.withResolvers<"late">();
  const cancel = clock.after(limits.stop_requests_wait_ms, () => patience.resolve("late"));
  if ((await Promise.race([listener.stop(), patience.promise])) === "late") {
    log.warn("requests_cut", { open: listener.pending() });
    await listener.cut();
  }
  cancel();
  await house.close();
  log.info("stopped");
}
