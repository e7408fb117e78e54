import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import type { AppDirectory } from "../accounts/app-directory.ts";
import { tellConsoles } from "../engage/console-signal.ts";
import type { PeopleDeps } from "../people/people.ts";
import type { Publish } from "../publish.ts";
import type { IngestDeps } from "./ingest.ts";
import { deliveryStatements, isLiveUpdateEvent } from "./live-update-events.ts";

/** What events bring about, beside being stored. */
export type Measures = Pick<IngestDeps, "consequences" | "stored">;

export interface MeasuresDeps extends PeopleDeps {
  readonly clock: Clock;
  readonly apps: AppDirectory;
  readonly publish: Publish;
}

export function createMeasures(deps: MeasuresDeps): Measures {
  let telling = false;

  /** Open consoles count along, but a crowd that acknowledges makes one signal a second. */
  const tellSoon = (): void => {
    if (telling) return;
    telling = true;
    deps.clock.after(limits.live_update_counts_interval_ms, () => {
      telling = false;
      tellConsoles(deps);
    });
  };

  return {
    consequences: async (app, person, events) => deliveryStatements(deps, app, person, events),
    stored(_app, _person, events) {
      if (events.some(({ name }) => isLiveUpdateEvent(name))) tellSoon();
    },
  };
}
