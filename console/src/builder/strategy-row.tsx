import type { Strategy } from "@fanfare/contract/target";
import { scoreOf } from "@fanfare/contract/target-score";
import type { Trial } from "@fanfare/contract/target-trial";
import { ArrowUp, TriangleAlert, X } from "lucide-react";
import { asIs, t } from "../language/t.ts";
import { Field } from "../ui/field.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Input } from "../ui/input.tsx";
import { Select, type SelectOption } from "../ui/select.tsx";
import { useProblemAt } from "./context.ts";
import { WEAK_SCORE } from "./publish-checks.ts";
import { scoreInWords, trialsInWords } from "./score-words.ts";
import { newStrategy, strategyValue } from "./steps.ts";

const KIND_OPTIONS: readonly SelectOption<Strategy["kind"]>[] = [
  { value: "test_id", label: t("Test id"), hint: asIs("data-testid, data-test-id, data-test") },
  { value: "role_name", label: t("Role and name"), hint: t("As a screen reader says it") },
  { value: "label", label: t("Label"), hint: t("The words beside a field") },
  { value: "text", label: t("Text"), hint: t("The words in it") },
  { value: "attribute", label: t("Attribute"), hint: t("Any attribute with its value") },
  { value: "css", label: t("CSS selector"), hint: t("When nothing else fits") },
];

/** Kinds with two fields take a line of their own. */
const TWO_PARTS: ReadonlySet<Strategy["kind"]> = new Set(["role_name", "text", "attribute"]);

interface StrategyRowProps {
  readonly strategy: Strategy;
  /** Undefined for the one that says where to look. */
  readonly rank: number | undefined;
  /** What it did not survive in copies of its page; undefined where it was not tried there. */
  readonly trials?: readonly Trial[] | undefined;
  readonly path: string;
  readonly onChange: (strategy: Strategy) => void;
  readonly onEarlier: (() => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

/** One way to find an element. */
export function StrategyRow({ strategy, rank, trials, path, onChange, onEarlier, onRemove }: StrategyRowProps) {
  return (
    <div className="@container flex flex-wrap items-start gap-2 rounded-lg border border-line bg-sunken p-2">
      <Select
        label={rank === undefined ? t("Where to look") : t("Way {n}", { n: rank })}
        value={strategy.kind}
        options={KIND_OPTIONS}
        onChange={(kind) => onChange(newStrategy(kind, strategyValue(strategy)))}
        className="w-40 @max-[26rem]:flex-1"
      />
      <div
        className={
          TWO_PARTS.has(strategy.kind)
            ? "order-last w-full"
            : "min-w-40 flex-1 @max-[26rem]:order-last @max-[26rem]:w-full @max-[26rem]:flex-none"
        }
      >
        <StrategyValue strategy={strategy} path={path} onChange={onChange} />
      </div>
      {rank !== undefined && (
        <div className="ms-auto flex">
          <IconButton
            label={t("Try way {n} earlier", { n: rank })}
            size="sm"
            className="mt-1"
            disabled={onEarlier === undefined}
            onClick={onEarlier}
          >
            <ArrowUp />
          </IconButton>
          <IconButton
            label={t("Remove way {n}", { n: rank })}
            size="sm"
            className="mt-1"
            disabled={onRemove === undefined}
            onClick={onRemove}
          >
            <X />
          </IconButton>
        </div>
      )}
      {rank !== undefined && <Score strategy={strategy} />}
      {trials !== undefined && <p className="order-last w-full text-xs text-ink-3">{trialsInWords(trials)}</p>}
    </div>
  );
}

/** How likely it is that this way still works after the page is built anew. */
function Score({ strategy }: { readonly strategy: Strategy }) {
  const score = scoreOf(strategy);
  if (score >= WEAK_SCORE || strategyValue(strategy).trim() === "") return null;
  return (
    <p className="order-last flex w-full items-center gap-1.5 text-xs text-caution-text [&_svg]:size-3.5 [&_svg]:shrink-0">
      <TriangleAlert />
      <span>
        {t("Likely to fail when the page changes. A test id, or a role and name, holds longer.")}{" "}
        {t("Its score: {parts}.", { parts: scoreInWords(strategy) })}
      </span>
    </p>
  );
}

interface StrategyValueProps {
  readonly strategy: Strategy;
  readonly path: string;
  readonly onChange: (strategy: Strategy) => void;
}

function StrategyValue({ strategy, path, onChange }: StrategyValueProps) {
  const text = (name: string, label: string, value: string, placeholder: string, set: (value: string) => void) => (
    <TextField path={`${path}.${name}`} label={label} value={value} placeholder={placeholder} onChange={set} />
  );
  switch (strategy.kind) {
    case "test_id":
      return text("value", t("Test id"), strategy.value, "save-order", (value) => onChange({ ...strategy, value }));
    case "label":
      return text("value", t("Label"), strategy.value, "E-mail address", (value) => onChange({ ...strategy, value }));
    case "css":
      return text("value", t("CSS selector"), strategy.value, "#menu > li:first-child", (value) =>
        onChange({ ...strategy, value }),
      );
    case "text":
      return (
        <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-2">
          {text("value", t("Text"), strategy.value, t("Save"), (value) => onChange({ ...strategy, value }))}
          {text("tag", t("Tag, optional"), strategy.tag ?? "", t("any tag"), (tag) =>
            onChange({ ...strategy, tag: tag === "" ? undefined : tag }),
          )}
        </div>
      );
    case "role_name":
      return (
        <div className="grid grid-cols-[9rem_minmax(0,1fr)] gap-2">
          {text("role", t("Role"), strategy.role, "button", (role) => onChange({ ...strategy, role }))}
          {text("name", t("Name"), strategy.name, t("Save"), (name) => onChange({ ...strategy, name }))}
        </div>
      );
    case "attribute":
      return (
        <div className="grid grid-cols-2 gap-2">
          {text("name", t("Attribute"), strategy.name, "data-tour", (name) => onChange({ ...strategy, name }))}
          {text("value", t("Value"), strategy.value, "save", (value) => onChange({ ...strategy, value }))}
        </div>
      );
  }
}

interface TextFieldProps {
  readonly path: string;
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (value: string) => void;
}

function TextField({ path, label, value, placeholder, onChange }: TextFieldProps) {
  return (
    <Field label={label} hide_label error={useProblemAt(path)}>
      <Input
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
