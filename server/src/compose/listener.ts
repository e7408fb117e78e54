import { stat } from "node:fs/promises";
import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { APP_LIMIT_RANGES } from "@fanfare/contract/realtime/app-settings";
import type { Config } from "../config/config.ts";
import type { BunSocketData } from "../gateway/transport/bun-socket.ts";
import type { Log } from "../lib/log.ts";
import { StartupError } from "../lib/operator-errors.ts";

export interface Listener {
  readonly port: number;
  readonly pending: () => number;
  /** Stops accepting connections. Resolves when the last one has closed. */
  stop(): Promise<void>;
  cut(): Promise<void>;
}

/** What answers requests and sockets of the port. */
export interface ListenerHandlers {
  /** Returns undefined if the connection was upgraded to a WebSocket. */
  fetch(request: Request, server: Bun.Server<BunSocketData>): Promise<Response | undefined> | Response | undefined;
  readonly websocket: Bun.WebSocketHandler<BunSocketData>;
}

type Server = Bun.Server<BunSocketData>;
type Tls = NonNullable<Config["tls"]>;

/** Longer than any handler takes. WebSockets of the gateway have their own timeout. */
const IDLE_TIMEOUT_S = 60;
/**
 * Handlers limit the bodies they read. This limits unread bodies, above the largest value that an app can configure.
 */
const BODY_BYTES_MAX = APP_LIMIT_RANGES.publish_body_bytes_max[1] + limits.body_bytes_max;

/**
 * Listens on the configured port. With TLS, checks the certificate files every `tls_check_ms`: new connections use a
 * new certificate, and open ones keep theirs.
 *
 * @throws StartError if the port, the address, or the certificate can't be used.
 */
export async function openListener(
  config: Pick<Config, "host" | "port" | "tls">,
  handlers: ListenerHandlers,
  deps: { readonly clock: Clock; readonly log: Log },
): Promise<Listener> {
  const { tls } = config;
  let stamp = tls === undefined ? "" : await fileStamp(tls);
  const first = listen(config, handlers);
  const port = first.port ?? config.port;
  let servers: readonly Server[] = [first];
  let cancel: Cancel = () => {};

  const renew = async (files: Tls): Promise<void> => {
    const found = await fileStamp(files);
    if (found === stamp) return;
    stamp = found;
    const newest = serve({ ...config, port }, handlers);
    const older = servers;
    servers = [newest];
    for (const server of older) void server.stop();
    deps.log.info("certificate_renewed", { cert_file: files.cert_file });
  };
  const watch = (files: Tls): void => {
    cancel = deps.clock.after(limits.tls_check_ms, () => {
      renew(files)
        // Incomplete or mismatched files: keep the current certificate, and retry after the next change.
        .catch((error: unknown) => deps.log.error("certificate_refused", { cert_file: files.cert_file, error }))
        .finally(() => watch(files));
    });
  };
  if (tls !== undefined) watch(tls);

  return {
    port,
    pending: () => servers.reduce((sum, server) => sum + server.pendingRequests, 0),
    async stop() {
      cancel();
      await Promise.all(servers.map((server) => server.stop()));
    },
    async cut() {
      await Promise.all(servers.map((server) => server.stop(true)));
    },
  };
}

/** Changes when either file is written, or when a symlink to it points elsewhere. */
async function fileStamp({ cert_file, key_file }: Tls): Promise<string> {
  const [cert, key] = await Promise.all([cert_file, key_file].map((file) => stat(file).catch(() => undefined)));
  return [cert, key]
    .map((file) => (file === undefined ? "missing" : `${file.ino} ${file.mtimeMs} ${file.size}`))
    .join();
}

function listen(config: Pick<Config, "host" | "port" | "tls">, handlers: ListenerHandlers): Server {
  try {
    if (config.tls !== undefined) assertFree(config);
    return serve(config, handlers);
  } catch (error) {
    throw listenError(error, config);
  }
}

/** Renewal needs a shared port, which would hide a conflict with another program. So check for one first. */
function assertFree({ host, port }: Pick<Config, "host" | "port">): void {
  const probe = Bun.listen({ hostname: host, port, socket: { data: () => {} } });
  probe.stop(true);
}

function serve({ host, port, tls }: Pick<Config, "host" | "port" | "tls">, handlers: ListenerHandlers): Server {
  return Bun.serve({
    hostname: host,
    port,
    idleTimeout: IDLE_TIMEOUT_S,
    maxRequestBodySize: BODY_BYTES_MAX,
    ...(tls === undefined
      ? {}
      : { reusePort: true, tls: { cert: Bun.file(tls.cert_file), key: Bun.file(tls.key_file) } }),
    fetch: (request, server) => handlers.fetch(request, server),
    websocket: handlers.websocket,
    error: () => new Response("An unexpected error occurred.\n", { status: 500 }),
  });
}

function listenError(error: unknown, { host, port, tls }: Pick<Config, "host" | "port" | "tls">): StartupError {
  const message = error instanceof Error ? error.message : String(error);
  const cause = { cause: error };
  switch (error instanceof Error && "code" in error ? error.code : undefined) {
    case "EADDRINUSE":
      return new StartupError(
        `Port ${port} on ${host} is in use by another program. Stop that program, or set FANFARE_PORT to another port.`,
        cause,
      );
    case "EACCES":
      return new StartupError(
        `This user isn't allowed to listen on port ${port}. Set FANFARE_PORT to a port above 1023.`,
        cause,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartupError(
        `${host} isn't an address of this machine. Set FANFARE_HOST to one of its addresses, or to 0.0.0.0 for all.`,
        cause,
      );
    default:
      return tls === undefined
        ? new StartupError(`Can't listen on ${host}:${port}: ${message}`, cause)
        : new StartupError(
            `Can't use ${tls.cert_file} and ${tls.key_file} as certificate and key: ${message}. Provide a PEM certificate chain and its private key.`,
            cause,
          );
  }
}
