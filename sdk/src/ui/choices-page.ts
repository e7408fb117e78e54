import type { Suppression } from "@fanfare/contract/schema/v1";
import { dateText } from "./dates.ts";
import { element } from "./element.ts";
import { moveFocus } from "./focus.ts";
import { fill } from "./labels.ts";
import type { Popup } from "./popup.ts";
import type { Labels } from "./types.ts";

/** A choice that can be seen and undone. `name`: what a content is called, where that is known. */
export interface Hidden extends Suppression {
  readonly name?: string | undefined;
}

/** Fills a popup with what the person hid; answers what shows another state of it. */
export function buildChoicesPage(
  popup: Popup,
  options: {
    readonly document: Document;
    readonly labels: Labels;
    readonly undo: (choices: readonly Hidden[]) => void;
    /** The person wants no live updates, but urgent ones. */
    readonly switchOff: () => void;
  },
): (choices: readonly Hidden[]) => void {
  const { document, labels, undo, switchOff } = options;
  const { root, heading, content, foot } = popup;
  const list = element(document, "ul", "");
  list.role = "list";
  const empty = element(document, "p", "empty", labels.choices_empty ?? "You have hidden nothing.");
  content.append(list, empty);
  let shown: readonly Hidden[] = [];
  const live_updates = labels.live_updates ?? "Notifications as they come";

  const nameOf = ({ scope, target, name }: Hidden): string => {
    switch (scope) {
      case "all":
        return labels.everything ?? "Everything";
      case "tag":
        return fill(labels.tagged ?? "All about “{name}”", { name: target });
      case "live_updates":
        return live_updates;
      case "content":
        return name ?? labels.unknown_content ?? "Something that is no longer there";
    }
  };
  const untilOf = ({ reason, expires_at }: Hidden): string => {
    const snoozed = reason === "snoozed";
    const date = dateText(
      document,
      expires_at,
      snoozed ? { dateStyle: "medium", timeStyle: "short" } : { dateStyle: "long" },
    );
    const text = snoozed
      ? (labels.snoozed_until ?? "Comes back on {date}")
      : (labels.hidden_until ?? "Hidden until {date}");
    return fill(text, { date });
  };
  const button = (text: string, press: () => void): HTMLButtonElement => {
    const made = element(document, "button", "text", text);
    made.type = "button";
    made.addEventListener("click", press);
    return made;
  };
  const takeBack = (choices: readonly Hidden[], name: string): void => {
    // Its row goes with its button: the title says where the person is.
    moveFocus(heading);
    root.announce(fill(labels.shown_again ?? "{name} can be shown again.", { name }));
    undo(choices);
  };
  const undoable = (): readonly Hidden[] => shown.filter(({ reason }) => reason !== "admin");
  const everything = button(labels.show_all_again ?? "Show all again", () =>
    takeBack(undoable(), labels.everything ?? "Everything"),
  );
  const off = button(labels.live_updates_off ?? "Switch off notifications", () => {
    moveFocus(heading);
    root.announce(labels.live_updates_are_off ?? "Notifications are off. Urgent ones still come.");
    switchOff();
  });
  foot.append(everything, off);

  const row = (choice: Hidden, index: number): HTMLElement => {
    const name = element(document, "strong", "", nameOf(choice));
    name.id = `choice-${index}`;
    const words = element(document, "div", "words", name, element(document, "span", "", untilOf(choice)));
    // What an administrator set is not the person's to undo.
    if (choice.reason === "admin") return element(document, "li", "choice", words);
    const again = button(labels.show_again ?? "Show again", () => takeBack([choice], nameOf(choice)));
    again.setAttribute("aria-describedby", name.id);
    return element(document, "li", "choice", words, again);
  };

  return (choices) => {
    shown = choices;
    list.replaceChildren(...choices.map(row));
    list.hidden = choices.length === 0;
    empty.hidden = choices.length > 0;
    everything.hidden = undoable().length < 2;
    off.hidden = choices.some(({ scope }) => scope === "live_updates");
    // Its line would part the list from nothing.
    foot.style.borderColor = everything.hidden && off.hidden ? "#0000" : "";
  };
}

export const CHOICES_PAGE_STYLE = `
.choice{display:flex;flex-wrap:wrap;align-items:center;gap:.2em 1em;padding:.55em 1.3em}
.choice .words{flex:1;min-width:min(10em,100%);display:grid}
.choice span{font-size:.867em;color:var(--mute)}
`;
