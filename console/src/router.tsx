import { limits } from "@fanfare/contract/limits";
import { createRouter, parseSearchWith } from "@tanstack/react-router";
import { ErrorPage } from "./features/shell/error-page.tsx";
import { InitialLoading, PageLoading } from "./features/shell/loading.tsx";
import type { AppContext } from "./lib/app-context.ts";
import { alertsRoute } from "./routes/app/alerts.tsx";
import { analyticsRoute } from "./routes/app/analytics.tsx";
import { celebrationsRoute } from "./routes/app/celebrations.tsx";
import { editRoute } from "./routes/app/content/edit.tsx";
import { replaceRoute } from "./routes/app/content/replace.tsx";
import { templatesRoute } from "./routes/app/content/templates.tsx";
import { contentRoute } from "./routes/app/content.tsx";
import { destinationsRoute } from "./routes/app/destinations.tsx";
import { frequencyRoute } from "./routes/app/frequency.tsx";
import { groupRoute } from "./routes/app/groups/group.tsx";
import { groupsRoute } from "./routes/app/groups.tsx";
import { messagesRoute } from "./routes/app/messages.tsx";
import { overviewRoute } from "./routes/app/overview.tsx";
import { personRoute } from "./routes/app/people/person.tsx";
import { peopleRoute } from "./routes/app/people.tsx";
import { realtimeRoute } from "./routes/app/realtime.tsx";
import { segmentRoute } from "./routes/app/segments/segment.tsx";
import { segmentsRoute } from "./routes/app/segments.tsx";
import { appSettingsRoutes } from "./routes/app/settings/app.tsx";
import { workspaceRoutes } from "./routes/app/settings/workspace.tsx";
import { settingsHomeRoute, settingsRoute } from "./routes/app/settings.tsx";
import { themeRoute } from "./routes/app/themes/theme.tsx";
import { themesRoute } from "./routes/app/themes.tsx";
import { trackerRoute } from "./routes/app/trackers/tracker.tsx";
import { trackersRoute } from "./routes/app/trackers.tsx";
import { translationsRoute } from "./routes/app/translations.tsx";
import { webhooksRoute } from "./routes/app/webhooks.tsx";
import { appRoute } from "./routes/app.tsx";
import { connectRoute } from "./routes/connect.tsx";
import { forgotPasswordRoute } from "./routes/forgot-password.tsx";
import { homeRoute } from "./routes/home.tsx";
import { inviteRoute } from "./routes/invite.tsx";
import { kitRoutes } from "./routes/kit.tsx";
import { resetPasswordRoute } from "./routes/reset-password.tsx";
import { rootRoute } from "./routes/root.tsx";
import { setupRoute } from "./routes/setup.tsx";
import { signInRoute } from "./routes/sign-in.tsx";
import { unsubscribeRoute } from "./routes/unsubscribe.tsx";

const tree = rootRoute.addChildren([
  homeRoute,
  signInRoute,
  setupRoute,
  inviteRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  unsubscribeRoute,
  connectRoute,
  ...kitRoutes,
  appRoute.addChildren([
    overviewRoute,
    alertsRoute,
    analyticsRoute,
    contentRoute,
    editRoute,
    templatesRoute,
    replaceRoute,
    messagesRoute,
    realtimeRoute,
    celebrationsRoute,
    frequencyRoute,
    peopleRoute,
    personRoute,
    segmentsRoute,
    segmentRoute,
    groupsRoute,
    groupRoute,
    themesRoute,
    themeRoute,
    translationsRoute,
    trackersRoute,
    trackerRoute,
    webhooksRoute,
    destinationsRoute,
    settingsRoute.addChildren([settingsHomeRoute, ...appSettingsRoutes, ...workspaceRoutes]),
  ]),
]);

/** `basepath` is `/console`, below a proxy's prefix if there is one. */
export function createConsoleRouter(context: AppContext, basepath: string) {
  return createRouter({
    routeTree: tree,
    basepath,
    context,
    parseSearch: parseSearchWith(parseExact),
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: PageLoading,
    defaultPendingMs: limits.skeleton_delay_ms,
    // Show loaded pages immediately, without a minimum pending time.
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    InnerWrap: InitialLoading,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}

/** Long numbers in a link of another program, such as OAuth's `state`, stay text: as numbers, they would be rounded. */
function parseExact(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return JSON.stringify(value) === text ? value : text;
}
