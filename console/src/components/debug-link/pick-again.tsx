import type { DebugTarget } from "@fanfare/contract/schema/people/debug-link";
import { Crosshair } from "lucide-react";
import { useState } from "react";
import { useApp, useAppContext, useCanEdit } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/elements/button.tsx";
import { DebugLink } from "./debug-link.tsx";
import { lastPage, rememberPage } from "./last-page.ts";

interface PickAgainProps {
  readonly place: DebugTarget;
  /** What the button is called where there are several; by its own words where absent. */
  readonly label?: string;
}

/**
 * Leads from the evidence of a lost target to the page itself, where the debug panel has what is most like it, or the picker on:
 * with one press where it is known in which page, else that is asked. For those who may take what is found.
 */
export function PickAgain({ place, label = t("Pick element again") }: PickAgainProps) {
  const { api } = useAppContext();
  const app = useApp();
  const may_edit = useCanEdit();
  const [confirming, setConfirming] = useState<boolean>();
  if (!may_edit) return null;
  const open = async (): Promise<void> => {
    const url = lastPage(app.id, place.content_id);
    // Opened with the press, before anything is waited for: what comes later is blocked as a pop-up.
    const tab = url === "" ? null : window.open("", "_blank");
    if (tab === null) return setConfirming(true);
    tab.opener = null;
    try {
      const link = await api.call("POST /api/debug-links", { body: { app_id: app.id, url, place } });
      tab.location.replace(link.url);
      rememberPage(app.id, url, place.content_id);
      toast.note({
        title: t("{url} opened", { url }),
        action: { label: t("Open another page…"), onClick: () => setConfirming(true) },
      });
    } catch {
      // The page that is asked for says why this one could not be opened.
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
