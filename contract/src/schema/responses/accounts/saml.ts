import { z } from "zod";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { samlProviderSchema } from "../stored-schemas.ts";

export const samlResponseSchema = responseSchema("SamlResponse", {
  provider: z.strictObject({ ...samlProviderSchema.shape, revision: z.number() }).nullable(),
  /** Fanfare's entity ID, which is also the URL of its metadata. */
  entity_id: z.string(),
  /** Assertion consumer service: where the provider sends responses. */
  acs_url: z.string(),
  /** When each stored certificate expires, in their order. */
  certificates_expire_at: readonlyArray(z.iso.datetime()),
  /** Whether FANFARE_PUBLIC_URL is set. Without it, SAML is off, and the URLs are derived from this request. */
  is_configured: z.boolean(),
});
export type SamlResponse = ResponseOf<typeof samlResponseSchema>;

export const samlMetadataSchema = responseSchema("SamlMetadata", {
  entity_id: z.string(),
  sign_in_url: z.string(),
  certificates: readonlyArray(z.string()),
});
