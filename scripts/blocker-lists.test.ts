import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import { FiltersEngine, Request, type RequestType } from "@ghostery/adblocker";
import { blockerLists } from "./services/blocker-lists.ts";
import { ROOT } from "./terminal.ts";

/** Words by which filter lists recognize paths of trackers and advertisements on any host. */
const NAMED =
  /(?:^|[/._-])(?:ads?|advert\w*|analytics|beacons?|collect\w*|metrics|pixels?|stats|telemetry|track\w*)(?:$|[/._-])/;

const SOCKETS = [
  "/app/shop-key?protocol=7&client=js&version=8.4.0&flash=false",
  "/hubs/app/shop-key",
  "/signalr/connect",
];
const CALLS = ["/pusher/auth", "/pusher/user-auth", "/signalr/negotiate", "/segment/v1/batch", "/segment/v1/t"];
/** Only authors use the builder. */
const ROUTES = Object.keys(CLIENT_ROUTES)
  .map((route) => route.split(" ")[1] ?? "")
  .filter((path) => !path.startsWith("/v1/builder/"));

// Parses every rule of all lists, on a machine that runs two other groups of tests.
setDefaultTimeout(240_000);

test("pages request no path with a word that block lists name", () => {
  expect(ROUTES.length).toBeGreaterThan(10);
  const paths = [...ROUTES, ...SOCKETS, ...CALLS, "/sdk/fanfare.js", "/sdk/chunks/"];
  expect(paths.filter((path) => NAMED.test(path))).toEqual([]);
});

/** An own host, an own host that says what it does, a folder of the page's host, and a server on a developer's machine. */
const SERVERS = [
  "https://fanfare.example.com",
  "https://tours.example.net",
  "https://app.example.com/fanfare",
  "http://localhost:4600",
];
const PAGE = "https://app.example.com/orders";

/** Every URL that a page with the SDK requests, with the kind of request. */
function requestsOf(server: string): readonly { readonly url: string; readonly type: RequestType }[] {
  const files = [...new Bun.Glob("**/*.{js,css,html}").scanSync({ cwd: join(ROOT, "sdk/dist") })];
  expect(files.length).toBeGreaterThan(30);
  const socket_server = server.replace("http", "ws");
  return [
    ...files.map((file) => ({ url: `${server}/sdk/${file}`, type: "script" }) as const),
    ...[...ROUTES, ...CALLS].map((path) => ({ url: server + path.replaceAll(/[{}]/g, ""), type: "xhr" }) as const),
    ...SOCKETS.map((path) => ({ url: socket_server + path, type: "websocket" }) as const),
    { url: `${server}/images/img_0199f3c2-7c1e-7d41-8f5a-3b2c1d0e9f8a/640.webp`, type: "image" },
    { url: `${server}/s/how-was-your-order`, type: "subFrame" },
  ];
}

/** What the lists block on any host. */
const UNWANTED = [
  ["/sdk/my-scroll-tracker.js", "script"],
  ["/web-vitals-tracker.js", "script"],
  ["/googleanalytics.js", "script"],
  ["/banner-120x600.png", "image"],
  ["/160x600-banner.png", "image"],
] as const;

/** Rules that start with a host match no other one. Rules about what is visible match no request. */
const rulesForAnyHost = (list: string): string =>
  list
    .split("\n")
    .filter((line) => !line.startsWith("||") && !line.startsWith("!") && !/#[@$?%]*#/.test(line))
    .join("\n");

test("EasyList, EasyPrivacy, uBlock Origin, and AdGuard block no request of a page with the SDK", async () => {
  const requests = SERVERS.flatMap(requestsOf);
  const trusted: string[] = [];
  const blocked: string[] = [];
  for (const [name, list] of Object.entries(await blockerLists())) {
    const engine = FiltersEngine.parse(rulesForAnyHost(list), { loadCosmeticFilters: false });
    const ruleAgainst = (url: string, type: RequestType): string | undefined => {
      const { match, filter } = engine.match(Request.fromRawDetails({ url, type, sourceUrl: PAGE }));
      return match ? `${filter}` : undefined;
    };
    const known = UNWANTED.some(
      ([path, type]) => ruleAgainst(`https://fanfare.example.com${path}`, type) !== undefined,
    );
    if (!known) trusted.push(name);
    for (const { url, type } of requests) {
      const rule = ruleAgainst(url, type);
      if (rule !== undefined) blocked.push(`${name} blocks ${url} by ${rule}`);
    }
  }
  expect(blocked).toEqual([]);
  // The lists are read and work. The rules of these three have no path of this kind.
  expect(trusted).toEqual(["uBlock filters", "uBlock privacy", "AdGuard Social Media"]);
});
