import type { AppDetail } from "@fanfare/contract/schema/app-settings";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApp, useDoors } from "../doors.ts";
import { settingsQueries } from "./queries.ts";
import { Waiting } from "./waiting.tsx";

/** The app of the address with its settings, once they are there. */
export function WithApp({ children }: { readonly children: (detail: AppDetail) => ReactNode }) {
  const { api } = useDoors();
  const query = useQuery(settingsQueries.app(api, useApp().id));
  return query.data === undefined ? <Waiting query={query} /> : children(query.data);
}
