import type { Selectable } from "kysely";
import { secretVaultContext } from "../../accounts/apps/create-app.ts";
import { auditKeyContext } from "../../accounts/audit/audit-keys.ts";
import { secondFactorVaultContext } from "../../accounts/sign-in/second-factor.ts";
import { destinationVaultContext } from "../../destinations/destination-settings.ts";
import { pushKeyVaultContext } from "../../engage/message-pushes/push-keys.ts";
import { pushSubscriptionVaultContext } from "../../engage/message-pushes/push-subscriptions.ts";
import { sealedKeyId, type Vault } from "../../lib/vault.ts";
import { MAIL_VAULT_CONTEXT } from "../../mail/mail-server.ts";
import { providerSessionVaultContext } from "../../single-sign-on/provider-session.ts";
import { storedProviderVaultContext } from "../../single-sign-on/provider-settings.ts";
import type { Db, Schema } from "../../store/schema/schema.ts";
import { type CiphertextColumn, ciphertextRows } from "../../store/statements/accounts/ciphertexts.ts";
import { responseVaultContext } from "../../store/statements/accounts/idempotent-responses.ts";
import { resealSigningSecrets, sealedSigningSecrets } from "../../webhooks/signing-secrets.ts";

/** Rows of one page. Each page is re-encrypted in one transaction. */
const PAGE_ROWS = 100;

/** What a stored value is encrypted with, and how it's encrypted again. */
interface StoredCiphertexts extends CiphertextColumn {
  /** Pages of stored texts. */
  pages(db: Db): AsyncIterable<readonly StoredText[]>;
}

/** One column of one row. */
export interface StoredText {
  /** The row's key. */
  readonly at: unknown;
  readonly text: string;
  /** Encrypted with these master keys. */
  readonly key_ids: readonly string[];
  /** The text, encrypted with the current master key. */
  reseal(vault: Pick<Vault, "reseal">): string;
}

/** A stored text and the ciphertexts in it. */
type SealedText = Pick<StoredText, "text" | "reseal"> & { readonly sealed: readonly string[] };
type ReadText<Row> = (row: Row) => SealedText;

function stored<Table extends keyof Schema, Row extends Selectable<Schema[Table]>>(
  column: { readonly table: Table; readonly key: keyof Row & string; readonly column: keyof Row & string },
  read: ReadText<Row>,
): StoredCiphertexts {
  return {
    ...column,
    async *pages(db) {
      let after: unknown;
      for (;;) {
        const rows = await ciphertextRows<Row>(db, column, { after, limit: PAGE_ROWS });
        yield rows.map((row) => {
          const { sealed, text, reseal } = read(row);
          return { at: row[column.key], text, reseal, key_ids: sealed.map(sealedKeyId) };
        });
        after = rows.at(-1)?.[column.key];
        if (rows.length < PAGE_ROWS) return;
      }
    },
  };
}

/** Text that is one ciphertext, bound to `place`. */
const whole = (text: string | null, place: string): SealedText => {
  const sealed = text ?? "";
  return { text: sealed, sealed: [sealed], reseal: (vault) => vault.reseal(sealed, place) };
};

/** Every column that is encrypted with the master key. */
export const STORED_CIPHERTEXTS: readonly StoredCiphertexts[] = [
  stored({ table: "app_secrets", key: "id", column: "sealed" }, (row) =>
    whole(row.sealed, secretVaultContext(row.app_id, row.id)),
  ),
  stored({ table: "audit_keys", key: "key_id", column: "sealed" }, (row) =>
    whole(row.sealed, auditKeyContext(row.key_id)),
  ),
  stored({ table: "idempotent_answers", key: "key_hash", column: "sealed" }, (row) =>
    whole(row.sealed, responseVaultContext(row.key_hash)),
  ),
  stored({ table: "mail_server", key: "id", column: "sealed" }, (row) => whole(row.sealed, MAIL_VAULT_CONTEXT)),
  stored({ table: "provider_sessions", key: "sign_in_id", column: "sealed" }, (row) =>
    whole(row.sealed, providerSessionVaultContext(row.sign_in_id)),
  ),
  stored({ table: "push_keys", key: "app_id", column: "sealed" }, (row) =>
    whole(row.sealed, pushKeyVaultContext(row.app_id)),
  ),
  stored({ table: "push_subscriptions", key: "id", column: "sealed" }, (row) =>
    whole(row.sealed, pushSubscriptionVaultContext(row)),
  ),
  stored({ table: "second_factors", key: "member_id", column: "sealed" }, (row) =>
    whole(row.sealed, secondFactorVaultContext(row.member_id)),
  ),
  stored({ table: "single_sign_on", key: "id", column: "sealed" }, (row) =>
    whole(row.sealed, storedProviderVaultContext(row)),
  ),
  stored({ table: "webhooks", key: "id", column: "sealed_secrets" }, (row) =>
    whole(row.sealed_secrets, destinationVaultContext(row.id)),
  ),
  stored({ table: "webhooks", key: "id", column: "signing_secrets" }, ({ id, signing_secrets: text }) => ({
    text,
    sealed: sealedSigningSecrets(text),
    reseal: (vault) => resealSigningSecrets(vault, id, text),
  })),
];

/** Number of stored values by the master key that encrypts them. */
export async function countByKey(db: Db): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const column of STORED_CIPHERTEXTS) {
    for await (const page of column.pages(db)) {
      for (const id of page.flatMap(({ key_ids }) => key_ids)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}
