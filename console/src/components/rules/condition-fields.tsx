import type { ElementState } from "@fanfare/contract/targeting/page-rule";
import { CONTENT_STATES, DEVICES, type RuleLeaf } from "@fanfare/contract/targeting/rule";
import type { ReactNode } from "react";
import { asIs, t } from "../../lib/i18n/t.ts";
import { ComboboxSelect } from "../../ui/combobox/combobox-select.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Input } from "../../ui/forms/input.tsx";
import { NumberInput } from "../../ui/forms/number-input.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { ToggleChips } from "../../ui/forms/toggle-chips.tsx";
import { ContentPicker } from "../content/content-picker.tsx";
import { useSegmentChoices } from "../segments/use-segment-choices.ts";
import { AttributeFields } from "./attribute-fields.tsx";
import {
  EventFields,
  EventSequenceFields,
  EventTimeFields,
  GroupEventFields,
  GroupEventTimeFields,
} from "./event-fields.tsx";
import { TimeFields } from "./time-fields.tsx";
import { ValuesInput } from "./values-input.tsx";

type Leaf<Kind extends RuleLeaf["kind"]> = Extract<RuleLeaf, { kind: Kind }>;

interface ConditionFieldsProps {
  readonly leaf: RuleLeaf;
  readonly onChange: (leaf: RuleLeaf) => void;
}

export function ConditionFields({ leaf, onChange }: ConditionFieldsProps) {
  switch (leaf.kind) {
    case "attribute":
      return <AttributeFields leaf={leaf} onChange={onChange} />;
    case "event":
      return <EventFields leaf={leaf} onChange={onChange} />;
    case "event_time":
      return <EventTimeFields leaf={leaf} onChange={onChange} />;
    case "event_sequence":
      return <EventSequenceFields leaf={leaf} onChange={onChange} />;
    case "group_event":
      return <GroupEventFields leaf={leaf} onChange={onChange} />;
    case "group_event_time":
      return <GroupEventTimeFields leaf={leaf} onChange={onChange} />;
    case "segment":
      return <SegmentPicker value={leaf.segment_id} onChange={(segment_id) => onChange({ ...leaf, segment_id })} />;
    case "content":
      return <ContentFields leaf={leaf} onChange={onChange} />;
    case "time":
      return <TimeFields leaf={leaf} onChange={onChange} />;
    case "group":
      return (
        <ConditionLine
          label={t("Group")}
          placeholder={asIs("acme")}
          value={leaf.external_id}
          onChange={(external_id) => onChange({ ...leaf, external_id })}
        />
      );
    case "url":
      return (
        <ConditionLine
          label={t("URL")}
          placeholder={asIs("/orders/*")}
          value={leaf.pattern}
          onChange={(pattern) => onChange({ ...leaf, pattern })}
        />
      );
    case "element":
      return <ElementFields leaf={leaf} onChange={onChange} />;
    case "device":
      return (
        <ToggleChips
          label={t("Devices")}
          options={DEVICES.map((value) => ({ value, label: DEVICE_LABELS[value] }))}
          chosen={leaf.devices}
          onChange={(devices) => onChange({ ...leaf, devices })}
        />
      );
    case "locale":
      return (
        <ValuesInput
          label={t("Languages")}
          placeholder={asIs("de, fr-CH")}
          values={leaf.locales}
          onChange={(locales) => onChange({ ...leaf, locales })}
        />
      );
    case "percentage":
      return <PercentageField value={leaf.percent} onChange={(percent) => onChange({ ...leaf, percent })} />;
  }
}

const ELEMENT_OPTIONS = [
  { value: "exists", label: t("exists") },
  { value: "visible", label: t("is visible") },
  { value: "disabled", label: t("is disabled") },
  { value: "checked", label: t("is checked") },
] as const satisfies readonly { value: "exists" | ElementState; label: string }[];

function ElementFields({ leaf, onChange }: { leaf: Leaf<"element">; onChange: (leaf: RuleLeaf) => void }) {
  const { state: _, ...exists } = leaf;
  const { text: __, ...any_text } = leaf;
  return (
    <>
      <ConditionLine
        label={t("CSS selector")}
        placeholder={asIs(".plan-pro")}
        value={leaf.selector}
        onChange={(selector) => onChange({ ...leaf, selector })}
      />
      <Select
        label={t("Element state")}
        value={leaf.state ?? "exists"}
        options={ELEMENT_OPTIONS}
        onChange={(state) => onChange(state === "exists" ? exists : { ...leaf, state })}
        className="w-auto max-w-full"
      />
      <Grow>
        <Field label={t("Text in the element")} hide_label>
          <Input
            value={leaf.text ?? ""}
            dir="auto"
            placeholder={t("Contains text (optional)")}
            onChange={({ target: { value } }) => onChange(value === "" ? any_text : { ...leaf, text: value })}
          />
        </Field>
      </Grow>
    </>
  );
}

interface PercentageFieldProps {
  readonly value: number;
  readonly onChange: (percent: number) => void;
}

function PercentageField({ value, onChange }: PercentageFieldProps) {
  return (
    <Field label={t("Percentage of all people")} hide_label>
      <NumberInput narrow value={value} unit="%" min={0} max={100} onChange={onChange} />
    </Field>
  );
}

const DEVICE_LABELS = { desktop: t("Desktop"), tablet: t("Tablet"), phone: t("Phone") } as const;

const STATE_LABELS = {
  seen: t("seen"),
  completed: t("completed"),
  dismissed: t("dismissed"),
  open: t("open now"),
} as const satisfies Record<(typeof CONTENT_STATES)[number], string>;

function ContentFields({ leaf, onChange }: { leaf: Leaf<"content">; onChange: (leaf: RuleLeaf) => void }) {
  return (
    <>
      <Grow>
        <ContentPicker
          label={t("Content")}
          by="id"
          value={leaf.content_id}
          onChange={(content_id) => onChange({ ...leaf, content_id })}
        />
      </Grow>
      <Select
        label={t("State")}
        value={leaf.state}
        options={CONTENT_STATES.map((value) => ({ value, label: STATE_LABELS[value] }))}
        onChange={(state) => onChange({ ...leaf, state })}
        className="w-36"
      />
    </>
  );
}

interface SegmentPickerProps {
  /** "" if none is selected. */
  readonly value: string;
  readonly onChange: (segment_id: string) => void;
}

function SegmentPicker({ value, onChange }: SegmentPickerProps) {
  const choices = useSegmentChoices();
  const chosen = choices.items.find(({ id }) => id === value) ?? (value === "" ? null : { id: value, label: value });
  return (
    <Grow>
      <ComboboxSelect
        {...choices}
        label={t("Segment")}
        value={chosen}
        onChange={({ id }) => onChange(id)}
        placeholder={t("Search segments")}
        choose={t("Select a segment")}
      />
    </Grow>
  );
}

interface LineProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ConditionLine({ label, placeholder, value, onChange }: LineProps) {
  return (
    <Grow>
      <Field label={label} hide_label>
        <Input
          value={value}
          placeholder={placeholder}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </Grow>
  );
}

/** Fills the remaining width, and wraps to its own line if space is tight. */
function Grow({ children }: { readonly children: ReactNode }) {
  return <div className="min-w-44 flex-1">{children}</div>;
}
