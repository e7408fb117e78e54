import type { App, Me } from "@fanfare/contract/schema/responses/content/content";
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

/** Whether the member may manage apps and their connections. For the UI only: the server enforces permissions. */
export function useCanAdminister(): boolean {
  const { role } = useMe().member;
  return role === "owner" || role === "admin";
}

/** Whether the member may make changes. For the UI only: the server enforces permissions. */
export function useCanEdit(): boolean {
  return useMe().member.role !== "viewer";
}
