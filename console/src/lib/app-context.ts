import type { App, Me } from "@fanfare/contract/schema/responses/content/content";
import type { ApiRoute, ApiRoutes } from "@fanfare/contract/schema/routes/api";
import { type QueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { rootRouteId, useParams, useRouteContext } from "@tanstack/react-router";
import type { Api } from "./api/api.ts";
import type { ConsoleSdk } from "./console-sdk.ts";
import { queries } from "./queries/queries.ts";

/** Dependencies outside the page, which `console.tsx` passes to the routes. */
export interface AppContext {
  readonly api: Api;
  readonly client: QueryClient;
  readonly console_sdk: ConsoleSdk;
  /** URL of the server including a proxy's prefix, as used in snippets. */
  readonly host: string;
}

export function useAppContext(): AppContext {
  return useRouteContext({ from: rootRouteId });
}

/** The signed-in member. Only below `/{app}`, whose route loads it. */
export function useMe(): Me {
  const { api } = useAppContext();
  return useSuspenseQuery(queries.me(api)).data;
}

/** The app in the URL. */
export function useApp(): App {
  const me = useMe();
  const { app: id } = useParams({ from: "/$app" });
  const app = me.apps.find((each) => each.id === id);
  if (app === undefined) throw new Error(`The route of app ${id} rendered without the app.`);
  return app;
}

/** Permissions that routes require, as in the server's policy. */
export type Permission = Exclude<ApiRoutes[ApiRoute]["access"], "anyone">;

/** Whether the member may do this in the app of the URL. For the UI only: the server enforces permissions. */
export function useCan(permission: Permission): boolean {
  return usePermissions().includes(permission);
}

/** What the member may do in the app of the URL. */
export function usePermissions(): readonly string[] {
  return permissionsIn(useMe().member, useApp().id);
}

/** What a member may do in an app: by a custom role there, or else by the workspace role. */
export function permissionsIn({ permissions, app_roles }: Me["member"], app_id: string): readonly string[] {
  return app_roles.find((role) => role.app_id === app_id)?.permissions ?? permissions;
}
