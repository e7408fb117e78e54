import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { API_ROUTES } from "@fanfare/contract/schema/routes/api";
import { createSampleData, type PathParameters } from "../../../test/support/api-sample-data.ts";
import {
  APP,
  startTemporaryServer,
  type TemporaryServer,
  type TestBrowser,
} from "../../../test/support/temporary-server.ts";
import { findUndocumented } from "../../../test/support/undocumented-responses.ts";
import { until } from "../../../test/support/webhook-fixture.ts";
import { namesApp } from "../routing/mount-routes.ts";
import { DOCUMENTED_ROUTES } from "./route-problems.ts";

const GETS = Object.keys(API_ROUTES).filter((route) => route.startsWith("GET "));
const REDIRECTS = [
  ...["GET /api/provider-sign-in", "GET /api/provider-sign-in/callback", "GET /api/unsubscribe"],
  ...["GET /api/saml/sign-in", "GET /api/saml/complete"],
];
/** Only available with a database file. */
const OF_FILES = ["GET /api/backups/:name/database"];
/** Only available with FANFARE_PUBLIC_URL. */
const OF_PUBLIC_URL = ["GET /api/saml/metadata"];
/** Lists that are empty without a provider of single sign-on, before a backup is made, and on SQLite. */
const MAY_BE_EMPTY = [
  // The caller is the only member.
  "GET /api/contents/:id/reviewers",
  ...["GET /api/me/identities", "GET /api/backups", "GET /api/nodes", "GET /api/promotions"],
  "GET /api/contents/:id/warnings",
  // Without FANFARE_PUBLIC_URL, no message has an email.
  "GET /api/people/:external_id/emails",
  "GET /api/people/:external_id/pushes",
  // The deliveries of the sample data are pending.
  "GET /api/delivery-rates",
  // The sample data has no views.
  "GET /api/analytics/funnel/people",
  // No checklist of the sample data is shared within a group.
  ...["GET /api/contents/:id/group-progress", "GET /api/groups/:external_id/checklists"],
];

const PERIOD = "&from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z";
const ASKED: Readonly<Record<string, (named: PathParameters) => string>> = {
  "GET /api/explain": () => "&person=ada&url=https://shop.example/",
  "GET /api/analytics/funnel": ({ contents }) => `&content_id=${contents?.["id"]}${PERIOD}`,
  "GET /api/analytics/funnel/people": ({ contents }) => `&content_id=${contents?.["id"]}&group=started${PERIOD}`,
  "GET /api/analytics/contents": ({ contents }) => `&content_ids=${contents?.["id"]}${PERIOD}`,
  "GET /api/goals/:id/report": () => PERIOD,
  "GET /api/contents/:id/searches": () => PERIOD,
  "GET /api/analytics/retention": ({ contents }) => `&content_id=${contents?.["id"]}${PERIOD}`,
  "GET /api/analytics/cohorts": () => PERIOD,
  "GET /api/promotions": () => `&from_app_id=${APP.id}`,
  "GET /api/exports": () => "&table=people",
  "GET /api/translations/file": () => "&language=de",
  "GET /api/text-matches": () => "&q=e",
  "GET /api/facets/contents": () => "&by=type",
  "GET /api/facets/audit": () => "&by=action",
  "GET /api/help-feeds": () => "&url=https://help.example/feed.json",
};

function queryOf(route: string, named: PathParameters): string {
  const app = namesApp(DOCUMENTED_ROUTES[route]?.query) ? `app_id=${APP.id}` : "";
  return `${app}${ASKED[route]?.(named) ?? ""}`;
}

/** Contract test: every `GET` response of `/api` matches its description, against each database. */
export function apiAnswersContract(dialect: string, environment: () => Promise<Record<string, string>>): void {
  describe(`responses of /api (${dialect})`, () => {
    let server: TemporaryServer;
    let owner: TestBrowser;
    let named: PathParameters;
    let socket: WebSocket;
    beforeAll(async () => {
      server = await startTemporaryServer({ environment: await environment() });
      owner = await server.ownerBrowser();
      const made = await createSampleData(server, owner);
      socket = await subscribed(server, "news");
      const pointing = { url: "https://shop.example/", kind: "click" };
      const { json: builder } = await owner.call("POST", `/api/builder-links/trackers?app_id=${APP.id}`, pointing);
      named = {
        ...made,
        "builder-sessions": { id: builder.id },
        schemas: { name: "goal.json" },
        "webhook-deliveries": { id: await attemptedDelivery(server, "whk") },
        "destination-deliveries": { id: await attemptedDelivery(server, "dst") },
      };
    });
    afterAll(async () => {
      socket.close();
      await server[Symbol.asyncDispose]();
    });

    test("POST /api/promotions publishes in another app, once", async () => {
      const { status } = await owner.call("POST", "/api/apps", { id: "2002", name: "Next", key: "next" });
      expect(status).toBe(201);
      const { items } = (await owner.call("GET", `/api/promotions?app_id=2002&from_app_id=${APP.id}`)).json;
      expect(items.length).toBeGreaterThan(0);
      const [{ content_id, from }] = items;
      const body = { from_app_id: APP.id, items: [{ content_id, version_id: from.version_id }] };
      const answers = [
        await owner.call("POST", "/api/promotions?app_id=2002", body),
        await owner.call("POST", "/api/promotions?app_id=2002", body),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([200, 412]);
    });

    test.each(GETS.filter((route) => ![...REDIRECTS, ...OF_FILES, ...OF_PUBLIC_URL].includes(route)))(
      "%s",
      async (route) => {
        const pattern = route.slice("GET ".length);
        const values = named[pattern.split("/")[2] ?? ""] ?? {};
        const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? `no-${name}`);
        // The test browser has already validated it strictly against its description.
        const { status, json, text } = await owner.call("GET", `${path}?${queryOf(route, named)}`);
        expect([status, text.length > 0]).toEqual([200, true]);
        if (Array.isArray(json?.items) && !MAY_BE_EMPTY.includes(route)) expect(json.items).not.toEqual([]);
      },
    );
  });
}

/** Subscribes to a channel, so that reports about it aren't empty. */
async function subscribed(server: TemporaryServer, channel: string): Promise<WebSocket> {
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/app/${APP.key}?protocol=7`);
  await new Promise<void>((resolve) => {
    socket.onmessage = ({ data }) => {
      const { event } = JSON.parse(String(data));
      if (event === "pusher:connection_established") {
        socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel } }));
      }
      if (event === "pusher_internal:subscription_succeeded") resolve();
    };
  });
  return socket;
}

/** Waits for an attempt of a delivery to the webhook, or the destination. Nothing listens at its URL. */
async function attemptedDelivery({ fanfare }: TemporaryServer, receiver: "whk" | "dst"): Promise<string> {
  let found: { readonly id: string } | undefined;
  // Polling the API would exceed its rate limit. Cast: a pattern of IDs.
  await until(async () => {
    found = await fanfare.store.db
      .selectFrom("webhook_deliveries")
      .select("id")
      .where("webhook_id", "like", `${receiver}%` as never)
      .where("attempts", ">", 0)
      .executeTakeFirst();
    return found !== undefined;
  });
  return found?.id ?? "";
}

export function guardContract(): void {
  test("detects undocumented fields, statuses, and codes", () => {
    const answer = (status: number, body: object, type = "application/json") => ({
      status,
      headers: new Headers({ "Content-Type": type }),
      text: JSON.stringify(body),
    });
    const tags = { items: [{ tag: "new", contents: 1 }] };
    const at = (answered: Parameters<typeof findUndocumented>[2]) => findUndocumented("GET", "/api/tags?x=1", answered);
    expect(at(answer(200, tags))).toBeUndefined();
    expect(at(answer(200, { ...tags, extra: 1 }))).toContain("extra");
    expect(at(answer(201, tags))).toContain("answers 201");
    expect(at(answer(403, { code: "role_insufficient" }, "application/problem+json"))).toBeUndefined();
    expect(at(answer(409, { code: "slug_taken" }, "application/problem+json"))).toContain("slug_taken");
  });
}
