import type { AttributeType } from "@fanfare/contract/attribute";
import { limits } from "@fanfare/contract/limits";
import { ATTRIBUTE_OWNERS, type AttributeOwner, type AttributeTest, type RuleLeaf } from "@fanfare/contract/rule";
import { useQuery } from "@tanstack/react-query";
import { useApp, useDoors } from "../doors.ts";
import { asIs, t } from "../language/t.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { Select } from "../ui/select.tsx";
import { SuggestInput } from "../ui/suggest-input.tsx";
import { type KnownTest, TESTS, testKey, testOf } from "./attribute-tests.ts";
import { ruleQueries } from "./queries.ts";
import { WordsInput } from "./words-input.tsx";

type AttributeLeaf = Extract<RuleLeaf, { kind: "attribute" }>;

const OWNER_WORDS: Readonly<Record<AttributeOwner, string>> = {
  person: t("Person’s"),
  group: t("Group’s"),
  membership: t("Membership’s"),
};

const TYPE_WORDS: Readonly<Record<AttributeTest["type"], string>> = {
  text: t("Text"),
  number: t("Number"),
  boolean: t("Yes or no"),
  date: t("Date"),
  list: t("List"),
  any: t("Any value"),
};

const KEYS = Object.keys(TESTS) as KnownTest[];
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

/** Whose attribute, which one, and what is asked about it: what fits its type, where its type is known. */
export function AttributeFields({ leaf, onChange }: AttributeFieldsProps) {
  const { api } = useDoors();
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
        label={t("Whose attribute")}
        value={leaf.of}
        options={ATTRIBUTE_OWNERS.map((value) => ({ value, label: OWNER_WORDS[value] }))}
        onChange={(of) => onChange({ ...leaf, of })}
        className="w-auto max-w-full"
      />
      <div className="min-w-28 flex-1">
        <Field label={t("Attribute")} hide_label>
          <SuggestInput
            label={t("Attributes of this app")}
            value={leaf.name}
            placeholder={asIs("plan")}
            suggestions={[...known.keys()]}
            hint={(name) => TYPE_WORDS[known.get(name) ?? "any"]}
            onChange={(name) => {
              const next = known.get(name);
              const test =
                next === undefined || leaf.test.type === next || leaf.test.type === "any"
                  ? leaf.test
                  : testOf(FIRST_TEST[next], leaf.test);
              onChange({ ...leaf, name, test });
            }}
          />
        </Field>
      </div>
      <Select
        label={t("Question")}
        value={key}
        options={KEYS.filter(fits).map((value) => ({
          value,
          label: TESTS[value].label,
          ...(type === undefined ? { hint: TYPE_WORDS[testOf(value, leaf.test).type] } : {}),
        }))}
        onChange={(next) => onChange({ ...leaf, test: testOf(next, leaf.test) })}
        className="w-auto max-w-full min-w-18"
      />
      <TestValue test={leaf.test} onChange={(test) => onChange({ ...leaf, test })} />
    </>
  );
}

const TRUTHS = [
  { value: "true", label: t("yes") },
  { value: "false", label: t("no") },
] as const;

function TestValue({
  test,
  onChange,
}: {
  readonly test: AttributeTest;
  readonly onChange: (test: AttributeTest) => void;
}) {
  switch (test.type) {
    case "any":
      return null;
    case "boolean":
      return (
        <Select
          label={t("Value")}
          value={test.value ? "true" : "false"}
          options={TRUTHS}
          onChange={(value) => onChange({ ...test, value: value === "true" })}
          className="w-24"
        />
      );
    case "number":
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
      if ("days" in test) {
        return (
          <Field label={t("Days")} hide_label>
            <NumberInput
              narrow
              value={test.days}
              unit={t("days")}
              max={limits.rule_days_max}
              onChange={(days) => onChange({ ...test, days })}
            />
          </Field>
        );
      }
      return (
        <Field label={t("Day")} hide_label>
          <Input
            type="date"
            className="w-40"
            value={test.value.slice(0, 10)}
            onChange={(event) => onChange({ ...test, value: event.target.value })}
          />
        </Field>
      );
    case "text":
      if ("values" in test) {
        return (
          <WordsInput
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

function TextValue({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <div className="min-w-32 flex-1">
      <Field label={t("Value")} hide_label>
        <Input value={value} placeholder={asIs("pro")} onChange={(event) => onChange(event.target.value)} />
      </Field>
    </div>
  );
}
