import { AlignCenter, AlignLeft, Crosshair, Square } from "lucide-react";
import { useState } from "react";
import { Combobox } from "../src/ui/combobox/combobox.tsx";
import { ComboboxSelect } from "../src/ui/combobox/combobox-select.tsx";
import { Button } from "../src/ui/elements/button.tsx";
import { ChoiceCards } from "../src/ui/forms/choice-cards.tsx";
import { ColorField } from "../src/ui/forms/color-field.tsx";
import { Field } from "../src/ui/forms/field.tsx";
import { Input, PasswordInput, Textarea } from "../src/ui/forms/input.tsx";
import { NumberInput } from "../src/ui/forms/number-input.tsx";
import { SearchInput } from "../src/ui/forms/search-input.tsx";
import { Segmented } from "../src/ui/forms/segmented.tsx";
import { Select } from "../src/ui/forms/select.tsx";
import { SwitchField } from "../src/ui/forms/switch.tsx";
import { LONG, MIXED, Row, Sample } from "./sample.tsx";

const SIDES = [
  { value: "above", label: "Above" },
  { value: "below", label: "Below", hint: "Where there is usually room", count: "1,320" },
] as const;
type Side = (typeof SIDES)[number]["value"];
const APPS = ["Production", "Staging", "Development", LONG].map((label) => ({
  id: label,
  label,
  hint: label.toLowerCase(),
}));

export function FieldKit() {
  const [side, setSide] = useState<Side>("above");
  const [on, setOn] = useState(true);
  const choice = { value: side, onChange: setSide };
  return (
    <Sample title="Fields">
      <Inputs {...choice} />
      <Row>
        <Segmented
          label="Segmented"
          {...choice}
          options={[
            { value: "above", label: "Above", icon: <AlignLeft /> },
            { value: "below", label: "Below", icon: <AlignCenter /> },
          ]}
        />
        <AppPickers />
      </Row>
      <ChoiceCards
        label="Dense choice cards"
        dense
        {...choice}
        options={[
          { value: "above", label: MIXED, hint: LONG },
          { value: "below", label: "Without a sign", hint: "Of few words." },
        ]}
      />
      <ChoiceCards
        label="Compact choice cards"
        compact
        {...choice}
        options={[
          { value: "above", label: "Net Promoter Score", hint: "From 0 to 10.", icon: <Square /> },
          { value: "below", label: LONG, hint: "Stars or numbers.", icon: <Crosshair /> },
        ]}
      />
      <ChoiceCards
        label="Choice cards"
        {...choice}
        options={[
          { value: "above", label: "Center of the page", hint: "For welcome or closing messages.", icon: <Square /> },
          { value: "below", label: "Next to an element", hint: "Points at a button.", icon: <Crosshair /> },
        ]}
      />
      <SwitchField label="Switch" hint="Takes effect at once." checked={on} onChange={setOn} />
      <SwitchField label={LONG} hint={LONG} checked={on} onChange={setOn} />
      <SwitchField label="The other way round" checked={!on} onChange={(next) => setOn(!next)} />
    </Sample>
  );
}

function Inputs({ value, onChange }: { readonly value: Side; readonly onChange: (side: Side) => void }) {
  const [color, setColor] = useState("#0f766e");
  const [days, setDays] = useState(365);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Text" hint="A hint says what is expected.">
        <Input placeholder="Placeholder" />
      </Field>
      <Field label="Wrong" error="Say what is wrong and what would be right.">
        <Input defaultValue="nope" />
      </Field>
      <Field label="Switched off" disabled>
        <Input defaultValue="Not now" />
      </Field>
      <Field label="Password" optional>
        <PasswordInput />
      </Field>
      <Field label="Multiple lines">
        <Textarea defaultValue={"One line\nand another"} />
      </Field>
      <Field label="Select">
        <Select value={value} options={SIDES} onChange={onChange} />
      </Field>
      <ColorField label="Color" value={color} onChange={setColor} />
      <Field label="Number">
        <NumberInput value={days} unit="days" onChange={setDays} />
      </Field>
      <SearchInput label="Search" placeholder="Search" value="" onSearch={() => undefined} />
    </div>
  );
}

function AppPickers() {
  const [app, setApp] = useState(APPS[0] ?? null);
  const picker = { placeholder: "Search apps", empty: "No results", items: APPS, value: app, onChange: setApp };
  return (
    <>
      <Combobox
        label="Select an app"
        {...picker}
        trigger={(props) => (
          <Button {...props} aria-label={`App: ${app?.label ?? "none"}`}>
            {app?.label ?? "Choose"}
          </Button>
        )}
      />
      <div className="w-52">
        <ComboboxSelect label="App" choose="Select an app" {...picker} />
      </div>
    </>
  );
}
