// Runs the unmodified signalr 2.4.3 with jQuery in pages of jsdom and obeys orders over IPC. Several pages live in one
// process, each with an id. A page's address decides whether the server is of its own origin or of another.
const { readFileSync } = require("node:fs");
const { EventSource } = require("eventsource");
const { JSDOM, VirtualConsole } = require("jsdom");

const scripts = ["jquery/dist/jquery.js", "signalr/jquery.signalR.js"].map((path) =>
  readFileSync(require.resolve(path), "utf8"),
);
const CALLBACKS = [
  "event",
  "subscribed",
  "unsubscribed",
  "memberAdded",
  "memberRemoved",
  "subscriptionCount",
  "reset",
  "signedIn",
  "signedOut",
  "watchlist",
  "serverError",
];
const STATES = { 0: "connecting", 1: "connected", 2: "reconnecting", 4: "disconnected" };

const pages = new Map();
const tell = (id, report) => process.send({ id, ...report });

const orders = {
  open({ id, server, page_url, qs, start, hub = true }) {
    const { window } = new JSDOM("<!doctype html>", {
      url: page_url,
      runScripts: "outside-only",
      virtualConsole: new VirtualConsole(),
    });
    window.EventSource = EventSource;
    for (const script of scripts) window.eval(script);
    const $ = window.jQuery;
    const connection = $.hubConnection(server, { qs });
    // Nothing is gained by waiting as long as a page would.
    connection.reconnectDelay = 50;
    $.signalR.transports.longPolling.reconnectDelay = 50;
    const proxy = connection.createHubProxy("fanfare");
    if (hub) {
      for (const name of CALLBACKS) proxy.on(name, (...args) => tell(id, { kind: "callback", name, args }));
    }
    pages.set(id, { window, connection, proxy });
    connection.stateChanged(({ newState }) =>
      tell(id, {
        kind: "state",
        state: STATES[newState],
        connection_id: connection.id,
        transport: connection.transport?.name,
      }),
    );
    connection.error((error) => tell(id, { kind: "error", message: error.message, status: error.context?.status }));
    connection.reconnected(() => tell(id, { kind: "reconnected" }));
    connection
      .start({ waitForPageLoad: false, ...start })
      .done(() => tell(id, { kind: "started", connection_id: connection.id, transport: connection.transport.name }))
      .fail((error) => tell(id, { kind: "failed", message: error.message }));
  },
  invoke({ id, call, method, args }) {
    pages
      .get(id)
      .proxy.invoke(method, ...args)
      .done((result) => tell(id, { kind: "answer", call, result }))
      .fail((error) =>
        tell(id, { kind: "answer", call, error: { message: error.message, source: error.source, data: error.data } }),
      );
  },
  stop({ id }) {
    pages.get(id).connection.stop();
  },
};

process.on("message", (order) => orders[order.order](order));
process.on("disconnect", () => process.exit(0));
process.send({ kind: "ready" });
