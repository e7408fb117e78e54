import type { Run } from "@fanfare/contract/schema/client/v1";
import type { PageHide } from "../../lib/lifecycle.ts";
import type { PlayerHandle } from "../../ui/types.ts";
import type { Stage, Started } from "../types.ts";
import type { GuideDeps } from "./guide.ts";

/** Loads the stage when there is content to show and buffers earlier calls. */
export interface Guidance {
  /** Called after the first response, once calls queued by an earlier page were sent. */
  open(): void;
  reevaluate(): void;
  onEvent(name: string): void;
  start(id_or_slug: string): Promise<Started>;
  stop(id_or_slug?: string): void;
  activePlayer(): PlayerHandle | undefined;
  pause(reason?: string): void;
  resume(reason?: string): void;
  conflict(current: Run): void;
  leave(event?: PageHide): void;
  restorePage(): void;
  forget(): void;
  stage(): Promise<Stage | undefined>;
}

export function createGuidance(
  deps: GuideDeps,
  load: (contents: string) => Promise<(deps: GuideDeps) => Stage>,
): Guidance {
  const { decisions, events, pauses, report } = deps;
  let opened = false;
  let stage: Stage | undefined;
  let loading: Promise<Stage | undefined> | undefined;

  const loadStage = (): Promise<Stage | undefined> => {
    loading ??= load(JSON.stringify(decisions.current()?.decisions ?? [])).then(
      (createGuide) => {
        stage = createGuide(deps);
        return stage;
      },
      (error) => {
        // Retry on the next change. The server has the files of a page for one release after it was opened.
        loading = undefined;
        return void report("reload the page", error);
      },
    );
    return loading;
  };

  /** Errors of the stage stay here, because the page's own events call it. */
  const withStage = <Result>(task: (stage: Stage) => Result): Result | undefined => {
    try {
      return stage && task(stage);
    } catch (error) {
      return void report("a call failed", error);
    }
  };

  const reevaluate = (): void => {
    if (!opened) return;
    withStage((it) => it.reevaluate());
    if (stage || !decisions.current()?.decisions.length) return;
    void loadStage().then(() => withStage((it) => it.reevaluate()));
  };

  return {
    reevaluate,
    stage: loadStage,
    open() {
      opened = true;
      reevaluate();
    },
    onEvent(name) {
      events.add(name);
      withStage((it) => it.onEvent(name));
    },
    async start(id_or_slug) {
      const loaded = decisions.current() && (await loadStage());
      return loaded?.start(id_or_slug) ?? { status: "refused", gate: "unavailable" };
    },
    stop: (id_or_slug) => withStage((it) => it.stop(id_or_slug)),
    activePlayer: () => withStage((it) => it.activePlayer()),
    pause: (reason) => void pauses.add(reason),
    resume(reason) {
      pauses.delete(reason);
      reevaluate();
    },
    conflict: (current) => withStage((it) => it.conflict(current)),
    leave: (event) => withStage((it) => it.leave(event)),
    restorePage: () => withStage((it) => it.restorePage()),
    forget() {
      events.clear();
      withStage((it) => it.forget());
    },
  };
}
