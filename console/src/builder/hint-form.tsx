import { type HintForm as Form, HINT_FORMS, type HintBody } from "@fanfare/contract/hint";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { CircleDot, MessageSquare, MousePointer2 } from "lucide-react";
import { t } from "../language/t.ts";
import { ChoiceCards } from "../ui/choice-cards.tsx";
import { Field } from "../ui/field.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { Select } from "../ui/select.tsx";
import { useBuilder, useProblemAt } from "./context.ts";
import { FormSection } from "./form-section.tsx";
import { PanelFields } from "./panel-fields.tsx";
import { FormFrame } from "./part-frame.tsx";
import { PLACEMENT_OPTIONS, TargetEditor } from "./target-editor.tsx";

const FORM_WORDS: Readonly<Record<Form, { label: string; hint: string; icon: React.ReactNode }>> = {
  tooltip: { label: t("Tooltip"), hint: t("While the element has the pointer or the focus."), icon: <MousePointer2 /> },
  hotspot: { label: t("Hotspot"), hint: t("A mark beside it that opens a card."), icon: <CircleDot /> },
  popover: { label: t("Popover"), hint: t("The card, open at once."), icon: <MessageSquare /> },
};

/** All of a hint: its form, its words and the element beside which it stands. */
export function HintForm({ body }: { readonly body: HintBody }) {
  const { dispatch } = useBuilder();
  const set = (change: Partial<Omit<HintBody, "type">>): void =>
    dispatch({ kind: "set_body", body: { ...body, ...change } });
  const wait_problem = useProblemAt("body.wait_ms");
  return (
    <FormFrame title={t("Hint")}>
      <FormSection title={t("Form")}>
        <ChoiceCards
          label={t("Form of the hint")}
          value={body.form}
          options={HINT_FORMS.map((value) => ({ value, ...FORM_WORDS[value] }))}
          onChange={(form) => set({ form })}
          dense
        />
      </FormSection>
      <FormSection title={t("Card")}>
        <PanelFields
          panel={body.panel}
          path="body.panel"
          button={body.form !== "tooltip" || body.panel.button !== undefined}
          onChange={(panel) => set({ panel })}
        />
      </FormSection>
      <FormSection title={t("Place")}>
        <TargetEditor target={body.target} path="body.target" onChange={(target) => set({ target })} proposable />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t("Side")}>
            <Select value={body.placement} options={PLACEMENT_OPTIONS} onChange={(placement) => set({ placement })} />
          </Field>
          <Field label={t("Wait for it")} error={wait_problem} hint={t("Then it is told missing; it goes on waiting.")}>
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
