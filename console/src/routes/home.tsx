import { createRoute, redirect } from "@tanstack/react-router";
import { isSignedOut } from "../lib/api/api-problem.ts";
import { Sentence } from "../lib/i18n/sentence.tsx";
import { t } from "../lib/i18n/t.ts";
import { lastApp } from "../lib/last-app.ts";
import { queries } from "../lib/queries/queries.ts";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { rootRoute } from "./root.tsx";

/** The server creates an app on startup. If all were deleted, explains how to create one. */
function NoApp() {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center outline-none">
      <EmptyState whole_page title={t("No apps yet")}>
        <Sentence
          text="An app is one environment of your product. Your server administrator can create one with {command}."
          parts={{ command: <code className="font-mono">fanfare app create</code> }}
        />
      </EmptyState>
    </main>
  );
}

/** `/`: redirects to the last opened app. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: async ({ context: { api, client } }) => {
    try {
      const me = await client.ensureQueryData(queries.me(api));
      const app = lastApp(me.apps);
      if (app !== undefined) throw redirect({ to: "/$app/content", params: { app: app.id }, replace: true });
    } catch (error) {
      if (isSignedOut(error)) throw redirect({ to: "/sign-in", search: {}, replace: true });
      throw error;
    }
  },
  component: NoApp,
});
