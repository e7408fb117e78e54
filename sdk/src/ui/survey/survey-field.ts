import { type Answer, type Question, type Scale, scaleOf } from "@fanfare/contract/content/survey";
import { limits } from "@fanfare/contract/limits";
import { element } from "../dom/element.ts";

export interface QuestionField {
  readonly box: HTMLElement;
  first(): HTMLElement;
  answer(): Answer | undefined;
  /** What must be corrected before it can be sent, for fields that accept more than valid answers. */
  wrong?(): string | undefined;
  /** Shows an error message associated with the field. */
  refuse(text: string): void;
}

/** Labels of a field: the suffix for required questions, and the name of a rating point. */
export interface FieldLabels {
  readonly required: string;
  star(number: number, of: number): string;
}

/** The point of a scale: what is shown, and its name. */
export type PointLabel = (number: number, index: number) => readonly [glyph: string, name: string];

/** Fields of the kinds that are loaded on demand. Undefined for other kinds. */
export type BuildMoreField = (
  parts: FieldParts,
  question: Question,
  known: Answer | undefined,
  tools: FieldTools,
) => QuestionField | undefined;

/** What fields are built with. Passed on, so that both files of fields stay separate downloads. */
export interface FieldTools {
  readonly buildInput: typeof buildInput;
  readonly buildGroup: typeof buildGroup;
  readonly buildText: typeof buildText;
  readonly buildScale: typeof buildScale;
  readonly star: FieldLabels["star"];
  readonly buildQuestionField: typeof buildQuestionField;
}

/**
 * Builds a question's controls from native radio buttons, checkboxes, and text fields, for standard keyboard behavior,
 * names, and states. `known`: the previous answer. `buildMore` builds all kinds that this file doesn't.
 */
export function buildField(
  document: Document,
  question: Question,
  known: Answer | undefined,
  labels: FieldLabels,
  buildMore: BuildMoreField | undefined,
): QuestionField {
  const wrong = element(document, "p", "wrong");
  wrong.id = "wrong";
  wrong.hidden = true;
  const must = question.required ? [element(document, "span", "must", ` ${labels.required}`)] : [];
  const parts: FieldParts = { document, question, wrong, title: [question.title, ...must] };
  const more = buildMore?.(parts, question, known, {
    ...{ buildInput, buildGroup, buildText, buildScale, buildQuestionField, star: labels.star },
  });
  if (more !== undefined) return more;
  const scale = scaleOf(question);
  const point: PointLabel = (number) => [
    String(number),
    question.kind === "nps" ? String(number) : labels.star(number, scale?.high ?? 0),
  ];
  return scale !== undefined && "low_label" in question
    ? buildScale(parts, known, scale, question, point)
    : buildText(parts, question.kind === "text" ? question : {}, known);
}

/** What all kinds of fields are made of. `wrong`: their error message. */
export interface FieldParts {
  readonly document: Document;
  readonly question: Question;
  readonly wrong: HTMLElement;
  readonly title: readonly (Node | string)[];
}

interface ScaleEnds {
  readonly low_label: string;
  readonly high_label: string;
}

/** Radio buttons side by side, each with a name. The end labels are part of the names of the end points. */
function buildScale(
  parts: FieldParts,
  known: Answer | undefined,
  { low, high, look }: Scale,
  ends: ScaleEnds,
  nameOf: PointLabel,
): QuestionField {
  const { document } = parts;
  const inputs: HTMLInputElement[] = [];
  const points = [...Array(high - low + 1)].map((_, index) => {
    const number = low + index;
    const [glyph, name] = nameOf(number, index);
    const made = buildInput(document, "radio", String(number), known === number);
    inputs.push(made);
    const end = number === low ? ends.low_label : number === high ? ends.high_label : "";
    made.ariaLabel = end === "" ? name : `${name}, ${end}`;
    const face = element(document, "span", "face", ...(look === "numbers" ? [glyph] : []));
    face.ariaHidden = "true";
    // An image instead of text, for people and for accessibility checkers.
    if (look !== "numbers") face.dataset["face"] = glyph;
    return element(document, "label", "point", made, face);
  });
  const legend = [ends.low_label, ends.high_label].map((text) => element(document, "span", "", text));
  const edges = element(document, "div", "ends", ...legend);
  edges.ariaHidden = "true";
  edges.hidden = ends.low_label === "" && ends.high_label === "";
  const row = element(document, "div", `scale ${look}`, ...points);
  const box = buildGroup(parts, "radiogroup", row, edges);
  box.style.setProperty("--points", String(points.length));
  const value = (): Answer | undefined => {
    const at = inputs.find((each) => each.checked);
    return at === undefined ? undefined : Number(at.value);
  };
  return buildQuestionField(parts, box, [box], inputs, value);
}

function buildText(
  parts: FieldParts,
  { long, placeholder }: { readonly long?: boolean; readonly placeholder?: string | undefined },
  known: Answer | undefined,
): QuestionField & { readonly text: HTMLInputElement | HTMLTextAreaElement } {
  const { document, wrong, question } = parts;
  const text = element(document, long ? "textarea" : "input", "answer");
  text.id = "answer";
  text.maxLength = limits.survey_text_chars_max;
  text.placeholder = placeholder ?? "";
  text.required = question.required;
  text.value = typeof known === "string" ? known : "";
  const label = element(document, "label", "ask", ...parts.title);
  label.htmlFor = "answer";
  const value = (): Answer | undefined => text.value.trim() || undefined;
  const box = element(document, "div", "field", label, text, wrong);
  return { ...buildQuestionField(parts, box, [text], [text], value), text };
}

function buildInput(
  document: Document,
  type: "radio" | "checkbox",
  value: string,
  checked: boolean,
  name = "answer",
): HTMLInputElement {
  return Object.assign(element(document, "input", ""), { type, name, value, checked });
}

function buildGroup(
  { document, question, wrong, title }: FieldParts,
  role: "radiogroup" | "group",
  ...parts: readonly HTMLElement[]
): HTMLFieldSetElement {
  const made = element(document, "fieldset", "field", element(document, "legend", "ask", ...title), ...parts, wrong);
  made.role = role;
  if (role === "radiogroup") made.ariaRequired = String(question.required);
  return made;
}

/** `marked`: elements that get `aria-invalid`, where allowed. Focus moves to the selected input, or the first. */
function buildQuestionField(
  { wrong }: FieldParts,
  box: HTMLElement,
  marked: readonly HTMLElement[],
  inputs: readonly (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[],
  answer: QuestionField["answer"],
): QuestionField {
  const show = (text: string): void => {
    wrong.textContent = text;
    wrong.hidden = text === "";
    for (const each of marked) {
      each.ariaInvalid = text && "true";
      each.setAttribute("aria-describedby", text && "wrong");
    }
  };
  // What was wrong is being corrected. Sending it checks again.
  box.addEventListener("input", () => show(""));
  return {
    box,
    answer,
    first: () => inputs.find((each) => "checked" in each && each.checked) ?? inputs[0] ?? wrong,
    refuse: show,
  };
}

export const FIELD_STYLE = `
.field{border:0;padding:0;margin:1em 0 0;min-width:0}
.ask{display:block;padding:0;font-weight:600;line-height:1.4}
.must{font-weight:400;color:var(--mute)}
.scale{display:flex;flex-wrap:wrap;gap:.3em;margin-top:.7em}
.numbers{display:grid;grid-template-columns:repeat(var(--points),minmax(0,1fr))}
.point{position:relative;height:2.4em;display:grid;place-items:center;border:1px solid var(--line);border-radius:8px;cursor:pointer;font-variant-numeric:tabular-nums}
.point input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:inherit}
.point:hover{background:var(--hover)}
.point:has(:checked){background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.point:has(:focus-visible){outline:2px solid var(--accent);outline-offset:2px}
.ends{display:flex;justify-content:space-between;gap:1em;margin-top:.4em;font-size:.867em;color:var(--mute)}
.ends :last-child{text-align:end}
.answer{display:block;width:100%;margin-top:.6em;padding:.5em .7em;border:1px solid var(--mute);border-radius:9px;background:none;color:inherit;font:inherit;line-height:1.4}
textarea.answer{min-height:5.5em;resize:vertical}
.wrong{margin-top:.5em;font-size:.9em;color:light-dark(#b3261e,#ff9d95)}
@media (max-width:26em){.numbers:has(:nth-child(8)){grid-template-columns:repeat(6,minmax(0,1fr))}}
@media (max-width:16em){.view .numbers{grid-template-columns:repeat(3,1fr)}}
@media (forced-colors:active){.point:has(:checked){outline:3px solid Highlight}}
`;
