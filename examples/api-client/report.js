// Calls the API of a Fanfare server. Needs SERVER_URL, FANFARE_APP_ID, and FANFARE_TOKEN.

// #region call
import { ApiProblem, createApiClient } from "@fanfare/api";

const api = createApiClient({ url: process.env.SERVER_URL, token: process.env.FANFARE_TOKEN });
const query = { app_id: process.env.FANFARE_APP_ID };

const goal = await api.call("POST /api/goals", {
  query,
  body: { name: "First order", event_name: "order_created" },
});
// #endregion call

// #region revision
async function rename(id, name) {
  const { items } = await api.call("GET /api/goals", { query });
  const { revision } = items.find((each) => each.id === id);
  try {
    return await api.call("PATCH /api/goals/:id", { params: { id }, query, body: { name }, revision });
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "revision_stale") return await rename(id, name);
    throw error;
  }
}
// #endregion revision
await rename(goal.id, "First paid order");

// #region list
const live = [];
for await (const content of api.items("GET /api/contents", { query: { ...query, status: "live" } })) {
  live.push(content.name);
}
// #endregion list

// #region file
const response = await api.send("GET /api/audit/export", { query: { format: "csv" } });
const csv = await response.text();
// #endregion file

// #region key
await api.call("POST /api/track", {
  query,
  body: { external_id: "u_42", events: [{ name: "order_created", props: { total: 25 } }] },
  idempotency_key: "order-7",
});
// #endregion key

await api.call("DELETE /api/goals/:id", { params: { id: goal.id }, query });
process.stdout.write(`${live.length} live. ${csv.split("\n").length - 2} entries in the audit log.\n`);
