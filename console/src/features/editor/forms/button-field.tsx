import { newAction } from "@fanfare/contract/content/button-edits";
import type { Action, ActionButton, ButtonAction, ButtonBase, SideAction } from "@fanfare/contract/content/panel";
import { limits } from "@fanfare/contract/limits";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { useProblemAt } from "../state/editor-context.ts";
import { ButtonConditionField } from "./button-condition.tsx";
import { ContentField } from "./content-field.tsx";
import { SideActionsField } from "./side-actions-field.tsx";

interface ButtonFieldProps {
  readonly button: ActionButton | undefined;
  readonly path: string;
  readonly onChange: (button: ActionButton | undefined) => void;
  readonly hint: string;
}

export function ButtonField({ button, path, onChange, hint }: ButtonFieldProps) {
  const problem = useProblemAt(path);
  const label_problem = useProblemAt(`${path}.label`);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <SwitchField
        label={t("Show button")}
        hint={hint}
        checked={button !== undefined}
        onChange={(on) => onChange(on ? { label: t("Show me"), action: { kind: "link", href: "/" } } : undefined)}
      />
      {problem !== undefined && <p className="text-xs font-medium text-negative-text">{problem}</p>}
      {button !== undefined && (
        <div className="flex min-w-0 flex-col gap-4 rounded-lg border border-line bg-sunken p-3.5">
          <Field label={t("Button label")} error={label_problem}>
            <Input value={button.label} onChange={(event) => onChange({ ...button, label: event.target.value })} />
          </Field>
          <Field label={t("Action")}>
            <Select
              label={t("Action")}
              value={button.action.kind}
              options={BUTTON_ACTION_OPTIONS}
              onChange={(kind) => onChange({ ...button, action: newAction(kind) })}
              className="w-full"
            />
          </Field>
          <ButtonActionFields
            action={button.action}
            path={`${path}.action`}
            onChange={(action) => onChange({ ...button, action })}
          />
          <SideActionsField
            actions={button.before ?? []}
            path={`${path}.before`}
            onChange={(before) => onChange(withSideActions(button, before))}
          />
          <ButtonConditionField
            condition={button.condition}
            path={`${path}.condition`}
            can_disable={false}
            onChange={(condition) => onChange({ ...button, condition })}
          />
        </div>
      )}
    </div>
  );
}

export const BUTTON_ACTION_OPTIONS = [
  { value: "link", label: t("Open link") },
  { value: "start", label: t("Start content") },
  { value: "host", label: t("Run page action") },
  { value: "stay", label: t("Keep open") },
  { value: "suppress", label: t("Do not show again") },
  { value: "snooze", label: t("Snooze") },
] as const;

export function withSideActions<Button extends ButtonBase>(button: Button, before: readonly SideAction[]): Button {
  return { ...button, before: before.length === 0 ? undefined : before };
}

interface ButtonActionFieldsProps {
  readonly action: ButtonAction;
  readonly path: string;
  readonly onChange: (action: ButtonAction) => void;
}

/** Fields of a button's action. Some actions have none. */
export function ButtonActionFields({ action, path, onChange }: ButtonActionFieldsProps) {
  const problem = useProblemAt(`${path}.hours`);
  switch (action.kind) {
    case "link":
    case "start":
    case "host":
      return <ActionFields action={action} path={path} onChange={onChange} />;
    case "snooze":
      return (
        <Field label={t("Hide for")} error={problem}>
          <NumberInput
            value={action.hours}
            unit={t("hours##unit")}
            max={limits.snooze_hours_max}
            onChange={(hours) => onChange({ ...action, hours })}
          />
        </Field>
      );
    case "stay":
    case "suppress":
      return null;
  }
}

interface ActionFieldsProps {
  readonly action: Action;
  readonly path: string;
  readonly onChange: (action: Action) => void;
}

export function ActionFields({ action, path, onChange }: ActionFieldsProps) {
  const href = useProblemAt(`${path}.href`);
  const name = useProblemAt(`${path}.name`);
  return (
    <>
      {action.kind === "link" && (
        <Field label={t("URL")} error={href} hint={t("A path or a full URL.")}>
          <Input
            value={action.href}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => onChange({ kind: "link", href: event.target.value })}
          />
        </Field>
      )}
      {action.kind === "start" && (
        <ContentField
          label={t("Content to start")}
          path={`${path}.content`}
          value={action.content}
          onChange={(content) => onChange({ kind: "start", content })}
        />
      )}
      {action.kind === "host" && (
        <Field
          label={t("Action name")}
          error={name}
          hint={
            <Sentence
              text="Define this action on your page: {code}"
              parts={{
                code: (
                  <code dir="ltr" className="font-mono">
                    fanfare.action(name, fn)
                  </code>
                ),
              }}
            />
          }
        >
          <Input
            className="font-mono"
            value={action.name}
            placeholder={asIs("open_import")}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => onChange({ kind: "host", name: event.target.value })}
          />
        </Field>
      )}
    </>
  );
}
