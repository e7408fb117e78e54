import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import type { Config } from "./config.ts";
import { publicUrlOf } from "./config-print.ts";
import { createHouse, type House, type HouseDeps } from "./house.ts";
import type { Log } from "./log.ts";
import { StartError } from "./start-error.ts";

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
  if (config.redis_url !== undefined) {
    throw new StartError(
      "FANFARE_REDIS_URL is set, but this release runs on one node and would leave the others without messages. Unset it.",
    );
  }
  const house = await createHouse(config, deps);
  try {
    const server = listen(config, house);
    const port = server.port ?? config.port;
    const url = publicUrlOf(config, port);
    const token = await house.setupToken();
    deps.log.info("listening", { host: config.host, port, url });
    let stopped: Promise<void> | undefined;
    return {
      house,
      port,
      url,
      pending: () => server.pendingRequests,
      setup_url: token === undefined ? undefined : `${url}/console/setup?token=${token}`,
      stop() {
        stopped ??= stop(server, house, deps.clock, deps.log);
        return stopped;
      },
    };
  } catch (error) {
    await house.close();
    throw error;
  }
}

/** Longer than any handler takes; the gateway's sockets have their own clock. */
const IDLE_TIMEOUT_S = 60;
/** Bodies are bounded where they are read, and answered as problems; this bounds what nobody reads. */
const BODY_BYTES_MAX = 8 * limits.body_bytes_max;

function listen(config: Config, house: House) {
  try {
    return Bun.serve({
      hostname: config.host,
      port: config.port,
      idleTimeout: IDLE_TIMEOUT_S,
      maxRequestBodySize: BODY_BYTES_MAX,
      ...(config.tls === undefined
        ? {}
        : { tls: { cert: Bun.file(config.tls.cert_file), key: Bun.file(config.tls.key_file) } }),
      fetch: (request, server) => house.fetch(request, server),
      websocket: house.websocket,
      error: () => new Response("Something went wrong on the server.\n", { status: 500 }),
    });
  } catch (error) {
    throw listenError(error, config);
  }
}

function listenError(error: unknown, { host, port, tls }: Config): StartError {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const sentence =
    code === "EADDRINUSE"
      ? `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port with FANFARE_PORT.`
      : code === "EACCES"
        ? `This user may not listen on port ${port}. Choose one above 1023 with FANFARE_PORT.`
        : code === "EADDRNOTAVAIL" || code === "ENOTFOUND"
          ? `${host} is not an address of this machine. Set FANFARE_HOST to one that is, or to 0.0.0.0 for all.`
          : `Cannot listen on ${host}:${port}${tls === undefined ? "" : " with the given certificate and key"}: ${error instanceof Error ? error.message : String(error)}`;
  return new StartError(sentence, { cause: error });
}

async function stop(server: Bun.Server<unknown>, house: House, clock: Clock, log: Log): Promise<void> {
  log.info("stopping");
  await house.drain();
  const patience = Promise.withResolvers<"late">();
  const cancel = clock.after(limits.stop_requests_wait_ms, () => patience.resolve("late"));
  if ((await Promise.race([server.stop(), patience.promise])) === "late") {
    log.warn("requests_cut", { open: server.pendingRequests });
    await server.stop(true);
  }
  cancel();
  await house.close();
  log.info("stopped");
}
