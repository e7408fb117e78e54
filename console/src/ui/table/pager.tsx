import { ArrowLeft, ArrowRight } from "lucide-react";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../elements/button.tsx";

interface PagerProps {
  /** `1–50 of 132`, in words that also make sense alone. */
  readonly text: string;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** Back and forth through pages that have no numbers: the list may grow while one reads. */
export function Pager({ text, onPrevious, onNext }: PagerProps) {
  return (
    <nav
      aria-label={t("Pages")}
      className="flex items-center justify-between gap-3 border-t border-line px-(--gutter) py-3"
    >
      <p className="text-xs text-ink-3 tabular-nums">{text}</p>
      <div className="flex gap-2">
        <Button
          size="sm"
          disabled={onPrevious === undefined}
          onClick={onPrevious}
          icon={<ArrowLeft className="rtl:-scale-x-100" />}
        >
          {t("Previous")}
        </Button>
        <Button size="sm" disabled={onNext === undefined} onClick={onNext}>
          {t("Next")}
          <ArrowRight className="rtl:-scale-x-100" />
        </Button>
      </div>
    </nav>
  );
}
