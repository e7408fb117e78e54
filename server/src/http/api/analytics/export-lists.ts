import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { EXPORTED_LISTS, type ExportedList } from "@fanfare/contract/schema/analytics/funnel";
import { type Actor, assertActorAllowed } from "../../../accounts/access/actor.ts";
import { listTokens } from "../../../accounts/access/api-tokens.ts";
import { listMembers } from "../../../accounts/members/team.ts";
import type { ExportBatches } from "../../../analytics/reports/export.ts";
import { contentInBatches } from "../../../engage/content/content-file.ts";
import type { ExportedRow } from "../../../store/statements/analytics/exports.ts";
import type { ContentFilter } from "../../../store/statements/content/content-filter.ts";
import { allSegments } from "../../../store/statements/people/segments.ts";
import { presentSummary } from "../content/presenters.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { presentSegment } from "../people/presenters.ts";
import { presentTeamMember } from "../workspace/presenters.ts";
import { presentToken } from "../workspace/tokens.ts";

export function isExportedList(table: string): table is ExportedList {
  return EXPORTED_LISTS.some((list) => list === table);
}

/**
 * Exports a workspace list in batches, as displayed, without hashes and secrets.
 *
 * @throws ProblemError `role_insufficient` or `scope_insufficient` if the actor may not view the list itself.
 */
export function exportList(
  deps: ApiDeps,
  actor: Actor,
  list: ExportedList,
  filter: Omit<ContentFilter, "begun"> & { readonly app_id: AppId },
): ExportBatches {
  switch (list) {
    case "contents": {
      const now_ms = deps.clock.now();
      return rowsOf(contentInBatches({ store: deps.store, now_ms }, filter), (row) => presentSummary(row, now_ms));
    }
    case "segments":
      return rowsOf(segmentsMatching(deps, filter.text), presentSegment);
    case "members":
      assertActorAllowed(actor, "member.read");
      return rowsOf(
        pages((page) => listMembers(deps, page)),
        (row) => {
          const { etag: _, app_roles: __, ...shown } = presentTeamMember(row, []);
          return shown;
        },
      );
    case "tokens":
      assertActorAllowed(actor, "token.read");
      return rowsOf(
        pages((page) => listTokens(deps, page)),
        presentToken,
      );
  }
}

async function* rowsOf<Row>(parts: AsyncGenerator<readonly Row[]>, present: (row: Row) => object): ExportBatches {
  for await (const rows of parts) yield rows.map((row) => flatten(present(row)));
}

/** Flattens a row for a file. Nested values become JSON, and booleans are written as in the database. */
function flatten(shown: object): ExportedRow {
  const cells = Object.entries(shown).map(([name, value]: [string, unknown]) => {
    if (typeof value === "boolean") return [name, value ? 1 : 0] as const;
    if (value === null || typeof value === "string" || typeof value === "number") return [name, value] as const;
    return [name, JSON.stringify(value)] as const;
  });
  return Object.fromEntries(cells);
}

async function* segmentsMatching({ store }: ApiDeps, text: string) {
  const needle = text.toLowerCase();
  const rows = await allSegments(store.db);
  yield rows.filter(({ name }) => name.toLowerCase().includes(needle));
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

async function* pages<Row>(read: (page: { readonly after?: string; readonly limit: number }) => Promise<Page<Row>>) {
  let next: string | null = null;
  do {
    const page: Page<Row> = await read({ limit: limits.page_size_max, ...(next === null ? {} : { after: next }) });
    next = page.next;
    yield page.rows;
  } while (next !== null);
}
