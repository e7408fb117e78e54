import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Package } from "./packages.ts";

export type ProxyName = "nginx" | "haproxy";

/** A temporary reverse proxy. */
export interface ScratchProxy {
  stop(): Promise<void>;
}

const START_DEADLINE_MS = 10_000;
const PROBE_EVERY_MS = 20;
/** Debian's folder for servers, which isn't in the PATH of every user. */
const SBIN = "/usr/sbin";

function findProxy(name: ProxyName): string | undefined {
  return Bun.which(name) ?? [join(SBIN, name)].find((path) => existsSync(path));
}

const proxyPackage = (name: ProxyName): Package => ({
  name,
  what: "for several nodes behind a proxy",
  present: () => findProxy(name) !== undefined,
});

export const proxyPackages: readonly Package[] = [proxyPackage("nginx"), proxyPackage("haproxy")];

/**
 * Starts a proxy for tests. `port`: where the configuration listens. nginx gets the content of its block `http`.
 *
 * @example
 * const proxy = await startProxy("nginx", { port, config: `server { listen 127.0.0.1:${port}; }` });
 */
export async function startProxy(
  name: ProxyName,
  { port, config }: { readonly port: number; readonly config: string },
): Promise<ScratchProxy> {
  const binary = findProxy(name);
  if (binary === undefined) throw new Error(`${name} isn't installed. On Debian or Ubuntu: apt-get install ${name}.`);
  const directory = mkdtempSync(join(tmpdir(), `fanfare-${name}-`));
  const file = join(directory, "proxy.conf");
  writeFileSync(file, name === "nginx" ? nginxFile(directory, config) : config);
  const log = Bun.file(join(directory, "proxy.log"));
  const command =
    name === "nginx" ? [binary, "-c", file, "-p", directory, "-e", "stderr"] : [binary, "-W", "-db", "-f", file];
  const server = Bun.spawn(command, { stdout: log, stderr: log });
  const deadline = Date.now() + START_DEADLINE_MS;
  while (!(await accepts(port))) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`${name} didn't start: ${await log.text()}`);
    await Bun.sleep(PROBE_EVERY_MS);
  }
  return {
    async stop() {
      server.kill("SIGTERM");
      await server.exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Everything that nginx writes stays in the directory. */
function nginxFile(directory: string, config: string): string {
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const paths = folders.map((folder) => `${folder}_temp_path ${join(directory, folder)};`);
  return `daemon off;
worker_processes 1;
pid ${join(directory, "proxy.pid")};
error_log stderr warn;
events { worker_connections 1024; }
http {
access_log off;
${paths.join("\n")}
${config}
}
`;
}

async function accepts(port: number): Promise<boolean> {
  const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data: () => {} } }).catch(() => undefined);
  socket?.end();
  return socket !== undefined;
}
