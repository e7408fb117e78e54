import type { AppDetail } from "@fanfare/contract/schema/responses/accounts/app-settings";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { settingsQueries } from "../../lib/queries/settings.ts";
import { Loading } from "../../ui/feedback/loading.tsx";

export function WithApp({ children }: { readonly children: (detail: AppDetail) => ReactNode }) {
  const { api } = useAppContext();
  const query = useQuery(settingsQueries.app(api, useApp().id));
  return query.data === undefined ? <Loading query={query} /> : children(query.data);
}
