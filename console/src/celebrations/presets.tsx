import type { CelebrationPreset } from "@fanfare/contract/celebration";
import { Play } from "lucide-react";
import { useState } from "react";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { useMedia } from "../ui/media.ts";
import { PRESET_OPTIONS, PRESET_WORDS } from "./preset-words.ts";
import { CelebrationStage } from "./stage.tsx";

/** Every preset, to be seen before one is chosen. */
export function Presets() {
  const [shown, setShown] = useState<{ readonly preset: CelebrationPreset; readonly round: number }>({
    preset: "burst",
    round: 0,
  });
  const play = (preset: CelebrationPreset): void => setShown(({ round }) => ({ preset, round: round + 1 }));
  return (
    <section
      aria-label={t("Presets")}
      className="flex flex-col gap-3 px-(--gutter) py-6 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-10"
    >
      <div className="flex min-w-0 flex-col gap-4 max-lg:**:scroll-mt-80">
        <ChoiceCards label={t("Preset")} value={shown.preset} options={PRESET_OPTIONS} onChange={play} />
        <MotionNote />
      </div>
      {/* Where there is one column, it stays in sight above what is chosen from, and nothing that has the focus is under it. */}
      <div className="sticky top-14 z-3 order-first -mx-(--gutter) -mt-3 flex min-w-0 flex-col gap-3 bg-surface px-(--gutter) py-3 md:top-0 lg:top-6 lg:order-none lg:m-0 lg:self-start lg:p-0">
        <CelebrationStage {...shown} message={PRESET_WORDS[shown.preset].label} className="h-48 lg:h-80" />
        <Button icon={<Play />} onClick={() => play(shown.preset)} className="self-start">
          {t("Play {preset}", { preset: PRESET_WORDS[shown.preset].label.toLowerCase() })}
        </Button>
      </div>
    </section>
  );
}

/** What becomes of confetti where people asked their device for less motion. */
function MotionNote() {
  const reduced = useMedia("(prefers-reduced-motion: reduce)");
  return (
    <Callout>
      {reduced
        ? t(
            "Your device asks for less motion, so you see what others see who asked for that: a still picture with the message, which screen readers say in each case. It counts as celebrated.",
          )
        : t(
            "Where a device asks for less motion, people see a still picture with the message, which screen readers say in each case. It counts as celebrated.",
          )}
    </Callout>
  );
}
