import { useRouter } from "@tanstack/react-router";
import { AppWindow, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useMe } from "../../lib/app-context.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";

/** Loads on first use, because most visits need none. */
const CreateAppDialog = lazy(async () => ({
  default: (await import("../../components/app/create-app-dialog.tsx")).CreateAppDialog,
}));

/** The server creates an app on startup. If all were deleted, offers or explains how to create one. */
export function NoApps() {
  const may_create = useMe().member.permissions.includes("app.create");
  const router = useRouter();
  const [creating, setCreating] = useState<boolean>();
  const change = (open: boolean): void => {
    setCreating(open);
    // Opens the app, if there is one now.
    if (!open) void router.invalidate();
  };
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center outline-none">
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
  );
}
