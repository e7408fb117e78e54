// Runs the unmodified server library `pusher` in Node and obeys orders over IPC: method and arguments in, status and body
// or error out.
const Pusher = require("pusher");

let pusher;

async function call({ method, args }) {
  if (method === "configure") {
    pusher = new Pusher(...args);
    return {};
  }
  const result = await pusher[method](...args);
  return typeof result?.text === "function" ? { status: result.status, body: await result.text() } : { value: result };
}

process.on("message", async (order) => {
  try {
    process.send({ id: order.id, ...(await call(order)) });
  } catch (error) {
    process.send({ id: order.id, status: error.status, body: error.body, error: error.message });
  }
});
process.on("disconnect", () => process.exit(0));
process.send({ kind: "ready" });
