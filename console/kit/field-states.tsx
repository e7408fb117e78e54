import { useState } from "react";
import { ChipsCombobox } from "../src/ui/combobox/chips-combobox.tsx";
import { ComboboxSelect } from "../src/ui/combobox/combobox-select.tsx";
import { Checkbox } from "../src/ui/forms/checkbox.tsx";
import { ColorField } from "../src/ui/forms/color-field.tsx";
import { Field } from "../src/ui/forms/field.tsx";
import { Input, PasswordInput, Textarea } from "../src/ui/forms/input.tsx";
import { NumberInput } from "../src/ui/forms/number-input.tsx";
import { SearchInput } from "../src/ui/forms/search-input.tsx";
import { Select } from "../src/ui/forms/select.tsx";
import { SuggestInput } from "../src/ui/forms/suggest-input.tsx";
import { LONG, MIXED, Sample, State } from "./sample.tsx";

interface FieldState {
  readonly name: string;
  readonly text: string;
  readonly error?: string;
  readonly disabled?: boolean;
}

const STATES: readonly FieldState[] = [
  { name: "Empty", text: "" },
  { name: "Filled", text: "Spring" },
  { name: "Long", text: LONG },
  { name: "In two directions", text: MIXED },
  { name: "Wrong", text: "nope", error: `Say what is wrong and what would be right. ${LONG}` },
  { name: "Disabled", text: "Not now", disabled: true },
];
const KNOWN = ["plan", "seats", "signed_up_at", LONG, MIXED] as const;
const ignore = (): void => undefined;

export function FieldStatesKit() {
  return (
    <Sample title="States of fields">
      {STATES.map((each) => (
        <State key={each.name} name={each.name}>
          <Fields of={each} />
        </State>
      ))}
    </Sample>
  );
}

function Fields({ of }: { readonly of: FieldState }) {
  const { text, error, disabled = false } = of;
  const state = { error, disabled };
  return (
    <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="Line" hint={text} {...state}>
        <Input defaultValue={text} placeholder="Placeholder" />
      </Field>
      <Field label="Password" optional {...state}>
        <PasswordInput defaultValue={text} />
      </Field>
      <Field label="Multiple lines" {...state}>
        <Textarea defaultValue={text} />
      </Field>
      <Field label="One of a few" {...state}>
        <Select value={text} options={[{ value: text, label: text === "" ? "None" : text }]} onChange={ignore} />
      </Field>
      <Field label="Number" {...state}>
        <NumberInput value={text === "" ? Number.NaN : text.length} unit="days" onChange={ignore} />
      </Field>
      <Comboboxes text={text} state={state} />
      <State name="Search">
        <SearchInput label="Search" placeholder="Search" value={text} onSearch={ignore} />
      </State>
      <Checkbox
        label={text === "" ? "Off" : text}
        hint={text}
        checked={text !== ""}
        disabled={disabled}
        onChange={ignore}
      />
    </div>
  );
}

interface ComboboxesProps {
  readonly text: string;
  readonly state: { readonly error: string | undefined; readonly disabled: boolean };
}

/** What suggests while one types, and a color between them. */
function Comboboxes({ text, state }: ComboboxesProps) {
  const [typed, setTyped] = useState(text);
  const items = text === "" ? [] : [{ id: text, label: text, hint: text }];
  return (
    <>
      <Field label="With suggestions" {...state}>
        <SuggestInput
          label="Attributes"
          value={typed}
          onChange={setTyped}
          suggestions={KNOWN}
          placeholder="plan"
          hint={(name) => name.length}
        />
      </Field>
      <Field label="Some of many" {...state}>
        <ChipsCombobox
          label="People"
          items={[]}
          value={items}
          onChange={ignore}
          query=""
          onQuery={ignore}
          placeholder="Ada"
        />
      </Field>
      <ColorField
        label="Color"
        value={text === "" ? "#ffffff" : "#0f766e"}
        onChange={ignore}
        disabled={state.disabled}
        invalid={state.error !== undefined}
        hint={text}
      />
      <State name="One of many">
        <ComboboxSelect
          label="One of many"
          placeholder="Find one"
          choose="Choose one"
          items={items}
          value={items[0] ?? null}
          onChange={ignore}
        />
      </State>
    </>
  );
}
