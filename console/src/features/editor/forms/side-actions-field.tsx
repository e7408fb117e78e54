import type { SideAction } from "@fanfare/contract/content/panel";
import { limits } from "@fanfare/contract/limits";
import { ArrowUp, Plus, X } from "lucide-react";
import { t } from "../../../lib/i18n/t.ts";
import { PRESET_OPTIONS } from "../../../model/preset-labels.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { Menu, MenuItem } from "../../../ui/overlay/menu.tsx";
import { useProblemAt } from "../state/editor-context.ts";
import { ContentField } from "./content-field.tsx";

export const SIDE_ACTION_LABELS: Readonly<Record<SideAction["kind"], string>> = {
  track: t("Track event"),
  set_attribute: t("Set attribute"),
  copy: t("Copy text"),
  celebrate: t("Celebrate"),
  resource_center: t("Open resource center"),
  host: t("Run page action"),
};
const KINDS: readonly SideAction["kind"][] = ["track", "set_attribute", "copy", "celebrate", "resource_center", "host"];

function newSideAction(kind: SideAction["kind"]): SideAction {
  switch (kind) {
    case "track":
      return { kind, event: "" };
    case "set_attribute":
      return { kind, name: "", value: "" };
    case "copy":
      return { kind, text: "" };
    case "celebrate":
      return { kind, preset: "burst" };
    case "resource_center":
      return { kind, content: "" };
    case "host":
      return { kind, name: "" };
  }
}

interface SideActionsFieldProps {
  readonly actions: readonly SideAction[];
  readonly path: string;
  readonly onChange: (actions: readonly SideAction[]) => void;
}

/** Actions that run before a button's own, in order. */
export function SideActionsField({ actions, path, onChange }: SideActionsFieldProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {actions.length > 0 && (
        <>
          <span className="text-xs font-medium text-ink-2">{t("First, in this order")}</span>
          <ol className="flex flex-col gap-2">
            {actions.map((action, index) => {
              const named = { what: SIDE_ACTION_LABELS[action.kind], n: index + 1 };
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: actions have no ID
                <li key={index} className="flex min-w-0 flex-col gap-1 border-t border-line pt-2">
                  <div className="flex min-h-8 items-center gap-1">
                    <span className="min-w-0 flex-1 text-sm">{named.what}</span>
                    {index > 0 && (
                      <IconButton
                        label={t("Move action {n} up: {what}", named)}
                        size="sm"
                        onClick={() =>
                          onChange(actions.toSpliced(index - 1, 2, action, ...actions.slice(index - 1, index)))
                        }
                      >
                        <ArrowUp />
                      </IconButton>
                    )}
                    <IconButton
                      label={t("Remove action {n}: {what}", named)}
                      size="sm"
                      onClick={() => onChange(actions.toSpliced(index, 1))}
                    >
                      <X />
                    </IconButton>
                  </div>
                  <div className="flex min-w-0 flex-wrap gap-2">
                    <SideActionFields
                      action={action}
                      path={`${path}.${index}`}
                      onChange={(next) => onChange(actions.with(index, next))}
                    />
                  </div>
                </li>
              );
            })}
          </ol>
        </>
      )}
      {actions.length < limits.button_side_actions_max && (
        <Menu
          align="start"
          trigger={
            <Button variant="ghost" size="sm" icon={<Plus />} className="self-start">
              {t("Add action…")}
            </Button>
          }
        >
          {KINDS.map((kind) => (
            <MenuItem key={kind} onClick={() => onChange([...actions, newSideAction(kind)])}>
              {SIDE_ACTION_LABELS[kind]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}

interface SideActionFieldsProps {
  readonly action: SideAction;
  readonly path: string;
  readonly onChange: (action: SideAction) => void;
}

function SideActionFields({ action, path, onChange }: SideActionFieldsProps) {
  switch (action.kind) {
    case "track":
      return (
        <TextField
          label={t("Event name")}
          path={`${path}.event`}
          value={action.event}
          onChange={(event) => onChange({ ...action, event })}
        />
      );
    case "host":
      return (
        <TextField
          label={t("Action name")}
          path={`${path}.name`}
          value={action.name}
          onChange={(name) => onChange({ ...action, name })}
        />
      );
    case "copy":
      return (
        <TextField
          label={t("Text to copy")}
          path={`${path}.text`}
          value={action.text}
          onChange={(text) => onChange({ ...action, text })}
        />
      );
    case "celebrate":
      return (
        <Select
          label={t("Effect")}
          value={action.preset}
          options={PRESET_OPTIONS}
          onChange={(preset) => onChange({ ...action, preset })}
          className="w-full"
        />
      );
    case "resource_center":
      return (
        <ContentField
          label={t("Resource center")}
          path={`${path}.content`}
          value={action.content}
          onChange={(content) => onChange({ ...action, content })}
        />
      );
    case "set_attribute":
      return <AttributeFields action={action} path={path} onChange={onChange} />;
  }
}

type SetAttribute = Extract<SideAction, { readonly kind: "set_attribute" }>;

const VALUE_OPTIONS = [
  { value: "string", label: t("Text") },
  { value: "number", label: t("Number") },
  { value: "boolean", label: t("Yes or no") },
] as const;
const EMPTY_VALUES = { string: "", number: 0, boolean: true } as const;

interface AttributeFieldsProps {
  readonly action: SetAttribute;
  readonly path: string;
  readonly onChange: (action: SetAttribute) => void;
}

function AttributeFields({ action, path, onChange }: AttributeFieldsProps) {
  const { value } = action;
  const type = typeof value === "number" ? "number" : typeof value === "boolean" ? "boolean" : "string";
  const set = (next: SetAttribute["value"]): void => onChange({ ...action, value: next });
  return (
    <>
      <TextField
        label={t("Attribute name")}
        path={`${path}.name`}
        value={action.name}
        onChange={(name) => onChange({ ...action, name })}
      />
      <Select
        label={t("Type of the value")}
        value={type}
        options={VALUE_OPTIONS}
        onChange={(next) => set(EMPTY_VALUES[next])}
        className="w-32"
      />
      {typeof value === "string" && (
        <TextField label={t("Value")} path={`${path}.value`} value={value} onChange={set} />
      )}
      {typeof value === "number" && (
        <Field label={t("Value")} hide_label>
          <NumberInput value={value} unit="" min={Number.MIN_SAFE_INTEGER} step="any" onChange={set} />
        </Field>
      )}
      {typeof value === "boolean" && (
        <Select
          label={t("Value")}
          value={value ? "true" : "false"}
          options={YES_NO}
          onChange={(next) => set(next === "true")}
          className="w-28"
        />
      )}
    </>
  );
}

const YES_NO = [
  { value: "true", label: t("Yes") },
  { value: "false", label: t("No") },
] as const;

interface TextFieldProps {
  readonly label: string;
  readonly path: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TextField({ label, path, value, onChange }: TextFieldProps) {
  return (
    <div className="min-w-32 flex-1">
      <Field label={label} hide_label error={useProblemAt(path)}>
        <Input
          value={value}
          placeholder={label}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </div>
  );
}
