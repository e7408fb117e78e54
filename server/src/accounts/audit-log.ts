import { createHmac } from "node:crypto";
import { limits } from "@fanfare/contract/limits";
import type { AuditFilter, AuditVerdict } from "@fanfare/contract/schema/audit";
import type { Log } from "../log.ts";
import type { AuditRow } from "../store/audit.ts";
import { auditPage, chainAfter, chainHead, sealEntry, unsealedEntries } from "../store/audit-log.ts";
import type { Store } from "../store/store.ts";
import type { Vault } from "./vault.ts";

/** The entries of the audit log, as a chain. */
export interface AuditLog {
  /** Gives new entries their places; resolves when none is left without. */
  seal(): Promise<void>;
  /** {@link AuditLog.seal} for callers who do not wait: trouble is logged, and the next call catches up. */
  sealSoon(): void;
  /** The newest first; `before`: the last id of the page before. */
  page(
    filter: AuditFilter & { readonly before?: string | undefined; readonly limit: number },
  ): Promise<{ readonly rows: readonly AuditRow[]; readonly next: string | null }>;
  /** Computes the whole chain again. */
  verify(): Promise<AuditVerdict>;
}

const GENESIS = "0".repeat(64);

/**
 * Each entry's hash covers the entry and the hash of the one before, under a key that is not in the database: whoever
 * changes, inserts or takes out a row cannot make the chain fit again without the master key. Entries are written with
 * what they speak of, and get their place right after the commit, one after the other.
 */
export function createAuditLog(deps: {
  readonly store: Store;
  readonly vault: Pick<Vault, "derive">;
  readonly log: Log;
}): AuditLog {
  const { store, log } = deps;
  const key = deps.vault.derive("audit chain v1");
  let work: Promise<void> = Promise.resolve();
  let is_waiting = false;

  const hashOf = (row: AuditRow, seq: number, before: string): string => {
    const { id, at, member_id, action, resource_type, resource_id, app_id, detail } = row;
    const said = [id, at, member_id, action, resource_type, resource_id, app_id, detail];
    const text = JSON.stringify([before, seq, ...said]);
    return createHmac("sha256", key).update(text).digest("hex");
  };

  const sealAll = async (): Promise<void> => {
    is_waiting = false;
    for (;;) {
      const rows = await unsealedEntries(store.db, limits.audit_seal_rows_max);
      if (rows.length === 0) return;
      const head = await chainHead(store.db);
      let [seq, hash] = [head?.seq ?? 0, head?.hash ?? GENESIS];
      const statements = rows.map((row) => {
        seq += 1;
        hash = hashOf(row, seq, hash);
        return { query: sealEntry(store.db, row.id, seq, hash), expect: 1 };
      });
      await store.write(statements);
    }
  };

  const seal = (): Promise<void> => {
    const mine = work.then(sealAll);
    // One that fails must not keep the next from trying.
    work = mine.catch(() => {});
    return mine;
  };

  return {
    seal,
    sealSoon() {
      // Whoever waits already will find what was written meanwhile.
      if (is_waiting) return;
      is_waiting = true;
      seal().catch((error: unknown) => log.error("audit_not_sealed", { error }));
    },
    async page({ limit, ...filter }) {
      const rows = await auditPage(store.db, { ...filter, limit: limit + 1 });
      const page = rows.slice(0, limit);
      return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
    },
    async verify() {
      await seal();
      let [seq, hash] = [0, GENESIS];
      for (;;) {
        const rows = await chainAfter(store.db, seq, limits.audit_verify_rows);
        for (const row of rows) {
          const expected = hashOf(row, seq + 1, hash);
          if (row.seq !== seq + 1 || row.hash !== expected) {
            return { intact: false, entries: seq, head: headOf(seq, hash), broken_at: seq + 1 };
          }
          [seq, hash] = [seq + 1, expected];
        }
        if (rows.length < limits.audit_verify_rows) {
          return { intact: true, entries: seq, head: headOf(seq, hash), broken_at: null };
        }
      }
    },
  };
}

function headOf(seq: number, hash: string): AuditVerdict["head"] {
  return seq === 0 ? null : { seq, hash };
}
