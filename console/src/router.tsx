import { limits } from "@fanfare/contract/limits";
import { createRouter } from "@tanstack/react-router";
import type { Doors } from "./doors.ts";
import { analyticsRoute } from "./routes/app/analytics.tsx";
import { celebrationsRoute } from "./routes/app/celebrations.tsx";
import { editRoute } from "./routes/app/content/edit.tsx";
import { contentRoute } from "./routes/app/content.tsx";
import { groupRoute } from "./routes/app/groups/group.tsx";
import { groupsRoute } from "./routes/app/groups.tsx";
import { liveRoute } from "./routes/app/live.tsx";
import { overviewRoute } from "./routes/app/overview.tsx";
import { personRoute } from "./routes/app/people/person.tsx";
import { peopleRoute } from "./routes/app/people.tsx";
import { segmentRoute } from "./routes/app/segments/segment.tsx";
import { segmentsRoute } from "./routes/app/segments.tsx";
import { appSettingsRoutes } from "./routes/app/settings/app.tsx";
import { workspaceRoutes } from "./routes/app/settings/workspace.tsx";
import { settingsHomeRoute, settingsRoute } from "./routes/app/settings.tsx";
import { themeRoute } from "./routes/app/themes/theme.tsx";
import { themesRoute } from "./routes/app/themes.tsx";
import { translationsRoute } from "./routes/app/translations.tsx";
import { webhooksRoute } from "./routes/app/webhooks.tsx";
import { appRoute } from "./routes/app.tsx";
import { forgotRoute } from "./routes/forgot.tsx";
import { homeRoute } from "./routes/home.tsx";
import { inviteRoute } from "./routes/invite.tsx";
import { kitRoutes } from "./routes/kit.tsx";
import { resetRoute } from "./routes/reset.tsx";
import { rootRoute } from "./routes/root.tsx";
import { setupRoute } from "./routes/setup.tsx";
import { signInRoute } from "./routes/sign-in.tsx";
import { Failure } from "./shell/failure.tsx";
import { FirstPage, Waiting } from "./shell/waiting.tsx";

const tree = rootRoute.addChildren([
  homeRoute,
  signInRoute,
  setupRoute,
  inviteRoute,
  forgotRoute,
  resetRoute,
  ...kitRoutes,
  appRoute.addChildren([
    overviewRoute,
    analyticsRoute,
    contentRoute,
    editRoute,
    liveRoute,
    celebrationsRoute,
    peopleRoute,
    personRoute,
    segmentsRoute,
    segmentRoute,
    groupsRoute,
    groupRoute,
    themesRoute,
    themeRoute,
    translationsRoute,
    webhooksRoute,
    settingsRoute.addChildren([settingsHomeRoute, ...appSettingsRoutes, ...workspaceRoutes]),
  ]),
]);

/** `basepath`: where the console lives, `/console` or below the prefix of a proxy. */
export function createConsoleRouter(context: Doors, basepath: string) {
  return createRouter({
    routeTree: tree,
    basepath,
    context,
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: Failure,
    defaultPendingComponent: Waiting,
    defaultPendingMs: limits.skeleton_delay_ms,
    // What has come is shown at once, however short the wait was.
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    InnerWrap: FirstPage,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
