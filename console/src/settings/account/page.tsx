import { useMe } from "../../doors.ts";
import { t } from "../../language/t.ts";
import { useTitle } from "../../title.ts";
import { PageHeader } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { AppearanceSection } from "./appearance.tsx";
import { IdentitiesSection } from "./identities.tsx";
import { KeyboardSection } from "./keyboard.tsx";
import { NameSection } from "./name.tsx";
import { PasswordSection } from "./password.tsx";
import { SignInsSection } from "./sign-ins.tsx";
import { TwoFactorSection } from "./two-factor.tsx";

/** What is the member's own. */
export function AccountPage() {
  useTitle(t("Account"), t("Settings"));
  const { member } = useMe();
  return (
    <>
      <PageHeader title={t("Account")} description={t("You are signed in as {email}.", { email: member.email })} />
      <NameSection />
      <AppearanceSection />
      <KeyboardSection />
      {member.has_password ? (
        <>
          <PasswordSection />
          <TwoFactorSection />
        </>
      ) : (
        <Section title={t("Password")} description={t("You sign in through the provider and have none.")}>
          <p className="text-sm text-ink-2">
            {t("To have one all the same, ask an owner or admin for a link to a new password.")}
          </p>
        </Section>
      )}
      <IdentitiesSection />
      <SignInsSection />
    </>
  );
}
