import { limits } from "@fanfare/contract/limits";
import type { AttributeType } from "@fanfare/contract/people/attribute";
import {
  ATTRIBUTE_OWNERS,
  type AttributeOwner,
  type AttributeTest,
  type RuleLeaf,
} from "@fanfare/contract/targeting/rule";
import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { ruleQueries } from "../../lib/queries/rules.ts";
import { createTest, type KnownTest, TESTS, testKey } from "../../model/rules/attribute-tests.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { SuggestInput } from "../../ui/forms/suggest-input.tsx";
import { ValuesInput } from "./values-input.tsx";

type AttributeLeaf = Extract<RuleLeaf, { kind: "attribute" }>;

const OWNER_LABELS: Readonly<Record<AttributeOwner, string>> = {
  person: t("Person"),
  group: t("Group"),
  membership: t("Group membership"),
};

export const TYPE_LABELS: Readonly<Record<AttributeTest["type"], string>> = {
  text: t("Text"),
  number: t("Number"),
  boolean: t("Yes or no"),
  date: t("Date"),
  list: t("List"),
  any: t("Any value"),
};

export const TEST_KEYS = Object.keys(TESTS) as KnownTest[];
const FIRST_TEST: Readonly<Record<AttributeType, KnownTest>> = {
  text: "text:is",
  number: "number:is",
  boolean: "boolean:is",
  date: "date:within_days",
  list: "list:has",
};

interface AttributeFieldsProps {
  readonly leaf: AttributeLeaf;
  readonly onChange: (leaf: AttributeLeaf) => void;
}

/** Owner and name of the attribute, and the tests that fit its type if the type is known. */
export function AttributeFields({ leaf, onChange }: AttributeFieldsProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(ruleQueries.attributes(api, app.id));
  const known = new Map((data?.items ?? []).filter(({ of }) => of === leaf.of).map(({ name, type }) => [name, type]));
  const type = known.get(leaf.name);
  const key = testKey(leaf.test);
  const fits = (each: KnownTest): boolean =>
    type === undefined || each === key || each.startsWith(`${type}:`) || each.startsWith("any:");
  return (
    <>
      <Select
        label={t("Attribute of")}
        value={leaf.of}
        options={ATTRIBUTE_OWNERS.map((value) => ({ value, label: OWNER_LABELS[value] }))}
        onChange={(of) => onChange({ ...leaf, of })}
        className="w-auto max-w-full"
      />
      <div data-main="" className="min-w-28 flex-1">
        <Field label={t("Attribute")} hide_label>
          <SuggestInput
            label={t("Attributes of this app")}
            value={leaf.name}
            placeholder={asIs("plan")}
            suggestions={[...known.keys()]}
            hint={(name) => TYPE_LABELS[known.get(name) ?? "any"]}
            onChange={(name) => {
              const next = known.get(name);
              const test =
                next === undefined || leaf.test.type === next || leaf.test.type === "any"
                  ? leaf.test
                  : createTest(FIRST_TEST[next], leaf.test);
              onChange({ ...leaf, name, test });
            }}
          />
        </Field>
      </div>
      <Select
        label={t("Operator")}
        value={key}
        options={TEST_KEYS.filter(fits).map((value) => ({
          value,
          label: TESTS[value].label,
          ...(type === undefined ? { hint: TYPE_LABELS[createTest(value, leaf.test).type] } : {}),
        }))}
        onChange={(next) => onChange({ ...leaf, test: createTest(next, leaf.test) })}
        className="w-auto max-w-full min-w-18"
      />
      <TestValue test={leaf.test} onChange={(test) => onChange({ ...leaf, test })} />
    </>
  );
}

const BOOLEANS = [
  { value: "true", label: t("yes") },
  { value: "false", label: t("no") },
] as const;

interface TestProps<Test extends AttributeTest> {
  readonly test: Test;
  readonly onChange: (test: AttributeTest) => void;
}

export function TestValue({ test, onChange }: TestProps<AttributeTest>) {
  switch (test.type) {
    case "any":
      return null;
    case "boolean":
      return (
        <Select
          label={t("Value")}
          value={test.value ? "true" : "false"}
          options={BOOLEANS}
          onChange={(value) => onChange({ ...test, value: value === "true" })}
          className="w-24"
        />
      );
    case "number":
      if (test.op === "between") return <BetweenValue test={test} onChange={onChange} />;
      return (
        <Field label={t("Value")} hide_label>
          <NumberInput
            narrow
            value={test.value}
            unit=""
            min={Number.MIN_SAFE_INTEGER}
            step="any"
            onChange={(value) => onChange({ ...test, value })}
          />
        </Field>
      );
    case "date":
      return <DateValue test={test} onChange={onChange} />;
    case "text":
      if ("values" in test) {
        return (
          <ValuesInput
            label={t("Values")}
            placeholder={asIs("pro, team")}
            values={test.values}
            onChange={(values) => onChange({ ...test, values })}
          />
        );
      }
      return <TextValue value={test.value} onChange={(value) => onChange({ ...test, value })} />;
    case "list":
      return <TextValue value={test.value} onChange={(value) => onChange({ ...test, value })} />;
  }
}

type Between = Extract<AttributeTest, { op: "between" }>;

function BetweenValue({ test, onChange }: TestProps<Between>) {
  const end = (label: string, key: "min" | "max") => (
    <Field label={label} hide_label>
      <NumberInput
        narrow
        value={test[key]}
        unit=""
        min={Number.MIN_SAFE_INTEGER}
        step="any"
        onChange={(value) => onChange({ ...test, [key]: value })}
      />
    </Field>
  );
  return (
    <>
      {end(t("From"), "min")}
      {end(t("To"), "max")}
    </>
  );
}

function DateValue({ test, onChange }: TestProps<Extract<AttributeTest, { type: "date" }>>) {
  return "days" in test ? (
    <Field label={t("Days")} hide_label>
      <NumberInput
        narrow
        value={test.days}
        unit={t("days")}
        max={limits.rule_days_max}
        onChange={(days) => onChange({ ...test, days })}
      />
    </Field>
  ) : (
    <Field label={t("Day")} hide_label>
      <Input
        type="date"
        className="w-40"
        value={test.value.slice(0, 10)}
        onChange={(event) => onChange({ ...test, value: event.target.value })}
      />
    </Field>
  );
}

function TextValue({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <div className="min-w-32 flex-1">
      <Field label={t("Value")} hide_label>
        <Input value={value} placeholder={asIs("pro")} onChange={(event) => onChange(event.target.value)} />
      </Field>
    </div>
  );
}
