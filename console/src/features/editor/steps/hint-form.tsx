import { type HintForm as Form, HINT_FORMS, type HintBody } from "@fanfare/contract/content/hint";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { CircleDot, MessageSquare, MousePointer2 } from "lucide-react";
import { t } from "../../../lib/i18n/t.ts";
import { ChoiceCards } from "../../../ui/forms/choice-cards.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { Select } from "../../../ui/forms/select.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { PanelFields } from "../forms/panel-fields.tsx";
import { FormFrame } from "../forms/part-frame.tsx";
import { useEditor, useProblemAt } from "../state/editor-context.ts";
import { PLACEMENT_OPTIONS, TargetEditor } from "../target/target-editor.tsx";

const FORM_LABELS: Readonly<Record<Form, { label: string; hint: string; icon: React.ReactNode }>> = {
  tooltip: { label: t("Tooltip"), hint: t("Shown while the target has hover or focus."), icon: <MousePointer2 /> },
  hotspot: { label: t("Hotspot"), hint: t("A marker next to the target that opens a card."), icon: <CircleDot /> },
  popover: { label: t("Popover"), hint: t("The card opens immediately."), icon: <MessageSquare /> },
};

export function HintForm({ body }: { readonly body: HintBody }) {
  const { dispatch } = useEditor();
  const set = (change: Partial<Omit<HintBody, "type">>): void =>
    dispatch({ kind: "set_body", body: { ...body, ...change } });
  const wait_problem = useProblemAt("body.wait_ms");
  return (
    <FormFrame title={t("Hint")}>
      <FormSection lead title={t("Card")}>
        <PanelFields
          panel={body.panel}
          path="body.panel"
          button={body.form !== "tooltip" || body.panel.button !== undefined}
          // The card of a hint always has a button, as the preview shows.
          button_hint={t("Without a button of its own, the card has “Done”, which closes the hint.")}
          onChange={(panel) => set({ panel })}
        />
      </FormSection>
      <FormSection title={t("Format")}>
        <ChoiceCards
          label={t("Hint format")}
          value={body.form}
          options={HINT_FORMS.map((value) => ({ value, ...FORM_LABELS[value] }))}
          onChange={(form) => set({ form })}
          dense
        />
      </FormSection>
      <FormSection title={t("Position")}>
        <TargetEditor target={body.target} path="body.target" onChange={(target) => set({ target })} proposable />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t("Side")}>
            <Select value={body.placement} options={PLACEMENT_OPTIONS} onChange={(placement) => set({ placement })} />
          </Field>
          <Field
            label={t("Wait for target")}
            error={wait_problem}
            hint={t("After this time, the target is reported as missing. The hint keeps waiting.")}
          >
            <NumberInput
              value={body.wait_ms / SECOND_MS}
              unit={t("seconds##unit")}
              max={limits.step_wait_ms_max / SECOND_MS}
              onChange={(seconds) => set({ wait_ms: Math.round(seconds * SECOND_MS) })}
            />
          </Field>
        </div>
      </FormSection>
    </FormFrame>
  );
}
