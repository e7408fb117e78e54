import { z } from "zod";
import { type Vault, VaultError } from "../../lib/vault.ts";
import { pastAuditKeys } from "../../store/statements/accounts/audit-log.ts";
import type { Store } from "../../store/store.ts";

const PURPOSE = "audit chain v1";

interface AuditKey {
  /** ID of the master key that it's derived from. */
  readonly id: string;
  readonly key: Uint8Array;
}

/** A key whose part of the chain has ended. */
interface PastAuditKey extends AuditKey {
  readonly until_seq: number;
}

/** Keys of the audit log's chain. Each master key signs one part of it, and the parts don't overlap. */
export interface AuditKeys {
  /** The key that signed position `seq`. */
  at(seq: number): Uint8Array;
  /** Signs new entries. */
  readonly current: AuditKey;
  /** Older keys of this server that may have signed the newest entries. */
  readonly older: readonly AuditKey[];
}

export type AuditKeysDeps = {
  readonly store: Pick<Store, "db">;
  readonly vault: Pick<Vault, "deriveAll" | "key_ids" | "seal" | "unseal">;
};

/**
 * Reads the chain's keys. A past key is stored encrypted with the current master key, together with its last position:
 * entries stay verifiable when an older master key is removed, and no one who knows that key can sign new ones.
 */
export async function readAuditKeys({ store, vault }: AuditKeysDeps): Promise<AuditKeys> {
  const rows = await pastAuditKeys(store.db);
  const past = rows.map(({ key_id, sealed }) => openPastKey(vault, key_id, sealed));
  past.sort((a, b) => a.until_seq - b.until_seq);
  const derived = vault.deriveAll(PURPOSE);
  const [current, ...older] = vault.key_ids
    .map((id, index) => ({ id, key: derived[index] }))
    .flatMap(({ id, key }) => (key === undefined || past.some((each) => each.id === id) ? [] : [{ id, key }]));
  if (current === undefined) {
    throw new VaultError("The master key was replaced by another one before and can't be used again.");
  }
  return {
    at: (seq) => past.find(({ until_seq }) => seq <= until_seq)?.key ?? current.key,
    current,
    older,
  };
}

const pastKeySchema = z.object({ key: z.base64(), until_seq: z.int() });

/** Binds the ciphertext to its row. */
export function auditKeyContext(key_id: string): string {
  return `audit_key:${key_id}`;
}

function openPastKey(vault: Pick<Vault, "unseal">, id: string, sealed: string): PastAuditKey {
  const { key, until_seq } = pastKeySchema.parse(JSON.parse(vault.unseal(sealed, auditKeyContext(id))));
  return { id, key: Buffer.from(key, "base64"), until_seq };
}

/** Encrypts a key whose part of the chain ends at `until_seq`. */
export function sealPastKey(vault: Pick<Vault, "seal">, { id, key }: AuditKey, until_seq: number): string {
  const text = JSON.stringify({ key: Buffer.from(key).toString("base64"), until_seq });
  return vault.seal(text, auditKeyContext(id));
}
