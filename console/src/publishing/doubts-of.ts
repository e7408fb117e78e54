import { systemClock } from "@fanfare/contract/clock";
import { contrastDoubts } from "../builder/contrast-checks.ts";
import { type Draft, draftOf } from "../builder/draft.ts";
import { type Doubt, publishDoubts } from "../builder/publish-checks.ts";
import type { Doors } from "../doors.ts";
import { t } from "../language/t.ts";
import { queries } from "../queries.ts";
import { ruleQueries } from "../rules/queries.ts";
import { peoplePart } from "../rules/tree.ts";
import { themeQueries } from "../themes/queries.ts";

/** A content that is about to be published: by its id as the server has it, or as it is on the screen. */
export type Asked = { readonly name: string } & (
  | { readonly id: string; readonly draft?: undefined }
  /** Without an id there is no editor that it could be mended in. */
  | { readonly id?: string; readonly draft: Draft }
);

type Readers = Pick<Doors, "api" | "client">;

/** All that speaks against publishing a content that the server would accept. Rejects where it cannot be read. */
export async function doubtsOf(doors: Readers, app_id: string, { id, draft }: Asked): Promise<readonly Doubt[]> {
  const { api, client } = doors;
  const now =
    draft ?? draftOf(await client.fetchQuery({ ...queries.content(api, app_id, id), staleTime: 0, retry: false }));
  const [unseen, unmet] = await Promise.all([hardToSee(doors, now), nobodyFits(doors, app_id, now)]);
  return [...publishDoubts(now, systemClock.now()), ...unseen, ...(unmet ? [NOBODY_FITS] : [])];
}

/** Who fits the audience now; no answer is no reason to wait. */
async function nobodyFits({ api, client }: Readers, app_id: string, { edition }: Draft): Promise<boolean> {
  const rule = peoplePart(edition.targeting.audience);
  if (rule === undefined) return false;
  const preview = await client.fetchQuery(ruleQueries.preview(api, app_id, rule)).catch(() => undefined);
  return preview !== undefined && preview.people > 0 && preview.count + preview.unknown === 0;
}

/** What some people could not read; as above. */
async function hardToSee({ api, client }: Readers, { edition }: Draft): Promise<readonly Doubt[]> {
  const themes = await client.fetchQuery(themeQueries.all(api)).catch(() => undefined);
  return themes === undefined ? [] : contrastDoubts(edition, themes.items);
}

const NOBODY_FITS: Doubt = { words: t("Nobody fits the audience now."), tab: "audience", step: undefined };
