import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { REPOSITORY_ROOT } from "../../src/repository-root.ts";

const FOLDER = join(REPOSITORY_ROOT, "packaging/compose");
const FILES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".yaml"))
  .sort();
const IS_NIGHTLY = process.env["NIGHTLY"] !== undefined;

const serviceSchema = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.string()).optional(),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal("service_healthy") })).optional(),
});
const composeSchema = z.looseObject({ services: z.record(z.string(), serviceSchema) });

const read = (name: string): string => readFileSync(join(FOLDER, name), "utf8");
const servicesOf = (name: string) => Object.entries(composeSchema.parse(Bun.YAML.parse(read(name))).services);

test("describes one server, one with PostgreSQL, and two with Redis", () => {
  expect(FILES).toEqual(["compose.yaml", "one-server.yaml", "postgres.yaml"]);
  const guides = ["install.md", "scale-out.md"].map((name) =>
    readFileSync(join(REPOSITORY_ROOT, "docs/operations", name), "utf8"),
  );
  for (const name of FILES) expect(guides.join("\n")).toContain(name);
});

describe.each(FILES)("%s", (name) => {
  const services = servicesOf(name);

  test("pins the version of each image", () => {
    for (const [, { image }] of services) expect(image).toMatch(/^[a-z]+:(\d+\.\d+|bookworm-\d{8}-slim)/);
  });

  test("has no password of its own", () => {
    for (const [, { environment = {} }] of services) {
      for (const [variable, value] of Object.entries(environment)) {
        if (!/PASSWORD|SECRET_KEY|DATABASE_URL/.test(variable)) continue;
        expect(value).toMatch(/\$\{\w+:\?[^}]+\}/);
      }
    }
  });

  test("waits for the health of what each service needs", () => {
    const checked = new Set(services.filter(([, { healthcheck }]) => healthcheck !== undefined).map(([key]) => key));
    for (const [key, { environment = {}, depends_on = {} }] of services) {
      const needed = ["postgres", "redis"].filter((engine) =>
        Object.values(environment).some((value) => value.includes(`${engine}:`) && value.includes("://")),
      );
      // The second server waits for the first, which waits for both engines.
      const awaited = Object.keys(depends_on);
      if (!awaited.includes("one")) expect(awaited).toEqual(expect.arrayContaining(needed));
      for (const other of awaited) expect(checked.has(other)).toBe(true);
      if (key !== "nginx") expect(checked.has(key)).toBe(true);
    }
  });
});

const GIVEN = {
  POSTGRES_PASSWORD: "unused",
  FANFARE_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  FANFARE_OWNER_EMAIL: "owner@example.com",
  FANFARE_OWNER_PASSWORD: "unused",
} as const;

if (IS_NIGHTLY) {
  test.each(FILES)(
    "docker-compose accepts %s, and refuses it without passwords",
    async (name) => {
      const check = (env: Readonly<Record<string, string>>) =>
        Bun.spawn(["docker-compose", "-f", join(FOLDER, name), "config", "-q"], {
          env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", ...env },
          stdio: ["ignore", "ignore", "pipe"],
        });
      const accepted = check(GIVEN);
      expect([await new Response(accepted.stderr).text(), await accepted.exited]).toEqual(["", 0]);
      const refused = check({});
      expect(await new Response(refused.stderr).text()).toContain("Set");
      expect(await refused.exited).toBe(1);
    },
    120_000,
  );
}
