import { moveButtonUp, newStepAction } from "@fanfare/contract/content/button-edits";
import type { Step, StepAction, StepButton } from "@fanfare/contract/content/tour";
import { limits } from "@fanfare/contract/limits";
import { button, element } from "../../ui/dom/element.ts";
import { type Edit, setButtons, setNextLabel, stepOf } from "../edits.ts";
import { t } from "../language/t.ts";
import { iconButton, setIcon } from "./icon.ts";

const ACTIONS: Readonly<Record<StepAction["kind"], string>> = {
  next: t("Go to next step"),
  back: t("Go back"),
  go_to: t("Go to a specific step"),
  finish: t("Complete tour"),
  close: t("Close tour"),
  link: t("Open link"),
  start: t("Start content"),
  host: t("Run page action"),
  stay: t("Keep open"),
  suppress: t("Do not show again"),
  snooze: t("Snooze"),
};

/** Name of the fields with labels, in any language of the builder. */
export const LABEL_FIELD = "button-label";

interface ButtonListDeps {
  readonly document: Document;
  readonly step: Step;
  readonly steps: readonly Step[];
  /** `key` names the field, so that typing in it is one step of undo. */
  readonly change: (key: string, edit: Edit) => void;
  /** Called after a change that adds or removes fields. */
  readonly rebuild: () => void;
}

/** The buttons of a tour's step: the standard ones, or its own with their labels and actions in display order. */
export function buildButtonList(deps: ButtonListDeps): HTMLElement {
  const { document, step, change } = deps;
  const heading = element(document, "h3", "", t("Buttons"));
  const { buttons } = step;
  if (buttons === undefined) {
    const write = (text: string): void => change(`next ${step.id}`, setNextLabel(step.id, text));
    const label = textField(document, t("Button label"), step.next_label ?? "", write);
    label.maxLength = limits.button_label_chars_max;
    label.name = LABEL_FIELD;
    const own = button(document, "", t("Use own buttons"), () => set(deps, standardButtons(deps)));
    return element(document, "section", "", heading, label, own);
  }
  const rows = buttons.map((each, index) => buildRow(deps, buttons, each, index));
  const list = element(document, "ol", "buttons", ...rows);
  list.ariaLabel = t("Buttons");
  const finish: StepButton = { label: t("Done"), action: { kind: "finish" } };
  const add = setIcon(
    button(document, "", t("Add button"), () => set(deps, [...buttons, finish])),
    "add",
  );
  add.disabled = buttons.length >= limits.step_buttons_max;
  const standard = button(document, "", t("Use standard buttons"), () => set(deps, undefined));
  return element(document, "section", "", heading, list, element(document, "div", "row", add, standard));
}

/** A change that adds or removes fields. */
function set({ step, change, rebuild }: ButtonListDeps, buttons: readonly StepButton[] | undefined): void {
  change("", setButtons(step.id, buttons));
  rebuild();
}

/** The standard buttons as the step's own. */
function standardButtons({ step, steps }: ButtonListDeps): readonly StepButton[] {
  const is_last = steps.at(-1)?.id === step.id;
  const next: StepButton = { label: step.next_label ?? (is_last ? t("Done") : t("Next")), action: { kind: "next" } };
  return steps[0]?.id === step.id ? [next] : [{ label: t("Back"), action: { kind: "back" } }, next];
}

function buildRow(deps: ButtonListDeps, buttons: readonly StepButton[], own: StepButton, index: number): HTMLElement {
  const { document, step, steps, change } = deps;
  const n = index + 1;
  const write = (key: string, next: Partial<StepButton>): void =>
    change(key && `${key} ${n} ${step.id}`, (edition) => {
      // Another field of the button may have changed since.
      const now = stepOf(edition, step.id)?.buttons ?? buttons;
      return setButtons(step.id, now.with(index, { ...(now[index] ?? own), ...next }))(edition);
    });
  const label = textField(document, t("Label of button {n}", { n }), own.label, (text) =>
    write("button", { label: text }),
  );
  label.maxLength = limits.button_label_chars_max;
  label.name = LABEL_FIELD;
  const others = steps.filter(({ id }) => id !== step.id);
  const kinds = Object.entries(ACTIONS);
  const action = selectField(document, t("Action of button {n}", { n }), kinds, own.action.kind, (kind) => {
    // The options are the keys of the table.
    write("", { action: newStepAction(kind as StepAction["kind"], others[0]?.id ?? step.id) });
    deps.rebuild();
  });
  const up = iconButton(document, "up", t("Move button {n} up", { n }), () => set(deps, moveButtonUp(buttons, index)));
  up.disabled = index === 0;
  const remove = iconButton(document, "remove", t("Remove button {n}", { n }), () =>
    set(deps, buttons.toSpliced(index, 1)),
  );
  const place = element(document, "div", "row", label, up, remove);
  const value = buildValue(document, own.action, others, (next) => write("action", { action: next }));
  return element(document, "li", "", place, action, ...value);
}

/** The field of an action that needs a value. */
function buildValue(
  document: Document,
  action: StepAction,
  others: readonly Step[],
  change: (action: StepAction) => void,
): readonly HTMLElement[] {
  const labeled = (label: string, value: string, next: (text: string) => StepAction): readonly HTMLElement[] => [
    textField(document, label, value, (text) => change(next(text))),
  ];
  switch (action.kind) {
    case "go_to":
      return [
        selectField(
          document,
          t("Step"),
          others.map(({ id, title }) => [id, title] as const),
          action.step_id,
          (step_id) => change({ kind: "go_to", step_id }),
        ),
      ];
    case "link":
      return labeled(t("URL or path"), action.href, (href) => ({ kind: "link", href }));
    case "start":
      return labeled(t("Slug of the content"), action.content, (content) => ({ kind: "start", content }));
    case "host":
      return labeled(t("Name of the page action"), action.name, (name) => ({ kind: "host", name }));
    case "snooze":
      return labeled(t("Hide for hours"), String(action.hours), (hours) => ({ kind: "snooze", hours: Number(hours) }));
    default:
      return [];
  }
}

function textField(document: Document, label: string, value: string, write: (text: string) => void): HTMLInputElement {
  const input = element(document, "input", "");
  input.type = "text";
  input.autocomplete = "off";
  input.ariaLabel = input.placeholder = label;
  input.value = value;
  input.addEventListener("input", () => write(input.value));
  return input;
}

function selectField(
  document: Document,
  label: string,
  choices: readonly (readonly [value: string, text: string])[],
  chosen: string,
  choose: (value: string) => void,
): HTMLSelectElement {
  const select = element(document, "select", "");
  select.ariaLabel = label;
  for (const [value, text] of choices) {
    const option = element(document, "option", "", text);
    option.value = value;
    option.selected = value === chosen;
    select.append(option);
  }
  select.addEventListener("change", () => choose(select.value));
  return select;
}
