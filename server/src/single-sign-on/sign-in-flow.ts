import type { Clock } from "@fanfare/contract/lib/clock";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { z } from "zod";
import { type Vault, VaultError } from "../lib/vault.ts";
import { providerLogoutSchema } from "./provider-session.ts";

const common = { return_to: z.string().optional(), expires_at: z.number() };

const claimsSchema = z.strictObject({
  ...{ issuer: z.string(), subject: z.string(), email: z.string().optional(), is_email_verified: z.boolean() },
  ...{ name: z.string().optional(), used_factors: z.boolean(), sid: z.string().optional() },
});

/** A sign-in in progress, stored only in the browser that started it. */
const flowSchema = z.discriminatedUnion("step", [
  z.strictObject({
    step: z.literal("away"),
    ...common,
    /** Member who is linking the account. Doesn't start a session. */
    link: z.string().optional(),
    expected: z.strictObject({
      ...{ issuer: z.string(), client_id: z.string(), redirect_url: z.string() },
      ...{ state: z.string(), nonce: z.string(), verifier: z.string() },
    }),
  }),
  z.strictObject({
    step: z.literal("code"),
    ...common,
    claims: claimsSchema,
    leaving: providerLogoutSchema.optional(),
  }),
  /** At the SAML provider. */
  z.strictObject({ step: z.literal("saml_away"), ...common, request_id: z.string() }),
  /** A verified SAML response, on its way from the provider's form to the browser that has the flow's cookie. */
  z.strictObject({
    step: z.literal("saml_response"),
    ...common,
    claims: claimsSchema,
    assertion_id: z.string(),
    assertion_expires_at: z.number(),
    /** Undefined: Fanfare didn't request the response. */
    request_id: z.string().optional(),
  }),
]);
export type SignInFlow = z.output<typeof flowSchema>;
type FlowStep<Each> = Each extends unknown ? Omit<Each, "expires_at"> : never;

/** Encrypts the sign-in state that the browser stores, so that the browser can't read or change it. */
export interface SignInFlows {
  /** For 10 minutes by default. */
  seal(flow: FlowStep<SignInFlow>, minutes?: number): string;
  /** Returns undefined if missing, invalid, or expired. */
  open(sealed: string | undefined): SignInFlow | undefined;
}

const VAULT_CONTEXT = "provider_flow";

export function createSignInFlows({
  clock,
  vault,
}: {
  readonly clock: Pick<Clock, "now">;
  readonly vault: Pick<Vault, "seal" | "unseal">;
}): SignInFlows {
  return {
    seal(flow, minutes = limits.provider_flow_minutes) {
      const expires_at = clock.now() + minutes * MINUTE_MS;
      return base64Url(vault.seal(JSON.stringify({ ...flow, expires_at }), VAULT_CONTEXT));
    },
    open(sealed) {
      if (sealed === undefined) return undefined;
      try {
        const flow = flowSchema.parse(JSON.parse(vault.unseal(sealed, VAULT_CONTEXT)));
        return clock.now() < flow.expires_at ? flow : undefined;
      } catch (error) {
        if (error instanceof VaultError) return undefined;
        throw error;
      }
    },
  };
}

/** Alphabet that's safe in cookies. Buffer decodes both alphabets. */
const base64Url = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
