import type { Edition } from "@fanfare/contract/content/content";
import { type Part, partsIn } from "@fanfare/contract/content/parts";
import { button, element } from "../../ui/dom/element.ts";
import { type Edit, movePart, removePart } from "../edits.ts";
import { t } from "../language/t.ts";
import { NO_PART } from "../translate/body-texts.ts";
import { iconButton } from "./icon.ts";

interface StepListDeps {
  readonly document: Document;
  /** In the language that is written. */
  readonly edition: Edition;
  /** How many translations each part lacks. Undefined: the source language, where parts can be moved and deleted. */
  readonly missing: ((part_id: string) => number) | undefined;
  /** Whether there are texts that belong to no part. */
  readonly has_more: boolean;
  readonly selected: string;
  readonly select: (id: string) => void;
  readonly edit: (change: Edit) => void;
  /** Called after the selected step was moved. */
  readonly moved: (by: -1 | 1) => void;
}

/** The content's parts in order. The selected one can be moved and deleted. */
export function buildStepList(deps: StepListDeps): HTMLElement {
  const { document, edition, missing, has_more, selected, select, edit, moved } = deps;
  const { body } = edition;
  const parts = partsIn(body);
  const tools = (part: Part, index: number): readonly HTMLElement[] => {
    const move = (by: -1 | 1): void => {
      edit(movePart(part.id, by));
      moved(by);
    };
    const up = iconButton(document, "up", t("Move up"), () => move(-1));
    const down = iconButton(document, "down", t("Move down"), () => move(1));
    up.dataset["up"] = down.dataset["down"] = "";
    up.disabled = index === 0;
    down.disabled = index === parts.length - 1;
    const remove = iconButton(document, "remove", t("Delete “{title}”", { title: part.title }), () => {
      const neighbor = parts[index + 1] ?? parts[index - 1];
      edit(removePart(part.id));
      select(neighbor?.id ?? "");
    });
    remove.disabled = parts.length === 1;
    return [up, down, remove];
  };
  const line = (id: string, sign: string, text: string): HTMLElement => {
    const number = element(document, "span", "number", sign);
    const pick = button(document, "step", "", () => select(id));
    const name = element(document, "span", "", text);
    name.dir = "auto";
    pick.append(number, name);
    const lacks = missing?.(id) ?? 0;
    if (lacks > 0) pick.append(element(document, "small", "chip fair", t("Missing: {n}", { n: lacks })));
    if (id === selected) pick.setAttribute("aria-current", "true");
    return element(document, "li", "", pick);
  };
  const items = parts.map((part, index) => {
    const item = line(part.id, String(index + 1), part.title.trim() === "" ? t("Untitled") : part.title);
    const is_movable = part.id === selected && body.type !== "hint" && missing === undefined;
    if (is_movable) item.append(...tools(part, index));
    return item;
  });
  if (has_more) items.push(line(NO_PART, "…", t("Other texts")));
  const list = element(document, "ol", "steps", ...items);
  list.ariaLabel = t("Steps");
  return list;
}
