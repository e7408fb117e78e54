import { Maximize2, RotateCcw } from "lucide-react";
import { useState } from "react";
import { previewShape } from "../../../components/preview/preview-edition.ts";
import { PreviewFrame } from "../../../components/preview/preview-frame.tsx";
import { usePreviewOptions } from "../../../components/preview/preview-options.ts";
import { useAppliedTheme } from "../../../components/preview/use-applied-theme.ts";
import { t } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { useEditor } from "../state/editor-context.ts";
import { PlayDialog } from "./play-dialog.tsx";
import { PreviewControls } from "./preview-controls.tsx";

export function PreviewPane({ part_id }: { readonly part_id: string | undefined }) {
  const { state } = useEditor();
  const { edition, name } = state.draft;
  const [look, setLook] = usePreviewOptions(edition.locale);
  const theme = useAppliedTheme(look.theme_id ?? edition.theme);
  /** Replays parts that disappear automatically, such as toasts and confetti. */
  const [turn, setTurn] = useState(0);
  const shape = `${previewShape(edition)} ${turn}`;
  const [playing, setPlaying] = useState(false);
  const [ended, setEnded] = useState<string>();
  return (
    <aside
      aria-label={t("Preview")}
      className="flex min-w-0 flex-col gap-3 border-line p-4 max-xl:border-t md:max-xl:col-start-2 md:max-xl:border-s md:px-6 md:py-5 xl:sticky xl:top-24 xl:h-[calc(100dvh-6.5rem)] xl:self-start xl:pe-(--gutter)"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <h2 className="text-base font-semibold">{t("Preview")}</h2>
        <div className="flex items-center gap-1">
          <PreviewControls look={look} onChange={setLook} />
          <IconButton label={t("Open larger")} size="sm" onClick={() => setPlaying(true)}>
            <Maximize2 />
          </IconButton>
        </div>
      </div>
      <div
        className={
          look.device === "desktop"
            ? "relative flex aspect-[60/46] min-h-87 w-full flex-col"
            : "relative flex h-120 min-h-0 flex-col xl:h-auto xl:flex-1"
        }
      >
        <PreviewFrame
          key={turn}
          edition={edition}
          name={name}
          part_id={part_id}
          look={look}
          theme={theme}
          size="legible"
          onEnded={() => setEnded(shape)}
        />
        {ended === shape && (
          <Button
            size="sm"
            icon={<RotateCcw />}
            onClick={() => setTurn(turn + 1)}
            className="absolute inset-x-0 bottom-4 mx-auto w-fit shadow-float"
          >
            {t("Replay preview")}
          </Button>
        )}
      </div>
      <PlayDialog open={playing} onOpenChange={setPlaying} />
    </aside>
  );
}
