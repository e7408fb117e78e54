import { X509Certificate } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, stat, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS } from "@fanfare/contract/limits";
import type { HealthFinding } from "@fanfare/contract/schema/responses/accounts/server-health";
import type { Cause } from "@fanfare/contract/wording/cause";
import { finding, findingText } from "@fanfare/contract/wording/findings";
import { SQL } from "bun";
import { z } from "zod";
import { assertRedisUsable } from "../cluster/redis-connection.ts";
import { type Config, redactPassword } from "../config/config.ts";
import { publicUrlOf } from "../config/print-config.ts";
import { KEY_FILE, readKeys } from "../lib/key-file.ts";
import { messageOf, StartupError } from "../lib/operator-errors.ts";
import { truncate } from "../lib/truncate.ts";
import { createVault } from "../lib/vault.ts";
import { openForReading, parseStoreUrl } from "../store/database.ts";
import { postgresError } from "../store/postgres/error.ts";
import { inspectDatabase } from "../store/sqlite/backup.ts";
import { countFailingEmails } from "../store/statements/realtime/message-emails.ts";
import { lastBackupAt } from "./backup.ts";
import { isServerRunning } from "./control-socket.ts";
import { requireDatabase } from "./installation.ts";
import { describeDatabaseError } from "./open-database.ts";
import { countByKey } from "./secret-key/ciphertexts.ts";

const DISK_BYTES_LOW = 1024 ** 3;
/** Far above what is left after a checkpoint (`limits.wal_bytes_max`), so a burst of writes doesn't reach it. */
const LOG_BYTES_HIGH = 256 * 1024 ** 2;
const CERTIFICATE_DAYS_LOW = 14;
const BACKUP_DAYS_OLD = 7;
const RESPONSE_TIMEOUT_MS = 3_000;

type CheckResult = Omit<HealthFinding, "check">;
type Check = (config: Config, now_ms: number) => Promise<CheckResult>;

const result = (state: HealthFinding["state"], cause: Cause): CheckResult => ({
  state,
  says: findingText(cause),
  cause,
});
const good = (cause: Cause): CheckResult => result("good", cause);
const warning = (cause: Cause): CheckResult => result("warning", cause);
const bad = (cause: Cause): CheckResult => result("bad", cause);

const CHECKS: Readonly<Record<string, Check>> = {
  async data_directory({ data_dir }) {
    if (!existsSync(data_dir)) return warning(finding("path_missing", { path: data_dir }));
    const { mode } = await stat(data_dir);
    if ((mode & 0o077) === 0) return good(finding("directory_private", { path: data_dir }));
    return warning(finding("directory_public", { path: data_dir, command: `chmod 700 ${data_dir}` }));
  },
  async master_key({ data_dir, secret_keys }) {
    if (secret_keys !== undefined) return good(finding("key_from_environment"));
    const path = join(data_dir, KEY_FILE);
    if (!existsSync(path)) return warning(finding("path_missing", { path }));
    const { mode } = await stat(path);
    if ((mode & 0o077) === 0) return good(finding("key_private", { path }));
    return bad(finding("key_public", { path, command: `chmod 600 ${path}` }));
  },
  async database({ database_url }) {
    const target = parseStoreUrl(database_url);
    if (target.dialect === "sqlite") {
      if (!existsSync(target.path)) return warning(finding("path_missing", { path: target.path }));
      const found = inspectDatabase(resolve(target.path));
      if (found.outcome === "unusable") return bad(finding("database_damaged", { reason: found.reason }));
      if (found.problem === "unreleased") return bad(finding("schema_unreleased"));
      return good(finding("database_intact", { path: target.path, schema: String(found.schema) }));
    }
    return await checkPostgres(target.url);
  },
  stored_secrets: checkSecrets,
  async write_ahead_log({ database_url }) {
    const target = parseStoreUrl(database_url);
    if (target.dialect === "postgres") return good(finding("log_absent"));
    const log_bytes = (await stat(`${target.path}-wal`).catch(() => undefined))?.size ?? 0;
    if (log_bytes < LOG_BYTES_HIGH) return good(finding("log_small", { log_bytes }));
    return warning(finding("log_large", { path: target.path, log_bytes }));
  },
  async disk({ data_dir }) {
    const { bavail, bsize } = await statfs(existsSync(data_dir) ? data_dir : ".");
    const free_bytes = bavail * bsize;
    if (free_bytes >= DISK_BYTES_LOW) return good(finding("disk_free", { free_bytes }));
    return warning(finding("disk_low", { free_bytes }));
  },
  async server({ data_dir, host, port, tls }) {
    const url = `${tls === undefined ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${port}/readyz`;
    try {
      const answer = await fetch(url, {
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
        // The certificate is for the public host name, but this check only reaches the local process.
        tls: { rejectUnauthorized: false },
      });
      if (answer.ok) return good(finding("server_responds", { url }));
      return describeAnswer(url, answer.status, await answer.text());
    } catch {
      // A killed server leaves its socket file behind.
      return (await isServerRunning(data_dir, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)))
        ? bad(finding("server_silent", { path: data_dir, url }))
        : warning(finding("server_stopped", { url }));
    }
  },
  async installation(config) {
    try {
      await requireDatabase(config);
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      return bad(finding("installation_broken", { reason: error.message }));
    }
    return good(finding("installation_whole"));
  },
  async public_address(config) {
    const url = publicUrlOf(config, config.port);
    if (url.startsWith("https:")) return good(finding("address_public", { url }));
    const is_local = ["localhost", "127.0.0.1"].includes(new URL(url).hostname);
    if (is_local && config.public_url === undefined) return good(finding("address_local", { url }));
    return warning(finding("address_insecure", { url }));
  },
  async certificate({ tls }, now_ms) {
    if (tls === undefined) return good(finding("certificate_missing"));
    const certificate = new X509Certificate(await readFile(tls.cert_file));
    const days = Math.floor((Date.parse(certificate.validTo) - now_ms) / DAY_MS);
    const path = tls.cert_file;
    if (days < 0)
      return bad(finding("certificate_expired", { path, when: new Date(certificate.validTo).toISOString() }));
    if (days < CERTIFICATE_DAYS_LOW) return warning(finding("certificate_ending", { path, days }));
    return good(finding("certificate_valid", { path, days }));
  },
  async backup({ data_dir, database_url }, now_ms) {
    if (parseStoreUrl(database_url).dialect === "postgres") return good(finding("backup_elsewhere"));
    const newest = await lastBackupAt(data_dir);
    if (newest > 0 && now_ms - newest < BACKUP_DAYS_OLD * DAY_MS) return good(finding("backup_recent"));
    return warning(finding("backup_old", { path: join(data_dir, "backups") }));
  },
  async message_emails({ database_url }, now_ms) {
    const target = parseStoreUrl(database_url);
    if (target.dialect === "sqlite" && !existsSync(target.path)) {
      return warning(finding("path_missing", { path: target.path }));
    }
    const { db, close } = openForReading(database_url);
    try {
      const emails = await countFailingEmails(db, now_ms - DAY_MS);
      return emails === 0 ? good(finding("emails_sent")) : warning(finding("emails_failing", { emails }));
    } finally {
      await close();
    }
  },
};

async function checkPostgres(database_url: string): Promise<CheckResult> {
  const url = redactPassword(database_url);
  await using sql = new SQL(database_url, { max: 1, connectionTimeout: RESPONSE_TIMEOUT_MS / 1_000 });
  try {
    const [found]: readonly { has_moves: boolean }[] = await sql`select to_regclass('moves') is not null as has_moves`;
    if (found?.has_moves !== true) return good(finding("database_responds", { url }));
    const interrupted: readonly unknown[] = await sql`select from moves where finished_at is null`;
    return interrupted.length === 0
      ? good(finding("database_responds", { url }))
      : bad(finding("move_interrupted", { url }));
  } catch (error) {
    const reason = (await describeDatabaseError(postgresError(error), database_url)) ?? messageOf(error);
    return bad(finding("database_unusable", { reason }));
  }
}

async function checkRedis(redis_url: string): Promise<CheckResult> {
  const url = redactPassword(redis_url);
  try {
    await assertRedisUsable({ rng: systemRng, url: redis_url }, systemClock);
  } catch (error) {
    return bad(finding("redis_unusable", { url, reason: messageOf(error) }));
  }
  return good(finding("redis_responds", { url }));
}

/** Whether the master keys that are here encrypt all stored secrets. */
export async function checkSecrets(
  config: Pick<Config, "data_dir" | "database_url" | "secret_keys">,
): Promise<CheckResult> {
  const keys = config.secret_keys ?? (await readKeys(join(config.data_dir, KEY_FILE)));
  const target = parseStoreUrl(config.database_url);
  const path = target.dialect === "sqlite" && !existsSync(target.path) ? target.path : undefined;
  if (path !== undefined || keys === undefined) {
    return warning(finding("path_missing", { path: path ?? join(config.data_dir, KEY_FILE) }));
  }
  return describeSecrets(createVault(keys).key_ids, await secretsByKey(config.database_url));
}

async function secretsByKey(database_url: string): Promise<ReadonlyMap<string, number>> {
  const { db, close } = openForReading(database_url);
  try {
    return await countByKey(db);
  } finally {
    await close();
  }
}

function describeSecrets([current, ...older]: readonly string[], counts: ReadonlyMap<string, number>): CheckResult {
  const others = [...counts.keys()].filter((id) => id !== current);
  const missing = others.filter((id) => !older.includes(id));
  const total = (ids: readonly string[]): number => ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
  if (missing.length > 0) {
    return bad(finding("secrets_unreadable", { secrets: total(missing), key_ids: missing.join(", ") }));
  }
  if (others.length === 0) return good(finding("secrets_current"));
  return warning(finding("secrets_older", { secrets: total(others), command: "fanfare secret-key rotate" }));
}

/** What `/readyz` says about a server that doesn't take traffic. */
function describeAnswer(url: string, status: number, text: string): CheckResult {
  switch (reasonOf(text)) {
    case "disk_full":
      return bad(finding("server_disk_full", { url }));
    case "disk_low":
      return bad(finding("server_disk_low", { url }));
    case "clock_wrong":
      return bad(finding("server_clock_wrong", { url }));
    case "store_unavailable":
      return bad(finding("server_store_unavailable", { url }));
    case "stopping":
      return warning(finding("server_stopping", { url }));
    case "standby":
      return good(finding("server_standby", { url }));
    default:
      return bad(finding("server_failed", { url, status, reason: truncate(text) }));
  }
}

function reasonOf(text: string): string | undefined {
  try {
    return notReadySchema.safeParse(JSON.parse(text)).data?.reason;
  } catch {
    return undefined;
  }
}

const notReadySchema = z.looseObject({ reason: z.string() });

/** Runs every check. A failed one doesn't stop the others. */
export async function examine(config: Config, now_ms: number): Promise<readonly HealthFinding[]> {
  const { redis_url } = config;
  const checks = redis_url === undefined ? CHECKS : { ...CHECKS, redis: () => checkRedis(redis_url) };
  return await Promise.all(
    Object.entries(checks).map(async ([check, examineOne]) => {
      try {
        return { check, ...(await examineOne(config, now_ms)) };
      } catch (error) {
        return { check, ...bad(finding("check_failed", { reason: messageOf(error) })) };
      }
    }),
  );
}
