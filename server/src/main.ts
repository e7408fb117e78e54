import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { type Listener, openListener } from "./compose/listener.ts";
import { createFanfareServer, type FanfareServer, type FanfareServerDeps } from "./compose/server.ts";
import type { Config } from "./config/config.ts";
import { publicUrlOf } from "./config/print-config.ts";
import type { Log } from "./lib/log.ts";
import { type ControlSocket, openControlSocket } from "./operations/control-socket.ts";

/** A server that answers. */
export interface RunningServer {
  readonly fanfare: FanfareServer;
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
export async function start(config: Config, deps: FanfareServerDeps): Promise<RunningServer> {
  const fanfare = await createFanfareServer(config, deps);
  try {
    const listener = await openListener(config, fanfare, deps);
    const { port } = listener;
    const url = publicUrlOf(config, port);
    const control = await openControlSocket(config.data_dir, fanfare.operator, deps.log);
    const token = await fanfare.setupToken();
    deps.log.info("listening", { host: config.host, port, url });
    let stopped: Promise<void> | undefined;
    return {
      fanfare,
      port,
      url,
      pending: listener.pending,
      setup_url: token === undefined ? undefined : `${url}/console/setup?token=${token}`,
      stop() {
        stopped ??= stop(listener, control, fanfare, deps.clock, deps.log);
        return stopped;
      },
    };
  } catch (error) {
    await fanfare.close();
    throw error;
  }
}

async function stop(
  listener: Listener,
  control: ControlSocket,
  fanfare: FanfareServer,
  clock: Clock,
  log: Log,
): Promise<void> {
  log.info("stopping");
  // From now on commands find nobody, and wait for the database like any other program.
  await control.stop();
  await fanfare.drain();
  const timeout = Promise.withResolvers<"late">();
  const cancel = clock.after(limits.stop_requests_wait_ms, () => timeout.resolve("late"));
  if ((await Promise.race([listener.stop(), timeout.promise])) === "late") {
    log.warn("requests_cut", { open: listener.pending() });
    await listener.cut();
  }
  cancel();
  await fanfare.close();
  log.info("stopped");
}
