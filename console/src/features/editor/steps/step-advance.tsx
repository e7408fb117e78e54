import type { Advance, Step } from "@fanfare/contract/content/tour";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { Plus, X } from "lucide-react";
import { t } from "../../../lib/i18n/t.ts";
import { Button } from "../../../ui/elements/button.tsx";
import { IconButton } from "../../../ui/elements/icon-button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { Input } from "../../../ui/forms/input.tsx";
import { NumberInput } from "../../../ui/forms/number-input.tsx";
import { SwitchField } from "../../../ui/forms/switch.tsx";
import { Menu, MenuItem } from "../../../ui/overlay/menu.tsx";
import { FormSection } from "../forms/form-section.tsx";
import { useEditor } from "../state/editor-context.ts";
import { StepButtons } from "./step-buttons.tsx";

interface StepAdvanceProps {
  readonly step: Step;
  readonly path: string;
  readonly onChange: (step: Step) => void;
}

const ADVANCE_LABELS: Readonly<Record<Advance["kind"], string>> = {
  click: t("Click on target"),
  input: t("Text entered in target"),
  event: t("Event"),
  url: t("Page visit"),
  delay: t("Delay"),
};
const KINDS: readonly Advance["kind"][] = ["click", "input", "event", "url", "delay"];

/** Creates an incomplete trigger. */
function newAdvance(kind: Advance["kind"]): Advance {
  switch (kind) {
    case "click":
    case "input":
      return { kind };
    case "event":
      return { kind, event: "" };
    case "url":
      return { kind, pattern: "" };
    case "delay":
      return { kind, after_ms: 5 * SECOND_MS };
  }
}

export function StepAdvance({ step, path, onChange }: StepAdvanceProps) {
  const { buttons, ...plain } = step;
  return (
    <FormSection title={t("Advance")} description={t("By default, steps have “Back” and “Next” buttons.")}>
      <SwitchField
        label={t("Custom buttons")}
        hint={t("Branch, end early, or open another page.")}
        checked={buttons !== undefined}
        onChange={(on) => onChange(on ? { ...step, buttons: [{ label: t("Next"), action: { kind: "next" } }] } : plain)}
      />
      {buttons !== undefined && (
        <StepButtons
          buttons={buttons}
          step_id={step.id}
          path={`${path}.buttons`}
          onChange={(next) => onChange({ ...step, buttons: next })}
        />
      )}
      <AdvanceList step={step} path={`${path}.advance`} onChange={onChange} />
    </FormSection>
  );
}

function AdvanceList({ step, path, onChange }: StepAdvanceProps) {
  const { advance = [] } = step;
  const set = (next: readonly Advance[]): void => {
    const { advance: _, ...without } = step;
    // Safe cast: the menu offers only triggers that this kind of step supports.
    onChange(next.length === 0 ? without : ({ ...step, advance: next } as Step));
  };
  const offered = KINDS.filter(
    (kind) =>
      (step.kind === "anchored" || (kind !== "click" && kind !== "input")) && !advance.some((way) => way.kind === kind),
  );
  return (
    <>
      {advance.length > 0 && (
        <ul aria-label={t("Also advance on")} className="flex flex-col gap-2">
          {advance.map((way, index) => (
            <li
              key={way.kind}
              className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-sunken p-2"
            >
              <span className="ps-1 text-sm font-medium">{ADVANCE_LABELS[way.kind]}</span>
              <AdvanceFields way={way} path={`${path}.${index}`} onChange={(next) => set(advance.with(index, next))} />
              <IconButton
                label={t("Remove trigger: {what}", { what: ADVANCE_LABELS[way.kind] })}
                size="sm"
                className="ms-auto"
                onClick={() => set(advance.toSpliced(index, 1))}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {offered.length > 0 && advance.length < limits.step_advances_max && (
        <Menu
          align="start"
          trigger={
            <Button variant="ghost" size="sm" icon={<Plus />} className="self-start">
              {t("Add advance trigger…")}
            </Button>
          }
        >
          {offered.map((kind) => (
            <MenuItem key={kind} onClick={() => set([...advance, newAdvance(kind)])}>
              {ADVANCE_LABELS[kind]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}

interface AdvanceFieldsProps {
  readonly way: Advance;
  readonly path: string;
  readonly onChange: (way: Advance) => void;
}

function AdvanceFields({ way, path, onChange }: AdvanceFieldsProps) {
  const { state } = useEditor();
  const line = (label: string, field: string, value: string, placeholder: string, set: (value: string) => void) => (
    <div className="min-w-40 flex-1">
      <Field label={label} hide_label error={state.problems.get(`${path}.${field}`)}>
        <Input
          value={value}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => set(event.target.value)}
        />
      </Field>
    </div>
  );
  switch (way.kind) {
    case "click":
    case "input":
      return null;
    case "event":
      return line(t("Event name"), "event", way.event, "project_created", (event) => onChange({ ...way, event }));
    case "url":
      return line(t("URL"), "pattern", way.pattern, "/orders/*", (pattern) => onChange({ ...way, pattern }));
    case "delay":
      return (
        <Field label={t("Delay in seconds")} hide_label error={state.problems.get(`${path}.after_ms`)}>
          <NumberInput
            value={way.after_ms / SECOND_MS}
            unit={t("seconds##unit")}
            min={limits.advance_delay_ms_min / SECOND_MS}
            max={limits.advance_delay_ms_max / SECOND_MS}
            onChange={(seconds) => onChange({ ...way, after_ms: Math.round(seconds * SECOND_MS) })}
          />
        </Field>
      );
  }
}
