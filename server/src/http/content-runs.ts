import type { Edition } from "@fanfare/contract/content";
import { isId } from "@fanfare/contract/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { contentListQuerySchema } from "@fanfare/contract/schema/api";
import { type ExperimentReport, experimentQuerySchema } from "@fanfare/contract/schema/experiment";
import {
  type CelebrationSummary,
  type CelebrationsPage,
  type ContentRun,
  type ContentRunsPage,
  type RunPerson,
  runsQuerySchema,
} from "@fanfare/contract/schema/run";
import { Hono } from "hono";
import { getContent } from "../engage/content.ts";
import { pageOfContents } from "../engage/content-list.ts";
import { experimentOf } from "../measure/experiment.ts";
import { experimentAsCsv } from "../measure/experiment-csv.ts";
import { attributesIn } from "../people/rule-facts.ts";
import { fromJson, toIso } from "../store/columns.ts";
import { celebrationCounts, runsOfContent } from "../store/content-runs.ts";
import { draftsOf } from "../store/contents.ts";
import { runById } from "../store/runs.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery } from "./body.ts";
import { presentSummary } from "./presenters.ts";

const celebrationsQuerySchema = contentListQuerySchema.omit({ type: true });

/** Who met a content and when; and the celebrations of the workspace. */
export function contentRunRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const { db } = deps.store;
  return new Hono<ApiEnv>()
    .get("/contents/:id/runs", async (c) => {
      const { app_id, after, limit } = parseQuery(c, runsQuerySchema);
      const app = appNamed(deps.apps, app_id);
      const { id: content_id } = await getContent(deps, c.req.param("id"), app.id);
      const last = after === undefined ? undefined : isId("run", after) && (await runById(db, app.id, after));
      if (after !== undefined && !last) throw cursorInvalid();
      const rows = await runsOfContent(db, { app_id: app.id, content_id }, last || undefined, limit + 1);
      const page = rows.slice(0, limit);
      const next = rows.length > limit ? (page.at(-1)?.id ?? null) : null;
      return c.json({ items: page.map(presentRun), next } satisfies ContentRunsPage);
    })
    .get("/contents/:id/experiment", async (c) => {
      const { app_id, format } = parseQuery(c, experimentQuerySchema);
      const app = appNamed(deps.apps, app_id);
      const { id, slug } = await getContent(deps, c.req.param("id"), app.id);
      const report = await experimentOf(deps, app, id);
      if (format === "json") return c.json(report satisfies ExperimentReport);
      return c.body(experimentAsCsv(report), 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${slug}-experiment.csv"`,
      });
    })
    .get("/celebrations", async (c) => {
      const query = parseQuery(c, celebrationsQuerySchema);
      const app = appNamed(deps.apps, query.app_id);
      const now_ms = deps.clock.now();
      const { rows, next, total } = await pageOfContents(
        { store: deps.store, now_ms },
        {
          ...query,
          ...{ app_id: app.id, type: "celebration" },
        },
      );
      const ids = rows.map(({ id }) => id);
      const [drafts, counts] =
        ids.length === 0 ? [[], []] : await Promise.all([draftsOf(db, ids), celebrationCounts(db, app.id, ids)]);
      const draft_of = new Map(drafts.map(({ id, draft }) => [id, draft]));
      const counted = (id: string, name: string): number =>
        Number(counts.find((each) => each.content_id === id && each.name === name)?.events ?? 0);
      const items = rows.flatMap((row): readonly CelebrationSummary[] => {
        // A draft was checked by its schema before it was stored.
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
      return c.json({ items, next, total } satisfies CelebrationsPage);
    });
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

/** Whose a run or an answer is. */
export function presentRunPerson(
  row: Pick<RunOfContent, "person_id" | "external_id" | "anonymous_id" | "attributes">,
): RunPerson {
  const name = attributesIn(row.attributes)["name"];
  return {
    id: row.person_id,
    external_id: row.external_id ?? row.anonymous_id ?? "",
    anonymous: row.external_id === null,
    name: typeof name === "string" ? name : null,
  };
}

function cursorInvalid(): ProblemError {
  const message = "This is no run of the list. Start again from the first page.";
  return new ProblemError("query_invalid", message, { fields: [{ pointer: "/after", message }] });
}
