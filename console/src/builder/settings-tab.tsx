import type { CelebrationPreset } from "@fanfare/contract/celebration";
import { PartyPopper } from "lucide-react";
import { PRESET_OPTIONS } from "../celebrations/preset-words.ts";
import { useDoors } from "../doors.ts";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { Select, type SelectOption } from "../ui/select.tsx";
import { useBuilder, useProblemAt } from "./context.ts";
import { EscapeField } from "./escape-field.tsx";
import { Row, Rows } from "./settings-row.tsx";
import { SuppressionFields } from "./suppression-fields.tsx";
import { TagsField } from "./tags-field.tsx";
import { TYPE_SAYINGS } from "./type-sayings.ts";

const CELEBRATION_OPTIONS: readonly SelectOption<CelebrationPreset | "none">[] = [
  { value: "none", label: t("Nothing") },
  ...PRESET_OPTIONS,
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
        <Row title={t("Left to the person")} description={t("What they can say against it. The server remembers it.")}>
          <SuppressionFields />
          <EscapeField />
        </Row>
      )}
      {type !== "celebration" && <Farewell />}
      <Row
        title={t("Tags")}
        description={t("A person can hide all contents of a tag at once; lists are narrowed by them.")}
      >
        <TagsField tags={edition.tags} onChange={(tags) => dispatch({ kind: "set_rules", change: { tags } })} />
      </Row>
    </Rows>
  );
}

function Identity() {
  const { state, dispatch } = useBuilder();
  const words = TYPE_SAYINGS[state.draft.edition.body.type];
  return (
    <Row title={t("Name")} description={words.called}>
      <Field label={t("Name")} error={useProblemAt("name")}>
        <Input value={state.draft.name} onChange={(event) => dispatch({ kind: "rename", name: event.target.value })} />
      </Field>
      <Field label={t("Slug")} error={useProblemAt("slug")} hint={words.lost}>
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
  return (
    <Row
      title={t("Celebration")}
      description={t("Confetti for those who reach the end. Never where motion is unwanted.")}
    >
      <div className="flex items-end gap-2">
        <Field label={TYPE_SAYINGS[type].when_completed} className="w-64">
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
            {t("Try it")}
          </Button>
        )}
      </div>
    </Row>
  );
}
