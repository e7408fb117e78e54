import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError, readConfig } from "./config.ts";
import { printConfig, publicUrlOf } from "./print-config.ts";

function sentences(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment, "/srv");
  } catch (error) {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  }
  return [];
}

test("uses the defaults without any variable", () => {
  expect(readConfig({ PATH: "/bin" }, "/srv")).toEqual({
    host: "127.0.0.1",
    port: 4000,
    public_url: undefined,
    data_dir: "/srv/data",
    secret_keys: undefined,
    trusted_proxies: "loopback",
    database_url: "sqlite:/srv/data/fanfare.db",
    redis_url: undefined,
    otlp_endpoint: undefined,
    first_app: { id: undefined, key: undefined, secret: undefined },
    owner: undefined,
    tls: undefined,
    log: "info",
    backup_interval_hours: 24,
    backups_kept: 7,
    connections_max: undefined,
    connections_per_address_max: 2_000,
    accepts_per_second_max: 2_000,
  });
});

test("reads every variable", () => {
  const config = readConfig(
    {
      FANFARE_HOST: "0.0.0.0",
      FANFARE_PORT: "0",
      FANFARE_DEMO_PORT: "5001",
      FANFARE_PUBLIC_URL: "https://example.com/fanfare/",
      FANFARE_DATA_DIR: "/var/lib/fanfare",
      FANFARE_DATABASE_URL: "postgres://f:p@db/fanfare",
      FANFARE_APP_ID: "1001",
      FANFARE_APP_KEY: "shop",
      FANFARE_APP_SECRET: "correct-horse",
      FANFARE_OWNER_EMAIL: "Ada@Example.com",
      FANFARE_OWNER_PASSWORD: "long enough",
      FANFARE_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
      FANFARE_TRUSTED_PROXIES: "10.0.0.0/8, ::1",
      FANFARE_TLS_CERT: "cert.pem",
      FANFARE_TLS_KEY: "/etc/key.pem",
      FANFARE_LOG: "debug",
      FANFARE_BACKUP_INTERVAL_HOURS: "0",
      FANFARE_BACKUPS_KEPT: "30",
      FANFARE_CONNECTIONS_MAX: "5000",
      FANFARE_CONNECTIONS_PER_ADDRESS_MAX: "0",
      FANFARE_ACCEPTS_PER_SECOND_MAX: "300",
    },
    "/srv",
  );
  expect(config).toEqual({
    host: "0.0.0.0",
    port: 0,
    public_url: "https://example.com/fanfare",
    data_dir: "/var/lib/fanfare",
    secret_keys: [new Uint8Array(32).fill(7)],
    trusted_proxies: "10.0.0.0/8, ::1",
    database_url: "postgres://f:p@db/fanfare",
    redis_url: undefined,
    otlp_endpoint: undefined,
    first_app: { id: "1001", key: "shop", secret: "correct-horse" },
    owner: { email: "ada@example.com", password: "long enough" },
    tls: { cert_file: "/srv/cert.pem", key_file: "/etc/key.pem" },
    log: "debug",
    backup_interval_hours: 0,
    backups_kept: 30,
    connections_max: 5_000,
    connections_per_address_max: 0,
    accepts_per_second_max: 300,
  });
});

test("rejects an unknown variable and suggests the closest one", () => {
  expect(sentences({ FANFARE_PROT: "4000" })).toEqual(["Unknown variable: FANFARE_PROT. Did you mean FANFARE_PORT?"]);
  expect(sentences({ FANFARE_FRIENDLINESS: "high" })[0]).toContain("Known variables: FANFARE_HOST, ");
});

describe("explanation for an invalid value", () => {
  const bad: readonly (readonly [string, string, string])[] = [
    ["FANFARE_PORT", "http", 'FANFARE_PORT is "http". It must be an integer from 0 to 65535, such as 4000.'],
    ["FANFARE_PORT", "65536", "from 0 to 65535"],
    ["FANFARE_PORT", "4000.5", "from 0 to 65535"],
    ["FANFARE_BACKUPS_KEPT", "0", "an integer from 1 to 1000"],
    ["FANFARE_HOST", "a host", "host name or IP address"],
    ["FANFARE_PUBLIC_URL", "example.com", "an http or https URL"],
    ["FANFARE_PUBLIC_URL", "https://example.com/?a=1", "without query and fragment"],
    ["FANFARE_DATABASE_URL", "mysql://db", "sqlite:{file} or postgres://"],
    ["FANFARE_DATABASE_URL", "sqlite::memory:", "sqlite:{file}"],
    ["FANFARE_REDIS_URL", "http://cache:6379", "redis://user:password@host:port or rediss:// with TLS"],
    ["FANFARE_APP_ID", "shop", "digits"],
    ["FANFARE_APP_KEY", "fanfare-console", "not fanfare-console"],
    ["FANFARE_OWNER_EMAIL", "ada", "an email address"],
    ["FANFARE_LOG", "loud", "one of debug, info, warn, error"],
  ];
  test.each(bad)("%s=%s", (name, value, right) => {
    const pair = name === "FANFARE_OWNER_EMAIL" ? { FANFARE_OWNER_PASSWORD: "long enough" } : {};
    const message = sentences({ ...pair, [name]: value });
    expect(message).toHaveLength(1);
    expect(message[0]).toContain(right);
  });
});

test("reports all errors at the same time", () => {
  expect(sentences({ FANFARE_PORT: "x", FANFARE_LOG: "y", FANFARE_HOTS: "z" })).toHaveLength(3);
});

test("rejects half of a pair", () => {
  expect(sentences({ FANFARE_TLS_KEY: "key.pem" })).toEqual([
    "FANFARE_TLS_KEY is set, but FANFARE_TLS_CERT isn't. Set both or neither.",
  ]);
  expect(sentences({ FANFARE_OWNER_EMAIL: "ada@example.com" })[0]).toContain("FANFARE_OWNER_PASSWORD isn't");
});

test("treats an empty variable as not set", () => {
  expect(readConfig({ FANFARE_PORT: "", FANFARE_REDIS_URL: "" }, "/srv").port).toBe(4000);
});

test("shows no secret in errors or printed configuration", () => {
  const environment = {
    FANFARE_APP_SECRET: "secret-one",
    FANFARE_OWNER_EMAIL: "ada@example.com",
    FANFARE_OWNER_PASSWORD: "password-one",
    FANFARE_DATABASE_URL: "postgres://f:password-two@db/fanfare",
  };
  const printed = JSON.stringify(printConfig(readConfig(environment, "/srv"), environment));
  for (const secret of ["secret-one", "password-one", "password-two"]) expect(printed).not.toContain(secret);
  expect(sentences({ FANFARE_APP_SECRET: "has space" }).join()).not.toContain("has space");
  for (const password of ["password-two", "password#two", "password/two", "password?two", "12#two", "a@b:two"]) {
    const message = sentences({ FANFARE_DATABASE_URL: `mysql://f:${password}@db/fanfare` }).join();
    expect([message.includes("two"), message.includes("mysql://f:hidden@db/fanfare")]).toEqual([false, true]);
  }
  for (const slashes of ["", "/", "//", "///"]) {
    const url = `rediss:${slashes}u:password-two@cache:6379`;
    expect(sentences({ FANFARE_REDIS_URL: url }).join()).not.toContain("two");
  }
  // Also covers a value that isn't a valid URL: a port out of range.
  expect(sentences({ FANFARE_DATABASE_URL: "postgres://f:password-two@db:99999/fanfare" }).join()).not.toContain("two");
});

test("prints the value in use and its source for each variable", () => {
  const environment = { FANFARE_PORT: "4321" };
  const printed = printConfig(readConfig(environment, "/srv"), environment);
  expect(printed).toContainEqual({ name: "FANFARE_PORT", value: "4321", source: "environment" });
  expect(printed).toContainEqual({ name: "FANFARE_HOST", value: "127.0.0.1", source: "default" });
  expect(printed).toContainEqual({ name: "FANFARE_REDIS_URL", value: null, source: "not set" });
  expect(printed).toContainEqual({ name: "FANFARE_PUBLIC_URL", value: "http://localhost:4321", source: "default" });
});

test("falls back to localhost or the given host for the public URL", () => {
  const plain = { public_url: undefined, tls: undefined };
  expect(publicUrlOf({ ...plain, host: "0.0.0.0" }, 4000)).toBe("http://localhost:4000");
  expect(publicUrlOf({ ...plain, host: "10.0.0.7" }, 4000)).toBe("http://10.0.0.7:4000");
  expect(publicUrlOf({ ...plain, host: "fd00::7", tls: { cert_file: "c", key_file: "k" } }, 1)).toBe(
    "https://[fd00::7]:1",
  );
});

describe("variables from files", () => {
  const folder = mkdtempSync(join(tmpdir(), "fanfare-config-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "secret"), "correct-horse\n");
  writeFileSync(join(folder, "database"), "postgres://f:p@db/fanfare");

  test("uses the content without its line break, and prints the file's name", () => {
    const environment = { FANFARE_APP_SECRET_FILE: "secret", FANFARE_DATABASE_URL_FILE: join(folder, "database") };
    const config = readConfig(environment, folder);
    expect([config.first_app.secret, config.database_url]).toEqual(["correct-horse", "postgres://f:p@db/fanfare"]);
    const printed = printConfig(config, environment).find(({ name }) => name === "FANFARE_APP_SECRET");
    expect(printed).toEqual({ name: "FANFARE_APP_SECRET", value: "secret", source: "file" });
  });

  test("rejects a missing file, a second value, and a variable that can't come from a file", () => {
    const file = join(folder, "secret");
    expect(sentences({ FANFARE_SECRET_KEY_FILE: "/none" })[0]).toStartWith("FANFARE_SECRET_KEY_FILE can't be read:");
    expect(sentences({ FANFARE_SECRET_KEY_FILE: file })).toEqual([
      "FANFARE_SECRET_KEY is set to an invalid value. It must be 32 random bytes as base64, such as the content of secret.key. Older keys can follow, separated by commas.",
    ]);
    expect(sentences({ FANFARE_APP_SECRET: "correct-horse", FANFARE_APP_SECRET_FILE: file })).toEqual([
      "FANFARE_APP_SECRET and FANFARE_APP_SECRET_FILE are both set. Set one of them.",
    ]);
    expect(sentences({ FANFARE_PORT_FILE: file })[0]).toStartWith("Unknown variable: FANFARE_PORT_FILE.");
  });
});
