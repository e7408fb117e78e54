import { moveButtonUp, newStepAction } from "@fanfare/contract/content/button-edits";
import { partsIn } from "@fanfare/contract/content/parts";
import { isPrimaryButton, type StepAction, type StepButton } from "@fanfare/contract/content/tour";
import { limits } from "@fanfare/contract/limits";
import { ArrowUp, X } from "lucide-react";
import { t } from "../../../lib/i18n/t.ts";
import { partTitle } from "../../../model/draft/parts.ts";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { AddButton } from "../../../ui/forms/add-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { Select, type SelectOption } from "../../../ui/forms/select.tsx";
import { ButtonConditionField } from "../forms/button-condition.tsx";
import { BUTTON_ACTION_OPTIONS, ButtonActionFields, withSideActions } from "../forms/button-field.tsx";
import { SideActionsField } from "../forms/side-actions-field.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";

const ACTION_OPTIONS: readonly SelectOption<StepAction["kind"]>[] = [
  { value: "next", label: t("Go to next step") },
  { value: "back", label: t("Go back") },
  { value: "go_to", label: t("Go to a specific step") },
  { value: "finish", label: t("Complete tour") },
  { value: "close", label: t("Close tour") },
  ...BUTTON_ACTION_OPTIONS,
];

const STYLE_OPTIONS: readonly SelectOption<"primary" | "secondary">[] = [
  { value: "primary", label: t("Primary") },
  { value: "secondary", label: t("Secondary") },
];

interface StepButtonsProps {
  readonly buttons: readonly StepButton[];
  readonly step_id: string;
  readonly path: string;
  readonly onChange: (buttons: readonly StepButton[]) => void;
}

/** Buttons of a step in display order. */
export function StepButtons({ buttons, step_id, path, onChange }: StepButtonsProps) {
  const { state } = useEditor();
  const others = partsIn(state.draft.edition.body)
    .filter(({ id }) => id !== step_id)
    .map((part) => ({ value: part.id, label: partTitle(part, "tour") }));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ol className="flex flex-col gap-2">
        {buttons.map((button, index) => (
          <ButtonRow
            // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no ID
            key={index}
            button={button}
            n={index + 1}
            primary={isPrimaryButton(buttons, index)}
            others={others}
            onMoveUp={index === 0 ? undefined : () => onChange(moveButtonUp(buttons, index))}
            go_to={others[0]?.value ?? step_id}
            path={`${path}.${index}`}
            onChange={(next) => onChange(buttons.with(index, next))}
            onRemove={() => onChange(buttons.toSpliced(index, 1))}
          />
        ))}
      </ol>
      {buttons.length < limits.step_buttons_max && (
        <AddButton
          variant="ghost"
          size="sm"
          className="self-start"
          onAdd={() => onChange([...buttons, { label: t("Done"), action: { kind: "finish" } }])}
        >
          {t("Add button")}
        </AddButton>
      )}
    </div>
  );
}

interface ButtonRowProps {
  readonly button: StepButton;
  readonly n: number;
  readonly primary: boolean;
  /** Undefined for the first button. */
  readonly onMoveUp: (() => void) | undefined;
  readonly others: readonly SelectOption<string>[];
  /** Default target for an action that opens another step. */
  readonly go_to: string;
  readonly path: string;
  readonly onChange: (button: StepButton) => void;
  readonly onRemove: () => void;
}

function ButtonRow({ button, n, primary, others, go_to, path, onMoveUp, onChange, onRemove }: ButtonRowProps) {
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-sunken p-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-32 flex-1">
          <Field label={t("Label of button {n}", { n })} hide_label error={useProblemAt(`${path}.label`)}>
            <Input value={button.label} onChange={(event) => onChange({ ...button, label: event.target.value })} />
          </Field>
        </div>
        <Select
          label={t("Action of button {n}", { n })}
          value={button.action.kind}
          options={ACTION_OPTIONS}
          onChange={(kind) => onChange({ ...button, action: newStepAction(kind, go_to) })}
          className="w-56 max-sm:w-full"
        />
        <Select
          label={t("Style of button {n}", { n })}
          value={primary ? "primary" : "secondary"}
          options={STYLE_OPTIONS}
          onChange={(style) => onChange({ ...button, style })}
          className="w-36 max-sm:min-w-36 max-sm:flex-1"
        />
        {onMoveUp !== undefined && (
          <IconButton label={t("Move button {n} up", { n })} size="sm" className="mt-1" onClick={onMoveUp}>
            <ArrowUp />
          </IconButton>
        )}
        <IconButton label={t("Remove button {n}", { n })} size="sm" className="mt-1" onClick={onRemove}>
          <X />
        </IconButton>
      </div>
      <ButtonAction
        action={button.action}
        others={others}
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
        can_disable
        onChange={(condition) => onChange({ ...button, condition })}
      />
    </li>
  );
}

interface ButtonActionProps {
  readonly action: StepAction;
  readonly others: readonly SelectOption<string>[];
  readonly path: string;
  readonly onChange: (action: StepAction) => void;
}

function ButtonAction({ action, others, path, onChange }: ButtonActionProps) {
  switch (action.kind) {
    case "link":
    case "start":
    case "host":
    case "stay":
    case "suppress":
    case "snooze":
      return <ButtonActionFields action={action} path={path} onChange={onChange} />;
    case "go_to":
      return (
        <Select
          label={t("Step")}
          value={action.step_id}
          options={others}
          onChange={(step_id) => onChange({ kind: "go_to", step_id })}
        />
      );
    case "next":
    case "back":
    case "finish":
    case "close":
      return null;
  }
}
