import { CSPProvider } from "@base-ui/react/csp-provider";
import { DirectionProvider } from "@base-ui/react/direction-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createApi } from "./lib/api/api.ts";
import { isSignedOut } from "./lib/api/api-problem.ts";
import { withFirstPublishCelebration } from "./lib/api/first-publish.ts";
import { createConsoleSdk } from "./lib/console-sdk.ts";
import { consoleSdkLabels } from "./lib/console-sdk-labels.ts";
import { language } from "./lib/i18n/language.ts";
import { t } from "./lib/i18n/t.ts";
import { createQueryClient, queries } from "./lib/queries/queries.ts";
import { createConsoleRouter } from "./router.tsx";

/** Composition root: the only module with access to globals of the page. */
const page_path = document.querySelector<HTMLMetaElement>("meta[name=fanfare-console]")?.content ?? "/console/";
/** Path prefix of a reverse proxy, or "". The server writes it into the page. */
const prefix = page_path.replace(/\/console\/$/, "");
const host = `${location.origin}${prefix}`;
const api = createApi((url, init) => fetch(`${prefix}${url}`, init));
const client = createQueryClient();
const console_sdk = createConsoleSdk({
  load: async () => (await import("@fanfare/sdk")).init,
  host,
  language: language.tag,
  labels: consoleSdkLabels(t),
  me: () => client.fetchQuery({ ...queries.me(api), staleTime: 0 }),
});
const celebrating = withFirstPublishCelebration(api, {
  member: () => client.getQueryData(queries.me(api).queryKey)?.member.id,
  celebrate: () => console_sdk.celebrate("cannons"),
});
const router = createConsoleRouter({ api: celebrating, client, console_sdk, host }, `${prefix}/console`);

// The page's code loads while the server checks the session.
const [first_routes] = router.getMatchedRoutes(router.latestLocation.pathname);
for (const route of first_routes) {
  // If it fails, the router tries again, and shows the problem.
  router.loadRouteChunk(route)?.catch(() => undefined);
}

// The session expired: go to the sign-in page, and return here afterward.
client.getQueryCache().subscribe((event) => {
  if (event.type !== "updated" || event.action.type !== "error" || !isSignedOut(event.action.error)) return;
  if (event.query.meta?.["keeps_page"] === true) return;
  const { pathname, href } = router.state.location;
  if (pathname === "/sign-in" || pathname === "/setup") return;
  void router.navigate({ to: "/sign-in", search: { return_to: href }, replace: true });
});

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root.");
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={language.direction}>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </DirectionProvider>
    </CSPProvider>
  </StrictMode>,
);
