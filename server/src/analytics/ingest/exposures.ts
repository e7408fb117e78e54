import { ARMS } from "@fanfare/contract/content/experiment";
import { expectedShares, experimentKey, isExperiment } from "@fanfare/contract/content/variants";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { PublishedContents } from "../../engage/decide/published-content.ts";
import type { PeopleDeps, Person } from "../../people/person/find-person.ts";
import { type ExposureRow, insertExposures } from "../../store/statements/analytics/exposures.ts";
import type { Statement } from "../../store/store.ts";
import type { ReadEvent } from "./read-event.ts";

const EXPOSED = "experiment_exposed";

/**
 * Statements that store a person's first exposure to an experiment. In the holdout, pages report it when the content
 * would have been shown. Ignores variants without a share.
 */
export function exposureStatements(
  { store, clock }: PeopleDeps,
  app: AppRecord,
  contents: PublishedContents,
  person: Person,
  events: readonly ReadEvent[],
): readonly Statement[] {
  if (!contents.has_experiments) return [];
  const rows = new Map<string, ExposureRow>();
  for (const { name, raw_props } of events) {
    if (name !== EXPOSED || typeof raw_props["content_id"] !== "string") continue;
    const content = contents.find(raw_props["content_id"]);
    const arm = ARMS.find((each) => each === raw_props["variant"]);
    if (content === undefined || arm === undefined || rows.has(content.content_id)) continue;
    const { content_id, edition, version_number: version } = content;
    if (!isExperiment(edition) || !expectedShares(edition).has(arm)) continue;
    rows.set(content_id, {
      ...{ person_id: person.id, content_id, experiment: experimentKey(edition), app_id: app.id },
      ...{ arm, version, exposed_at: clock.now(), crossed: 0 },
    });
  }
  return rows.size === 0 ? [] : [{ query: insertExposures(store.db, [...rows.values()]) }];
}
