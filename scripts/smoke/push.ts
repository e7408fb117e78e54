import { SignJWT } from "jose";
import { APP, type TestServer } from "../../e2e/support/test-server.ts";
import type { Scenario } from "./checks.ts";
import { openConsoleApi } from "./owner.ts";
import type { PushConnection } from "./push-connection.ts";

/** Evaluates to the SDK's handle of push notifications. */
const PUSH = "fanfareClient.notifications()";
const SHOWN = `navigator.serviceWorker.getRegistration("/fanfare-push/")
  .then((worker) => worker.getNotifications())
  .then((all) => all.map(({ title, body }) => title + ": " + body).join())`;

/** The file that the guide has customers add to their site. */
export const pushWorker = (server: TestServer): string => `importScripts("${server.url}/sdk/push-worker.js");`;

/** A verified person agrees, gets a message that the browser decrypts and shows, and unsubscribes. */
export async function receivePush(scenario: Scenario, server: TestServer, connection: PushConnection): Promise<void> {
  const { browser } = scenario;
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: "HS256" })
    .setSubject("ada")
    .setAudience(APP.key)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(APP.secret));
  await scenario.until(
    "the person is verified",
    `fanfareClient.identify("ada", {}, { token: "${token}" }).then(({ status }) => status)`,
    "identified",
  );
  await scenario.until("nothing is subscribed", `${PUSH}.then((push) => push.state())`, "unsubscribed");
  await scenario.until("the person subscribes", `${PUSH}.then((push) => push.subscribe())`, "subscribed");
  await scenario.until("a new page knows it", `${PUSH}.then((push) => push.state())`, "subscribed");

  const call = await openConsoleApi(server);
  await call("POST", "/api/live-updates", {
    audience: { kind: "people", external_ids: ["ada"] },
    body: { kind: "banner", title: "Maintenance", text: "Tonight at 10" },
    push: { after_minutes: 0 },
  });
  await scenario.until("the browser shows the message", SHOWN, "Maintenance: Tonight at 10");
  if (connection.delivered() !== 1) throw new Error(`${browser.name} got ${connection.delivered()} messages, not 1.`);

  await scenario.until("the person unsubscribes", `${PUSH}.then((push) => push.unsubscribe())`, "unsubscribed");
  await scenario.until("a new page knows it", `${PUSH}.then((push) => push.state())`, "unsubscribed");
}
