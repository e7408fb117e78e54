import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { celebrate } from "@fanfare/sdk/ui/confetti/confetti";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useColorScheme } from "../../lib/color-scheme.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";
import { drawPreviewPage } from "./preview-page.ts";
import { useAppliedTheme } from "./use-applied-theme.ts";

interface CelebrationPreviewProps {
  readonly preset: CelebrationPreset;
  readonly message?: string | undefined;
  /** Plays again when this number changes. */
  readonly round: number;
  readonly className?: string;
}

/** Plays the SDK's confetti on a sample page, in the colors of the default theme. */
export function CelebrationPreview({ preset, message, round, className }: CelebrationPreviewProps) {
  const [page, setPage] = useState<Document | null>(null);
  const scheme = useColorScheme();
  const colors = useAppliedTheme(undefined)?.confetti;
  const overrides = useRef({ message, colors });
  useLayoutEffect(() => {
    overrides.current = { message, colors };
  });

  useLayoutEffect(() => {
    if (page !== null) drawPreviewPage(page, false);
  }, [page]);
  useLayoutEffect(() => {
    if (page !== null) page.documentElement.style.colorScheme = scheme === "system" ? asIs("light dark") : scheme;
  }, [page, scheme]);

  useEffect(() => {
    if (page?.defaultView == null || round === 0) return;
    // The type of a frame's window lacks its globals.
    const window = page.defaultView as Window & typeof globalThis;
    const playback = celebrate({
      document: page,
      window,
      clock: systemClock,
      rng: systemRng,
      worker: false,
      preset,
      ...overrides.current,
    });
    return () => playback.cancel();
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
