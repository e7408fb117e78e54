// Runs unmodified laravel-echo over unmodified pusher-js in Node, controlled over IPC.
import Echo from "laravel-echo";
import Pusher from "pusher-js";

const clients = new Map();
const sendReport = (id, report) => process.send({ id, ...report });
const enter = (echo, kind, name) => {
  switch (kind) {
    case "public":
      return echo.channel(name);
    case "private":
      return echo.private(name);
    case "encrypted":
      return echo.encryptedPrivate(name);
    case "presence":
      return echo.join(name);
  }
};

const orders = {
  connect({ id, options }) {
    const given = { broadcaster: "pusher", Pusher, cluster: "", forceTLS: false, enabledTransports: ["ws"] };
    clients.set(id, new Echo({ ...given, ...options }));
  },
  // A leading dot: the name without Laravel's namespace.
  listen({ id, kind, name, event }) {
    const channel = enter(clients.get(id), kind, name)
      .subscribed(() => sendReport(id, { kind: "subscribed", name }))
      .error((error) => sendReport(id, { kind: "error", name, data: error }))
      .listen(`.${event}`, (data) => sendReport(id, { kind: "event", name, data }));
    if (kind === "public") return;
    channel.listenForWhisper("typing", (data) => sendReport(id, { kind: "whisper", name, data }));
    if (kind !== "presence") return;
    channel
      .here((members) => sendReport(id, { kind: "here", name, data: members }))
      .joining((member) => sendReport(id, { kind: "joining", name, data: member }))
      .leaving((member) => sendReport(id, { kind: "leaving", name, data: member }));
  },
  whisper({ id, name, data }) {
    clients.get(id).private(name).whisper("typing", data);
  },
  leave({ id, name }) {
    clients.get(id).leave(name);
  },
  socketId({ id }) {
    sendReport(id, { kind: "socket_id", data: clients.get(id).socketId() });
  },
  disconnect({ id }) {
    clients.get(id).disconnect();
  },
};

process.on("message", (order) => orders[order.order](order));
process.on("disconnect", () => process.exit(0));
process.send({ kind: "ready" });
