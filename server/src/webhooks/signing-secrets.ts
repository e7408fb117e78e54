import type { WebhookId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { z } from "zod";
import type { Vault } from "../lib/vault.ts";
import { fromJson, toJson } from "../store/columns.ts";
import type { JsonText } from "../store/schema/column-types.ts";

/** A signing secret of Standard Webhooks as it's stored. */
const storedSchema = z.array(z.object({ sealed: z.string(), created_at: z.number() }));

const PREFIX = "whsec_";
const SECRET_BYTES = 32;
const placeOf = (id: string): string => `webhook_signing_secret:${id}`;

export const NO_SECRETS: JsonText = toJson([]);

/** `whsec_` and base64, as receivers expect it. */
export function newSigningSecret(rng: Pick<Rng, "bytes">): string {
  return `${PREFIX}${Buffer.from(rng.bytes(SECRET_BYTES)).toString("base64")}`;
}

/** Adds a secret. The previous one stays, so that receivers can change to the new one. */
export function addSigningSecret(
  vault: Pick<Vault, "seal">,
  id: WebhookId,
  stored: JsonText,
  added: { readonly secret: string; readonly created_at: number },
): JsonText {
  const sealed = vault.seal(added.secret, placeOf(id));
  const kept = parseStored(stored).slice(0, limits.webhook_secrets_max - 1);
  return toJson([{ sealed, created_at: added.created_at }, ...kept]);
}

/** A secret, and until when messages are signed with it. */
export interface SigningSecret {
  readonly key: Uint8Array;
  readonly until_ms: number;
}

/** Secrets of a webhook, newest first. An old one ends some time after the next was created. */
export function openSigningSecrets(
  vault: Pick<Vault, "unseal">,
  id: WebhookId,
  stored: JsonText,
): readonly SigningSecret[] {
  let until_ms = Number.POSITIVE_INFINITY;
  return parseStored(stored).map(({ sealed, created_at }) => {
    const secret = vault.unseal(sealed, placeOf(id));
    const opened = { key: Buffer.from(secret.slice(PREFIX.length), "base64"), until_ms };
    until_ms = created_at + limits.webhook_secret_overlap_ms;
    return opened;
  });
}

/** Encrypts stored secrets with the current master key. */
export function resealSigningSecrets(vault: Pick<Vault, "reseal">, id: string, stored: JsonText): JsonText {
  return toJson(parseStored(stored).map((each) => ({ ...each, sealed: vault.reseal(each.sealed, placeOf(id)) })));
}

/** The ciphertexts of stored secrets. */
export function sealedSigningSecrets(stored: JsonText): readonly string[] {
  return parseStored(stored).map(({ sealed }) => sealed);
}

function parseStored(stored: JsonText) {
  return fromJson(stored, (value) => storedSchema.parse(value));
}

/** Headers of Standard Webhooks. Several signatures are separated by spaces. */
export function standardHeaders(
  secrets: readonly SigningSecret[],
  message: { readonly id: string; readonly body: string },
  now_ms: number,
): Readonly<Record<string, string>> {
  const live = secrets.filter(({ until_ms }) => now_ms < until_ms);
  if (live.length === 0) return {};
  const timestamp = String(Math.floor(now_ms / 1_000));
  const signatures = live.map(({ key }) => {
    const hasher = new Bun.CryptoHasher("sha256", key);
    return `v1,${hasher.update(`${message.id}.${timestamp}.${message.body}`).digest("base64")}`;
  });
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
