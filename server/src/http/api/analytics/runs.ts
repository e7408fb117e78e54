import type { Edition } from "@fanfare/contract/content/content";
import { isId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { CelebrationSummary, ContentRun, RunPerson } from "@fanfare/contract/schema/responses/analytics/run";
import type { RUN_ROUTES } from "@fanfare/contract/schema/routes/analytics/reports";
import { experimentReport } from "../../../analytics/reports/experiment.ts";
import { experimentCsv } from "../../../analytics/reports/experiment-csv.ts";
import { groupProgressPage } from "../../../analytics/reports/group-progress.ts";
import { readSearches, searchesCsv, searchReport } from "../../../analytics/reports/searches.ts";
import { getContent } from "../../../engage/content/content.ts";
import { contentPage } from "../../../engage/content/content-list.ts";
import { createPublished } from "../../../engage/decide/published-cache.ts";
import { reviewerIn } from "../../../engage/publish/reviews.ts";
import { parseAttributes } from "../../../people/rules/rule-facts.ts";
import { fromIso, fromJson, toIso } from "../../../store/columns.ts";
import { celebrationCounts, runsOfContent } from "../../../store/statements/analytics/content-runs.ts";
import { runById } from "../../../store/statements/analytics/runs.ts";
import { draftsOf } from "../../../store/statements/content/contents.ts";
import type { Handlers } from "../../routing/handlers.ts";
import { presentSummary } from "../content/presenters.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { csvResponse } from "./csv-response.ts";

export function contentRunHandlers(deps: ApiDeps): Handlers<typeof RUN_ROUTES> {
  const { db } = deps.store;
  const published = createPublished(deps);
  return {
    "GET /api/contents/:id/runs": async ({ params, query, app }) => {
      const { after, limit } = query;
      const { id: content_id } = await getContent(deps, params.id, app.id);
      const last = after === undefined ? undefined : isId("run", after) && (await runById(db, app.id, after));
      if (after !== undefined && !last) throw cursorInvalid();
      const rows = await runsOfContent(db, { app_id: app.id, content_id }, last || undefined, limit + 1);
      const page = rows.slice(0, limit);
      const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
      return { items: page.map(presentRun), next };
    },
    "GET /api/contents/:id/experiment": async ({ c, params, query, app }) => {
      const { format } = query;
      const { id, slug } = await getContent(deps, params.id, app.id);
      const report = await experimentReport(deps, app, id);
      if (format === "json") return report;
      return csvResponse(c, experimentCsv(report), `${slug}-experiment`);
    },
    "GET /api/contents/:id/searches": async ({ c, params, query, app }) => {
      const { id, slug } = await getContent(deps, params.id, app.id);
      const period = { from: fromIso(query.from), to: fromIso(query.to) };
      const searches = await readSearches(deps.store, { app_id: app.id, content_id: id, ...period });
      if (query.format === "json") return searchReport(searches);
      return csvResponse(c, searchesCsv(searches), `${slug}-searches`);
    },
    "GET /api/contents/:id/group-progress": async ({ params, query, app }) => {
      const { id } = await getContent(deps, params.id, app.id);
      return groupProgressPage({ ...deps, published }, app, id, query);
    },
    "GET /api/celebrations": async ({ query, app, actor }) => {
      const now_ms = deps.clock.now();
      const { rows, next, total } = await contentPage(
        { store: deps.store, now_ms },
        {
          ...query,
          ...{ app_id: app.id, type: "celebration", reviewer: reviewerIn(app, actor) },
        },
      );
      const ids = rows.map(({ id }) => id);
      const [drafts, counts] =
        ids.length === 0 ? [[], []] : await Promise.all([draftsOf(db, ids), celebrationCounts(db, app.id, ids)]);
      const draft_of = new Map(drafts.map(({ id, draft }) => [id, draft]));
      const counted = (id: string, name: string): number =>
        Number(counts.find((each) => each.content_id === id && each.name === name)?.events ?? 0);
      const items = rows.flatMap((row): readonly CelebrationSummary[] => {
        // Cast: the schema validated the draft before it was stored.
        const edition = fromJson(draft_of.get(row.id) ?? "null", (value) => value as Edition | null);
        if (edition?.body.type !== "celebration") return [];
        const { preset, message, colors, intensity } = edition.body;
        const { trigger, frequency } = edition;
        return [
          {
            ...presentSummary(row, now_ms),
            ...{ preset, trigger, frequency, message: message ?? null, colors: colors ?? [] },
            intensity: intensity ?? 1,
            played: counted(row.id, "celebration_played"),
            skipped: counted(row.id, "celebration_skipped"),
          },
        ];
      });
      return { items, next, total };
    },
  };
}

type RunOfContent = Awaited<ReturnType<typeof runsOfContent>>[number];

function presentRun(row: RunOfContent): ContentRun {
  const { id, version, state, start_reason, end_reason, started_at, ended_at } = row;
  return {
    ...{ id, version, state, start_reason, end_reason, started_at: toIso(started_at) },
    ended_at: ended_at === null ? null : toIso(ended_at),
    person: presentRunPerson(row),
  };
}

export function presentRunPerson(
  row: Pick<RunOfContent, "person_id" | "external_id" | "anonymous_id" | "attributes">,
): RunPerson {
  const name = parseAttributes(row.attributes)["name"];
  return {
    id: row.person_id,
    external_id: row.external_id ?? row.anonymous_id ?? "",
    anonymous: row.external_id === null,
    name: typeof name === "string" ? name : null,
  };
}

function cursorInvalid(): ProblemError {
  const message = "This run isn't in the list. Start again from the first page.";
  return new ProblemError("query_invalid", message, { fields: [{ pointer: "/after", message }] });
}
