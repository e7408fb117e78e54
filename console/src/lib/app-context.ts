import type { App, Me } from "@fanfare/contract/schema/accounts/sign-in";
import { type QueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { rootRouteId, useParams, useRouteContext } from "@tanstack/react-router";
import type { Api } from "./api/api.ts";
import type { ConsoleSdk } from "./console-sdk.ts";
import { queries } from "./queries/queries.ts";

/** What the routes are given by `console.tsx`: everything that reaches outside of the page. */
export interface AppContext {
  readonly api: Api;
  readonly client: QueryClient;
  readonly console_sdk: ConsoleSdk;
  /** Where the server is reached from here, the prefix of a proxy included: what snippets name. */
  readonly host: string;
}

export function useAppContext(): AppContext {
  return useRouteContext({ from: rootRouteId });
}

/** The member who is signed in. Only below `/{app}`, whose route made sure of it. */
export function useMe(): Me {
  const { api } = useAppContext();
  return useSuspenseQuery(queries.me(api)).data;
}

/** The app in the address bar. */
export function useApp(): App {
  const me = useMe();
  const { app: id } = useParams({ from: "/$app" });
  const app = me.apps.find((each) => each.id === id);
  if (app === undefined) throw new Error(`The route of app ${id} rendered without the app.`);
  return app;
}

/** Whether the member looks after apps and what is connected to them. As below: the server decides. */
export function useCanAdminister(): boolean {
  const { role } = useMe().member;
  return role === "owner" || role === "admin";
}

/** Whether the member may change things. The server decides; this only spares people a refusal. */
export function useCanEdit(): boolean {
  return useMe().member.role !== "viewer";
}
