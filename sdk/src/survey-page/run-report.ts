import { uuidv7 } from "@fanfare/contract/lib/ids";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import { createContentEvents } from "../engage/runs/content-events.ts";
import { contentNotice } from "../engage/runs/content-notice.ts";
import { trackRun } from "../engage/runs/run-tracker.ts";
import type { StagedPlayerOptions } from "../ui/types.ts";
import type { PageClient, PageClientDeps } from "./page-client.ts";

/** Reports a person's run and its events, as on any page. */
export function createRunReport(
  { window, clock, rng }: PageClientDeps,
  client: PageClient,
  decision: Decision,
): StagedPlayerOptions["on"] {
  const reason = decision.run === null ? "survey_link" : "resume";
  const newRunId = (): string => `run_${uuidv7(clock, rng)}`;
  const run = trackRun({ newRunId, saveMove: client.saveMove }, decision, reason);
  const { origin, pathname } = window.location;
  const track = createContentEvents({
    ...{ window, clock, storage: client.storage },
    // The page of a survey link has no developer.
    report: () => {},
    note: (event, notice) => void client.addEvent(event, { ...notice, page_url: origin + pathname }),
  });
  return (event, box) => {
    if (event.kind === "removed") return;
    if (event.kind === "step_shown") run.step(event.step_id);
    track({ event, decision, reason, about: contentNotice(decision, run.position().run_id), wait_ms: 0, box });
    if (event.kind === "ended") run.end(event.reason);
  };
}
