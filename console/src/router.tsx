import { createRouter } from "@tanstack/react-router";
import type { Doors } from "./doors.ts";
import { celebrationsRoute } from "./routes/app/celebrations.tsx";
import { editRoute } from "./routes/app/content/edit.tsx";
import { contentRoute } from "./routes/app/content.tsx";
import { liveRoute } from "./routes/app/live.tsx";
import { personRoute } from "./routes/app/people/person.tsx";
import { peopleRoute } from "./routes/app/people.tsx";
import { webhooksRoute } from "./routes/app/webhooks.tsx";
import { appRoute } from "./routes/app.tsx";
import { homeRoute } from "./routes/home.tsx";
import { inviteRoute } from "./routes/invite.tsx";
import { kitRoutes } from "./routes/kit.tsx";
import { resetRoute } from "./routes/reset.tsx";
import { rootRoute } from "./routes/root.tsx";
import { setupRoute } from "./routes/setup.tsx";
import { signInRoute } from "./routes/sign-in.tsx";
import { Failure } from "./shell/failure.tsx";

const tree = rootRoute.addChildren([
  homeRoute,
  signInRoute,
  setupRoute,
  inviteRoute,
  resetRoute,
  ...kitRoutes,
  appRoute.addChildren([
    contentRoute,
    editRoute,
    liveRoute,
    celebrationsRoute,
    peopleRoute,
    personRoute,
    webhooksRoute,
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
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
