import type { Panel } from "@fanfare/contract/panel";
import { t } from "../language/t.ts";
import { Field } from "../ui/field.tsx";
import { Input } from "../ui/input.tsx";
import { ButtonField } from "./button-field.tsx";
import { useProblemAt } from "./context.ts";
import { RichTextField } from "./rich-text-field.tsx";

interface PanelFieldsProps {
  readonly panel: Panel;
  readonly path: string;
  readonly onChange: (panel: Panel) => void;
  /** Whether it can have one. */
  readonly button: boolean;
}

/** The words of a panel and its button. */
export function PanelFields({ panel, path, onChange, button }: PanelFieldsProps) {
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
          hint={t("What it offers to do. Without one it is read and closed.")}
          onChange={(next) => onChange(next === undefined ? without : { ...panel, button: next })}
        />
      )}
    </>
  );
}
