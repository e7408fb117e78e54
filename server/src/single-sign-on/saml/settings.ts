import { createHash, X509Certificate } from "node:crypto";
import type { MemberId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { type SamlProvider, samlProviderSchema } from "@fanfare/contract/schema/accounts/saml";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { fromJson, toJson } from "../../store/columns.ts";
import {
  deleteSamlSettings,
  insertSamlSettings,
  samlSettingsRow,
  updateSamlSettings,
} from "../../store/statements/identity/saml.ts";
import type { WriteDeps } from "../../store/store.ts";

export interface StoredSamlProvider {
  readonly provider: SamlProvider;
  readonly revision: number;
}

const RESOURCE = { type: "single_sign_on", id: "saml" } as const;

/** Undefined if none is configured. */
export async function readSamlProvider({ store }: Pick<WriteDeps, "store">): Promise<StoredSamlProvider | undefined> {
  const row = await samlSettingsRow(store.db);
  if (row === undefined) return undefined;
  return { provider: fromJson(row.provider, (value) => samlProviderSchema.parse(value)), revision: row.revision };
}

/** @throws ProblemError `single_sign_on_off`. */
export async function requireSamlProvider(deps: Pick<WriteDeps, "store">): Promise<SamlProvider> {
  const known = await readSamlProvider(deps);
  if (known !== undefined) return known.provider;
  throw new ProblemError(
    "single_sign_on_off",
    "SAML sign-in isn't set up. Sign in with your password, or ask an owner to set it up.",
  );
}

/**
 * Configures the provider, or changes it if it's still as in `seen`.
 *
 * @throws ProblemError `saml_metadata_invalid`, or `revision_stale` after a concurrent change.
 */
export async function setSamlProvider(
  deps: WriteDeps & { readonly may_be_plain: boolean },
  wanted: SamlProvider,
  seen: number | undefined,
  member_id: MemberId | null,
): Promise<void> {
  const { clock, store } = deps;
  if (wanted.sign_in_url.startsWith("http:") && !deps.may_be_plain) {
    throw invalidAt("/sign_in_url", "The sign-in URL uses http://, which isn't secure. Use https://.");
  }
  const certificates = wanted.certificates.map((text, index) => readCertificate(text, `/certificates/${index}`));
  const provider = { ...wanted, certificates: certificates.map(toPem) };
  const change = { provider: toJson(provider), updated_at: clock.now() };
  const query = seen === undefined ? insertSamlSettings(store.db, change) : updateSamlSettings(store.db, seen, change);
  const fingerprints = certificates.map(({ raw }) => createHash("sha256").update(raw).digest("hex"));
  const detail = { ...wanted, certificates: fingerprints };
  const written = await store.write([
    { query, expect: 1 },
    auditStatement(deps, { member_id, action: "single_sign_on.update", resource: RESOURCE, detail }),
  ]);
  if (written.outcome === "committed") return;
  throw new ProblemError("revision_stale", "Someone else changed SAML sign-in. Reload the page, then save again.", {
    current: (await samlSettingsRow(store.db))?.revision ?? null,
  });
}

/** Linked identities are kept in case the provider returns. */
export async function removeSamlProvider(deps: WriteDeps, member_id: MemberId | null): Promise<void> {
  await deps.store.write([
    { query: deleteSamlSettings(deps.store.db) },
    auditStatement(deps, { member_id, action: "single_sign_on.delete", resource: RESOURCE }),
  ]);
}

/** When a stored certificate expires. */
export const certificateExpiry = (pem: string): string => new Date(new X509Certificate(pem).validTo).toISOString();

const RSA_BITS_MIN = 2048;

/**
 * Reads a certificate in PEM, or its bare base64 as in metadata.
 *
 * @throws ProblemError `saml_metadata_invalid`.
 */
export function readCertificate(text: string, pointer: string): X509Certificate {
  const base64 = text.replace(/-----(?:BEGIN|END) CERTIFICATE-----/g, "").replace(/\s/g, "");
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(Buffer.from(base64, "base64"));
  } catch {
    throw invalidAt(pointer, "This isn't a certificate. Copy the provider's signing certificate in PEM.");
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== "rsa" || (asymmetricKeyDetails?.modulusLength ?? RSA_BITS_MIN) < RSA_BITS_MIN) {
    throw invalidAt(pointer, `The certificate needs an RSA key of at least ${RSA_BITS_MIN} bits.`);
  }
  return certificate;
}

export function toPem({ raw }: X509Certificate): string {
  const lines = raw.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----"].join("\n");
}

export function invalidAt(pointer: string, message: string): ProblemError {
  return new ProblemError("saml_metadata_invalid", message, { fields: [{ pointer, message }] });
}
