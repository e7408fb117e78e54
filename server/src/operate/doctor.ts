import { X509Certificate } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, stat, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bytesInWords } from "@fanfare/contract/bytes";
import { DAY_MS } from "@fanfare/contract/limits";
import { SQL } from "bun";
import { type Config, withoutPassword } from "../config.ts";
import { publicUrlOf } from "../config-print.ts";
import { quotable } from "../quotable.ts";
import { parseStoreUrl } from "../store/database.ts";
import { inspectDatabase } from "../store/sqlite-backup.ts";
import { controlPath } from "./control-socket.ts";

/** One thing that was looked at. */
export interface Finding {
  readonly check: string;
  readonly state: "good" | "warning" | "bad";
  /** What was found and, unless it is good, what to do. */
  readonly says: string;
}

const DISK_BYTES_LOW = 1024 ** 3;
const CERTIFICATE_DAYS_LOW = 14;
const BACKUP_DAYS_OLD = 7;
const ANSWER_PATIENCE_MS = 3_000;

type Look = (config: Config, now_ms: number) => Promise<Omit<Finding, "check">>;

const good = (says: string) => ({ state: "good", says }) as const;
const warning = (says: string) => ({ state: "warning", says }) as const;
const bad = (says: string) => ({ state: "bad", says }) as const;

const CHECKS: Readonly<Record<string, Look>> = {
  async data_directory({ data_dir }) {
    if (!existsSync(data_dir)) return warning(`${data_dir} does not exist yet. The first start makes it.`);
    const { mode } = await stat(data_dir);
    if ((mode & 0o077) === 0) return good(`${data_dir} belongs to this user alone.`);
    return warning(`Other users can look into ${data_dir}. Run: chmod 700 ${data_dir}`);
  },
  async master_key({ data_dir }) {
    const path = join(data_dir, "secret.key");
    if (!existsSync(path)) return warning(`${path} does not exist yet. The first start makes it.`);
    const { mode } = await stat(path);
    if ((mode & 0o077) === 0) return good(`${path} can be read by this user alone.`);
    return bad(`Other users can read ${path}, which opens all secrets. Run: chmod 600 ${path}`);
  },
  async database({ database_url }) {
    const target = parseStoreUrl(database_url);
    if (target.dialect === "sqlite") {
      if (!existsSync(target.path)) return warning(`${target.path} does not exist yet. The first start makes it.`);
      const found = inspectDatabase(resolve(target.path));
      return found.outcome === "whole"
        ? good(`${target.path} is whole, schema ${found.schema}.`)
        : bad(`${found.reason} Restore a backup with fanfare restore.`);
    }
    await using sql = new SQL(target.url, { max: 1, connectionTimeout: ANSWER_PATIENCE_MS / 1_000 });
    const shown = withoutPassword(database_url);
    try {
      await sql`select 1`;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return bad(`${shown} does not answer: ${reason}. Start it, or correct FANFARE_DATABASE_URL.`);
    }
    return good(`${shown} answers.`);
  },
  async disk({ data_dir }) {
    const { bavail, bsize } = await statfs(existsSync(data_dir) ? data_dir : ".");
    const free = `${bytesInWords(bavail * bsize)} are free`;
    if (bavail * bsize >= DISK_BYTES_LOW) return good(`${free}.`);
    return warning(`Only ${free}. Fanfare stops to take writes when the disk is full: make room.`);
  },
  async server({ data_dir, host, port, tls }) {
    const running = existsSync(controlPath(data_dir));
    const address = `${tls === undefined ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${port}/readyz`;
    try {
      const answer = await fetch(address, {
        signal: AbortSignal.timeout(ANSWER_PATIENCE_MS),
        // The certificate is for the public name; here only the process is asked.
        tls: { rejectUnauthorized: false },
      });
      if (answer.ok) return good(`The server answers at ${address}.`);
      return bad(`${address} answers ${answer.status}: ${quotable(await answer.text())}`);
    } catch {
      return running
        ? bad(`A server was started on ${data_dir}, and ${address} does not answer. Look into its log.`)
        : warning(`No server runs: ${address} does not answer. Start it with fanfare serve.`);
    }
  },
  async public_address(config) {
    const url = publicUrlOf(config, config.port);
    if (url.startsWith("https:")) return good(`Browsers reach it at ${url}.`);
    const is_local = ["localhost", "127.0.0.1"].includes(new URL(url).hostname);
    if (is_local && config.public_url === undefined) return good(`For this machine alone, at ${url}.`);
    return warning(
      `${url} is not HTTPS: sign-ins can be read on the way. Set FANFARE_TLS_CERT and FANFARE_TLS_KEY, or put a proxy in front.`,
    );
  },
  async certificate({ tls }, now_ms) {
    if (tls === undefined) return good("No certificate is configured.");
    const certificate = new X509Certificate(await readFile(tls.cert_file));
    const days = Math.floor((Date.parse(certificate.validTo) - now_ms) / DAY_MS);
    const says = `${tls.cert_file} is good for ${days} days.`;
    if (days < 0) return bad(`${tls.cert_file} was good until ${certificate.validTo}. Renew it.`);
    return days < CERTIFICATE_DAYS_LOW ? warning(`${says} Renew it.`) : good(says);
  },
  async backup({ data_dir, database_url }, now_ms) {
    if (parseStoreUrl(database_url).dialect === "postgres") return good("PostgreSQL is backed up by its own tools.");
    const names = await readdir(join(data_dir, "backups")).catch(() => []);
    const times = await Promise.all(names.map(async (name) => (await stat(join(data_dir, "backups", name))).mtimeMs));
    const newest = Math.max(0, ...times);
    if (newest > 0 && now_ms - newest < BACKUP_DAYS_OLD * DAY_MS) return good("There is a backup of this week.");
    return warning(`No backup of this week is in ${join(data_dir, "backups")}. Make one with fanfare backup.`);
  },
};

/** Looks at everything that an operator would, and says what to do about it. One check that fails does not end the others. */
export async function examine(config: Config, now_ms: number): Promise<readonly Finding[]> {
  return await Promise.all(
    Object.entries(CHECKS).map(async ([check, look]) => {
      try {
        return { check, ...(await look(config, now_ms)) };
      } catch (error) {
        return { check, ...bad(error instanceof Error ? error.message : String(error)) };
      }
    }),
  );
}
