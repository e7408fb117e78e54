import type { EndReason } from "@fanfare/contract/events/events";
import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { celebrate } from "@fanfare/sdk/ui/confetti/confetti";
import { getRouteApi } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { PreviewFrame } from "../../../components/preview/preview-frame.tsx";
import { usePreviewOptions } from "../../../components/preview/preview-options.ts";
import { useAppliedTheme } from "../../../components/preview/use-applied-theme.ts";
import { t } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { useEditor } from "../state/editor-context.ts";
import { PreviewControls } from "./preview-controls.tsx";

const route = getRouteApi("/$app/content/$id");

interface PlayDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function PlayDialog({ open, onOpenChange }: PlayDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("Preview")} size="full">
      <Play />
    </Dialog>
  );
}

const END_LABELS: Partial<Record<EndReason, string>> = {
  completed: t("Completed"),
  close_button: t("Closed early"),
  escape: t("Closed with Escape"),
  do_not_show_again: t("Dismissed with “Do not show again”"),
  error: t("Preview failed"),
  snoozed: t("Snoozed with “Remind me later”"),
};

function Play() {
  const { state } = useEditor();
  const { step } = route.useSearch();
  const { edition, name } = state.draft;
  const [look, setLook] = usePreviewOptions(edition.locale);
  const theme = useAppliedTheme(look.theme_id ?? edition.theme);
  const [turn, setTurn] = useState(0);
  const [ended, setEnded] = useState<EndReason>();
  const preset = edition.body.celebrate_on_completed;

  const again = (): void => {
    setEnded(undefined);
    setTurn(turn + 1);
  };
  const onEnded = (reason: EndReason, document: Document): void => {
    setEnded(reason);
    const { defaultView: window } = document;
    if (reason !== "completed" || preset === undefined || window === null) return;
    // The type of a frame's window lacks its globals.
    const globals = window as Window & typeof globalThis;
    celebrate({ document, window: globals, clock: systemClock, rng: systemRng, preset, colors: theme?.confetti });
  };

  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col rounded-lg bg-sunken p-3 sm:p-5">
        <PreviewFrame
          key={`${turn} ${look.device}`}
          edition={edition}
          name={name}
          part_id={turn === 0 ? step : undefined}
          look={look}
          theme={theme}
          playable
          size="filling"
          onEnded={onEnded}
        />
      </div>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <PreviewControls look={look} onChange={setLook} />
        <p role="status" className="text-sm text-ink-2">
          {ended !== undefined && (END_LABELS[ended] ?? t("End reason"))}
        </p>
        <Button icon={<RotateCcw />} onClick={again}>
          {t("Restart preview")}
        </Button>
      </div>
    </>
  );
}
