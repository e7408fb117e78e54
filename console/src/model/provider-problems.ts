import { isProblemCode, type ProblemCode } from "@fanfare/contract/problem";
import { t } from "../lib/i18n/t.ts";

/** Messages for failed provider sign-ins, without the details in the server's log. */
const PROVIDER_PROBLEMS: Partial<Record<ProblemCode, string>> = {
  single_sign_on_off: t("Single sign-on isn’t set up. Sign in with your password."),
  provider_unfit: t("Your identity provider doesn’t support a required feature. Contact a workspace owner."),
  provider_unreachable: t("Your identity provider didn’t respond correctly. Try again in a moment."),
  provider_refused: t("Your identity provider denied the sign-in. Try again, or contact its administrator."),
  provider_untrusted: t("We couldn’t verify the identity provider’s response. Contact a workspace owner."),
  member_deactivated: t("Your identity provider deactivated this account. Ask its administrator to activate it."),
  saml_signature_invalid: t(
    "The response isn’t signed with a certificate that Fanfare knows. Ask an owner to add the provider’s current one.",
  ),
  saml_audience_other: t("The response is for another service. The provider needs Fanfare’s entity ID as audience."),
  saml_recipient_other: t("The response is for another URL. The provider needs Fanfare’s ACS URL."),
  saml_time_off: t("The response has expired. Try again. If it happens again, the provider’s clock may be wrong."),
  saml_unrequested: t("This sign-in took too long, or didn’t start on this page. Try again from here."),
  saml_replayed: t("This sign-in was already used. Try again."),
  saml_response_invalid: t("Fanfare can’t accept the provider’s response. Ask an owner to check the server’s log."),
  provider_sign_in_over: t("This sign-in took too long, was already used, or started in another browser. Try again."),
  provider_email_missing: t("Your identity provider didn’t send your email address. Contact its administrator."),
  provider_email_unverified: t(
    "Your identity provider hasn’t verified your email address. Verify it there, then try again.",
  ),
  provider_domain_refused: t("Your email domain isn’t allowed to sign in here."),
  provider_member_unknown: t("You’re not a member of this workspace. Ask an owner or admin for an invitation."),
  provider_account_other: t(
    "Your email address is linked to another provider account. Ask an owner or admin to unlink that account.",
  ),
  rate_limited: t("Too many sign-in attempts. Try again in a few minutes."),
};

/** Message for a problem code in the URL. Undefined for codes that no provider causes. */
export function providerProblem(code: string | undefined): string | undefined {
  if (code === undefined || code === "") return undefined;
  const known = isProblemCode(code) ? PROVIDER_PROBLEMS[code] : undefined;
  return known ?? t("Couldn’t sign in with your identity provider. Try again.");
}
