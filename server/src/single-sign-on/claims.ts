import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { emailSchema, memberNameSchema } from "@fanfare/contract/schema/accounts/sign-in";
import { z } from "zod";

/** The provider's claims about a person, fully verified. */
export interface Claims {
  readonly issuer: string;
  /** The provider's ID for the person. Never reassigned. */
  readonly subject: string;
  /** Lower case. */
  readonly email: string | undefined;
  readonly is_email_verified: boolean;
  readonly name: string | undefined;
  /** Whether the provider used more than one factor (RFC 8176). */
  readonly used_factors: boolean;
  /** The provider's session ID, used in logout tokens. */
  readonly sid: string | undefined;
}

/** Microsoft Entra ID has no `email_verified`. This optional claim confirms that the tenant owns the email's domain. */
const ENTRA_HOST = "login.microsoftonline.com";
const YES: readonly unknown[] = [true, "true", 1, "1"];
const amrSchema = z.array(z.string());

/** @throws ProblemError `provider_untrusted` for an invalid subject. */
export function readClaims(issuer: string, claims: Readonly<Record<string, unknown>>): Claims {
  const subject = claims["sub"];
  if (!isProviderName(subject)) {
    throw new ProblemError("provider_untrusted", "The identity provider's ID for the person (sub) is invalid.");
  }
  const email = emailSchema.safeParse(claims["email"]);
  const name = memberNameSchema.safeParse(claims["name"]);
  const amr = amrSchema.safeParse(claims["amr"]);
  const of_entra = new URL(issuer).hostname === ENTRA_HOST && YES.includes(claims["xms_edov"]);
  return {
    issuer,
    subject,
    email: email.success ? email.data : undefined,
    is_email_verified: YES.slice(0, 2).includes(claims["email_verified"]) || of_entra,
    name: name.success ? name.data : undefined,
    used_factors: amr.success && amr.data.includes("mfa"),
    sid: isProviderName(claims["sid"]) ? claims["sid"] : undefined,
  };
}

/** Whether this is a valid subject or session ID. */
export function isProviderName(claims: unknown): claims is string {
  return (
    typeof claims === "string" && /^[\x20-\x7e]+$/.test(claims) && claims.length <= limits.provider_subject_chars_max
  );
}
