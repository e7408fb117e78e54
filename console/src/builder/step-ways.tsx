import { limits, SECOND_MS } from "@fanfare/contract/limits";
import type { Advance, Step } from "@fanfare/contract/tour";
import { Plus, X } from "lucide-react";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Input } from "../ui/input.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { NumberInput } from "../ui/number-input.tsx";
import { SwitchField } from "../ui/switch.tsx";
import { useBuilder } from "./context.ts";
import { FormSection } from "./form-section.tsx";
import { StepButtons } from "./step-buttons.tsx";

interface StepWaysProps {
  readonly step: Step;
  readonly path: string;
  readonly onChange: (step: Step) => void;
}

const WAY_WORDS: Readonly<Record<Advance["kind"], string>> = {
  click: t("A click on the element"),
  input: t("Writing in the element"),
  event: t("An event"),
  url: t("Coming to a page"),
  delay: t("Some time"),
};
const KINDS: readonly Advance["kind"][] = ["click", "input", "event", "url", "delay"];

/** A way on of that kind with nothing said yet. */
function wayOf(kind: Advance["kind"]): Advance {
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

/** How people come to another step: buttons of one's own, and what leads on beside them. */
export function StepWays({ step, path, onChange }: StepWaysProps) {
  const { advance = [] } = step;
  const setAdvance = (next: readonly Advance[]): void => {
    // Ways on that a kind of step does not have are not offered to it.
    const { advance: _, ...without } = step;
    onChange(next.length === 0 ? without : ({ ...step, advance: next } as Step));
  };
  const offered = KINDS.filter(
    (kind) =>
      (step.kind === "anchored" || (kind !== "click" && kind !== "input")) && !advance.some((way) => way.kind === kind),
  );
  const { buttons, ...plain } = step;
  return (
    <FormSection title={t("Ways on")} description={t("Where nothing else is said: “Back” and “Next”.")}>
      <SwitchField
        label={t("Buttons of its own")}
        hint={t("To branch, to end early, to lead somewhere else.")}
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
      {advance.length > 0 && (
        <ul aria-label={t("What else leads on")} className="flex flex-col gap-2">
          {advance.map((way, index) => (
            <li
              key={way.kind}
              className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-sunken p-2"
            >
              <span className="ps-1 text-sm font-medium">{WAY_WORDS[way.kind]}</span>
              <WayFields
                way={way}
                path={`${path}.advance.${index}`}
                onChange={(next) => setAdvance(advance.with(index, next))}
              />
              <IconButton
                label={t("Remove: {what}", { what: WAY_WORDS[way.kind] })}
                size="sm"
                className="ms-auto"
                onClick={() => setAdvance(advance.toSpliced(index, 1))}
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
            <Button look="ghost" size="sm" icon={<Plus />} className="self-start">
              {t("Go on by itself after …")}
            </Button>
          }
        >
          {offered.map((kind) => (
            <MenuItem key={kind} onClick={() => setAdvance([...advance, wayOf(kind)])}>
              {WAY_WORDS[kind]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </FormSection>
  );
}

interface WayFieldsProps {
  readonly way: Advance;
  readonly path: string;
  readonly onChange: (way: Advance) => void;
}

function WayFields({ way, path, onChange }: WayFieldsProps) {
  const { state } = useBuilder();
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
      return line(t("Name of the event"), "event", way.event, "project_created", (event) =>
        onChange({ ...way, event }),
      );
    case "url":
      return line(t("Address"), "pattern", way.pattern, "/orders/*", (pattern) => onChange({ ...way, pattern }));
    case "delay":
      return (
        <Field label={t("Seconds to read")} hide_label error={state.problems.get(`${path}.after_ms`)}>
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
