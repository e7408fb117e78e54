import { SECOND_MS } from "@fanfare/contract/limits";
import type { ColumnChoice } from "@fanfare/contract/schema/people/people-import";
import type { ImportCheck, LineProblem, PeopleImport } from "@fanfare/contract/schema/responses/people/people-import";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../api/api.ts";
import { apiQuery } from "./api-query.ts";

const keyOf = (app_id: string, id: string) => ["people", app_id, "import", id] as const;

export const importQueries = {
  all: (api: Api, app_id: string) => ({
    ...apiQuery(api, ["people", app_id, "imports"], "GET /api/people-imports", { query: { app_id } }),
    // Opening the dialog always refetches.
    staleTime: 0,
  }),

  /** Polls every second while the import runs and the tab is visible. */
  one: (api: Api, app_id: string, id: string) =>
    queryOptions({
      queryKey: keyOf(app_id, id),
      queryFn: ({ signal }) => api.call("GET /api/people-imports/:id", { params: { id }, query: { app_id }, signal }),
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data === undefined || state.data.state === "running" ? SECOND_MS : false),
    }),

  check: (api: Api, app_id: string, id: string, columns: readonly ColumnChoice[]) =>
    queryOptions({
      queryKey: [...keyOf(app_id, id), "check", columns],
      queryFn: ({ signal }) =>
        checkAll((after) =>
          api.call("POST /api/people-imports/:id/check", {
            params: { id },
            query: { app_id },
            body: { columns, after },
            signal,
            unkeyed: true,
          }),
        ),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};

async function checkAll(
  check: (after: number) => Promise<ImportCheck>,
): Promise<{ readonly rows: number; readonly problems: readonly LineProblem[] }> {
  const problems: LineProblem[] = [];
  let rows = 0;
  for (let after: number | null = -1; after !== null; ) {
    const part: ImportCheck = await check(after);
    problems.push(...part.problems);
    rows += part.rows;
    after = part.next;
  }
  return { rows, problems };
}

/** Returns the running import, if any. */
export function importToShow(imports: readonly PeopleImport[]): PeopleImport | undefined {
  return imports.find(({ state }) => state === "running");
}
