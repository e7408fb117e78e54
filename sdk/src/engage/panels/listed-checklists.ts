import type { Resource } from "@fanfare/contract/content/resource-center";
import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import { element } from "../../ui/dom/element.ts";
import type { ListedChecklists, ResourcePanel } from "../../ui/resource-center/launcher.ts";
import type { Decisions } from "../decide/decisions.ts";
import type { Stage } from "../types.ts";

export interface ListedChecklistDeps {
  readonly stage: Stage;
  readonly decisions: Pick<Decisions, "current">;
  readonly clock: Clock;
}

/** A checklist that is loading has no handle yet. */
const RETRY_MS = 100;

/** A resource's checklist: `busy` while it opens, `shown` from then on. */
interface Entry {
  readonly section: HTMLElement;
  readonly heading: HTMLElement;
  readonly text: HTMLElement;
  /** Where the checklist writes. */
  readonly box: HTMLElement;
  state: "absent" | "busy" | "shown";
  /** Takes it out of the panel. */
  release?: Cancel | undefined;
}

/**
 * Shows the checklists of a resource center: the run on the screen if there is one, otherwise a run of their own, which
 * is set aside when the panel closes. Leaves out checklists that the person can't get, or closed on this page.
 */
export async function openListedChecklists(
  { stage, decisions, clock }: ListedChecklistDeps,
  { root }: Pick<ResourcePanel, "root">,
  document: Document,
  changed: () => void,
): Promise<ListedChecklists> {
  const entries = new Map<string, Entry>();
  let wanted: readonly Resource[] = [];
  let stopped = false;

  const entryOf = ({ id, action }: Resource, content: string): Entry => {
    const key = `${id} ${action.kind} ${content}`;
    const known = entries.get(key);
    if (known) return known;
    const heading = element(document, "h4", "");
    heading.id = `listed-${id}`;
    const text = element(document, "p", "text");
    const box = element(document, "div", "");
    const section = element(document, "div", "listed", heading, text, box);
    const made: Entry = { section, heading, text, box, state: "absent" };
    entries.set(key, made);
    return made;
  };
  const refresh = (): void => {
    for (const resource of stopped ? [] : wanted) {
      if (resource.action.kind !== "checklist") continue;
      const { content } = resource.action;
      const entry = entryOf(resource, content);
      const decision = decisions.current()?.decisions.find(({ slug }) => slug === content);
      if (entry.state !== "absent" || decision?.edition.body.type !== "checklist") continue;
      void show(entry, decision);
    }
  };
  const show = async (entry: Entry, decision: Decision): Promise<void> => {
    entry.state = "busy";
    const attach = await openedHandle(stage, decision);
    if (attach === "later") clock.after(RETRY_MS, refresh);
    const release =
      typeof attach === "function" && !stopped
        ? await attach({
            ...{ box: entry.box, title_id: entry.heading.id },
            addStyle: root.addStyle,
            removed() {
              entry.state = "absent";
              changed();
            },
          })
        : undefined;
    // The panel may have closed, or the checklist ended meanwhile.
    const is_late = stopped || !stage.shown().has(decision.content_id);
    if (is_late) release?.();
    entry.release = is_late ? undefined : release;
    entry.state = entry.release ? "shown" : "absent";
    if (entry.release) changed();
  };
  return {
    find(resource) {
      if (resource.action.kind !== "checklist") return undefined;
      const { state, section, heading, text } = entryOf(resource, resource.action.content);
      heading.textContent = resource.title;
      text.textContent = resource.description ?? "";
      text.hidden = text.textContent === "";
      return state === "shown" ? section : null;
    },
    refresh(resources) {
      wanted = resources;
      refresh();
    },
    stop() {
      stopped = true;
      for (const { release } of entries.values()) release?.();
      // Checklists that only the panel showed are set aside.
      stage.reevaluate();
    },
  };
}

type Attach = NonNullable<NonNullable<ReturnType<ReturnType<Stage["shown"]>["get"]>>["handle"]>["embed"];

/** What shows the checklist in one more place. Opens it if it isn't on the screen. */
async function openedHandle(stage: Stage, decision: Decision): Promise<Attach | "later"> {
  const onScreen = () => stage.shown().get(decision.content_id);
  if (!onScreen()) {
    if (stage.wasShown(decision)) return undefined;
    await stage.open(decision, "embedded");
  }
  const scene = onScreen();
  return scene && !scene.handle ? "later" : scene?.handle?.embed;
}
