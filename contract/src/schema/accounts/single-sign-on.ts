import { z } from "zod";
import { limits } from "../../limits.ts";

/** Who can join through the provider: only invited people, or everyone, with this role. */
const NEW_MEMBER_POLICIES = ["invited", "viewer", "editor", "admin"] as const;
export type NewMemberPolicy = (typeof NEW_MEMBER_POLICIES)[number];

/** Who can sign in with a password. Owners always can, so that an outage of the provider doesn't lock everyone out. */
const PASSWORD_POLICIES = ["everyone", "owners"] as const;
export type PasswordPolicy = (typeof PASSWORD_POLICIES)[number];

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** URL without query and fragment (OpenID Connect Discovery). */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return false;
  return url.search === "" && url.hash === "" && url.username === "" && url.password === "" && !/[?#]/.test(text);
}

/** Shown on the button: "Continue with Acme". */
export const providerNameSchema = z
  .string()
  .trim()
  .min(1, "Enter a name for the identity provider.")
  .max(limits.provider_name_chars_max)
  .regex(/^\P{Cc}*$/u, "Remove the control characters.");

const domainSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(limits.host_chars_max)
  .regex(DOMAIN, "Enter a domain, such as example.com.");
export const domainsSchema = z.array(domainSchema).max(limits.provider_domains_max);
export const newcomersSchema = z.enum(NEW_MEMBER_POLICIES);
export const passwordsSchema = z.enum(PASSWORD_POLICIES);

const fields = {
  name: providerNameSchema,
  issuer: z
    .string()
    .trim()
    .max(limits.provider_url_chars_max)
    .refine(isIssuer, "Enter the issuer URL without ? and #, such as https://accounts.example.com/realms/acme."),
  client_id: z
    .string()
    .trim()
    .min(1, "Enter the client ID from your identity provider.")
    .max(limits.provider_client_id_chars_max),
  /** Email domains that can sign in through the provider. Empty: all. */
  domains: domainsSchema,
  /**
   * Allows a private IP address for the issuer's host only. The server otherwise never connects to private addresses.
   */
  in_private_network: z.boolean().default(false),
  newcomers: newcomersSchema,
  /** Signing out here also signs out at the provider, if it supports that. */
  signs_out_there: z.boolean().default(true),
  passwords: passwordsSchema,
};

/** Provider settings without the client secret, which is never returned. */
export const providerSchema = z.strictObject(fields);
export type Provider = z.output<typeof providerSchema>;

/**
 * `PUT /api/single-sign-on`, with `If-Match` once a provider exists. An omitted `client_secret` stays unchanged, unless
 * the issuer or client changes. Null: the client has none.
 */
export const putProviderRequestSchema = z
  .strictObject({ ...fields, client_secret: z.string().min(1).max(1_000).nullable().optional() })
  .refine(({ newcomers, domains }) => newcomers === "invited" || domains.length > 0, {
    path: ["domains"],
    message: "Add at least one domain. Otherwise, anyone with an account at the identity provider could join.",
  });

/** `GET /api/provider-sign-in?return_to=` redirects the browser to the provider. */
export const providerSignInQuerySchema = z.object({
  /** Path in the console to return to. */
  return_to: z.string().max(2_000).optional(),
  /** Issuer of a provider-initiated sign-in. */
  iss: z.string().max(limits.provider_url_chars_max).optional(),
});

/** `POST /api/provider-sign-in/code`: second factor after signing in through the provider. */
export const providerCodeRequestSchema = z.strictObject({
  code: z.string().trim().min(1, "Enter the code.").max(limits.second_factor_code_chars_max),
});
const ownPassword = z.string().min(1).max(limits.password_chars_max);
/**
 * `POST /api/me/identities`: links the member's account at the provider. Responds with `{ url }`, to which the browser
 * navigates.
 */
export const linkIdentityRequestSchema = z.strictObject({
  password: ownPassword,
  /** Path in the console to return to. */
  return_to: z.string().max(2_000).optional(),
});
/** `POST /api/me/identities/end`. Responds with 204; the member then signs in by password. */
export const unlinkIdentityRequestSchema = z.strictObject({ password: ownPassword });

/** Role of a new member, or undefined if only invited people can join. */
export function newMemberRole(newcomers: NewMemberPolicy): Exclude<NewMemberPolicy, "invited"> | undefined {
  return newcomers === "invited" ? undefined : newcomers;
}
