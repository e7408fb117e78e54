import type { Edition } from "@fanfare/contract/content/content";
import { type Part, partsIn } from "@fanfare/contract/content/parts";
import { button, element } from "../../ui/dom/element.ts";
import { type Edit, movePart, removePart } from "../edits.ts";
import { iconButton } from "./icon.ts";

interface StepListDeps {
  readonly document: Document;
  readonly edition: Edition;
  readonly selected: string;
  readonly select: (id: string) => void;
  readonly edit: (change: Edit) => void;
  /** Called after the selected step was moved. */
  readonly moved: (by: -1 | 1) => void;
}

/** The content's parts in order. The selected one can be moved and deleted. */
export function buildStepList({ document, edition, selected, select, edit, moved }: StepListDeps): HTMLElement {
  const { body } = edition;
  const parts = partsIn(body);
  const tools = (part: Part, index: number): readonly HTMLElement[] => {
    const move = (by: -1 | 1): void => {
      edit(movePart(part.id, by));
      moved(by);
    };
    const up = iconButton(document, "up", "Move up", () => move(-1));
    const down = iconButton(document, "down", "Move down", () => move(1));
    up.dataset["up"] = down.dataset["down"] = "";
    up.disabled = index === 0;
    down.disabled = index === parts.length - 1;
    const remove = iconButton(document, "remove", `Delete “${part.title}”`, () => {
      const neighbor = parts[index + 1] ?? parts[index - 1];
      edit(removePart(part.id));
      select(neighbor?.id ?? "");
    });
    remove.disabled = parts.length === 1;
    return [up, down, remove];
  };
  const items = parts.map((part, index) => {
    const number = element(document, "span", "number", String(index + 1));
    const pick = button(document, "step", "", () => select(part.id));
    pick.append(number, element(document, "span", "", part.title.trim() === "" ? "Untitled" : part.title));
    const item = element(document, "li", "", pick);
    if (part.id !== selected) return item;
    pick.setAttribute("aria-current", "true");
    if (body.type !== "hint") item.append(...tools(part, index));
    return item;
  });
  const list = element(document, "ol", "steps", ...items);
  list.ariaLabel = "Steps";
  return list;
}
