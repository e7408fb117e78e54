import type { DebugTarget } from "@fanfare/contract/schema/people/debug-link";
import { Crosshair } from "lucide-react";
import { useState } from "react";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { lastPage, rememberPage } from "../../lib/last-page.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/elements/button.tsx";
import { DebugLink } from "./debug-link.tsx";

interface PickAgainProps {
  readonly place: DebugTarget;
  /** Label that distinguishes several of these buttons. Defaults to a general label. */
  readonly label?: string;
}

/**
 * Opens the page of a missing target with the debug panel, which suggests similar elements or starts the picker. Asks
 * for the URL if no page is known. Renders nothing for members who can't edit.
 */
export function PickAgain({ place, label = t("Pick element again") }: PickAgainProps) {
  const { api } = useAppContext();
  const app = useApp();
  const may_edit = useCan("content.write");
  const [confirming, setConfirming] = useState<boolean>();
  if (!may_edit) return null;
  const open = async (): Promise<void> => {
    const url = lastPage(app.id, place.content_id);
    // Open the tab synchronously in the click handler. After an await, pop-up blockers block it.
    const tab = url === "" ? null : window.open("", "_blank");
    if (tab === null) return setConfirming(true);
    tab.opener = null;
    try {
      const link = await api.call("POST /api/debug-links", { query: { app_id: app.id }, body: { url, place } });
      tab.location.replace(link.url);
      rememberPage(app.id, url, place.content_id);
      toast.note({
        title: t("{url} opened", { url }),
        action: { label: t("Open another page…"), onClick: () => setConfirming(true) },
      });
    } catch {
      // The dialog shows the error when it retries.
      tab.close();
      setConfirming(true);
    }
  };
  return (
    <>
      <Button size="sm" icon={<Crosshair />} onClick={() => void open()}>
        {label}
      </Button>
      <DebugLink open={confirming} onOpenChange={setConfirming} place={place} />
    </>
  );
}
