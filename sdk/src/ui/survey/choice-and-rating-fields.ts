import type { Answer, AnswerOption, Question } from "@fanfare/contract/content/survey";
import { isEmailAddress } from "@fanfare/contract/lib/email-address";
import { limits } from "@fanfare/contract/limits";
import { read } from "../../lib/native.ts";
import { element } from "../dom/element.ts";
import { fillPlaceholders } from "../text/labels.ts";
import type { Labels, Page } from "../types.ts";
import type { BuildMoreField, FieldParts, FieldTools, QuestionField } from "./survey-field.ts";

/**
 * Returns what builds fields for stars and smileys, choices, matrices, rankings, addresses, and dates.
 * A question keeps its random order while the survey is open.
 */
export async function createMoreFields({ window, document, locale }: Page, own: Labels): Promise<BuildMoreField> {
  const labels = await moreLabels(own, locale ?? read(document, "documentElement").lang);
  const places = new Map<string, number>();
  const placeOf = (id: string): number => {
    const place = places.get(id) ?? window.crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    places.set(id, place);
    return place;
  };
  return (parts, question, known, tools) => {
    switch (question.kind) {
      case "choice":
        return buildChoice(parts, question, known, tools, ordered(question, placeOf), labels);
      case "matrix":
        return buildMatrix(parts, question, known, tools, labels);
      case "ranking":
        return buildRanking(parts, known, tools, ordered(question, placeOf), labels);
      case "email":
      case "date":
        return buildTyped(parts, question, known, tools, labels);
      case "csat":
      case "rating":
        return question.look === "numbers" ? undefined : buildPictures(parts, question, known, tools, labels);
      default:
        return undefined;
    }
  };
}

/** English needs no download, and is used if the labels can't be loaded. */
async function moreLabels(own: Labels, language: string): Promise<Labels> {
  if (language === "" || language.startsWith("en")) return own;
  const loaded = await import("../text/survey-labels.ts").catch(() => undefined);
  return { ...loaded?.SURVEY_LABELS[language.toLowerCase().split("-")[0] ?? ""], ...own };
}

/** The options in the author's order, or in that of their random places. */
function ordered(
  { options, shuffled }: Extract<Question, { kind: "choice" | "ranking" }>,
  placeOf: (id: string) => number,
): readonly AnswerOption[] {
  return shuffled ? [...options].sort((one, other) => placeOf(one.id) - placeOf(other.id)) : options;
}

const FACES = ["😣", "😟", "😐", "😊", "😄"] as const;

/** A scale of stars or smileys. */
function buildPictures(
  parts: FieldParts,
  question: Extract<Question, { kind: "csat" | "rating" }>,
  known: Answer | undefined,
  { buildScale, star }: FieldTools,
  labels: Labels,
): QuestionField {
  const { look } = question;
  const high = question.kind === "csat" ? 5 : question.scale;
  const moods = (labels.survey_faces ?? "Very unhappy, Unhappy, Neutral, Happy, Very happy").split(",");
  return buildScale(parts, known, { low: 1, high, look }, question, (number, index) => {
    if (look === "stars") return ["★", star(number, high)];
    const face = Math.round((index / (high - 1)) * (FACES.length - 1));
    return [FACES[face] ?? "", high === FACES.length ? (moods[face]?.trim() ?? "") : star(number, high)];
  });
}

function buildChoice(
  parts: FieldParts,
  { several, other_label }: Extract<Question, { kind: "choice" }>,
  known: Answer | undefined,
  { buildInput, buildGroup, buildQuestionField }: FieldTools,
  options: readonly AnswerOption[],
  labels: Labels,
): QuestionField {
  const { document } = parts;
  const before = typeof known === "object" && "other" in known ? known : undefined;
  const chosen: readonly string[] = before?.options ?? (Array.isArray(known) ? known : []);
  const buildRow = (id: string, label: string, checked: boolean) => {
    const input = buildInput(document, several ? "checkbox" : "radio", id, checked);
    return { input, row: element(document, "label", "option", input, element(document, "span", "", label)) };
  };
  const rows = options.map(({ id, label }) => buildRow(id, label, chosen.includes(id)));
  const other = other_label === undefined ? undefined : buildRow("", other_label, before !== undefined);
  const text = element(document, "input", "answer");
  text.ariaLabel = other_label ?? "";
  text.maxLength = limits.survey_text_chars_max;
  text.value = before?.other ?? "";
  text.addEventListener("input", () => {
    if (other !== undefined && text.value.trim() !== "") other.input.checked = true;
  });
  const own = other === undefined ? [] : [other.row, text];
  const list = element(document, "div", "options", ...rows.map(({ row }) => row), ...own);
  const box = buildGroup(parts, several ? "group" : "radiogroup", list);
  const inputs = [...rows, ...(other === undefined ? [] : [other])].map(({ input }) => input);
  const value = (): Answer | undefined => {
    const ids = rows.filter(({ input }) => input.checked).map(({ input }) => input.value);
    if (other?.input.checked) return { options: ids, other: text.value.trim() };
    return ids.length === 0 ? undefined : ids;
  };
  const field = buildQuestionField(parts, box, several ? inputs : [box], inputs, value);
  const lacks = (): boolean => other?.input.checked === true && text.value.trim() === "";
  return {
    ...field,
    first: () => (lacks() ? text : field.first()),
    wrong: () => (lacks() ? (labels.survey_other ?? "Enter your own answer.") : undefined),
  };
}

/** A group of radio buttons per row, which needs no more width than its longest label. */
function buildMatrix(
  parts: FieldParts,
  { required, rows, columns }: Extract<Question, { kind: "matrix" }>,
  known: Answer | undefined,
  { buildInput, buildGroup, buildQuestionField }: FieldTools,
  labels: Labels,
): QuestionField {
  const { document } = parts;
  const before = typeof known === "object" && "rows" in known ? known.rows : {};
  const lines = rows.map(({ id, label }) => {
    const inputs = columns.map((each) => buildInput(document, "radio", each.id, before[id] === each.id, `row-${id}`));
    const points = inputs.map((input, at) =>
      element(document, "label", "option", input, element(document, "span", "", columns[at]?.label ?? "")),
    );
    const legend = element(document, "legend", "", label);
    const box = element(document, "fieldset", "row", legend, element(document, "div", "columns", ...points));
    box.role = "radiogroup";
    box.ariaRequired = String(required);
    return { id, inputs, box, chosen: () => inputs.find((each) => each.checked)?.value };
  });
  const inputs = lines.flatMap((line) => line.inputs);
  const box = buildGroup(parts, "group", ...lines.map((line) => line.box));
  const value = (): Answer | undefined => {
    const given = lines.flatMap(({ id, chosen }) => {
      const column = chosen();
      return column === undefined ? [] : [[id, column] as const];
    });
    return given.length === 0 ? undefined : { rows: Object.fromEntries(given) };
  };
  const open = () => lines.find(({ chosen }) => chosen() === undefined);
  return {
    ...buildQuestionField(
      parts,
      box,
      lines.map((line) => line.box),
      inputs,
      value,
    ),
    first: () => open()?.inputs[0] ?? inputs[0] ?? box,
    wrong: () =>
      required && value() !== undefined && open() ? (labels.survey_rows ?? "Answer every row.") : undefined,
  };
}

/** A menu of places per option. An option that takes another one's place gives its own place to that option. */
function buildRanking(
  parts: FieldParts,
  known: Answer | undefined,
  { buildGroup, buildQuestionField }: FieldTools,
  options: readonly AnswerOption[],
  labels: Labels,
): QuestionField {
  const { document } = parts;
  const before: readonly string[] = Array.isArray(known) ? known : [];
  const places = options.map((_, index) => String(index + 1));
  const menus = options.map(({ id }) => {
    const menu = element(document, "select", "place");
    menu.append(
      ...["", ...places].map((place) => Object.assign(element(document, "option", "", place || "–"), { value: place })),
    );
    menu.value = before.includes(id) ? String(before.indexOf(id) + 1) : "";
    return menu;
  });
  const values = menus.map(({ value }) => value);
  menus.forEach((menu, index) => {
    menu.addEventListener("change", () => {
      const taken = menu.value === "" ? -1 : values.indexOf(menu.value);
      const [changed, other] = [values[index] ?? "", menus[taken]];
      if (other !== undefined && other !== menu) values[taken] = other.value = changed;
      values[index] = menu.value;
    });
  });
  const rows = menus.map((menu, index) =>
    element(document, "label", "option", menu, element(document, "span", "", options[index]?.label ?? "")),
  );
  const box = buildGroup(parts, "group", element(document, "div", "options", ...rows));
  const value = (): Answer | undefined =>
    values.includes("") ? undefined : places.map((place) => options[values.indexOf(place)]?.id ?? "");
  return {
    ...buildQuestionField(parts, box, menus, menus, value),
    first: () => menus[values.indexOf("")] ?? menus[0] ?? box,
    wrong: () =>
      values.includes("") && values.some((each) => each !== "")
        ? fillPlaceholders(labels.survey_ranks ?? "Choose a place for each of the {count} options.", {
            count: menus.length,
          })
        : undefined,
  };
}

/** A native field for addresses or dates, with their keyboards and pickers. */
function buildTyped(
  parts: FieldParts,
  question: Extract<Question, { kind: "email" | "date" }>,
  known: Answer | undefined,
  { buildText }: FieldTools,
  labels: Labels,
): QuestionField {
  const { text, ...field } = buildText(
    parts,
    { placeholder: question.kind === "email" ? question.placeholder : undefined },
    undefined,
  );
  // Cast: without `long`, it is an input.
  const input = text as HTMLInputElement;
  input.type = question.kind;
  input.value = typeof known === "string" ? known : "";
  if (question.kind === "date") {
    // Browsers hide incomplete dates from the page.
    const wrong = () => (input.validity.badInput ? (labels.survey_date ?? "Enter a complete date.") : undefined);
    return { ...field, wrong };
  }
  input.autocomplete = "email";
  const wrong = () => {
    const given = input.value.trim();
    return given === "" || isEmailAddress(given) ? undefined : (labels.survey_email ?? "Enter a valid email address.");
  };
  return { ...field, wrong };
}

export const MORE_FIELDS_STYLE = `
:is(.stars,.smileys) .point{flex:0 0 1.6em;height:1.6em;border-color:#0000;font-size:1.6em;line-height:1;color:var(--mute)}
.stars .point:has(:checked),.stars .point:has(~.point :checked){background:none;border-color:#0000;color:light-dark(#b36b00,#ffc24d)}
.face[data-face]::before{content:attr(data-face)}
.smileys .face{filter:grayscale(.7)}.smileys .point:has(:checked) .face{filter:none}
:is(.stars,.smileys){margin-inline-start:-.4em}:is(.stars,.smileys)~.ends{max-width:calc(var(--points)*3.3em - 1em)}
@media (forced-colors:active){.stars .point:has(~.point :checked){border-color:Highlight}}
.options{display:grid;gap:.4em;margin-top:.7em}
.option{display:flex;gap:.7em;align-items:start;padding:.55em .8em;border:1px solid var(--line);border-radius:9px;cursor:pointer}
.option:hover{background:var(--hover)}
.option:has(input:checked){border-color:var(--accent)}
.option input{flex:none;width:1.2em;height:1.2em;margin:.15em 0 0;accent-color:var(--accent)}
.option input:focus-visible{outline:0}
.option:has(:focus-visible){outline:2px solid var(--accent);outline-offset:2px}
.options>.answer{margin:0}
.row{border:0;padding:0;margin:1em 0 0;min-width:0}.row>legend{padding:0}
.columns{display:flex;flex-wrap:wrap;gap:.4em;margin-top:.4em}
.columns .option{padding:.4em .65em}
.place{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--mute);border-radius:7px;min-width:3.4em;min-height:1.9em;margin:-.1em 0}
.option:has(.place){cursor:auto;align-items:center}
`;
