import { createHmac } from "node:crypto";
import { limits } from "@fanfare/contract/limits";
import type { AuditFilter } from "@fanfare/contract/schema/accounts/audit";
import type { AuditVerification } from "@fanfare/contract/schema/responses/accounts/audit";
import type { Log } from "../../lib/log.ts";
import type { Vault } from "../../lib/vault.ts";
import type { AuditRow } from "../../store/statements/accounts/audit-log.ts";
import {
  auditPage,
  chainAfter,
  chainHead,
  sealEntry,
  unsealedEntries,
} from "../../store/statements/accounts/audit-log.ts";
import { recordAuditFacts } from "../../store/statements/realtime/facts.ts";
import type { Store } from "../../store/store.ts";

/** Audit log whose entries form a hash chain. */
export interface AuditLog {
  /** Adds new entries to the chain. Resolves when none are left. */
  seal(): Promise<void>;
  /** {@link AuditLog.seal} without waiting: logs failures, and the next call catches up. */
  sealSoon(): void;
  /** Newest first. `before` is the last ID of the previous page. */
  page(
    filter: AuditFilter & { readonly before?: string | undefined; readonly limit: number },
  ): Promise<{ readonly rows: readonly AuditRow[]; readonly next: string | null }>;
  /** Recomputes and checks the whole chain. */
  verify(): Promise<AuditVerification>;
}

const GENESIS_HASH = "0".repeat(64);

/**
 * Each entry's hash covers the entry and the previous hash, with a key stored outside the database. A changed,
 * inserted, or deleted row breaks the chain for anyone without the master key. Entries are written with their change
 * and join the chain right after the commit.
 */
export function createAuditLog(deps: {
  readonly store: Store;
  readonly vault: Pick<Vault, "derive">;
  readonly log: Log;
  /** Actions that engagement webhooks send. */
  readonly fact_actions: readonly string[];
}): AuditLog {
  const { store, log } = deps;
  const key = deps.vault.derive("audit chain v1");
  let work: Promise<void> = Promise.resolve();
  let is_waiting = false;

  const hashOf = (row: AuditRow, seq: number, before: string): string => chainHash(key, row, seq, before);

  const sealAll = async (): Promise<void> => {
    is_waiting = false;
    for (;;) {
      const rows = await unsealedEntries(store.db, limits.audit_seal_rows_max);
      if (rows.length === 0) return;
      const head = await chainHead(store.db);
      let [seq, hash] = [head?.seq ?? 0, head?.hash ?? GENESIS_HASH];
      const statements = rows.map((row) => {
        seq += 1;
        hash = hashOf(row, seq, hash);
        return { query: sealEntry(store.db, row.id, seq, hash), expect: 1 };
      });
      const ids = rows.map(({ id }) => id);
      await store.write([...statements, { query: recordAuditFacts(store.db, ids, deps.fact_actions) }]);
    }
  };

  const seal = (): Promise<void> => {
    const sealing = work.then(sealAll);
    // A failed seal must not block the next one.
    work = sealing.catch(() => {});
    return sealing;
  };

  return {
    seal,
    sealSoon() {
      // A waiting seal picks up the new entries.
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
      let [seq, hash] = [0, GENESIS_HASH];
      for (;;) {
        const rows = await chainAfter(store.db, seq, limits.audit_verify_rows);
        for (const row of rows) {
          const expected = hashOf(row, seq + 1, hash);
          if (row.seq !== seq + 1 || row.hash !== expected) {
            return { intact: false, entries: seq, head: latestEntry(seq, hash), broken_at: seq + 1 };
          }
          [seq, hash] = [seq + 1, expected];
        }
        if (rows.length < limits.audit_verify_rows) {
          return { intact: true, entries: seq, head: latestEntry(seq, hash), broken_at: null };
        }
      }
    },
  };
}

function chainHash(key: Uint8Array, row: AuditRow, seq: number, before: string): string {
  const { id, at, member_id, action, resource_type, resource_id, app_id, detail } = row;
  const covered = [before, seq, id, at, member_id, action, resource_type, resource_id, app_id, detail];
  return createHmac("sha256", key).update(JSON.stringify(covered)).digest("hex");
}

function latestEntry(seq: number, hash: string): AuditVerification["head"] {
  return seq === 0 ? null : { seq, hash };
}
