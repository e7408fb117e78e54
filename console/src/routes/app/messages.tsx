import { createRoute, lazyRouteComponent, stripSearchParams } from "@tanstack/react-router";
import { MESSAGES_SEARCH_DEFAULTS, readMessagesSearch } from "../../features/messages/search.ts";
import { appRoute } from "../app.tsx";

/** `/{app}/messages`: what was sent, what is scheduled, and the form for a new message. */
export const messagesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "messages",
  validateSearch: readMessagesSearch,
  search: { middlewares: [stripSearchParams(MESSAGES_SEARCH_DEFAULTS)] },
  component: lazyRouteComponent(() => import("../../features/messages/page.tsx"), "MessagesPage"),
});
