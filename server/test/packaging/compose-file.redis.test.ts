import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { freePort } from "../../../scripts/services/postgres.ts";
import { startProxy } from "../../../scripts/services/proxies.ts";
import { REPOSITORY_ROOT } from "../../src/repository-root.ts";
import { OWNER } from "../support/temporary-server.ts";
import { temporaryPostgresStore } from "../support/temporary-store.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

const FOLDER = join(REPOSITORY_ROOT, "packaging/compose");
const PROBE_EVERY_MS = 50;
const CLI = [process.execPath, process.env["TEST_SERVER"] ?? join(REPOSITORY_ROOT, "server/src/cli.ts")];

const serviceSchema = z.looseObject({
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  healthcheck: z.looseObject({ test: z.tuple([z.literal("CMD")], z.string()) }).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal("service_healthy") })).optional(),
});
const composeSchema = z.looseObject({
  services: z.strictObject({
    postgres: serviceSchema,
    redis: serviceSchema,
    one: serviceSchema,
    two: serviceSchema,
    nginx: serviceSchema,
  }),
});
type Service = z.output<typeof serviceSchema>;

const GIVEN: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: "unused",
  FANFARE_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  FANFARE_OWNER_EMAIL: OWNER.email,
  FANFARE_OWNER_PASSWORD: OWNER.password,
};

/** As Docker Compose does it: `${NAME:-default}` and `${NAME:?error}`. */
function interpolate(text: string): string {
  return text.replace(/\$\{(\w+)(?::(-|\?)([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) => {
    const value = GIVEN[name] ?? (kind === "-" ? rest : undefined);
    if (value === undefined) throw new Error(`The compose file needs ${name}, which its guide doesn't set.`);
    return value;
  });
}

async function readComposeFile() {
  const text = await Bun.file(join(FOLDER, "compose.yaml")).text();
  return composeSchema.parse(Bun.YAML.parse(interpolate(text))).services;
}

const running: Bun.Subprocess[] = [];
async function stopAll(): Promise<void> {
  for (const each of running) each.kill("SIGTERM");
  await Promise.all(running.map(({ exited }) => exited));
}

interface Machine {
  readonly port: number;
  /** Where the other services are on this machine. */
  readonly hosts: Readonly<Record<string, string>>;
  readonly directory: string;
}

/** The service's environment, for a machine that all services share. */
function environmentOf({ environment = {} }: Service, { port, hosts, directory }: Machine): Record<string, string> {
  const moved = Object.entries(environment).map(([name, value]): [string, string] => [
    name,
    Object.entries(hosts).reduce((text, [host, url]) => (text.startsWith(host) ? url : text), value),
  ]);
  const here = { FANFARE_HOST: "127.0.0.1", FANFARE_PORT: String(port), FANFARE_DATA_DIR: directory };
  return { PATH: process.env["PATH"] ?? "", ...Object.fromEntries(moved), ...here };
}

/** `fanfare …` of the executable is the same program as this source. */
function localCommand([program = "", ...rest]: readonly string[]): string[] {
  return program === "fanfare" ? [...CLI, ...rest] : [program, ...rest];
}

async function startHealthy(service: Service, machine: Machine): Promise<void> {
  const env = environmentOf(service, machine);
  const log = Bun.file(join(machine.directory, "server.log"));
  const server = Bun.spawn(localCommand(service.command ?? []), {
    env,
    cwd: machine.directory,
    stdout: log,
    stderr: log,
  });
  running.push(server);
  const [, ...probe] = service.healthcheck?.test ?? ["CMD"];
  // Each probe starts a process, so it runs once there's something to find.
  while (!(await isReady(machine.port))) {
    if (server.exitCode !== null) throw new Error(`${service.command} ended: ${await log.text()}`);
    await Bun.sleep(PROBE_EVERY_MS);
  }
  const healthy = Bun.spawn(localCommand(probe), { env, cwd: machine.directory, stdout: "ignore", stderr: "inherit" });
  expect(await healthy.exited).toBe(0);
}

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  return response?.ok === true;
}

test("starts what the compose file describes, with its own commands, in its order", async () => {
  const services = await readComposeFile();
  const { redis, one, two, nginx } = services;
  expect(Object.keys(nginx.depends_on ?? {})).toEqual(["two"]);
  expect(Object.keys(two.depends_on ?? {})).toEqual(["one"]);
  expect(Object.keys(one.depends_on ?? {})).toEqual(["postgres", "redis"]);
  const directories = ["one", "two"].map((name) => mkdtempSync(join(tmpdir(), `fanfare-compose-${name}-`)));
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()] as const;
  const [redis_port, one_port, two_port, nginx_port] = ports;
  await using postgres = await temporaryPostgresStore();
  const hosts = { "postgres://": postgres.url, "redis://": `redis://127.0.0.1:${redis_port}` };
  try {
    const redis_command = [...(redis.command ?? []), "--port", String(redis_port)];
    running.push(Bun.spawn(redis_command, { stdout: "ignore", cwd: directories[0] ?? "" }));
    await startHealthy(one, { port: one_port, hosts, directory: directories[0] ?? "" });
    await startHealthy(two, { port: two_port, hosts, directory: directories[1] ?? "" });
    const config = (await Bun.file(join(FOLDER, "nginx.conf")).text())
      .replace("one:4000", `127.0.0.1:${one_port}`)
      .replace("two:4000", `127.0.0.1:${two_port}`)
      .replace("listen 80;", `listen 127.0.0.1:${nginx_port};`);
    const proxy = await startProxy("nginx", { port: nginx_port, config });
    const signed_in = await fetch(`http://127.0.0.1:${nginx_port}/api/sign-in`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: "http://localhost:8080" },
      body: JSON.stringify(OWNER),
    });
    expect(signed_in.status).toBe(200);
    const env = environmentOf(one, { port: one_port, hosts, directory: directories[0] ?? "" });
    const listed = Bun.spawn([...CLI, "node", "list", "--json"], { env, stdout: "pipe" });
    expect(JSON.parse(await new Response(listed.stdout).text())).toMatchObject([
      { port: one_port, state: "active", alive: true },
      { port: two_port, state: "active", alive: true },
    ]);
    await proxy.stop();
  } finally {
    await stopAll();
    for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  }
});

test("uses the load balancer that the guide describes", async () => {
  const guide = await Bun.file(join(REPOSITORY_ROOT, "docs/operations/scale-out.md")).text();
  const documented = /```nginx\n([\s\S]*?)```/.exec(guide)?.[1] ?? "";
  const shipped = await Bun.file(join(FOLDER, "nginx.conf")).text();
  expect(shipped).toBe(documented.replace("10.0.0.11", "one").replace("10.0.0.12", "two"));
  for (const name of Object.keys(GIVEN)) expect(guide).toContain(`${name}=`);
});
