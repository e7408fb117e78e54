import type { Suppression } from "@fanfare/contract/schema/client/v1";
import type { Popup } from "../dialog/popup.ts";
import { button, element } from "../dom/element.ts";
import { moveFocus } from "../dom/focus.ts";
import { fillPlaceholders } from "../text/labels.ts";
import type { Labels } from "../types.ts";
import { formatDate } from "./format-date.ts";

/** A suppression that can be shown and lifted. `name`: the content's title, if it still exists. */
export interface HiddenChoice extends Suppression {
  readonly name?: string | undefined;
}

/** Fills a popup with the person's suppressions. Returns a function that updates the list. */
export function buildChoicesPage(
  popup: Popup,
  options: {
    readonly document: Document;
    readonly labels: Labels;
    readonly undo: (choices: readonly HiddenChoice[]) => void;
    /** Turns off all live updates except urgent ones. */
    readonly switchOff: () => void;
  },
): (choices: readonly HiddenChoice[]) => void {
  const { document, labels, undo, switchOff } = options;
  const { root, heading, content, foot } = popup;
  const list = element(document, "ul", "");
  list.role = "list";
  const empty = element(document, "p", "empty", labels.choices_empty ?? "Nothing hidden");
  content.append(list, empty);
  let shown: readonly HiddenChoice[] = [];
  const takeBack = (choices: readonly HiddenChoice[], name: string): void => {
    root.announce(fillPlaceholders(labels.shown_again ?? "{name} can be shown again.", { name }));
    undo(choices);
  };
  const undoable = (): readonly HiddenChoice[] => shown.filter(({ reason }) => reason !== "admin");
  const everything = button(document, "text", labels.show_all_again ?? "Show all again", () => {
    moveFocus(heading);
    takeBack(undoable(), labels.everything ?? "All content");
  });
  const off = button(document, "text", labels.live_updates_off ?? "Turn off notifications", () => {
    moveFocus(heading);
    root.announce(labels.live_updates_are_off ?? "Notifications are off. Urgent ones still appear.");
    switchOff();
  });
  foot.append(everything, off);

  const row = (choice: HiddenChoice, index: number): HTMLElement => {
    const name = element(document, "strong", "", choiceName(choice, labels));
    name.id = `choice-${index}`;
    const caption = element(
      document,
      "div",
      "words",
      name,
      element(document, "span", "", hiddenUntil(document, choice, labels)),
    );
    // People can't lift suppressions set by an administrator.
    if (choice.reason === "admin") return element(document, "li", "choice", caption);
    const again = button(document, "text", labels.show_again ?? "Show again", () =>
      takeBack([choice], choiceName(choice, labels)),
    );
    again.setAttribute("aria-describedby", name.id);
    return element(document, "li", "choice", caption, again);
  };

  return (choices) => {
    shown = choices;
    const buttons = list.getElementsByTagName("button");
    // Cast: other elements aren't in the list.
    const held = [...buttons].indexOf(root.shadow.activeElement as HTMLButtonElement);
    list.replaceChildren(...choices.map(row));
    // The focused button was removed with its row, so focus moves to the next row. The collection is live.
    if (held >= 0) moveFocus(buttons[held] ?? heading);
    list.hidden = choices.length === 0;
    empty.hidden = choices.length > 0;
    everything.hidden = undoable().length < 2;
    off.hidden = choices.some(({ scope }) => scope === "live_updates");
    // Hide the separator when the footer is empty.
    foot.style.borderColor = everything.hidden && off.hidden ? "#0000" : "";
  };
}

function choiceName({ scope, target, name }: HiddenChoice, labels: Labels): string {
  switch (scope) {
    case "all":
      return labels.everything ?? "All content";
    case "tag":
      return fillPlaceholders(labels.tagged ?? "All content tagged “{name}”", { name: target });
    case "live_updates":
      return labels.live_updates ?? "Live notifications";
    case "content":
      return name ?? labels.unknown_content ?? "Deleted content";
  }
}

function hiddenUntil(document: Document, { reason, expires_at }: HiddenChoice, labels: Labels): string {
  const [text, style]: readonly [string, Intl.DateTimeFormatOptions] =
    reason === "snoozed"
      ? [labels.snoozed_until ?? "Snoozed until {date}", { dateStyle: "medium", timeStyle: "short" }]
      : [labels.hidden_until ?? "Hidden until {date}", { dateStyle: "long" }];
  return fillPlaceholders(text, { date: formatDate(document, expires_at, style) });
}

export const CHOICES_PAGE_STYLE = `
.choice{display:flex;flex-wrap:wrap;align-items:center;gap:.2em 1em;padding:.55em 1.3em}
.choice .words{flex:1;min-width:min(10em,100%);display:grid}
.choice span{font-size:.867em;color:var(--mute)}
`;
