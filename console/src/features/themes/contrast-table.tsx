import { formatRatio } from "@fanfare/contract/theme/contrast";
import { accessiblePalette } from "@fanfare/contract/theme/derive-theme";
import { type MeasuredPair, measurePalette, THEME_COLOR_LABELS } from "@fanfare/contract/theme/palette-contrast";
import type { Palette, ThemeScheme } from "@fanfare/contract/theme/theme";
import { Check, Wand2, X } from "lucide-react";
import { t, tCount, tKnown } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import { worstFirst } from "./worst-first.ts";

interface ContrastTableProps {
  readonly palette: Palette;
  readonly scheme: ThemeScheme;
  readonly may_edit: boolean;
  readonly onChange: (palette: Palette) => void;
}

export function ContrastTable({ palette, scheme, may_edit, onChange }: ContrastTableProps) {
  const pairs = worstFirst(measurePalette(palette, scheme));
  const failing = pairs.filter((pair) => !pair.passes).length;
  return (
    <section aria-label={t("Contrast")} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">{t("Contrast")}</h2>
        <p role="status" className="text-sm text-ink-2">
          {failing === 0
            ? tCount(pairs.length, "All {n} pairs pass", "All {n} pairs pass")
            : tCount(failing, "{n} of {total} pairs fail", "{n} of {total} pairs fail", {
                total: pairs.length,
              })}
        </p>
      </div>
      {failing > 0 && may_edit && (
        <Button className="w-fit" icon={<Wand2 />} onClick={() => onChange(accessiblePalette(palette))}>
          {t("Use closest passing colors")}
        </Button>
      )}
      <table className="w-full text-sm">
        <caption className="sr-only">{t("Contrast of color pairs")}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t("Pair")}</th>
            <th scope="col">{t("Contrast")}</th>
            <th scope="col">{t("Suggested fix")}</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => (
            <Row
              key={`${pair.color} ${pair.ground}`}
              pair={pair}
              palette={palette}
              onUse={may_edit ? onChange : undefined}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  readonly pair: MeasuredPair;
  readonly palette: Palette;
  readonly onUse: ((palette: Palette) => void) | undefined;
}

function Row({ pair, palette, onUse }: RowProps) {
  const { color, ground, ratio, least, use, passes, proposal } = pair;
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-2 pe-3 text-start font-normal wrap-anywhere">
        <span className="flex items-start gap-2.5">
          <span
            aria-hidden="true"
            data-picture
            className="grid size-7 shrink-0 place-items-center rounded-sm border border-line text-xs font-semibold"
            style={{ background: palette[ground], color: palette[color] }}
          >
            {t("Aa")}
          </span>
          <span className="flex min-w-0 flex-col">
            <span className="font-medium">
              {t("{color} on {ground}", {
                color: tKnown(THEME_COLOR_LABELS[color]),
                ground: tKnown(THEME_COLOR_LABELS[ground]).toLowerCase(),
              })}
            </span>
            <span className="text-xs text-ink-3">{tKnown(use)}</span>
          </span>
        </span>
      </th>
      <td className="py-2 text-end whitespace-nowrap tabular-nums">
        <span
          className={
            passes
              ? "inline-flex items-center gap-1 text-positive-text"
              : "inline-flex items-center gap-1 font-medium text-negative-text"
          }
        >
          {passes ? (
            <Check className="size-3.5" aria-label={t("passes")} />
          ) : (
            <X className="size-3.5" aria-label={t("fails")} />
          )}
          {formatRatio(ratio)}
        </span>
        <span className="block text-xs text-ink-3 max-sm:whitespace-normal">
          {t("min. {least}", { least: formatRatio(least) })}
        </span>
      </td>
      <td className="w-0 py-2 ps-3 text-end whitespace-nowrap empty:ps-0">
        {proposal !== undefined && onUse !== undefined && (
          <UseColor color={proposal} onClick={() => onUse({ ...palette, [color]: proposal })} />
        )}
      </td>
    </tr>
  );
}

interface UseColorProps {
  readonly color: string;
  readonly onClick: () => void;
}

/** Replaces a color by the closest one that passes. */
export function UseColor({ color, onClick }: UseColorProps) {
  return (
    <Button size="sm" onClick={onClick}>
      <span aria-hidden="true" className="size-3 rounded-full border border-line" style={{ background: color }} />
      {t("Use {color}", { color })}
    </Button>
  );
}
