import { z } from "zod";
import { OAUTH_SCOPE_NAMES } from "../../accounts/oauth.ts";
import { type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";

/** `POST /api/oauth-authorizations/look`: what the consent screen shows. */
export const authorizationOfferSchema = responseSchema("AuthorizationOffer", {
  /** As the assistant calls itself. Anyone can choose any name. */
  client_name: z.string(),
  /** Where the answer goes: a host, or the scheme of an app on the member's device. */
  redirect_host: z.string(),
  /** The answer stays on the member's device. */
  is_local: z.boolean(),
  expires_in_days: z.int(),
  scopes: readonlyArray(z.strictObject({ scope: z.enum(OAUTH_SCOPE_NAMES), is_suggested: z.boolean() })),
});

export type AuthorizationOffer = ResponseOf<typeof authorizationOfferSchema>;

export const authorizedResponseSchema = responseSchema("AuthorizedResponse", { redirect_to: z.string() });
