import type {
  ColumnChoice,
  ImportCheck,
  PeopleImport,
  PeopleImportsResponse,
} from "@fanfare/contract/schema/people-import";
import type { Call } from "../../api.ts";
import { searchOf, segment } from "../../query-text.ts";

/** The calls about imports of people; only their dialog makes them. */
export function importCalls({ call }: { readonly call: Call }) {
  const path = (app_id: string, id: string, more = ""): string =>
    `people-imports/${segment(id)}${more}?${searchOf({ app_id })}`;
  return {
    imports: (app_id: string, signal?: AbortSignal) =>
      call<PeopleImportsResponse>("GET", `people-imports?${searchOf({ app_id })}`, { signal }),
    createImport: (app_id: string, file_name: string) =>
      call<PeopleImport>("POST", "people-imports", { body: { app_id, file_name } }),
    import: (app_id: string, id: string, signal?: AbortSignal) =>
      call<PeopleImport>("GET", path(app_id, id), { signal }),
    importPart: (app_id: string, id: string, number: number, body: { readonly text: string; readonly last: boolean }) =>
      call<PeopleImport>("PUT", path(app_id, id, `/parts/${number}`), { body }),
    checkImport: (
      app_id: string,
      id: string,
      body: { readonly columns: readonly ColumnChoice[]; readonly after: number },
      signal?: AbortSignal,
    ) => call<ImportCheck>("POST", path(app_id, id, "/check"), { body, signal, unkeyed: true }),
    startImport: (app_id: string, id: string, columns: readonly ColumnChoice[]) =>
      call<PeopleImport>("POST", path(app_id, id, "/start"), { body: { columns } }),
    cancelImport: (app_id: string, id: string) => call<PeopleImport>("POST", path(app_id, id, "/cancel"), { body: {} }),
  };
}
