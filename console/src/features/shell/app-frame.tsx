import { useQueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useEffect } from "react";
import { useApp, useAppContext, useMe } from "../../lib/app-context.ts";
import { rememberApp } from "../../lib/last-app.ts";
import { ME } from "../../lib/queries/frame.ts";
import { contentQueryFilter, overviewQueryFilter } from "../../lib/queries/queries.ts";
import type { CreateDialogs } from "./palette-actions.tsx";
import { Shell } from "./shell.tsx";

/** Frame of all pages of an app, with the subscriptions that live as long as it's open. */
export function AppFrame({ createDialogs }: { readonly createDialogs: CreateDialogs }) {
  const me = useMe();
  const app = useApp();
  const { console_sdk } = useAppContext();
  const client = useQueryClient();
  useEffect(() => rememberApp(app.id), [app.id]);
  useEffect(() => console_sdk.enter(me), [console_sdk, me]);
  useEffect(
    () =>
      console_sdk.onChanged(() => {
        void client.invalidateQueries(contentQueryFilter(app.id));
        void client.invalidateQueries(overviewQueryFilter(app.id));
        // Role, apps, and session: a session that was ended elsewhere redirects to sign-in immediately.
        void client.invalidateQueries(ME);
      }),
    [console_sdk, client, app.id],
  );
  return (
    <Shell createDialogs={createDialogs}>
      <Outlet />
    </Shell>
  );
}
