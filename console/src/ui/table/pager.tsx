import { ArrowLeft, ArrowRight } from "lucide-react";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../elements/button.tsx";

interface PagerProps {
  /** `1–50 of 132`. Must make sense on its own. */
  readonly text: string;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** Previous and next page. No page numbers, because the list may grow meanwhile. */
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
