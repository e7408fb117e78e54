// Runs the unmodified pusher-js in Node and obeys orders over IPC. Several clients live in one process, each with an id.
const Pusher = require("pusher-js");

const clients = new Map();
const tell = (id, report) => process.send({ id, ...report });

const orders = {
  connect({ id, key, options }) {
    const client = new Pusher(key, {
      cluster: "",
      forceTLS: false,
      disableStats: true,
      enabledTransports: ["ws"],
      ...options,
    });
    clients.set(id, client);
    client.connection.bind("state_change", ({ current }) =>
      tell(id, { kind: "state", state: current, socket_id: client.connection.socket_id }),
    );
    client.connection.bind("error", (error) => tell(id, { kind: "error", error: error?.error?.data ?? error }));
    client.connection.bind("message", ({ event, data }) => tell(id, { kind: "message", event, data }));
    client.bind_global((event, data) => tell(id, { kind: "global", event, data }));
  },
  subscribe({ id, channel }) {
    clients
      .get(id)
      .subscribe(channel)
      .bind_global((event, data) =>
        // A member list is an object with methods: what the page sees of it is told.
        tell(id, {
          kind: "event",
          channel,
          event,
          data: data?.members ? { count: data.count, members: data.members, me: data.me } : data,
        }),
      );
  },
  // Only listeners of one event are told who sent it.
  listen({ id, channel, event }) {
    clients
      .get(id)
      .channel(channel)
      .bind(event, (data, metadata) => tell(id, { kind: "received", channel, event, data, metadata }));
  },
  unsubscribe({ id, channel }) {
    clients.get(id).unsubscribe(channel);
  },
  trigger({ id, channel, event, data }) {
    tell(id, { kind: "triggered", sent: clients.get(id).channel(channel).trigger(event, data) });
  },
  signin({ id }) {
    const { user } = clients.get(id);
    user.bind_global((event, data) => tell(id, { kind: "user", event, data }));
    user.watchlist.bind_global((event, data) => tell(id, { kind: "watchlist", event, data }));
    clients.get(id).signin();
  },
  disconnect({ id }) {
    clients.get(id).disconnect();
  },
};

process.on("message", (order) => orders[order.order](order));
process.on("disconnect", () => process.exit(0));
process.send({ kind: "ready" });
