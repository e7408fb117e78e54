import type { Edition } from "@fanfare/contract/content/content";
import { sameValue } from "@fanfare/contract/draft/draft-merge";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { pagePattern } from "@fanfare/contract/targeting/page-pattern";
import { read } from "../lib/native.ts";
import { button, element } from "../ui/dom/element.ts";
import type { UiRoot } from "../ui/overlay/ui-root.ts";
import { type Edit, insertStep, newStep, removePart, tourStepsOf } from "./edits.ts";
import { t } from "./language/t.ts";
import { iconButton } from "./panel/icon.ts";
import { type RecordedAct, recordActs } from "./record.ts";

// Exported from this file's chunk: chunks of their own would split what they share from what others load.
export { openTrackBox } from "./track-box.ts";
export { pointTracker } from "./tracker/point-tracker.ts";

interface RecordDeps {
  readonly document: Document;
  readonly root: UiRoot;
  readonly newId: () => string;
  readonly edition: () => Edition;
  readonly change: (edit: Edit) => void;
  readonly stopped: () => void;
}

/**
 * Records the author's way through the app as steps of the tour, each saved when it happens. Returns a function that
 * stops without calling `stopped`.
 */
export function openRecordBar(deps: RecordDeps): Cancel {
  const { document, root } = deps;
  const words = element(document, "p", "", t("Recording. Your clicks are real. What you type isn't stored."));
  const last = element(document, "p", "soft", "");
  const undo = button(document, "", t("Remove last"), () => {
    const id = added.pop();
    if (id === undefined) return;
    deps.change(removePart(id));
    last.textContent = t("Removed");
  });
  const stop = button(document, "primary", t("Stop recording"), () => {
    end();
    bar.remove();
    deps.stopped();
  });
  const move = iconButton(document, "move", t("Move bar"), () => bar.classList.toggle("low"));
  const bar = element(document, "div", "bar low", words, last, undo, move, stop);
  bar.role = "region";
  bar.ariaLabel = t("Record");
  const added: string[] = [];
  const note = (act: RecordedAct): void => {
    const before = tourStepsOf(deps.edition()).at(-1);
    // The second press of a double click.
    if (before?.kind === "anchored" && sameValue(before.target, act.target)) return;
    const id = deps.newId();
    deps.change((edition) => withRecorded(edition, id, act, read(document, "URL")));
    added.push(id);
    const text = t("Step {n}: {title}", { n: tourStepsOf(deps.edition()).length, title: act.title });
    last.textContent = text;
    root.announce(text);
  };
  const end = recordActs(document, deps.edition().locale, note);
  root.view.append(bar);
  return end;
}

function withRecorded(
  edition: Edition,
  id: string,
  { kind, title, blocks, target }: RecordedAct,
  href: string,
): Edition {
  const step = { ...newStep(id, title, target), blocks, advance: [{ kind }] };
  return withPage(insertStep(step, tourStepsOf(edition).length)(edition), href);
}

/** Adds the page to those where the tour appears, unless it appears everywhere. */
function withPage(edition: Edition, href: string): Edition {
  const { targeting } = edition;
  const { include, exclude } = targeting.urls;
  const pattern = pagePattern(href);
  if (include.length === 0 || include.includes(pattern)) return edition;
  return { ...edition, targeting: { ...targeting, urls: { include: [...include, pattern], exclude } } };
}
