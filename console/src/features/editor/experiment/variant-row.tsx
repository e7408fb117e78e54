import type { VariantId } from "@fanfare/contract/content/experiment";
import { limits } from "@fanfare/contract/limits";
import { Link } from "@tanstack/react-router";
import { Pencil, Trash2 } from "lucide-react";
import { list } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { quoted } from "../../../model/comparison/value-labels.ts";
import { ARM_COLORS } from "../../../model/draft/arm-labels.ts";
import { partTitle } from "../../../model/draft/parts.ts";
import { LETTERS, variantDifference, variantIn } from "../../../model/draft/variants.ts";
import { cx } from "../../../ui/cx.ts";
import { buttonClass } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { useEditor } from "../state/editor-context.ts";

interface VariantRowProps {
  readonly id: VariantId;
  readonly onWeight: (weight: number) => void;
  /** Undefined for variant A, which is the content itself. */
  readonly onName?: (name: string) => void;
  readonly onRemove?: () => void;
}

export function VariantRow({ id, onWeight, onName, onRemove }: VariantRowProps) {
  const { state, read_only } = useEditor();
  const { edition } = state.draft;
  const index = edition.experiment?.variants.findIndex((each) => each.id === id) ?? -1;
  const variant = variantIn(edition, id);
  const path = index < 0 ? "experiment" : `experiment.variants.${index}`;
  const weight = variant?.weight ?? edition.experiment?.weight ?? 0;
  const letter = LETTERS[id];
  return (
    <li className="flex flex-wrap items-start gap-x-2 gap-y-3 p-3 sm:gap-x-4 sm:p-4">
      <span className="flex h-9 items-center gap-2.5">
        <span aria-hidden="true" className={cx("size-2.5 rounded-full", ARM_COLORS[id])} />
        <span className="text-md font-semibold">{letter}</span>
      </span>
      <div className="flex min-w-40 flex-1 flex-col gap-1.5">
        {variant === undefined ? (
          <p className="flex h-9 items-center text-base">{t("Original")}</p>
        ) : (
          <Field
            label={t("Name of variant {letter}", { letter })}
            hide_label
            error={state.problems.get(`${path}.name`)}
          >
            <Input
              value={variant.name}
              maxLength={limits.variant_name_chars_max}
              onChange={(event) => onName?.(event.target.value)}
            />
          </Field>
        )}
        <p className="text-xs text-ink-3 text-pretty">
          {variant === undefined ? comparedWith(edition) : describeDifference(edition, variant)}
        </p>
      </div>
      <Field
        label={t("Share of variant {letter}", { letter })}
        hide_label
        error={state.problems.get(`${path}.weight`) && index >= 0 ? t("Enter a number from 0 to 100.") : undefined}
      >
        <NumberInput value={weight} unit="%" min={0} max={100} onChange={onWeight} />
      </Field>
      <div className="flex h-9 items-center gap-1">
        <Link
          from="/$app/content/$id"
          search={{ variant: id === "a" ? undefined : id }}
          className={buttonClass("secondary")}
          aria-label={read_only ? t("View variant {letter}", { letter }) : t("Edit variant {letter}", { letter })}
        >
          <Pencil />
          {read_only ? t("View##verb") : t("Edit")}
        </Link>
        {!read_only &&
          (onRemove === undefined ? (
            // Variant A can't be removed. The spacer keeps rows aligned.
            <span className="size-8 max-sm:hidden" />
          ) : (
            <IconButton label={t("Remove variant {letter}", { letter })} onClick={onRemove}>
              <Trash2 />
            </IconButton>
          ))}
      </div>
    </li>
  );
}

const comparedWith = ({ rollout }: Parameters<typeof variantDifference>[0]): string =>
  (rollout?.holdout_percent ?? 0) > 0
    ? t("Compared with the holdout, like every variant.")
    : t("Other variants are compared with this one.");

function describeDifference(
  edition: Parameters<typeof variantDifference>[0],
  variant: Parameters<typeof variantDifference>[1],
): string {
  const { same, parts } = variantDifference(edition, variant);
  if (same) return t("Identical to A");
  if (parts.length === 0) return t("Differs from A in its settings");
  return t("Differs from A in {parts}", {
    parts: list(parts.map((part) => quoted(partTitle(part, variant.body.type)))),
  });
}
