import type { Config } from "../config/config.ts";
import { flowCookie, type MemberCookie, signInCookie } from "../http/request/member-cookies.ts";
import { createMailer, type Mailer } from "../mail/mailer.ts";
import { createPasswordResets, type PasswordResets } from "../mail/password-reset.ts";
import type { AddressRules } from "../outbound-http/address-guard.ts";
import { createGuardedFetch } from "../outbound-http/guarded-fetch.ts";
import { systemResolve } from "../outbound-http/guarded-post.ts";
import { createProviderSignIns, type ProviderSignIns } from "../single-sign-on/provider-sign-in.ts";
import { createProviderSignOuts, type ProviderSignOuts } from "../single-sign-on/provider-sign-out.ts";
import { createSamlSignIns, type SamlSignIns } from "../single-sign-on/saml/sign-in.ts";
import type { Accounts } from "./accounts.ts";
import type { ServerBase } from "./bootstrap.ts";

export interface SignInMethods {
  readonly mailer: Mailer;
  readonly password_resets: PasswordResets;
  readonly provider_sign_ins: ProviderSignIns;
  readonly saml_sign_ins: SamlSignIns;
  readonly may_be_plain: boolean;
  readonly provider_sign_outs: ProviderSignOuts;
  readonly cookie: MemberCookie;
  readonly flow_cookie: MemberCookie;
}

export function composeSignInMethods(
  config: Config,
  base: ServerBase,
  { sign_ins, renewMember }: Pick<Accounts, "sign_ins" | "renewMember">,
  { public_url, rules }: { readonly public_url: string; readonly rules: AddressRules },
): SignInMethods {
  const mailer = createMailer(base);
  const provider = {
    ...base,
    net: createGuardedFetch({ clock: base.clock, rules: { ...rules, ports: "any" }, resolve: systemResolve }),
    may_be_plain: rules.allow_private,
  };
  return {
    mailer,
    password_resets: createPasswordResets({ ...base, renewMember, mailer, public_url: config.public_url }),
    provider_sign_ins: createProviderSignIns({ ...provider, sign_ins }),
    saml_sign_ins: createSamlSignIns({ ...base, sign_ins }),
    may_be_plain: provider.may_be_plain,
    provider_sign_outs: createProviderSignOuts({ ...provider, renewMember }),
    cookie: signInCookie(public_url),
    flow_cookie: flowCookie(public_url),
  };
}
