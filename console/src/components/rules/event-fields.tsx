import { limits } from "@fanfare/contract/limits";
import type { EventFilter, PropertyTest, RuleLeaf } from "@fanfare/contract/targeting/rule";
import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { number } from "../../lib/i18n/format.ts";
import { asIs, t } from "../../lib/i18n/t.ts";
import { ruleQueries } from "../../lib/queries/rules.ts";
import { createTest, TESTS, testKey } from "../../model/rules/attribute-tests.ts";
import { Button } from "../../ui/elements/button.tsx";
import { IconButton } from "../../ui/elements/icon-button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { SuggestInput } from "../../ui/forms/suggest-input.tsx";
import { TEST_KEYS, TestValue, TYPE_LABELS } from "./attribute-fields.tsx";

type Leaf<Kind extends RuleLeaf["kind"]> = Extract<RuleLeaf, { kind: Kind }>;

interface LeafProps<Kind extends RuleLeaf["kind"]> {
  readonly leaf: Leaf<Kind>;
  readonly onChange: (leaf: RuleLeaf) => void;
}

const COUNT_OPTIONS = [
  { value: "at_least", label: t("at least") },
  { value: "at_most", label: t("at most") },
  { value: "exactly", label: t("exactly") },
] as const;
const SINCE_OPTIONS = [
  { value: "ever", label: t("all time") },
  { value: "days", label: t("in the last") },
] as const;

export function EventFields({ leaf, onChange }: LeafProps<"event">) {
  return (
    <>
      <CountFields
        counted={leaf}
        onChange={(counted) =>
          onChange({ ...counted, kind: "event", ...(leaf.props === undefined ? {} : { props: leaf.props }) })
        }
      />
      <PropertyTests
        props={leaf.props}
        onChange={(props) => {
          const { props: _, ...plain } = leaf;
          onChange(props === undefined ? plain : { ...leaf, props });
        }}
      />
    </>
  );
}

export function GroupEventFields({ leaf, onChange }: LeafProps<"group_event">) {
  return <CountFields counted={leaf} onChange={(counted) => onChange({ ...counted, kind: "group_event" })} />;
}

type Counted = Pick<Leaf<"event">, "name" | "count" | "within_days">;

interface CountProps {
  readonly counted: Counted;
  readonly onChange: (counted: Counted) => void;
}

function CountFields({ counted, onChange }: CountProps) {
  const { within_days, ...ever } = counted;
  return (
    <>
      <EventName value={counted.name} onChange={(name) => onChange({ ...counted, name })} />
      <Select
        label={t("Count")}
        value={counted.count.op}
        options={COUNT_OPTIONS}
        onChange={(op) => onChange({ ...counted, count: { ...counted.count, op } })}
        className="w-auto max-w-full"
      />
      <Field label={t("Times")} hide_label>
        <NumberInput
          narrow
          value={counted.count.times}
          unit={t("times")}
          min={0}
          onChange={(times) => onChange({ ...counted, count: { ...counted.count, times } })}
        />
      </Field>
      <Select
        label={t("Time range")}
        value={within_days === undefined ? "ever" : "days"}
        options={SINCE_OPTIONS}
        onChange={(since) => onChange(since === "ever" ? ever : { ...counted, within_days: 30 })}
        className="w-auto max-w-full"
      />
      {within_days !== undefined && (
        <Days value={within_days} onChange={(days) => onChange({ ...counted, within_days: days })} />
      )}
    </>
  );
}

const WHICH_OPTIONS = [
  { value: "first", label: t("first time") },
  { value: "last", label: t("last time") },
] as const;
const TIME_KEYS = ["date:within_days", "date:longer_ago_days", "date:before", "date:after"] as const;

export function EventTimeFields({ leaf, onChange }: LeafProps<"event_time">) {
  return (
    <>
      <EventName value={leaf.event.name} onChange={(name) => onChange({ ...leaf, event: { ...leaf.event, name } })} />
      <TimeTest leaf={leaf} onChange={onChange} />
      <FilterTests filter={leaf.event} onChange={(event) => onChange({ ...leaf, event })} />
    </>
  );
}

export function GroupEventTimeFields({ leaf, onChange }: LeafProps<"group_event_time">) {
  return (
    <>
      <EventName value={leaf.name} onChange={(name) => onChange({ ...leaf, name })} />
      <TimeTest leaf={leaf} onChange={onChange} />
    </>
  );
}

interface TimeTestProps<Timed> {
  readonly leaf: Timed;
  readonly onChange: (leaf: Timed) => void;
}

function TimeTest<Timed extends Leaf<"event_time"> | Leaf<"group_event_time">>({
  leaf,
  onChange,
}: TimeTestProps<Timed>) {
  const setTest = (test: PropertyTest["test"]): void => {
    if (test.type === "date") onChange({ ...leaf, test });
  };
  return (
    <>
      <Select
        label={t("Occurrence")}
        value={leaf.which}
        options={WHICH_OPTIONS}
        onChange={(which) => onChange({ ...leaf, which })}
        className="w-auto max-w-full"
      />
      <Select
        label={t("Operator")}
        value={testKey(leaf.test)}
        options={TIME_KEYS.map((value) => ({ value, label: TESTS[value].label }))}
        onChange={(key) => setTest(createTest(key, leaf.test))}
        className="w-auto max-w-full"
      />
      <TestValue test={leaf.test} onChange={setTest} />
    </>
  );
}

export function EventSequenceFields({ leaf, onChange }: LeafProps<"event_sequence">) {
  return (
    <>
      <EventName
        label={t("First event")}
        value={leaf.first.name}
        onChange={(name) => onChange({ ...leaf, first: { ...leaf.first, name } })}
      />
      <FilterTests filter={leaf.first} onChange={(first) => onChange({ ...leaf, first })} />
      <span className="w-full text-sm text-ink-2">{t("and then, within")}</span>
      <Days value={leaf.within_days} onChange={(within_days) => onChange({ ...leaf, within_days })} />
      <EventName
        label={t("Next event")}
        value={leaf.next.name}
        onChange={(name) => onChange({ ...leaf, next: { ...leaf.next, name } })}
      />
      <FilterTests filter={leaf.next} onChange={(next) => onChange({ ...leaf, next })} />
    </>
  );
}

interface EventNameProps {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** Suggests the events of the last 90 days. */
function EventName({ label = t("Event"), value, onChange }: EventNameProps) {
  const { api } = useAppContext();
  const app = useApp();
  const { data } = useQuery(ruleQueries.events(api, app.id));
  const counts = new Map(data?.items.map(({ name, events }) => [name, events]));
  return (
    <div className="min-w-44 flex-1">
      <Field label={label} hide_label>
        <SuggestInput
          label={t("Events from the last 90 days")}
          value={value}
          placeholder={asIs("order_shipped")}
          suggestions={[...counts.keys()]}
          hint={(name) => {
            const events = counts.get(name);
            return events === undefined ? undefined : number(events);
          }}
          onChange={onChange}
        />
      </Field>
    </div>
  );
}

function Days({ value, onChange }: { readonly value: number; readonly onChange: (days: number) => void }) {
  return (
    <Field label={t("Number of days")} hide_label>
      <NumberInput narrow value={value} unit={t("days")} max={limits.rule_days_max} onChange={onChange} />
    </Field>
  );
}

interface FilterTestsProps {
  readonly filter: EventFilter;
  readonly onChange: (filter: EventFilter) => void;
}

function FilterTests({ filter, onChange }: FilterTestsProps) {
  const { name } = filter;
  return (
    <PropertyTests
      props={filter.props}
      onChange={(props) => onChange(props === undefined ? { name } : { name, props })}
    />
  );
}

interface PropertyTestsProps {
  readonly props: readonly PropertyTest[] | undefined;
  /** Undefined without tests. */
  readonly onChange: (props: readonly PropertyTest[] | undefined) => void;
}

/** Tests of an event's properties, each on its own line. All must pass. */
export function PropertyTests({ props = [], onChange }: PropertyTestsProps) {
  const replace = (index: number, next: readonly PropertyTest[]): void => {
    const all = props.toSpliced(index, 1, ...next);
    onChange(all.length === 0 ? undefined : all);
  };
  return (
    <div className="flex w-full flex-col items-start gap-2">
      {props.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tests have no identity, and names repeat
        <fieldset key={index} aria-label={t("Property {n}", { n: index + 1 })} className="flex w-full gap-2">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
            <div className="min-w-28 flex-1">
              <Field label={t("Property")} hide_label>
                <Input
                  value={each.name}
                  dir="ltr"
                  spellCheck={false}
                  placeholder={asIs("total")}
                  onChange={(event) => replace(index, [{ ...each, name: event.target.value }])}
                />
              </Field>
            </div>
            <Select
              label={t("Operator")}
              value={testKey(each.test)}
              options={TEST_KEYS.map((value) => ({
                value,
                label: TESTS[value].label,
                hint: TYPE_LABELS[createTest(value, each.test).type],
              }))}
              onChange={(key) => replace(index, [{ ...each, test: createTest(key, each.test) }])}
              className="w-auto max-w-full min-w-18"
            />
            <TestValue test={each.test} onChange={(test) => replace(index, [{ ...each, test }])} />
          </div>
          <IconButton label={t("Remove property {n}", { n: index + 1 })} size="sm" onClick={() => replace(index, [])}>
            <X />
          </IconButton>
        </fieldset>
      ))}
      {props.length < limits.rule_props_max && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus />}
          onClick={() => onChange([...props, { name: "", test: { type: "text", op: "is", value: "" } }])}
        >
          {t("Add property")}
        </Button>
      )}
    </div>
  );
}
