import type { Rollout } from "@fanfare/contract/content/content";
import { useEditor } from "./editor-context.ts";

/** Rollout and holdout with a setter that omits default values. */
export function useRollout(): readonly [Rollout, (change: Rollout) => void] {
  const { state, dispatch } = useEditor();
  const { rollout = {} } = state.draft.edition;
  const set = (change: Rollout): void => {
    const { percent = 100, holdout_percent = 0 } = { ...rollout, ...change };
    const next = {
      ...(percent === 100 ? {} : { percent }),
      ...(holdout_percent === 0 ? {} : { holdout_percent }),
    };
    dispatch({ kind: "set_rules", change: { rollout: Object.keys(next).length === 0 ? undefined : next } });
  };
  return [rollout, set];
}
