import { visibleTitle } from "@fanfare/contract/content/parts";
import type { SuppressionsResponse } from "@fanfare/contract/schema/client/v1";
import type { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { liftOwnSuppression, listSuppressions, suppress } from "../../people/suppressions/suppressions.ts";
import type { SuppressionRow } from "../../store/statements/people/suppressions.ts";
import type { V1Resources } from "./deps.ts";
import type { ClientHandlers } from "./mount-routes.ts";
import { presentSuppression } from "./presenters.ts";

type SuppressionRoutes = Pick<
  typeof CLIENT_ROUTES,
  "GET /v1/suppressions" | "POST /v1/suppressions" | "DELETE /v1/suppressions/:id"
>;

/** Every response lists everything currently hidden from this person. */
export function suppressionHandlers(resources: V1Resources): ClientHandlers<SuppressionRoutes> {
  const { callers } = resources;
  return {
    "GET /v1/suppressions": async ({ c, app, query }) => {
      const caller = await callers.caller(c, app, query);
      return present(resources, app, await listSuppressions(resources, app, caller));
    },
    "POST /v1/suppressions": async ({ c, app, body, socket_id }) => {
      const caller = await callers.caller(c, app, body);
      return present(resources, app, await suppress(resources, app, caller, body, socket_id));
    },
    "DELETE /v1/suppressions/:id": async ({ c, app, params, query, socket_id }) => {
      const caller = await callers.caller(c, app, query);
      return present(resources, app, await liftOwnSuppression(resources, app, caller, params.id, socket_id));
    },
  };
}

/** Adds content titles, so that people recognize what they hid. */
async function present(
  { published }: V1Resources,
  app: AppRecord,
  rows: readonly SuppressionRow[],
): Promise<SuppressionsResponse> {
  const { find } = await published(app);
  return {
    suppressions: rows.map((row) => {
      const content = row.scope === "content" ? find(row.target) : undefined;
      const name = content === undefined ? undefined : visibleTitle(content.edition.body);
      return { ...presentSuppression(row), ...(name === undefined ? {} : { name }) };
    }),
  };
}
