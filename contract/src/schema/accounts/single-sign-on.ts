/** The OpenID Connect provider through which members sign in, and what it is trusted with. */
import { z } from "zod";
import { limits } from "../../limits.ts";

/** Who comes in by the provider without being a member: only who was invited, or everybody, with this role. */
const NEW_MEMBER_POLICIES = ["invited", "viewer", "editor", "admin"] as const;
export type NewMemberPolicy = (typeof NEW_MEMBER_POLICIES)[number];

/** Whose password opens the console. Owners' always does: a provider that is down locks nobody out for good. */
const PASSWORD_POLICIES = ["everyone", "owners"] as const;
export type PasswordPolicy = (typeof PASSWORD_POLICIES)[number];

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** An address without query and fragment, as OpenID Connect Discovery has it. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return false;
  return url.search === "" && url.hash === "" && url.username === "" && url.password === "" && !/[?#]/.test(text);
}

const fields = {
  /** On the button: "Continue with Acme". */
  name: z
    .string()
    .trim()
    .min(1, "Enter a name for the identity provider.")
    .max(limits.provider_name_chars_max)
    .regex(/^\P{Cc}*$/u, "Remove the control characters."),
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
  /** Only addresses of these sign in through the provider; none: all of them. */
  domains: z
    .array(
      z.string().trim().toLowerCase().max(limits.host_chars_max).regex(DOMAIN, "Enter a domain, such as example.com."),
    )
    .max(limits.provider_domains_max),
  /** The issuer's host has a private address, which this server asks nobody else on: said by an owner who knows it. */
  in_private_network: z.boolean().default(false),
  newcomers: z.enum(NEW_MEMBER_POLICIES),
  /** Who signs out here signs out at the provider as well, where it offers that. */
  signs_out_there: z.boolean().default(true),
  passwords: z.enum(PASSWORD_POLICIES),
};

/** What is said of the provider, but for the client secret, which is never told. */
export const providerSchema = z.strictObject(fields);
export type Provider = z.output<typeof providerSchema>;

/**
 * `PUT /api/single-sign-on`, with `If-Match` once there is a provider. `client_secret` left out: it stays as it was, unless
 * the issuer or the client changes; null: the client has none.
 */
export const putProviderRequestSchema = z
  .strictObject({ ...fields, client_secret: z.string().min(1).max(1_000).nullable().optional() })
  .refine(({ newcomers, domains }) => newcomers === "invited" || domains.length > 0, {
    path: ["domains"],
    message: "Add at least one domain. Otherwise, anyone with an account at the identity provider could join.",
  });

/** `GET /api/single-sign-on` */
export interface SingleSignOnResponse {
  readonly provider: (Provider & { readonly has_secret: boolean; readonly revision: number }) | null;
  /** Where the provider sends people back to: to be registered there. */
  readonly redirect_url: string;
  /** Where the provider sends people after signing out there: to be registered, too. */
  readonly signed_out_url: string;
  /** Where the provider tells that a session has ended (back-channel logout). */
  readonly logout_url: string;
  /** Whether that address is configured (FANFARE_PUBLIC_URL), not taken from this call. */
  readonly is_configured: boolean;
}

/** What the door says of the provider. */
export interface SignInProvider {
  readonly name: string;
}

/** `GET /api/provider-sign-in?return_to=` sends the browser to the provider. */
export const providerSignInQuerySchema = z.object({
  /** A path of the console, which is where the member lands. */
  return_to: z.string().max(2_000).optional(),
  /** What a provider that begins by itself says of who it is. */
  iss: z.string().max(limits.provider_url_chars_max).optional(),
});

/** `POST /api/provider-sign-in/code`: who came through the provider and has two-factor on gives the code here. */
export const providerCodeRequestSchema = z.strictObject({
  code: z.string().trim().min(1, "Enter the code.").max(limits.second_factor_code_chars_max),
});

/** `GET /api/me/identities`: who one is for providers. */
export interface LinkedIdentities {
  /** The provider that is set; null: none. */
  readonly provider: SignInProvider | null;
  readonly items: readonly {
    readonly issuer: string;
    /** Whether it is of the provider that is set. */
    readonly current: boolean;
    readonly created_at: string;
    readonly last_used_at: string;
  }[];
}
const ownPassword = z.string().min(1).max(limits.password_chars_max);
/** `POST /api/me/identities`: links one's account at the provider; answers `{ url }`, where the browser goes for it. */
export const linkIdentityRequestSchema = z.strictObject({
  password: ownPassword,
  /** A path of the console, which is where the member lands. */
  return_to: z.string().max(2_000).optional(),
});
/** `POST /api/me/identities/end` answers 204: one signs in by password from then on. */
export const unlinkIdentityRequestSchema = z.strictObject({ password: ownPassword });

/** Answer of `POST /api/sign-out`. */
export interface SignOutResponse {
  /** Where the browser goes on to, so that the session at the provider ends, too; null: nothing is left to end. */
  readonly provider_url: string | null;
}

/** A newcomer's role, or undefined where only who was invited comes in. */
export function newMemberRole(newcomers: NewMemberPolicy): Exclude<NewMemberPolicy, "invited"> | undefined {
  return newcomers === "invited" ? undefined : newcomers;
}
