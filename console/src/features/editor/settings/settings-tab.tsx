import type { Body } from "@fanfare/contract/content/body";
import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import { PartyPopper } from "lucide-react";
import { useAppContext } from "../../../lib/app-context.ts";
import { t } from "../../../lib/i18n/t.ts";
import { PRESET_OPTIONS } from "../../../model/preset-labels.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Select, type SelectOption } from "../../../ui/forms/select.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { SettingsRow, SettingsRows } from "../forms/settings-row.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";
import { SuppressionFields } from "./suppression-fields.tsx";
import { TagsField } from "./tags-field.tsx";
import { TYPE_TEXTS } from "./type-texts.ts";

/** Whether Escape closes the content. Only for types that can require the close button. */
function EscapeField() {
  const { state, dispatch } = useEditor();
  const { body } = state.draft.edition;
  const problem = useProblemAt("body.escape");
  if (body.type === "checklist" || body.type === "celebration" || body.type === "resource_center") return null;
  if (body.escape === undefined && !canStay(body)) return null;
  const { escape: stays, ...rest } = body;
  return (
    <>
      <SwitchField
        label={t("Close with Escape")}
        hint={t("When this is off, people use the card’s Close button.")}
        checked={stays === undefined}
        onChange={(closes) => dispatch({ kind: "set_body", body: closes ? rest : { ...rest, escape: "stays" } })}
      />
      {problem !== undefined && <Callout tone="problem">{problem}</Callout>}
    </>
  );
}

/** Whether the contract allows this body to ignore Escape. */
function canStay(body: Body): boolean {
  switch (body.type) {
    case "tour":
    case "survey":
      return true;
    case "hint":
      return body.form === "popover";
    case "announcement":
      return body.form !== "toast" && body.form !== "banner";
    case "checklist":
    case "celebration":
    case "resource_center":
      return false;
  }
}

const CELEBRATION_OPTIONS: readonly SelectOption<CelebrationPreset | "none">[] = [
  { value: "none", label: t("No celebration") },
  ...PRESET_OPTIONS,
];

export function SettingsTab() {
  const { state, dispatch } = useEditor();
  const { edition } = state.draft;
  const { type } = edition.body;
  return (
    <SettingsRows>
      <Identity />
      {type !== "celebration" && (
        <SettingsRow
          title={t("Dismissal options")}
          description={t("Let people hide or snooze this content, on all their devices.")}
        >
          <SuppressionFields />
          <EscapeField />
        </SettingsRow>
      )}
      {type !== "celebration" && type !== "resource_center" && <CompletionCelebration />}
      <SettingsRow
        title={t("Tags")}
        description={t("People can hide all content with a tag. You can filter lists by tag.")}
      >
        <TagsField tags={edition.tags} onChange={(tags) => dispatch({ kind: "set_rules", change: { tags } })} />
      </SettingsRow>
    </SettingsRows>
  );
}

function Identity() {
  const { state, dispatch } = useEditor();
  return (
    <SettingsRow title={t("Name")} description={t("Used in the console and in your code. Not shown on your pages.")}>
      <Field label={t("Name")} error={useProblemAt("name")}>
        <Input value={state.draft.name} onChange={(event) => dispatch({ kind: "rename", name: event.target.value })} />
      </Field>
      <Field
        label={t("Slug")}
        error={useProblemAt("slug")}
        hint={t("If you change the slug, update code that uses the old one.")}
      >
        <Input
          className="font-mono"
          spellCheck={false}
          autoCapitalize="none"
          value={state.draft.slug}
          onChange={(event) => dispatch({ kind: "set_slug", slug: event.target.value })}
        />
      </Field>
    </SettingsRow>
  );
}

function CompletionCelebration() {
  const { state, dispatch } = useEditor();
  const { console_sdk } = useAppContext();
  const { type, celebrate_on_completed: preset } = state.draft.edition.body;
  return (
    <SettingsRow
      title={t("Celebration")}
      description={t("Play confetti for people who complete this content. Skipped when motion is reduced.")}
    >
      <div className="flex items-end gap-2">
        <Field label={TYPE_TEXTS[type].when_completed} className="w-64">
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
          <Button className="h-9" icon={<PartyPopper />} onClick={() => console_sdk.celebrate(preset)}>
            {t("Play effect")}
          </Button>
        )}
      </div>
    </SettingsRow>
  );
}
