import type { App, Me } from "@fanfare/contract/schema/api";
import { type QueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { rootRouteId, useParams, useRouteContext } from "@tanstack/react-router";
import type { Api } from "./api.ts";
import type { Guest } from "./guest.ts";
import { queries } from "./queries.ts";

/** What the routes are given by `console.tsx`: everything that reaches outside of the page. */
export interface Doors {
  readonly api: Api;
  readonly client: QueryClient;
  readonly guest: Guest;
  /** Where the server is reached from here, the prefix of a proxy included: what snippets name. */
  readonly host: string;
}

export function useDoors(): Doors {
  return useRouteContext({ from: rootRouteId });
}

/** The member who is signed in. Only below `/{app}`, whose route made sure of it. */
export function useMe(): Me {
  const { api } = useDoors();
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
export function useMayAdminister(): boolean {
  const { role } = useMe().member;
  return role === "owner" || role === "admin";
}

/** Whether the member may change things. The server decides; this only spares people a refusal. */
export function useMayEdit(): boolean {
  return useMe().member.role !== "viewer";
}
