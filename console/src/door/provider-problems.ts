import { isProblemCode, type ProblemCode } from "@fanfare/contract/problem";
import { t } from "../language/t.ts";

/** Why somebody who was at the provider is not let in, for that person. The server's log has the rest. */
const SENTENCES: Partial<Record<ProblemCode, string>> = {
  single_sign_on_off: t("No provider is set for single sign-on. Sign in by password."),
  provider_unfit: t("The provider does not offer what signing in needs. Tell an owner of this workspace."),
  provider_unreachable: t("The provider did not answer as it should. Try again in a moment."),
  provider_refused: t("The provider did not let you in. Try again; if that stays so, ask who runs it."),
  provider_untrusted: t("What came from the provider could not be trusted, so nobody was let in. Tell an owner."),
  provider_sign_in_over: t("This sign-in took too long, was used already, or began in another browser. Try again."),
  provider_email_missing: t("The provider did not tell your e-mail address. Ask who runs it to send it."),
  provider_email_unverified: t("The provider has not verified your e-mail address. Verify it there, then try again."),
  provider_domain_refused: t("Your e-mail address is of a domain that does not sign in here."),
  provider_member_unknown: t("You are no member of this workspace yet. Ask an owner or admin for an invitation."),
  provider_account_other: t(
    "Your address belongs to a member with another account at the provider. An owner or admin can unlink that one.",
  ),
  rate_limited: t("Too many attempts to sign in. Try again in some minutes."),
};

/** The sentence of a code in the address; undefined for none, and for what no provider causes. */
export function providerProblem(code: string | undefined): string | undefined {
  if (code === undefined || code === "") return undefined;
  const known = isProblemCode(code) ? SENTENCES[code] : undefined;
  return known ?? t("Signing in through the provider did not work. Try again.");
}
