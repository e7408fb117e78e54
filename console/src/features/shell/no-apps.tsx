import { useRouter } from "@tanstack/react-router";
import { AppWindow, LogOut, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useAppContext, useMe } from "../../lib/app-context.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { useSignOut } from "../../lib/session.ts";
import { Button } from "../../ui/elements/button.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { Logo } from "../../ui/elements/logo.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ColorSchemeSwitch } from "../../ui/page/color-scheme-switch.tsx";
import { LanguageSwitch } from "../../ui/page/language-switch.tsx";

/** Loads on first use, because most visits need none. */
const CreateAppDialog = lazy(async () => ({
  default: (await import("../../components/app/create-app-dialog.tsx")).CreateAppDialog,
}));

/** The server creates an app on startup. If all were deleted, offers or explains how to create one. */
export function NoApps() {
  const may_create = useMe().member.permissions.includes("app.create");
  const router = useRouter();
  const signOut = useSignOut(useAppContext().api);
  const [creating, setCreating] = useState<boolean>();
  const change = (open: boolean): void => {
    setCreating(open);
    // Opens the app, if there is one now.
    if (!open) void router.invalidate();
  };
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between p-5 sm:p-8">
        <span className="flex items-center gap-2.5 text-md font-semibold">
          <Logo />
          Fanfare
        </span>
        <div className="flex items-center gap-1">
          <LanguageSwitch />
          <ColorSchemeSwitch />
          <IconButton label={t("Sign out")} onClick={signOut}>
            <LogOut className="rtl:-scale-x-100" />
          </IconButton>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="grid flex-1 place-items-center outline-none">
        <EmptyState
          whole_page
          art={<EmptyArt icon={AppWindow} />}
          title={t("No apps yet")}
          actions={
            may_create && (
              <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
                {t("Create app")}
              </Button>
            )
          }
        >
          {may_create ? (
            t("An app is one environment of your product, with its own people, secrets, and published content.")
          ) : (
            <Sentence
              text="An app is one environment of your product. Your server administrator can create one with {command}."
              parts={{ command: <code className="font-mono">fanfare app create</code> }}
            />
          )}
        </EmptyState>
        <Suspense>{creating !== undefined && <CreateAppDialog open={creating} onOpenChange={change} />}</Suspense>
      </main>
    </div>
  );
}
