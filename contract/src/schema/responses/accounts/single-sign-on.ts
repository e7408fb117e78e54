import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { providerSchema } from "../stored-schemas.ts";

export const signInProviderSchema = responseSchema("DoorProvider", { name: z.string() });
export type SignInProvider = ResponseOf<typeof signInProviderSchema>;

/** `GET /api/me/identities`: the member's accounts at providers. */
export const linkedIdentitiesSchema = responseSchema("OwnIdentities", {
  /** The configured provider. Null if there is none. */
  provider: signInProviderSchema.nullable(),
  items: readonlyArray(
    z.strictObject({
      issuer: z.string(),
      /** Whether it belongs to the configured provider. */
      current: z.boolean(),
      created_at: z.iso.datetime(),
      last_used_at: z.iso.datetime(),
    }),
  ),
});
export type LinkedIdentities = ResponseOf<typeof linkedIdentitiesSchema>;

export const signOutResponseSchema = responseSchema("SignedOut", {
  /** Where to navigate to end the session at the provider. Null if there is none to end. */
  provider_url: z.string().nullable(),
});

export const singleSignOnResponseSchema = responseSchema("SingleSignOnResponse", {
  provider: z.strictObject({ ...providerSchema.shape, has_secret: z.boolean(), revision: z.number() }).nullable(),
  /** Redirect URI to register with the provider. */
  redirect_url: z.string(),
  /** Post-logout redirect URI to register with the provider. */
  signed_out_url: z.string(),
  /** Back-channel logout URI, where the provider reports ended sessions. */
  logout_url: z.string(),
  /** Base URL of SCIM, for provisioning. */
  scim_url: z.string(),
  /** Whether those URLs are configured (FANFARE_PUBLIC_URL) instead of derived from this request. */
  is_configured: z.boolean(),
});
export type SingleSignOnResponse = ResponseOf<typeof singleSignOnResponseSchema>;
