import { Keyboard } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useMe } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { Section } from "../../../ui/page/section.tsx";
import { AppearanceSection } from "./appearance.tsx";
import { IdentitiesSection } from "./identities.tsx";
import { NameSection } from "./name.tsx";
import { NotificationsSection } from "./notifications.tsx";
import { PasswordSection } from "./password.tsx";
import { SessionsSection } from "./sessions.tsx";
import { TwoFactorSection } from "./two-factor.tsx";

const ShortcutSheet = lazy(async () => ({
  default: (await import("../../../components/shortcuts/shortcut-sheet.tsx")).ShortcutSheet,
}));

/** Opens the shortcut sheet for members who don't know the ? key. */
function KeyboardSection() {
  const [open, setOpen] = useState<boolean>();
  return (
    <Section
      title={t("Keyboard shortcuts")}
      description={t("You can use the console without a mouse. Press ? to see all shortcuts.")}
    >
      <div>
        <Button icon={<Keyboard />} onClick={() => setOpen(true)}>
          {t("Show shortcuts")}
        </Button>
      </div>
      {open !== undefined && (
        <Suspense fallback={null}>
          <ShortcutSheet open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </Section>
  );
}

export function AccountPage() {
  useTitle(t("Account"), t("Settings"));
  const { member } = useMe();
  return (
    <>
      <PageHeader title={t("Account")} description={t("You’re signed in as {email}.", { email: member.email })} />
      <NameSection />
      <AppearanceSection />
      <NotificationsSection />
      <KeyboardSection />
      {member.has_password ? (
        <>
          <PasswordSection />
          <TwoFactorSection />
        </>
      ) : (
        <Section title={t("Password")} description={t("You sign in with single sign-on and don’t have a password.")}>
          <p className="text-sm text-ink-2">
            {t("To set a password, ask an owner or admin for a password reset link.")}
          </p>
        </Section>
      )}
      <IdentitiesSection />
      <SessionsSection />
    </>
  );
}
