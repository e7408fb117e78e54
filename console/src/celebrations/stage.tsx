import type { CelebrationPreset } from "@fanfare/contract/celebration";
import { systemClock } from "@fanfare/contract/clock";
import { systemRng } from "@fanfare/contract/rng";
import { celebrate } from "@fanfare/sdk/ui/confetti";
import type { CelebrationWish } from "@fanfare/sdk/ui/types";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useState } from "react";
import { drawPreviewPage } from "../builder/preview-page.ts";
import { useDoors } from "../doors.ts";
import { asIs, t } from "../language/t.ts";
import { useTheme } from "../theme.ts";
import { themeQueries } from "../themes/queries.ts";
import { cx } from "../ui/cx.ts";

interface CelebrationStageProps extends CelebrationWish {
  readonly preset: CelebrationPreset;
  /** Another number throws it again. */
  readonly round: number;
  readonly className?: string;
}

/** A celebration as people see it: the SDK's own confetti on a page of its own, in the colours of the theme that pages wear. */
export function CelebrationStage({ preset, message, colors, intensity, round, className }: CelebrationStageProps) {
  const [page, setPage] = useState<Document | null>(null);
  const theme = useTheme();
  const { api } = useDoors();
  const { data: themes } = useQuery(themeQueries.all(api));
  const worn = themes?.items.find(({ is_default }) => is_default)?.theme.confetti;
  const wish = JSON.stringify({ message, colors: colors ?? worn, intensity });

  useLayoutEffect(() => {
    if (page === null) return;
    drawPreviewPage(page, false);
    // Nothing is pointed at here.
    page.querySelector(".target")?.remove();
  }, [page]);
  useLayoutEffect(() => {
    if (page !== null) page.documentElement.style.colorScheme = theme === "system" ? asIs("light dark") : theme;
  }, [page, theme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is thrown anew for each round, and for nothing else
  useEffect(() => {
    if (page?.defaultView == null || round === 0) return;
    // A frame's window is typed without the globals that it has.
    const window = page.defaultView as Window & typeof globalThis;
    const party = celebrate({
      ...{ document: page, window, clock: systemClock, rng: systemRng, worker: false, preset },
      // What this component was given, and nothing else.
      ...(JSON.parse(wish) as CelebrationWish),
    });
    return () => party.cancel();
  }, [page, round, preset]);

  return (
    <div className={cx("overflow-hidden rounded-lg border border-line bg-sunken", className)}>
      <iframe
        title={t("Preview")}
        inert
        onLoad={(event) => setPage(event.currentTarget.contentDocument)}
        ref={(frame) => setPage(frame?.contentDocument ?? null)}
        className="block size-full border-0"
      />
    </div>
  );
}
