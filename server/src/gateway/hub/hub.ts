import { hubLimits } from "@fanfare/contract/limits/hub";
import type { AppLimits } from "@fanfare/contract/realtime/app-settings";
import type { CloseReason } from "@fanfare/contract/realtime/pusher";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Frame, Lane } from "../../channels/subscriber.ts";
import type { Log } from "../../lib/log.ts";
import { truncate } from "../../lib/truncate.ts";
import type { GroupsOnServer } from "../../people/groups/groups-on-server.ts";
import type { Identity, VerifyIdentity } from "../../people/identity/identity.ts";
import { ConnectionRegistry, type ConnectionRegistryDeps } from "../session/connection-registry.ts";
import { leaveChannel } from "../session/entry.ts";
import type { TopicListener, Topics } from "../transport/topics.ts";
import { identifyClient } from "./authenticate.ts";
import { CallQueue } from "./call-queue.ts";
import { ChannelStream, type ItemSink, itemText } from "./channel-stream.ts";
import { readGroups } from "./groups-on-server.ts";
import { type HubCallback, toHubCallback } from "./hub-callback.ts";
import { HubClient, type HubContext, type HubTransport } from "./hub-client.ts";
import { failure, type HubFailure, type HubReply, RATE_LIMITED, tooLong } from "./hub-result.ts";
import { runMethod } from "./methods.ts";
import { subscribeToChannel, type WelcomeResult } from "./subscribe.ts";

/** Encoding of hub calls for one SignalR protocol. `name` is the last part of its topics. */
export interface HubDialect {
  readonly name: string;
  encode(callback: HubCallback): Frame;
}

export interface HubConnectRequest {
  readonly app: AppRecord;
  /** Created with `newSocketId`. */
  readonly socket_id: string;
  /** Created with `createLane` for this connection's dialect. */
  readonly lane: Lane;
  readonly link: HubTransport;
  /** From the connection's verified token, if any. */
  readonly identity: Identity | undefined;
  readonly encrypted: boolean;
}

export interface HubDeps extends ConnectionRegistryDeps {
  readonly topics: Topics;
  readonly verifyIdentity: VerifyIdentity;
  readonly groupsOnServer: GroupsOnServer;
  readonly log: Log;
}

/** Calls `done` once the client's next call may begin. */
type HubCall = (context: HubContext, done: () => void) => void;

const SUBSCRIBING = /^subscribe/i;

const INTERNAL_FAILURE = failure(
  "internal",
  "An unexpected error occurred. The call may or may not have taken effect.",
);
const APP_DELETED = failure("app_not_found", "This app was deleted.");
const TOO_MANY_CALLS = failure(
  "rate_limited",
  `At most ${hubLimits.hub_calls_waiting_max} calls per connection can wait (hub_calls_waiting_max).`,
);

/**
 * Hub `fanfare`: exposes the channels, people, and rules of the Pusher protocol as methods that clients call and
 * callbacks that they receive. Independent of the wire format: the two SignalR generations provide dialects and
 * transports.
 *
 * @example
 * const hub = new Hub({ clock, apps, channels, watchlists, connections, topics, verifyIdentity, groupsOnServer, log });
 * const lane = hub.createLane({ name: "signalr-json", encode });
 * const client = hub.open({ app, socket_id: newSocketId(rng), lane, link, identity, encrypted });
 * hub.call(client, "Subscribe", ["news"], (outcome) => complete(id, outcome));
 * hub.close(client);
 */
export class Hub {
  readonly connections: ConnectionRegistry<HubClient>;
  readonly #deps: HubDeps;
  readonly #calls = new CallQueue<HubClient>();
  readonly #items: Lane;

  constructor(deps: HubDeps) {
    this.#deps = deps;
    this.connections = new ConnectionRegistry(deps, hubLimits.hub_sweep_ms);
    this.#items = this.#createLane(
      "hub-items",
      (channel, message) => itemText(toHubCallback(channel, message)),
      (client, topic) => client.streamOn(topic),
    );
  }

  /** Creates a dialect's lane. Call once per dialect. */
  createLane({ name, encode }: HubDialect): Lane {
    return this.#createLane(
      name,
      (channel, message) => encode(toHubCallback(channel, message)),
      () => undefined,
    );
  }

  /** Opens a connection. The transport must send a refusal. */
  open({ app, identity, ...given }: HubConnectRequest): HubClient | { readonly refused: CloseReason } {
    const refused = this.connections.refusal(app);
    if (refused !== undefined) return { refused };
    const { clock, watchlists } = this.#deps;
    const client = new HubClient({ ...given, app, socket: given.link.socket, now_ms: clock.now() });
    this.connections.add(client);
    if (identity !== undefined) identifyClient(client, identity, { app, watchlists });
    return client;
  }

  /**
   * Runs a method for this client. Results of one client are sent in order, and the result of `Subscribe` precedes any
   * message of the channel. Sends no results after `close`.
   */
  call(client: HubClient, method: string, args: readonly unknown[], answer: HubReply): void {
    const run = (context: HubContext, done: () => void): void => {
      const outcome = this.#guard(method, () => runMethod(method, client, args, context, answer));
      if (outcome instanceof Promise) {
        void outcome
          .catch((error: unknown) => this.#reportError(method, error))
          .then((settled) => {
            if (!client.left) answer(settled);
            done();
          });
        return;
      }
      if (outcome !== "answered") answer(outcome);
      done();
    };
    if (SUBSCRIBING.test(method)) this.#inGroups(client, args, run, answer);
    else this.#inOrder(client, run, answer);
  }

  /** Streams a channel to this client until the returned function is called. Queued with the client's calls. */
  listen(client: HubClient, args: readonly unknown[], sink: ItemSink): () => void {
    const { topics, channels } = this.#deps;
    const subscriber = new ChannelStream({ client, lane: this.#items, topics, sink });
    const hub_subscriber = {
      subscriber,
      onWelcome: (result: WelcomeResult) => sink.item(JSON.stringify({ type: "subscribed", ...result })),
      call: (callback: HubCallback) => sink.item(itemText(callback)),
    };
    const run = (context: HubContext, done: () => void): void => {
      const subscribe = () =>
        subscriber.is_ended ? undefined : subscribeToChannel(client, args, context, hub_subscriber);
      const failed = this.#guard("Listen", subscribe);
      if (failed !== undefined) sink.failed(failed);
      done();
    };
    this.#inGroups(client, args, run, sink.failed);
    return () => {
      subscriber.silence();
      const occupied = client.channels.find((each) => client.subscriberOn(each) === subscriber);
      if (occupied !== undefined) leaveChannel(client, occupied, channels);
    };
  }

  /** Charges a message to the client's rate limit. `ended`: the client flooded the hub and was disconnected. */
  takeInbound(client: HubClient, bytes: number): HubFailure | "accepted" | "ended" {
    const allowed = this.limitsOf(client);
    const decision = client.budget.take(bytes, this.#deps.clock.now(), allowed);
    switch (decision) {
      case "accepted":
        return "accepted";
      case "too_large":
        return tooLong(allowed.frame_bytes_max);
      case "dropped_first":
      case "dropped":
        return RATE_LIMITED;
      case "flooding":
        client.link.end("flooding");
        return "ended";
    }
  }

  limitsOf(client: HubClient): AppLimits {
    return this.connections.limitsOf(client);
  }

  close(client: HubClient): void {
    this.#calls.drop(client);
    client.silenceStreams();
    this.connections.remove(client);
  }

  #createLane(
    name: string,
    encode: Lane["encode"],
    exceptedOn: (client: HubClient, topic: string) => TopicListener | undefined,
  ): Lane {
    return {
      name,
      encode,
      fanOut: (topic, frame, except) => {
        const client = except === undefined ? undefined : this.connections.find(except);
        if (client?.lane.name === name) client.socket.publish(topic, frame);
        else this.#deps.topics.broadcast(topic, frame, client === undefined ? undefined : exceptedOn(client, topic));
      },
    };
  }

  /** Runs a call that subscribes, once the groups that its channels require are known. */
  #inGroups(client: HubClient, args: readonly unknown[], run: HubCall, refuse: (why: HubFailure) => void): void {
    const runInGroups: HubCall = (context, done) => {
      const reading = readGroups(client, context.app, args, this.#deps.groupsOnServer);
      if (reading === undefined) {
        run(context, done);
        return;
      }
      reading.then(
        (groups) => (client.left ? done() : run({ ...context, groups }, done)),
        (error: unknown) => {
          refuse(this.#reportError("Subscribe", error));
          done();
        },
      );
    };
    this.#inOrder(client, runInGroups, refuse);
  }

  #inOrder(client: HubClient, run: HubCall, refuse: (why: HubFailure) => void): void {
    const { apps, channels, watchlists, verifyIdentity, clock } = this.#deps;
    const is_queued = this.#calls.run(client, (done) => {
      if (client.left) {
        done();
        return;
      }
      const app = apps.byId(client.app_id);
      if (app !== undefined) {
        run({ app, channels, watchlists, verifyIdentity, now_ms: clock.now() }, done);
        return;
      }
      refuse(APP_DELETED);
      done();
    });
    if (!is_queued) refuse(TOO_MANY_CALLS);
  }

  /** Isolates errors: an error fails only its own call, and is logged. */
  #guard<Outcome>(method: string, run: () => Outcome): Outcome | HubFailure {
    try {
      return run();
    } catch (error) {
      return this.#reportError(method, error);
    }
  }

  #reportError(method: string, error: unknown): HubFailure {
    this.#deps.log.error("hub_call_failed", { method: truncate(method), error });
    return INTERNAL_FAILURE;
  }
}
