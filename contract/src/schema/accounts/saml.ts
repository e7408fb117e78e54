import { z } from "zod";
import { limits } from "../../limits.ts";
import { domainsSchema, newcomersSchema, passwordsSchema, providerNameSchema } from "./single-sign-on.ts";

/** HTTP-Redirect endpoint. The query is kept: some providers put the application's ID there. */
function isSignInUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return false;
  return url.hash === "" && url.username === "" && url.password === "";
}

/** Settings of the SAML identity provider. None of them is secret. */
export const samlProviderSchema = z.strictObject({
  name: providerNameSchema,
  /** The provider's `entityID`. */
  entity_id: z
    .string()
    .trim()
    .min(1, "Enter the entity ID from the provider's metadata.")
    .max(limits.provider_url_chars_max)
    .regex(/^[\x21-\x7e]+$/, "Enter the entity ID without spaces."),
  sign_in_url: z
    .string()
    .trim()
    .max(limits.provider_url_chars_max)
    .refine(isSignInUrl, "Enter the sign-in URL, such as https://idp.example.com/sso/redirect."),
  /** Signing certificates in PEM. Two during a rotation. */
  certificates: z
    .array(z.string().trim().max(limits.saml_certificate_chars_max))
    .min(1, "Add the provider's signing certificate.")
    .max(limits.saml_certificates_max),
  /** Email domains that the provider may vouch for. */
  domains: domainsSchema.min(1, "Add at least one domain that the provider may vouch for."),
  newcomers: newcomersSchema,
  passwords: passwordsSchema,
  /** Accept responses that Fanfare didn't request, such as from a list of apps at the provider. */
  accepts_unrequested: z.boolean().default(false),
});
export type SamlProvider = z.output<typeof samlProviderSchema>;

/** `POST /api/saml/read-metadata`: reads the settings out of the provider's metadata, and stores nothing. */
export const readSamlMetadataRequestSchema = z.strictObject({
  metadata: z.string().min(1, "Paste the provider's metadata.").max(limits.saml_metadata_chars_max),
});

/** `GET /api/saml/sign-in?return_to=` redirects the browser to the provider. */
export const samlSignInQuerySchema = z.object({ return_to: z.string().max(2_000).optional() });
