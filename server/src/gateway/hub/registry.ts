import { DEFAULT_APP_LIMITS } from "@fanfare/contract/app-settings";
import type { Cancel, Clock } from "@fanfare/contract/clock";
import { hubLimits } from "@fanfare/contract/hub-limits";
import { SECOND_MS } from "@fanfare/contract/limits";
import type { AppDirectory } from "../../accounts/app-directory.ts";
import type { Channels } from "../../channels/channels.ts";
import type { Lane } from "../../channels/subscriber.ts";
import type { Watchlists } from "../../channels/watchlists.ts";
import type { Log } from "../../log.ts";
import type { VerifyIdentity } from "../../people/identity.ts";
import { Budget } from "../budget.ts";
import type { Connections } from "../connections.ts";
import { spread } from "../spread.ts";
import type { TopicListener, Topics } from "../topics.ts";
import { callbackOf, type HubCallback } from "./callback.ts";
import { HubClient } from "./client.ts";
import { enter, type Welcomed } from "./enter.ts";
import { faultOf, guarded } from "./guard.ts";
import type { Hub } from "./hub.ts";
import { adopt, forgetUser } from "./identify.ts";
import { itemText, Listening, listeningOn } from "./listening.ts";
import { leave, runMethod } from "./methods.ts";
import { failure, type HubFailure, TOO_FAST, tooLong } from "./outcome.ts";
import type { HubSurroundings } from "./surroundings.ts";

export interface HubDeps {
  readonly clock: Clock;
  readonly apps: AppDirectory;
  readonly channels: Channels;
  readonly watchlists: Watchlists;
  readonly connections: Connections;
  readonly topics: Topics;
  readonly verifyIdentity: VerifyIdentity;
  readonly log: Log;
}

const APP_GONE = failure("app_not_found", "This app is no more.");
const TOO_MANY = failure(
  "rate_limited",
  `At most ${hubLimits.hub_calls_waiting_max} calls of a connection wait for each other (hub_calls_waiting_max).`,
);

/**
 * @example
 * const hub = createHub({ clock, apps, channels, watchlists, connections, topics, verifyIdentity, log });
 */
export function createHub(deps: HubDeps): Hub {
  const { clock, apps, connections } = deps;
  const clients = new Map<string, HubClient>();
  /** Calls that wait for an earlier one of the same client. */
  const queues = new Map<HubClient, (() => void)[]>();
  let cancelSweep: Cancel | undefined;

  const sweep = (): void => {
    cancelSweep = undefined;
    const now_ms = clock.now();
    for (const client of [...clients.values()]) {
      client.replayed_bytes = 0;
      const settings = apps.byId(client.app_id)?.settings;
      if (settings === undefined) client.transport.end("app_unknown");
      else if (!settings.live_updates) client.transport.end("app_disabled");
      else if (settings.require_tls && !client.encrypted) client.transport.end("tls_required");
      else if (client.authorize_by_ms !== undefined && now_ms >= client.authorize_by_ms) {
        client.transport.end("authorization_late");
      } else client.transport.tick(now_ms, settings.limits);
    }
    watch();
  };
  const watch = (): void => {
    if (clients.size > 0) cancelSweep ??= clock.after(hubLimits.hub_sweep_ms, sweep);
  };
  const laneWith = (
    name: string,
    encode: Lane["encode"],
    exceptedOn: (client: HubClient, topic: string) => TopicListener | undefined,
  ): Lane => ({
    name,
    encode,
    fanOut(topic, frame, except) {
      const client = except === undefined ? undefined : clients.get(except);
      if (client?.lane.name === name) client.transport.socket.publish(topic, frame);
      else deps.topics.broadcast(topic, frame, client === undefined ? undefined : exceptedOn(client, topic));
    },
  });
  const items = laneWith("hub-items", (channel, message) => itemText(callbackOf(channel, message)), listeningOn);

  /** Runs `step` when the earlier calls of this client are done. */
  const inOrder = (
    client: HubClient,
    step: (house: HubSurroundings, done: () => void) => void,
    refuse: (why: HubFailure) => void,
  ): void => {
    const queue = queues.get(client);
    if (queue !== undefined && queue.length >= hubLimits.hub_calls_waiting_max) {
      refuse(TOO_MANY);
      return;
    }
    const run = (): void => {
      const app = apps.byId(client.app_id);
      if (client.left) return;
      if (app !== undefined) step({ ...deps, app, now_ms: clock.now() }, done);
      else {
        refuse(APP_GONE);
        done();
      }
    };
    const done = (): void => {
      const following = queues.get(client)?.shift();
      if (following === undefined) queues.delete(client);
      else following();
    };
    if (queue !== undefined) queue.push(run);
    else {
      queues.set(client, []);
      run();
    }
  };
  const hub: Hub = {
    laneOf: ({ name, encode }) =>
      laneWith(
        name,
        (channel, message) => encode(callbackOf(channel, message)),
        () => undefined,
      ),
    open({ app, socket_id, lane, transport, identity, encrypted }) {
      const { settings } = app;
      if (!settings.live_updates) return { refused: "app_disabled" };
      if (settings.connections_max !== null && connections.of(app.id) >= settings.connections_max) {
        return { refused: "over_quota" };
      }
      const now_ms = clock.now();
      const budget = new Budget(now_ms, settings.limits);
      const client = new HubClient({ socket_id, app_id: app.id, lane, transport, budget, encrypted });
      if (settings.authorized_connections) {
        client.authorize_by_ms = now_ms + settings.limits.authorization_timeout_s * SECOND_MS;
      }
      clients.set(socket_id, client);
      connections.add(app.id);
      if (identity !== undefined) adopt(client, identity, { app, watchlists: deps.watchlists });
      watch();
      return client;
    },
    call(client, method, args, answer) {
      inOrder(
        client,
        (house, done) => {
          const outcome = guarded(deps.log, method, () => runMethod(method, client, args, house, answer));
          if (!(outcome instanceof Promise)) {
            if (outcome !== "answered") answer(outcome);
            return done();
          }
          void outcome.catch(faultOf(deps.log, method)).then((settled) => {
            if (!client.left) answer(settled);
            done();
          });
        },
        answer,
      );
    },
    listen(client, args, sink) {
      const subscriber = new Listening({ client, lane: items, topics: deps.topics, sink });
      inOrder(
        client,
        (house, done) => {
          const onWelcome = (welcomed: Welcomed): void =>
            sink.item(JSON.stringify({ type: "subscribed", ...welcomed }));
          const tell = (callback: HubCallback): void => sink.item(itemText(callback));
          const outcome = guarded(
            deps.log,
            "Listen",
            () =>
              (subscriber.is_over ? undefined : enter(client, args, house, { subscriber, onWelcome, tell })) ??
              "answered",
          );
          if (outcome !== "answered") sink.failed(outcome);
          done();
        },
        sink.failed,
      );
      return () => {
        subscriber.silence();
        const subscription = client.subscriptions.find((other) => other.subscriber === subscriber);
        if (subscription !== undefined) leave(client, subscription, deps);
      };
    },
    affords(client, bytes) {
      const { budget } = client;
      const allowed = hub.limitsOf(client);
      if (!budget.allow(bytes, clock.now(), allowed)) {
        if (budget.dropped_in_a_row <= allowed.inbound_dropped_in_a_row_max) return TOO_FAST;
        client.transport.end("flooding");
        return "end";
      }
      return bytes <= allowed.frame_bytes_max ? "yes" : tooLong(allowed.frame_bytes_max);
    },
    limitsOf: (client) => apps.byId(client.app_id)?.settings.limits ?? DEFAULT_APP_LIMITS,
    close(client) {
      if (client.left) return;
      client.left = true;
      queues.delete(client);
      clients.delete(client.socket_id);
      connections.remove(client.app_id);
      forgetUser(client, deps.watchlists);
      for (const subscription of client.subscriptions) {
        if (subscription.subscriber instanceof Listening) subscription.subscriber.silence();
        leave(client, subscription, deps);
      }
      if (clients.size > 0) return;
      cancelSweep?.();
      cancelSweep = undefined;
    },
    size: () => clients.size,
    countTransports(app_id, count) {
      for (const client of clients.values()) if (client.app_id === app_id) count(client.transport.carriedBy());
    },
    endUser(app_id, user_id) {
      endWhere("unauthorized", (client) => client.app_id === app_id && client.user?.user_id === user_id);
    },
    endApp(app_id) {
      endWhere("app_unknown", (client) => client.app_id === app_id);
    },
    renewChannel(app_id, channel) {
      endWhere("reconnect", (client) => client.app_id === app_id && client.subscriptionTo(channel) !== undefined);
    },
    endAll: (reason, spread_ms) =>
      spread(clock, [...clients.values()], (client) => client.transport.end(reason), spread_ms),
  };
  const endWhere = (reason: Parameters<Hub["endAll"]>[0], fits: (client: HubClient) => boolean): void => {
    for (const client of [...clients.values()]) if (fits(client)) client.transport.end(reason);
  };
  return hub;
}
