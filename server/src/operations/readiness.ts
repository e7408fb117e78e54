import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Clock } from "@fanfare/contract/lib/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import type { DegradedReason } from "@fanfare/contract/schema/responses/accounts/server-health";
import type { Log } from "../lib/log.ts";
import { parseStoreUrl } from "../store/database.ts";
import { touchWorkspace } from "../store/statements/accounts/workspace.ts";
import { faultOf, type Store, StoreError } from "../store/store.ts";

export interface Readiness {
  /** Why the server shouldn't get traffic. Undefined: ready. */
  check(): Promise<DegradedReason | undefined>;
  /** The same, with the time since when. */
  status(): Promise<{ readonly reason: DegradedReason; readonly since_ms: number } | undefined>;
}

export interface ReadinessDeps {
  readonly clock: Clock;
  readonly store: Pick<Store, "db" | "write">;
  readonly log: Log;
  /** Bytes that the database can still use. Undefined if its disk is on another machine. */
  readonly freeBytes: () => Promise<number | undefined>;
  /** The clock that all servers share. Undefined for one server. */
  readonly databaseNow: (() => Promise<number>) | undefined;
}

const WRITE_DEADLINE_MS = 2_000;

/**
 * Ready means that a write is durably stored now. Checks on demand, at most once per `ready_write_interval_ms`: all
 * probes in between get the same result.
 */
export function createReadiness(deps: ReadinessDeps): Readiness {
  const { clock, log } = deps;
  let latest: { readonly at_ms: number; readonly result: Promise<DegradedReason | undefined> } | undefined;
  let reported: { readonly reason: DegradedReason; readonly since_ms: number } | undefined;
  const examine = async (): Promise<DegradedReason | undefined> => {
    const { reason, error } = await findReason(deps);
    if (reason !== reported?.reason) {
      if (error !== undefined) log.warn("not_ready", { error });
      log[reason === undefined ? "info" : "warn"]("readiness_changed", { reason: reason ?? null });
      reported = reason && { reason, since_ms: clock.now() };
    }
    return reason;
  };
  const check = (): Promise<DegradedReason | undefined> => {
    const now_ms = clock.now();
    if (latest === undefined || Math.abs(now_ms - latest.at_ms) >= limits.ready_write_interval_ms) {
      latest = { at_ms: now_ms, result: examine() };
    }
    return latest.result;
  };
  return {
    check,
    async status() {
      await check();
      return reported;
    },
  };
}

/** What a write that stores nothing new showed. */
interface Finding {
  readonly reason: DegradedReason | undefined;
  readonly error?: { readonly name: string; readonly message: string };
}

async function findReason({ clock, store, freeBytes, databaseNow }: ReadinessDeps): Promise<Finding> {
  const late = Promise.withResolvers<never>();
  const cancel = clock.after(WRITE_DEADLINE_MS, () => late.reject(new Error("The database responds too slowly.")));
  try {
    const written = await Promise.race([store.write([{ query: touchWorkspace(store.db), expect: 1 }]), late.promise]);
    const created_at = written.outcome === "committed" ? Number(written.results[0]?.rows[0]?.["created_at"]) : 0;
    if (clock.now() < created_at - limits.clock_skew_ms_max) return { reason: "clock_wrong" };
    const offset_ms = databaseNow === undefined ? 0 : clock.now() - (await databaseNow());
    if (Math.abs(offset_ms) > limits.identity_clock_skew_s * SECOND_MS) return { reason: "clock_wrong" };
    const free_bytes = await freeBytes();
    return { reason: free_bytes !== undefined && free_bytes < limits.disk_reserve_bytes ? "disk_low" : undefined };
  } catch (error) {
    const reason = error instanceof StoreError && error.kind === "disk_full" ? "disk_full" : "store_unavailable";
    // This write stores nothing that is worth repeating.
    return { reason, error: { name: error instanceof Error ? error.name : "Error", message: faultOf(error) } };
  } finally {
    cancel();
  }
}

/** Free bytes on the disk of a SQLite file. */
export async function freeBytesOf(database_url: string): Promise<number | undefined> {
  const target = parseStoreUrl(database_url);
  if (target.dialect !== "sqlite") return undefined;
  const { bavail, bsize } = await statfs(dirname(resolve(target.path)));
  return bavail * bsize;
}
