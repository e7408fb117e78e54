import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import { Play } from "lucide-react";
import { useState } from "react";
import { CelebrationPreview } from "../../components/preview/celebration-preview.tsx";
import { t } from "../../lib/i18n/t.ts";
import { useMedia } from "../../lib/use-media.ts";
import { PRESET_LABELS, PRESET_OPTIONS } from "../../model/preset-labels.ts";
import { Button } from "../../ui/elements/button.tsx";
import { Callout } from "../../ui/feedback/callout.tsx";
import { ChoiceCards } from "../../ui/forms/choice-cards.tsx";

export function Presets() {
  const [shown, setShown] = useState<{ readonly preset: CelebrationPreset; readonly round: number }>({
    preset: "burst",
    round: 0,
  });
  const play = (preset: CelebrationPreset): void => setShown(({ round }) => ({ preset, round: round + 1 }));
  return (
    <section
      aria-label={t("Effects")}
      className="flex flex-col gap-3 px-(--gutter) py-6 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-10"
    >
      <div className="flex min-w-0 flex-col gap-4 max-lg:**:scroll-mt-80">
        <ChoiceCards label={t("Effect")} value={shown.preset} options={PRESET_OPTIONS} onChange={play} />
        <MotionNote />
      </div>
      {/* In one column, the preview stays visible above the list without covering the focused card. */}
      <div className="sticky top-14 z-3 order-first -mx-(--gutter) -mt-3 flex min-w-0 flex-col gap-3 bg-surface px-(--gutter) py-3 md:top-0 lg:top-6 lg:order-none lg:m-0 lg:self-start lg:p-0">
        <CelebrationPreview {...shown} message={PRESET_LABELS[shown.preset].label} className="h-48 lg:h-80" />
        <Button icon={<Play />} onClick={() => play(shown.preset)} className="self-start">
          {t("Play {preset}", { preset: PRESET_LABELS[shown.preset].label.toLowerCase() })}
        </Button>
      </div>
    </section>
  );
}

function MotionNote() {
  const reduced = useMedia("(prefers-reduced-motion: reduce)");
  return (
    <Callout>
      {reduced
        ? t(
            "Your device reduces motion, so you see a still image with the message. Screen readers always read the message. This counts as played.",
          )
        : t(
            "On devices that reduce motion, people see a still image with the message. Screen readers always read the message. This counts as played.",
          )}
    </Callout>
  );
}
