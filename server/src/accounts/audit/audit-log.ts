import { createHmac } from "node:crypto";
import { limits } from "@fanfare/contract/limits";
import type { AuditFilter } from "@fanfare/contract/schema/accounts/audit";
import type { AuditVerification } from "@fanfare/contract/schema/responses/accounts/audit";
import type { Log } from "../../lib/log.ts";
import type { AuditRow } from "../../store/statements/accounts/audit-log.ts";
import {
  auditPage,
  chainAfter,
  chainHead,
  endAuditKey,
  sealEntry,
  unsealedEntries,
} from "../../store/statements/accounts/audit-log.ts";
import { recordAuditFacts } from "../../store/statements/realtime/facts.ts";
import type { Statement, Store } from "../../store/store.ts";
import { type AuditKeys, type AuditKeysDeps, readAuditKeys, sealPastKey } from "./audit-keys.ts";

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
  readonly vault: AuditKeysDeps["vault"];
  readonly log: Log;
  /** Actions that engagement webhooks send. */
  readonly fact_actions: readonly string[];
}): AuditLog {
  const { store, log } = deps;
  let work: Promise<void> = Promise.resolve();
  let is_waiting = false;

  /** After a change of the master key: ends the part of the chain that an older key signed. */
  const endOlderKey = async (head: AuditRow | undefined, keys: AuditKeys): Promise<readonly Statement[]> => {
    if (head?.seq == null || keys.older.length === 0) return [];
    const { seq } = head;
    const [previous] = seq === 1 ? [] : await chainAfter(store.db, seq - 2, 1);
    const signedBy = ({ key }: AuditKeys["current"]): boolean =>
      chainHash(key, head, seq, previous?.hash ?? GENESIS_HASH) === head.hash;
    if (signedBy(keys.current)) return [];
    const older = keys.older.find(signedBy);
    // No key: the entry was changed, which `verify` reports.
    if (older === undefined) return [];
    return [{ query: endAuditKey(store.db, { key_id: older.id, sealed: sealPastKey(deps.vault, older, seq) }) }];
  };

  const sealAll = async (): Promise<void> => {
    is_waiting = false;
    for (;;) {
      const rows = await unsealedEntries(store.db, limits.audit_seal_rows_max);
      if (rows.length === 0 && deps.vault.key_ids.length === 1) return;
      const head = await chainHead(store.db);
      const keys = await readAuditKeys(deps);
      const ended = await endOlderKey(head, keys);
      if (rows.length === 0 && ended.length === 0) return;
      let [seq, hash] = [head?.seq ?? 0, head?.hash ?? GENESIS_HASH];
      const statements = rows.map((row) => {
        seq += 1;
        hash = chainHash(keys.current.key, row, seq, hash);
        return { query: sealEntry(store.db, row.id, seq, hash), expect: 1 };
      });
      const ids = rows.map(({ id }) => id);
      const facts = ids.length === 0 ? [] : [{ query: recordAuditFacts(store.db, ids, deps.fact_actions) }];
      await store.write([...ended, ...statements, ...facts]);
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
      const rows = await auditPage(store.background_db, { ...filter, limit: limit + 1 });
      const page = rows.slice(0, limit);
      return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
    },
    async verify() {
      await seal();
      const keys = await readAuditKeys(deps);
      let [seq, hash] = [0, GENESIS_HASH];
      for (;;) {
        const rows = await chainAfter(store.background_db, seq, limits.audit_verify_rows);
        for (const row of rows) {
          const expected = chainHash(keys.at(seq + 1), row, seq + 1, hash);
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
