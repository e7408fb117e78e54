import { limits } from "@fanfare/contract/limits";
import type { StartOptions } from "../api/options.ts";
import type { Decisions, RequestPreferences } from "../engage/decide/decisions.ts";
import type { Stage, Started } from "../engage/types.ts";

/** `start` of the page, where it has options. */
export type StartWithOptions = (id_or_slug: string, how: StartOptions) => Promise<Started>;

interface StartDeps {
  readonly decisions: Pick<Decisions, "current" | "load">;
  readonly guidance: { stage(): Promise<Stage | undefined>; start(id_or_slug: string): Promise<Started> };
  readonly preferences: RequestPreferences;
}

/** `start` with preferences. Only `frequency` is bypassed; other gates still hide the content. */
export function createStart({ decisions, guidance, preferences }: StartDeps): StartWithOptions {
  return async (id_or_slug, { step, force, once }) => {
    const find = () =>
      decisions.current()?.decisions.find(({ content_id, slug }) => [content_id, slug].includes(id_or_slug));
    const stage = await guidance.stage();
    const before = find();
    if (once && before && stage) {
      const { history } = stage.facts(before);
      if (history?.ended || history?.completed || stage.wasShown(before)) return FREQUENCY;
    }
    const { again = [] } = preferences;
    const is_wish = force === true && once !== true && !again.includes(id_or_slug);
    if (is_wish) {
      preferences.again = [...again, id_or_slug].slice(-limits.again_contents_max);
      await decisions.load();
    }
    const started = await guidance.start(id_or_slug);
    const content = find();
    if (started.status === "shown" && step !== undefined && content) {
      stage?.shown().get(content.content_id)?.handle?.goTo(step);
    }
    if (is_wish && started.status === "refused") {
      // Prevent it from starting automatically later.
      preferences.again = preferences.again?.filter((each) => each !== id_or_slug);
      void decisions.load();
    }
    return started;
  };
}

const FREQUENCY: Started = { status: "refused", gate: "frequency" };
