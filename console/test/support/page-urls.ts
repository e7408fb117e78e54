import { APP } from "../../../e2e/support/test-server.ts";
import type { AnalyticsSearch } from "../../src/features/analytics/search.ts";
import type { CelebrationTab } from "../../src/features/celebrations/search.ts";
import type { RealtimeTab } from "../../src/features/realtime/search.ts";
import type { Tab } from "../../src/model/draft/tab-ids.ts";

/** IDs used in URLs of one server. `invite` and `reset` are the query strings of one-time links. */
export type Ids = Readonly<
  Record<"content" | "survey" | "person" | "group" | "segment" | "theme" | "tracker" | "invite" | "reset", string>
>;

/** URL suffixes of a route, each with a text that shows that the page has loaded. */
type Views = Readonly<Record<string, string>>;

/** A view per tab. Missing tabs are compile errors. */
const tabs = <T extends string>(words: Readonly<Record<T, string>>, more = ""): Views =>
  Object.fromEntries(Object.entries(words).map(([tab, text]) => [`?tab=${tab}${more}`, String(text)]));

export const PARTS = ["outside", "editing", "measuring", "people", "app", "workspace"] as const;
export type Part = (typeof PARTS)[number];

const SETTINGS: Readonly<Record<"app" | "workspace", Readonly<Record<string, Views>>>> = {
  app: {
    "/$app/webhooks": { "": "http://127.0.0.1:9/fanfare" },
    "/$app/destinations": { "": "No destinations yet" },
    // Redirects owners and admins to `app`, others to `apps`.
    "/$app/settings": {},
    "/$app/settings/app": { "": "Pause app" },
    "/$app/settings/secrets": { "": "Create secret" },
    "/$app/settings/channels": { "": "Allow client events" },
    "/$app/settings/limits": { "": "Cached event lifetime" },
    "/$app/settings/install": { "": "Connected" },
  },
  workspace: {
    "/$app/settings/apps": { "": "New app" },
    "/$app/settings/members": { "": "ines@example.com" },
    "/$app/settings/roles": { "": "Publish, pause, roll back" },
    "/$app/settings/tokens": { "": "Publishing from CI" },
    "/$app/settings/mail": { "": "Send test email" },
    "/$app/settings/single-sign-on": { "": "Save single sign-on" },
    "/$app/settings/audit": { "": "Verified at" },
    "/$app/settings/data": { "": "Back up now" },
    "/$app/settings/account": { "": "This device" },
  },
};

/**
 * All routes by router path, with their tabs, in parts that run in parallel. `page-urls.test.ts` fails if one is
 * missing.
 */
export function routesOf(ids: Ids): Readonly<Record<Part, Readonly<Record<string, Views>>>> {
  return {
    outside: {
      "/sign-in": { "": "Sign in to your workspace." },
      "/forgot": { "": "We’ll email you a link" },
      "/invite": { [ids.invite]: "You’ll sign in with ines@example.com." },
      "/reset": { [ids.reset]: "Choose a new password" },
      "/unsubscribe": { "?token=x": "Unsubscribe from emails?" },
      "/connect": { "": "Can’t connect this assistant" },
      "/setup": { "?token=x": "Create the owner account" },
      "/": { "": "No apps yet" },
    },
    editing: {
      "/$app/content": { "": "Welcome" },
      "/$app/content/$id": {
        ...tabs<Exclude<Tab, "translations">>({
          ...{
            content: "First step",
            audience: "Test a URL",
            frequency: "Minimum time between views",
            experiment: "Short",
          },
          ...{ appearance: "Theme changes reach", settings: "onboarding", history: "Version 1" },
        }),
        "?tab=translations&lang=he": "Hebrew",
      },
      "/$app/content/templates": { "": "Welcome tour" },
      "/$app/content/replace": { "?q=step": "texts selected" },
      "/$app/frequency": { "": "Covers 1 item" },
      "/$app/translations": { "": "Hebrew: 7 missing" },
    },
    measuring: {
      "/$app": { "": "Previous 7 days" },
      // The server opens an alert about the tour's missing target one minute after its start.
      "/$app/alerts": { "?state=resolved": "No resolved alerts" },
      "/$app/analytics": {
        ...tabs<Exclude<AnalyticsSearch["tab"], "answers">>(
          {
            ...{ content: "TypeError 1", experiments: "not enough data yet" },
            ...{
              goals: "order_placed",
              funnels: "Define a funnel",
              retention: "Active by any event",
              cohorts: "First seen",
              dashboards: "No dashboards yet",
            },
          },
          `&content=${ids.content}`,
        ),
        [`?tab=answers&question=why&content=${ids.survey}`]: "More keys",
      },
      "/$app/trackers": { "": "report_shared" },
      "/$app/trackers/$id": { "": "What a tracker sends" },
      "/$app/messages": { "": "Back at noon" },
      "/$app/live": {
        ...tabs<RealtimeTab>({
          ...{ channels: "parcels", events: "parcel.sent", send: "Send event", connections: "Classic SignalR" },
        }),
        "?channel=parcels": "parcels",
      },
    },
    people: {
      "/$app/celebrations": {
        ...tabs<CelebrationTab>({ all: "The party", people: "Ada Lovelace", presets: "Stars" }),
      },
      "/$app/people": { "": "Ada Lovelace" },
      "/$app/people/$id": { "": "Hidden", [`?tab=why&content=${ids.content}`]: "Deciding rule" },
      "/$app/segments": { "": "1 person" },
      "/$app/segments/$id": { "": "Ada Lovelace" },
      "/$app/groups": { "": "Acme" },
      "/$app/groups/$id": { "": "role: owner" },
      "/$app/themes": { "": "Harbour" },
      "/$app/themes/$id": { "": "All 12 pairs pass" },
    },
    ...SETTINGS,
  };
}

const OF_NOUN: Readonly<Record<string, keyof Ids>> = {
  ...{
    content: "content",
    people: "person",
    segments: "segment",
    groups: "group",
    themes: "theme",
    trackers: "tracker",
  },
};

/**
 * @example
 * pathOf("/$app/people/$id", ids); // "/4242/people/u_7"
 */
export function pathOf(route: string, ids: Ids): string {
  const [, , noun = ""] = route.split("/");
  const name = OF_NOUN[noun];
  return route.replace("$app", APP.id).replace("$id", name === undefined ? "$id" : ids[name]);
}
