import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { type Listener, openListener } from "./compose/listener.ts";
import { createOutageLog } from "./compose/outage-log.ts";
import { createFanfareServer, type FanfareServer, type FanfareServerDeps } from "./compose/server.ts";
import type { Config } from "./config/config.ts";
import { publicUrlOf } from "./config/print-config.ts";
import type { Log } from "./lib/log.ts";
import { type ControlSocket, openControlSocket } from "./operations/control-socket.ts";

export interface RunningServer {
  readonly fanfare: FanfareServer;
  readonly port: number;
  readonly url: string;
  /** One-time link that creates the owner. Undefined if a member exists. */
  readonly setup_url: string | undefined;
  readonly pending: () => number;
  /**
   * Shuts down gracefully: `/readyz` fails, sockets get a code to reconnect, requests in progress finish, then the
   * database closes. Repeated calls wait for the same shutdown.
   */
  stop(): Promise<void>;
}

/**
 * Starts the server and resolves when it accepts requests.
 *
 * @throws StartupError with a message for the operator.
 * @example
 * const running = await start(config, { clock: systemClock, rng: systemRng, log });
 * await running.stop();
 */
export async function start(config: Config, given: FanfareServerDeps): Promise<RunningServer> {
  const deps = { ...given, log: createOutageLog(given.log, given.clock) };
  const fanfare = await createFanfareServer(config, deps);
  try {
    const listener = await openListener({ ...config, port: fanfare.port }, fanfare, deps);
    const { port } = listener;
    await fanfare.listens(port);
    const url = publicUrlOf(config, port);
    const { host, tls, public_url } = config;
    const operator = { ...fanfare.operator, address: { host, port, tls, public_url } };
    const control = await openControlSocket(config.data_dir, operator, deps.log);
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
  // From here on, commands find no running server and wait for the database.
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
