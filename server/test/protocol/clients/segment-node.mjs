// Runs the unmodified library @segment/analytics-node in Node. Each order configures a client, makes its calls, and
// reports the HTTP statuses once all are delivered.
import { Analytics } from "@segment/analytics-node";

process.on("message", async ({ id, settings, calls }) => {
  const analytics = new Analytics({ maxRetries: 0, ...settings });
  const statuses = [];
  const errors = [];
  analytics.on("http_response", ({ status }) => statuses.push(status));
  analytics.on("error", ({ code, reason }) => errors.push(`${code} ${reason?.message ?? reason}`));
  for (const { method, call } of calls) analytics[method](call);
  await analytics.closeAndFlush({ timeout: 10_000 });
  process.send({ id, statuses, errors });
});
process.on("disconnect", () => process.exit(0));
process.send({ kind: "ready" });
