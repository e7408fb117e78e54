import { WEAK_SCORE } from "@fanfare/contract/publish/content-warnings";
import type { Strategy } from "@fanfare/contract/target/target";
import { scoreStrategy } from "@fanfare/contract/target/target-score";
import type { Trial } from "@fanfare/contract/target/target-trial";
import { ArrowUp, TriangleAlert, X } from "lucide-react";
import { asIs, t } from "../../lib/i18n/t.ts";
import { newStrategy, strategyValue } from "../../model/draft/steps.ts";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { Select, type SelectOption } from "../../ui/forms/select.tsx";
import { describeScore, describeTrials } from "./score-labels.ts";

const KIND_OPTIONS: readonly SelectOption<Strategy["kind"]>[] = [
  { value: "test_id", label: t("Test ID"), hint: asIs("data-testid, data-test-id, data-test") },
  { value: "role_name", label: t("Role and name"), hint: t("As announced by screen readers") },
  { value: "label", label: t("Label"), hint: t("The text next to a field") },
  { value: "text", label: t("Text"), hint: t("The element’s text") },
  { value: "attribute", label: t("Attribute"), hint: t("Any attribute and its value") },
  { value: "css", label: t("CSS selector"), hint: t("When no other option works") },
];

/** Kinds with two fields, which get a row of their own. */
const TWO_PARTS: ReadonlySet<Strategy["kind"]> = new Set(["role_name", "text", "attribute"]);

/** Problem of one field, by its dot-separated path. */
export type ProblemAt = (path: string) => string | undefined;

interface LocatorRowProps {
  readonly strategy: Strategy;
  /** What the locator finds: the target, or an element in which the target is searched. */
  readonly purpose: "target" | "area";
  readonly rank: number;
  /** Tests on modified page copies that the locator failed. Undefined if it wasn't tested. */
  readonly trials?: readonly Trial[] | undefined;
  readonly path: string;
  readonly problemAt: ProblemAt;
  readonly onChange: (strategy: Strategy) => void;
  readonly onEarlier: (() => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

export function LocatorRow(props: LocatorRowProps) {
  const { strategy, purpose, rank, trials, path, problemAt, onChange, onEarlier, onRemove } = props;
  const is_target = purpose === "target";
  return (
    <div className="@container flex flex-wrap items-start gap-2 rounded-lg border border-line bg-sunken p-2">
      <Select
        label={is_target ? t("Locator {n}", { n: rank }) : t("Search area {n}", { n: rank })}
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
        <LocatorValue strategy={strategy} path={path} problemAt={problemAt} onChange={onChange} />
      </div>
      <div className="ms-auto flex">
        {is_target && (
          <IconButton
            label={t("Move locator {n} up", { n: rank })}
            size="sm"
            className="mt-1"
            disabled={onEarlier === undefined}
            onClick={onEarlier}
          >
            <ArrowUp />
          </IconButton>
        )}
        <IconButton
          label={is_target ? t("Remove locator {n}", { n: rank }) : t("Remove search area {n}", { n: rank })}
          size="sm"
          className="mt-1"
          disabled={onRemove === undefined}
          onClick={onRemove}
        >
          <X />
        </IconButton>
      </div>
      {is_target && <Score strategy={strategy} />}
      {trials !== undefined && <p className="order-last w-full text-xs text-ink-3">{describeTrials(trials)}</p>}
    </div>
  );
}

/** How likely the locator is to survive a new build of the page. */
function Score({ strategy }: { readonly strategy: Strategy }) {
  const score = scoreStrategy(strategy);
  if (score >= WEAK_SCORE || strategyValue(strategy).trim() === "") return null;
  return (
    <p className="order-last flex w-full items-center gap-1.5 text-xs text-caution-text [&_svg]:size-3.5 [&_svg]:shrink-0">
      <TriangleAlert />
      <span>
        {t("Fragile: may fail when the page changes. A test ID or a role and name is more reliable.")}{" "}
        {t("Reliability: {parts}.", { parts: describeScore(strategy) })}
      </span>
    </p>
  );
}

type LocatorValueProps = Pick<LocatorRowProps, "strategy" | "path" | "problemAt" | "onChange">;

function LocatorValue({ strategy, path, problemAt, onChange }: LocatorValueProps) {
  const text = (name: string, label: string, value: string, placeholder: string, set: (value: string) => void) => (
    <TextField problem={problemAt(`${path}.${name}`)} {...{ label, value, placeholder }} onChange={set} />
  );
  switch (strategy.kind) {
    case "test_id":
      return text("value", t("Test ID"), strategy.value, "save-order", (value) => onChange({ ...strategy, value }));
    case "label":
      return text("value", t("Label"), strategy.value, asIs("Email address"), (value) =>
        onChange({ ...strategy, value }),
      );
    case "css":
      return text("value", t("CSS selector"), strategy.value, "#menu > li:first-child", (value) =>
        onChange({ ...strategy, value }),
      );
    case "text":
      return (
        <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-2">
          {text("value", t("Text"), strategy.value, t("Save"), (value) => onChange({ ...strategy, value }))}
          {text("tag", t("Tag (optional)"), strategy.tag ?? "", t("any tag"), (tag) =>
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
  readonly problem: string | undefined;
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (value: string) => void;
}

function TextField({ problem, label, value, placeholder, onChange }: TextFieldProps) {
  return (
    <Field label={label} hide_label error={problem}>
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
