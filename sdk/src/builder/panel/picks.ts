import { partsIn } from "@fanfare/contract/content/parts";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { Target } from "@fanfare/contract/target/target";
import { parentElement } from "../../debug/nearby.ts";
import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import type { Page } from "../../ui/types.ts";
import type { DraftStore } from "../draft.ts";
import { insertStep, newStep, setTarget, targetOf } from "../edits.ts";
import { nameOf } from "../pick/element-name.ts";
import type { Highlight } from "../pick/highlight.ts";
import type { Picked, PickMode } from "../pick/pick-mode.ts";
import { loadPart } from "./load-part.ts";
import { buildTargetSection } from "./target-section.ts";

interface PicksDeps {
  readonly page: Page;
  readonly root: UiRoot;
  readonly rng: Rng;
  readonly draft: DraftStore;
  readonly panel: HTMLElement;
  readonly point: Highlight;
  readonly selected: () => string;
  /** Called before the page is picked from. */
  readonly beforePick: () => void;
  readonly rebuild: () => void;
  readonly added: (step_id: string) => void;
}

/** Targets of the content's parts, as picked on the page. */
export interface Picks {
  buildTarget(part_id: string): HTMLElement;
  /** Adds a step about the element that is picked, after the selected one. */
  addStep(): void;
  stop(): void;
}

export function createPicks(deps: PicksDeps): Picks {
  const { page, root, rng, draft, panel, point, selected } = deps;
  /** The last pick of each part, with the results of its trials. */
  const picks = new Map<string, Picked>();
  let mode: PickMode | undefined;
  let pick_button: HTMLElement | undefined;
  /** The elements that were left for their parents, outermost first, and the parent of the last. */
  let inner: readonly Element[] = [];
  /** Why the last step to a nearby element wasn't taken. */
  let refusal: string | undefined;

  // Loaded ahead, so that the page doesn't receive a press that was meant to pick. A failure shows on first use.
  import("../pick/pick-mode.ts").catch(() => {});

  const begin = async (how: "start" | "startSoon", done: (picked: Picked | null) => void): Promise<void> => {
    const part = await loadPart(root, import("../pick/pick-mode.ts"));
    if (part === undefined) return;
    mode ??= part.createPickMode(page, root, panel, point);
    deps.beforePick();
    inner = [];
    mode[how](done);
  };
  const set = (picked: Picked): void => {
    picks.set(selected(), picked);
    draft.change("", setTarget(selected(), targetIn(picked)));
    root.announce(`Target: ${nameOf(picked.element)}`);
  };
  const take = (picked: Picked | null): void => {
    if (picked !== null) set(picked);
    deps.rebuild();
    pick_button?.focus();
  };
  const takeNearby = async (nearby: Element, found: Element): Promise<void> => {
    const part_id = selected();
    const part = await loadPart(root, import("../pick/pick-mode.ts"));
    const picked = await part?.locate(page, nearby);
    if (part === undefined || part_id !== selected()) return;
    if (!picked) {
      refusal = part.NO_LOCATOR;
      root.announce(refusal, true);
      deps.rebuild();
      return;
    }
    inner = nearby === parentElement(found) ? [...inner, found] : nearby === inner.at(-1) ? inner.slice(0, -1) : [];
    set(picked);
    deps.rebuild();
    point(nearby, nameOf(nearby));
  };
  const addPicked = (picked: Picked | null): void => {
    if (picked === null) {
      deps.rebuild();
      return;
    }
    const id = newPartId(rng);
    const index = partsIn(draft.edition().body).findIndex((part) => part.id === selected()) + 1;
    draft.change("", insertStep(newStep(id, titleFor(picked.element), targetIn(picked)), index));
    picks.set(id, picked);
    deps.added(id);
  };

  return {
    buildTarget(part_id) {
      const last = inner.at(-1);
      const refused = refusal;
      refusal = undefined;
      const section = buildTargetSection({
        ...{ document: page.document, part_id, point, refused },
        target: targetOf(draft.edition(), part_id),
        picked: picks.get(part_id),
        inner: (found) => (last !== undefined && parentElement(last) === found ? last : undefined),
        pick: () => void begin("start", take),
        pickSoon: () => void begin("startSoon", take),
        take: (nearby, found) => void takeNearby(nearby, found),
      });
      pick_button = section.pick_button;
      return section.element;
    },
    addStep: () => void begin("start", addPicked),
    stop: () => mode?.stop(),
  };
}

const PART_ID_BYTES = 16;

/** The server accepts any ID. Its own generator would add a file to what every page loads. */
export function newPartId(rng: Rng): string {
  const digits = [...rng.bytes(PART_ID_BYTES)].map((byte) => byte.toString(16).padStart(2, "0"));
  return `stp_${digits.join("")}`;
}

function targetIn({ target: { strategies, scope } }: Picked): Target {
  return scope === undefined ? { strategies } : { strategies, scope };
}

/** First title of a step about an element, for the author to change. */
function titleFor(target: Element): string {
  const name = nameOf(target);
  return /“(.*)”$/.exec(name)?.[1] ?? "New step";
}
