import { expect, test } from "bun:test";
import { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";

/** Words by which filter lists recognize paths of trackers and advertisements on any host. */
const NAMED =
  /(?:^|[/._-])(?:ads?|advert\w*|analytics|beacons?|collect\w*|metrics|pixels?|stats|telemetry|track\w*)(?:$|[/._-])/;

test("pages request no path with a word that block lists name", () => {
  // Only authors use the builder.
  const paths = Object.keys(CLIENT_ROUTES)
    .map((route) => route.split(" ")[1] ?? "")
    .filter((path) => !path.startsWith("/v1/builder/"));
  expect(paths.length).toBeGreaterThan(10);
  const sockets = [
    "/app/key",
    "/pusher/auth",
    "/pusher/user-auth",
    "/signalr/negotiate",
    "/sdk/fanfare.js",
    "/sdk/chunks/",
  ];
  expect([...paths, ...sockets].filter((path) => NAMED.test(path))).toEqual([]);
});
