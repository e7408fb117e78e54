import { CELEBRATION_PRESETS, type CelebrationPreset } from "@fanfare/contract/celebration";
import { PartyPopper } from "lucide-react";
import { TYPE_WORDS } from "../content/types.tsx";
import { useDoors } from "../doors.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Select, type SelectOption } from "../ui/select.tsx";
import { PRESET_WORDS } from "./celebration-form.tsx";
import { useBuilder, useProblemAt } from "./context.ts";
import { Row, Rows } from "./settings-row.tsx";
import { SuppressionFields } from "./suppression-fields.tsx";
import { TagsField } from "./tags-field.tsx";

const CELEBRATION_OPTIONS: readonly SelectOption<CelebrationPreset | "none">[] = [
  { value: "none", label: "Nothing" },
  ...CELEBRATION_PRESETS.map((value) => ({ value, ...PRESET_WORDS[value] })),
];

/** What it is called, what it leaves to the person, and how it ends. */
export function SettingsTab() {
  const { state, dispatch } = useBuilder();
  const { edition } = state.draft;
  const { type } = edition.body;
  return (
    <Rows>
      <Identity />
      {type !== "celebration" && (
        <Row title="Left to the person" description="What they can say against it. The server remembers it.">
          <SuppressionFields />
        </Row>
      )}
      {type !== "celebration" && <Farewell />}
      <Row title="Tags" description="A person can hide all contents of a tag at once; lists are narrowed by them.">
        <TagsField tags={edition.tags} onChange={(tags) => dispatch({ kind: "set_rules", change: { tags } })} />
      </Row>
    </Rows>
  );
}

function Identity() {
  const { state, dispatch } = useBuilder();
  const word = TYPE_WORDS[state.draft.edition.body.type].label.toLowerCase();
  return (
    <Row title="Name" description={`How you and your code call this ${word}. Visitors see neither.`}>
      <Field label="Name" error={useProblemAt("name")}>
        <Input value={state.draft.name} onChange={(event) => dispatch({ kind: "rename", name: event.target.value })} />
      </Field>
      <Field label="Slug" error={useProblemAt("slug")} hint={`Code that uses the old one no longer finds the ${word}.`}>
        <Input
          className="font-mono"
          spellCheck={false}
          autoCapitalize="none"
          value={state.draft.slug}
          onChange={(event) => dispatch({ kind: "set_slug", slug: event.target.value })}
        />
      </Field>
    </Row>
  );
}

function Farewell() {
  const { state, dispatch } = useBuilder();
  const { guest } = useDoors();
  const { type, celebrate_on_completed: preset } = state.draft.edition.body;
  const word = TYPE_WORDS[type].label.toLowerCase();
  return (
    <Row title="Celebration" description="Confetti for those who reach the end. Never where motion is unwanted.">
      <div className="flex items-end gap-2">
        <Field label={`When the ${word} is completed`} className="w-64">
          <Select
            value={preset ?? "none"}
            options={CELEBRATION_OPTIONS}
            onChange={(next) =>
              dispatch({
                kind: "set_choices",
                change: { celebrate_on_completed: next === "none" ? undefined : next },
              })
            }
          />
        </Field>
        {preset !== undefined && (
          <Button className="h-9" icon={<PartyPopper />} onClick={() => guest.celebrate(preset)}>
            Try it
          </Button>
        )}
      </div>
    </Row>
  );
}
