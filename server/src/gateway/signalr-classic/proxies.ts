import { HUB } from "./envelope.ts";

/** Hub methods that a page can call by name. This protocol has no streams. */
export const PROXY_METHODS = [
  "Subscribe",
  "SubscribeMany",
  "Unsubscribe",
  "Publish",
  "Authenticate",
  "SignOut",
  "GetMembers",
  "GetHistory",
  "GetConnectionId",
] as const;

/**
 * Script that pages load from `[prefix]/signalr/hubs` after jquery.signalR. Defines the hub at `$.connection.fanfare`,
 * with its methods in `server` and the page's callbacks in `client`, and the connection at `$.connection.hub`.
 *
 * @param url URL of the protocol's requests.
 * @example
 * // $.connection.hub.qs = { app: "app-key" };
 * // $.connection.fanfare.client.event = (channel, name, data) => {};
 * // $.connection.hub.start().done(() => $.connection.fanfare.server.subscribe("orders"));
 */
export function proxyScript(url: string): string {
  return `(function ($) {
  "use strict";
  if (!$ || typeof $.hubConnection !== "function") {
    throw new Error("Load jQuery and jquery.signalR before this script.");
  }
  var methods = ${JSON.stringify(PROXY_METHODS)};
  $.hubConnection.prototype.createHubProxies = function () {
    var connection = this;
    var proxy;
    var listening = [];
    // Before the proxy is made, which makes the connection look at what it listens to.
    connection.starting(function () {
      Object.keys(proxy.client).forEach(function (name) {
        var callback = proxy.client[name];
        if (typeof callback !== "function") return;
        var listener = function () {
          callback.apply(proxy, $.makeArray(arguments));
        };
        listening.push([name, listener, callback]);
        proxy.on(name, listener, callback);
      });
    });
    connection.disconnected(function () {
      listening.splice(0).forEach(function (entry) {
        proxy.off(entry[0], entry[1], entry[2]);
      });
    });
    proxy = connection.createHubProxy(${JSON.stringify(HUB)});
    proxy.client = {};
    proxy.server = {};
    methods.forEach(function (method) {
      proxy.server[method.charAt(0).toLowerCase() + method.slice(1)] = function () {
        return proxy.invoke.apply(proxy, [method].concat($.makeArray(arguments)));
      };
    });
    return { ${JSON.stringify(HUB)}: proxy };
  };
  $.connection.hub = $.hubConnection(${JSON.stringify(url)}, { useDefaultPath: false });
  $.extend($.connection, $.connection.hub.createHubProxies());
})(window.jQuery);
`;
}
