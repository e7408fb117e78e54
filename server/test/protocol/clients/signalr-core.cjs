// Runs the unmodified @microsoft/signalr in Node and obeys orders over IPC. Several clients live in one process, each with
// an id.
const signalR = require("@microsoft/signalr");
const { MessagePackHubProtocol } = require("@microsoft/signalr-protocol-msgpack");

const CALLBACKS = [
  "event",
  "subscribed",
  "unsubscribed",
  "memberAdded",
  "memberRemoved",
  "subscriptionCount",
  "reset",
  "watchlist",
];
const SILENT = { log: () => {} };

const clients = new Map();
const streams = new Map();
const tell = (id, report) => process.send({ id, ...report });

const orders = {
  open({ id, url, transport, skip_negotiation, token, messagepack, stateful, reconnect }) {
    const builder = new signalR.HubConnectionBuilder().configureLogging(SILENT).withUrl(url, {
      ...(transport === undefined ? {} : { transport: signalR.HttpTransportType[transport] }),
      ...(skip_negotiation ? { skipNegotiation: true } : {}),
      ...(token === undefined ? {} : { accessTokenFactory: () => token }),
    });
    if (messagepack) builder.withHubProtocol(new MessagePackHubProtocol());
    if (stateful) builder.withStatefulReconnect();
    if (reconnect) builder.withAutomaticReconnect([0, 50, 200, 1000]);
    const connection = builder.build();
    clients.set(id, connection);
    for (const name of CALLBACKS) connection.on(name, (...args) => tell(id, { kind: "callback", name, args }));
    connection.onclose((error) => tell(id, { kind: "closed", error: error?.message }));
    connection.onreconnecting((error) => tell(id, { kind: "reconnecting", error: error?.message }));
    connection.onreconnected((connection_id) => tell(id, { kind: "reconnected", connection_id }));
    connection.start().then(
      () => tell(id, { kind: "started", connection_id: connection.connectionId }),
      (error) => tell(id, { kind: "failed", message: error.message }),
    );
  },
  invoke({ id, call, method, args }) {
    clients
      .get(id)
      .invoke(method, ...args)
      .then(
        (result) => tell(id, { kind: "answer", call, result }),
        (error) => tell(id, { kind: "answer", call, error: error.message }),
      );
  },
  stream({ id, call, method, args }) {
    const subscription = clients
      .get(id)
      .stream(method, ...args)
      .subscribe({
        next: (item) => tell(id, { kind: "item", call, item }),
        complete: () => tell(id, { kind: "completed", call }),
        error: (error) => tell(id, { kind: "completed", call, error: error.message }),
      });
    streams.set(`${id} ${call}`, subscription);
  },
  cancel({ id, call }) {
    streams.get(`${id} ${call}`).dispose();
  },
  stop({ id }) {
    clients.get(id).stop();
  },
};

process.on("message", (order) => orders[order.order](order));
process.on("disconnect", () => process.exit(0));
process.send({ kind: "ready" });
