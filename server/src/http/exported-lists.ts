import type { AppId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { EXPORTED_LISTS, type ExportedList } from "@fanfare/contract/schema/analytics";
import { type Actor, assertActorMay } from "../accounts/actor.ts";
import { listTokens } from "../accounts/api-tokens.ts";
import { listMembers } from "../accounts/team.ts";
import { partsOfContents } from "../engage/content-file.ts";
import type { ExportedParts } from "../measure/export.ts";
import type { ContentFilter } from "../store/content-filter.ts";
import type { ExportedRow } from "../store/exports.ts";
import { allSegments } from "../store/segments.ts";
import type { ApiDeps } from "./api-deps.ts";
import { presentTeamMember } from "./member-presenters.ts";
import { presentSegment } from "./person-presenters.ts";
import { presentSummary } from "./presenters.ts";
import { presentToken } from "./tokens.ts";

export function isList(table: string): table is ExportedList {
  return EXPORTED_LISTS.some((list) => list === table);
}

/**
 * A list of the workspace in parts, as it is shown: no hash and no secret is in it.
 *
 * @throws ProblemError `role_insufficient` or `scope_insufficient` for who may not look at the list itself.
 */
export function partsOfList(
  deps: ApiDeps,
  actor: Actor,
  list: ExportedList,
  filter: Omit<ContentFilter, "begun"> & { readonly app_id: AppId },
): ExportedParts {
  switch (list) {
    case "contents": {
      const now_ms = deps.clock.now();
      return rowsOf(partsOfContents({ store: deps.store, now_ms }, filter), (row) => presentSummary(row, now_ms));
    }
    case "segments":
      return rowsOf(segmentsNamed(deps, filter.text), presentSegment);
    case "members":
      assertActorMay(actor, "member.read");
      return rowsOf(
        pages((page) => listMembers(deps, page)),
        (row) => {
          const { etag: _, ...shown } = presentTeamMember(row);
          return shown;
        },
      );
    case "tokens":
      assertActorMay(actor, "token.read");
      return rowsOf(
        pages((page) => listTokens(deps, page)),
        presentToken,
      );
  }
}

async function* rowsOf<Row>(parts: AsyncGenerator<readonly Row[]>, present: (row: Row) => object): ExportedParts {
  for await (const rows of parts) yield rows.map((row) => flat(present(row)));
}

/** A row for a file: what is no single value is written as JSON, and truth as in the tables of the database. */
function flat(shown: object): ExportedRow {
  const cells = Object.entries(shown).map(([name, value]: [string, unknown]) => {
    if (typeof value === "boolean") return [name, value ? 1 : 0] as const;
    if (value === null || typeof value === "string" || typeof value === "number") return [name, value] as const;
    return [name, JSON.stringify(value)] as const;
  });
  return Object.fromEntries(cells);
}

async function* segmentsNamed({ store }: ApiDeps, text: string) {
  const wanted = text.toLowerCase();
  const rows = await allSegments(store.db);
  yield rows.filter(({ name }) => name.toLowerCase().includes(wanted));
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
