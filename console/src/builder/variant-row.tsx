import type { VariantId } from "@fanfare/contract/experiment";
import { limits } from "@fanfare/contract/limits";
import { Link } from "@tanstack/react-router";
import { Pencil, Trash2 } from "lucide-react";
import { list } from "../language/format.ts";
import { t } from "../language/t.ts";
import { buttonClass } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { Field } from "../ui/field.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Input } from "../ui/input.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { ARM_COLORS } from "./arm-look.ts";
import { useBuilder } from "./context.ts";
import { partTitle } from "./parts.ts";
import { quoted } from "./value-words.ts";
import { LETTERS, variantIn, whatDiffers } from "./variants.ts";

interface VariantRowProps {
  readonly id: VariantId;
  readonly onWeight: (weight: number) => void;
  /** Of every variant but A, which is the content itself. */
  readonly onName?: (name: string) => void;
  readonly onRemove?: () => void;
}

/** One variant: its letter and name, its share, and how it differs. */
export function VariantRow({ id, onWeight, onName, onRemove }: VariantRowProps) {
  const { state, read_only } = useBuilder();
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
          <p className="flex h-9 items-center text-base">{t("The content itself")}</p>
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
          {variant === undefined ? comparedWith(edition) : differenceInWords(edition, variant)}
        </p>
      </div>
      <Field
        label={t("Share of variant {letter}", { letter })}
        hide_label
        error={state.problems.get(`${path}.weight`) && index >= 0 ? t("0 to 100.") : undefined}
      >
        <NumberInput value={weight} unit="%" min={0} max={100} onChange={onWeight} />
      </Field>
      <div className="flex h-9 items-center gap-1">
        <Link
          from="/$app/content/$id"
          search={{ variant: id === "a" ? undefined : id }}
          className={buttonClass("secondary")}
          aria-label={read_only ? t("Look at variant {letter}", { letter }) : t("Edit variant {letter}", { letter })}
        >
          <Pencil />
          {read_only ? t("Look##verb") : t("Edit")}
        </Link>
        {!read_only &&
          (onRemove === undefined ? (
            // A cannot go, and stands in line with those that can.
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

const comparedWith = ({ rollout }: Parameters<typeof whatDiffers>[0]): string =>
  (rollout?.holdout_percent ?? 0) > 0
    ? t("Compared, as every variant, with those who are held out.")
    : t("What the others are compared with.");

function differenceInWords(
  edition: Parameters<typeof whatDiffers>[0],
  variant: Parameters<typeof whatDiffers>[1],
): string {
  const { same, parts } = whatDiffers(edition, variant);
  if (same) return t("Says the same as A until now.");
  if (parts.length === 0) return t("Differs from A in its settings.");
  return t("Differs from A in {parts}.", {
    parts: list(parts.map((part) => quoted(partTitle(part, variant.body.type)))),
  });
}
