import type { LanguageProgress } from "@fanfare/contract/schema/responses/content/translations";
import { percent } from "../../lib/i18n/format.ts";
import { localeOption } from "../../lib/i18n/locale-options.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { cx } from "../../ui/cx.ts";

interface LanguageCardsProps {
  readonly languages: readonly LanguageProgress[];
  /** Language tag. "" if all are shown. */
  readonly chosen: string;
  readonly onChoose: (tag: string) => void;
}

/** Progress of each language. Selecting a card filters by its language, and selecting it again clears the filter. */
export function LanguageCards({ languages, chosen, onChoose }: LanguageCardsProps) {
  return (
    <ul
      aria-label={t("Languages")}
      className="grid gap-3 px-(--gutter) pb-5 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]"
    >
      {languages.map(({ language, texts, missing, wrong_format }) => {
        const { label, hint } = localeOption(language);
        const share = texts === 0 ? 1 : (texts - missing) / texts;
        return (
          <li key={language}>
            <button
              type="button"
              aria-pressed={chosen === language}
              onClick={() => onChoose(chosen === language ? "" : language)}
              className={cx(
                "flex w-full cursor-default flex-col gap-2 rounded-lg border bg-surface p-3 text-start transition-colors hover:bg-fill",
                chosen === language ? "border-accent ring-1 ring-accent" : "border-line",
              )}
            >
              <span className="flex items-baseline justify-between gap-2">
                <span className="truncate font-medium">{label}</span>
                <span className="text-sm text-ink-2 tabular-nums">{percent(Math.floor(share * 100) / 100)}</span>
              </span>
              <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-fill-strong">
                <span
                  className={cx(
                    "block h-full rounded-full",
                    missing + wrong_format === 0 ? "bg-positive" : "bg-accent",
                  )}
                  style={{ width: `${share * 100}%` }}
                />
              </span>
              <span className="flex justify-between gap-2 text-xs text-ink-3">
                <bdi lang={language} className="truncate">
                  {hint}
                </bdi>
                <span>
                  {missing > 0
                    ? tCount(missing, "{n} missing", "{n} missing")
                    : wrong_format > 0
                      ? tCount(wrong_format, "{n} with wrong formatting", "{n} with wrong formatting")
                      : t("Complete")}
                </span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
