import { limits } from "@fanfare/contract/limits";
import type { StepAction, StepButton } from "@fanfare/contract/tour";
import { Plus, X } from "lucide-react";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Input } from "../ui/input.tsx";
import { Select, type SelectOption } from "../ui/select.tsx";
import { ActionFields } from "./button-field.tsx";
import { useBuilder } from "./context.ts";
import { partsOf, partTitle } from "./parts.ts";

const MOVE_OPTIONS: readonly SelectOption<StepAction["kind"]>[] = [
  { value: "next", label: t("Goes to the next step") },
  { value: "back", label: t("Goes back") },
  { value: "go_to", label: t("Goes to a certain step") },
  { value: "finish", label: t("Completes the tour") },
  { value: "close", label: t("Closes the tour") },
  { value: "link", label: t("Follows a link") },
  { value: "start", label: t("Starts a content") },
  { value: "host", label: t("Does an action of the page") },
];

interface StepButtonsProps {
  readonly buttons: readonly StepButton[];
  readonly step_id: string;
  readonly path: string;
  readonly onChange: (buttons: readonly StepButton[]) => void;
}

/** The buttons of a step in their order; the last one stands out. */
export function StepButtons({ buttons, step_id, path, onChange }: StepButtonsProps) {
  const { state } = useBuilder();
  const others = partsOf(state.draft.edition.body)
    .filter(({ id }) => id !== step_id)
    .map((part) => ({ value: part.id, label: partTitle(part, "tour") }));
  const actionOf = (kind: StepAction["kind"]): StepAction => {
    switch (kind) {
      case "go_to":
        return { kind, step_id: others[0]?.value ?? step_id };
      case "link":
        return { kind, href: "/" };
      case "start":
        return { kind, content: "" };
      case "host":
        return { kind, name: "" };
      case "next":
      case "back":
      case "finish":
      case "close":
        return { kind };
    }
  };
  const set = (index: number, button: StepButton): void => onChange(buttons.with(index, button));
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <ol className="flex flex-col gap-2">
        {buttons.map((button, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a button has no identity but its place
          <li key={index} className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-sunken p-3">
            <div className="flex flex-wrap items-start gap-2">
              <div className="min-w-32 flex-1">
                <Field
                  label={t("Words on button {n}", { n: index + 1 })}
                  hide_label
                  error={state.problems.get(`${path}.${index}.label`)}
                >
                  <Input
                    value={button.label}
                    onChange={(event) => set(index, { ...button, label: event.target.value })}
                  />
                </Field>
              </div>
              <Select
                label={t("What button {n} does", { n: index + 1 })}
                value={button.action.kind}
                options={MOVE_OPTIONS}
                onChange={(kind) => set(index, { ...button, action: actionOf(kind) })}
                className="w-56 max-sm:flex-1"
              />
              <IconButton
                label={t("Remove button {n}", { n: index + 1 })}
                size="sm"
                className="mt-1"
                onClick={() => onChange(buttons.toSpliced(index, 1))}
              >
                <X />
              </IconButton>
            </div>
            <ButtonAction
              action={button.action}
              others={others}
              path={`${path}.${index}.action`}
              onChange={(action) => set(index, { ...button, action })}
            />
          </li>
        ))}
      </ol>
      {buttons.length < limits.step_buttons_max && (
        <Button
          look="ghost"
          size="sm"
          icon={<Plus />}
          className="self-start"
          onClick={() => onChange([...buttons, { label: t("Done"), action: { kind: "finish" } }])}
        >
          {t("Add a button")}
        </Button>
      )}
    </div>
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
      return <ActionFields action={action} path={path} onChange={onChange} />;
    case "go_to":
      return (
        <Select
          label={t("Which step")}
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
