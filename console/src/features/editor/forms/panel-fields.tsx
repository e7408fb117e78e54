import type { Panel } from "@fanfare/contract/content/panel";
import { t } from "../../../lib/i18n/t.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { useProblemAt } from "../state/editor-context.ts";
import { RichTextField } from "../text/rich-text-field.tsx";
import { ButtonField } from "./button-field.tsx";

interface PanelFieldsProps {
  readonly panel: Panel;
  readonly path: string;
  readonly onChange: (panel: Panel) => void;
  /** Whether the panel can have a button. */
  readonly button: boolean;
  /** What people see without it. */
  readonly button_hint?: string;
}

export function PanelFields({ panel, path, onChange, button, button_hint }: PanelFieldsProps) {
  const { button: _, ...without } = panel;
  return (
    <>
      <Field label={t("Title")} error={useProblemAt(`${path}.title`)}>
        <Input
          id="step-title"
          value={panel.title}
          onChange={(event) => onChange({ ...panel, title: event.target.value })}
        />
      </Field>
      <RichTextField
        blocks={panel.blocks}
        path={`${path}.blocks`}
        onChange={(blocks) => onChange({ ...panel, blocks })}
      />
      {button && (
        <ButtonField
          button={panel.button}
          path={`${path}.button`}
          hint={button_hint ?? t("Without a button, people can only close the panel.")}
          onChange={(next) => onChange(next === undefined ? without : { ...panel, button: next })}
        />
      )}
    </>
  );
}
