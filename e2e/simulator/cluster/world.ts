import { type ManualClock, manualClock } from "@fanfare/contract/lib/clock";
import { type Rng, seededRng } from "@fanfare/contract/lib/rng";
import { MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { parseChannel } from "@fanfare/contract/realtime/channel";
import { channelSignatureText } from "@fanfare/contract/realtime/signature";
import { signText } from "@fanfare/server/lib/signing";
import { openPage, type PageServer, type SimulatedPage } from "../page.ts";
import { APP, appRecord, bootResponse } from "../server.ts";
import { ClusterNode, type Database } from "./node.ts";
import { VirtualRedis } from "./redis.ts";
import { KEPT, NUMBER, PLAIN, PRESENCE, type Watcher, watchChannels } from "./watcher.ts";

const STEP_MS = 20;
const RESTART_MS_MAX = 8 * SECOND_MS;
const SKEW_MS_MAX = 10 * MINUTE_MS;
const RETRY_MS = 400;
const ANSWER_MS_MAX = 1_500;
/** Time after a failure of someone's connection or server, within which others may be told that they left. */
const FAILURE_MS = 15 * SECOND_MS;
/** Until a server closes a connection that sends nothing. */
const SILENCE_MS = 3 * MINUTE_MS;
const SETTINGS = appSettings({
  ...{ subscription_counts: true, client_events: false },
  history_rules: [{ pattern: "orders-*", events_max: 1_000, ttl_s: 600 }],
  limits: { presence_members_max: 1_000 },
});

export interface ClusterPage extends Watcher {
  readonly page: SimulatedPage;
  readonly user_id: string;
  readonly node: () => ClusterNode | undefined;
}

/** Entry of a log with a published number. */
export interface LoggedNumber {
  readonly number: number;
  readonly epoch: string;
}

/** Servers, pages, and a backend that publishes numbers, in virtual time. Deterministic for a seed. */
export class ClusterWorld {
  readonly clock: ManualClock = manualClock(Date.UTC(2026, 0, 1));
  readonly rng: Rng;
  readonly redis: VirtualRedis;
  readonly database: Database = { config_version: 1 };
  readonly pages: readonly ClusterPage[];
  /** By slot. A supervisor fills an empty one. */
  readonly nodes: (ClusterNode | undefined)[];
  /** All numbers in the order of the logs. */
  readonly logged: LoggedNumber[] = [];
  readonly acknowledged: number[] = [];
  #started = 0;
  #numbers = 0;
  #publishing = 0;
  /** By person: until when others may be told that they left, and they that others left. */
  readonly #leaves_until_ms = new Map<string, number>();
  is_stopping = false;

  constructor(options: { readonly seed: number; readonly nodes: number; readonly pages: number }) {
    this.rng = seededRng(options.seed);
    this.redis = new VirtualRedis(this.clock, this.rng);
    this.redis.model.onEntry = (epoch, { texts }) => {
      for (const message of texts.map((text) => JSON.parse(text)))
        for (const { event, data } of message.kind === "events" ? message.events : [])
          if (event === NUMBER) this.logged.push({ number: Number(data), epoch });
    };
    this.nodes = Array.from({ length: options.nodes }, () => this.#startNode());
    this.pages = Array.from({ length: options.pages }, (_, index) => this.#openPage(index));
  }

  get live_nodes(): readonly ClusterNode[] {
    return this.nodes.filter((node) => node !== undefined);
  }

  async pass(duration_ms: number, each_step: () => void = () => {}, step_ms = STEP_MS): Promise<void> {
    for (let passed = 0; passed < duration_ms; passed += step_ms) {
      each_step();
      this.#superviseNodes();
      this.#noteFailures(step_ms);
      this.clock.advance(step_ms);
      // Let promises that a timer resolved continue before the next step.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Like a backend: repeats the call with the same key, through any node, until it's acknowledged. */
  publishNumber(): number {
    const number = ++this.#numbers;
    this.#publishing++;
    void this.#publish(number).finally(() => this.#publishing--);
    return number;
  }

  get is_publishing(): boolean {
    return this.#publishing > 0;
  }

  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.rng.next() * items.length)];
  }

  /** The person who is told must have had no failure either: a server that was away tells late what it reads late. */
  #ifStayed(told: string, left: string, task: () => void): void {
    const at_ms = this.clock.now();
    // A page notices later that its server closed the connection.
    this.clock.after(SECOND_MS, () => {
      const failed = [told, left].some((each) => at_ms <= (this.#leaves_until_ms.get(each) ?? 0));
      if (!failed) task();
    });
  }

  cutPage(): void {
    const each = this.pick(this.pages);
    if (each === undefined) return;
    this.#mayLeave(each.user_id, FAILURE_MS);
    each.page.wire?.cut();
  }

  silencePage(): void {
    const each = this.pick(this.pages);
    if (each === undefined) return;
    this.#mayLeave(each.user_id, SILENCE_MS);
    each.page.wire?.silence();
  }

  #replace(node: ClusterNode): void {
    const slot = this.nodes.indexOf(node);
    if (slot < 0) return;
    this.nodes[slot] = undefined;
    this.clock.after(this.rng.next() * RESTART_MS_MAX, () => {
      this.nodes[slot] ??= this.is_stopping ? undefined : this.#startNode();
    });
  }

  async stop(): Promise<void> {
    this.is_stopping = true;
    for (const { page } of this.pages) page.stop();
    await this.pass(SECOND_MS);
    void Promise.all(this.live_nodes.map((node) => node.leave()));
    await this.pass(5 * SECOND_MS);
  }

  #startNode(): ClusterNode {
    const skew_ms = (this.rng.next() * 2 - 1) * SKEW_MS_MAX;
    const { clock, rng, redis, database } = this;
    return new ClusterNode(`node-${++this.#started}`, skew_ms, { clock, rng, redis, database, settings: SETTINGS });
  }

  #noteFailures(step_ms: number): void {
    const now_ms = this.clock.now();
    // Without Redis, servers tell each other later.
    if (this.redis.is_down || this.redis.is_frozen)
      for (const [user_id, until_ms] of this.#leaves_until_ms)
        if (until_ms >= now_ms) this.#leaves_until_ms.set(user_id, until_ms + step_ms);
    for (const { page, user_id, node } of this.pages) {
      const server = node();
      const works = page.connected && server?.accepts === true && !server.link.is_cut;
      if (!works) this.#mayLeave(user_id, FAILURE_MS);
    }
  }

  #mayLeave(user_id: string, duration_ms: number): void {
    const before_ms = this.#leaves_until_ms.get(user_id) ?? 0;
    this.#leaves_until_ms.set(user_id, Math.max(before_ms, this.clock.now() + duration_ms));
  }

  #superviseNodes(): void {
    for (const node of this.live_nodes) {
      if (node.state !== "gone") continue;
      // The system closes the sockets of a process that ended.
      for (const each of this.pages) if (each.node() === node) each.page.wire?.cut();
      this.#replace(node);
    }
  }

  #anyNode(): ClusterNode | undefined {
    return this.pick(this.live_nodes.filter((node) => node.accepts));
  }

  async #publish(number: number): Promise<void> {
    const { clock } = this;
    const wait = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));
    const channels = [KEPT, PLAIN].flatMap((name) => parseChannel(name) ?? []);
    const once = { key: `number-${number}`, fingerprint: String(number), ttl_s: 600 };
    while (!this.is_stopping) {
      const events = [{ channels, event: NUMBER, data: String(number) }];
      const answer = this.#anyNode()
        ?.channels.publishAll(APP.id, events, once)
        ?.catch(() => undefined);
      // A killed node never answers.
      const result = await Promise.race([answer, wait(ANSWER_MS_MAX)]);
      if (result !== undefined) {
        this.acknowledged.push(number);
        return;
      }
      await wait(RETRY_MS);
    }
  }

  #openPage(index: number): ClusterPage {
    const { clock, rng } = this;
    const user_id = `user-${index}`;
    let node: ClusterNode | undefined;
    const server: PageServer = {
      accept: () => {
        node = this.#anyNode();
        return node?.accept();
      },
      boot: (etag) => {
        const serving = this.#anyNode();
        if (serving === undefined) return "down";
        const fresh = `"${serving.config_version}"`;
        return etag === fresh ? "unchanged" : { body: bootResponse(serving.config_version, clock), etag: fresh };
      },
      authorize: (socket_id, channel) => {
        const { secrets } = appRecord(SETTINGS);
        if (this.#anyNode() === undefined) return undefined;
        if (channel !== PRESENCE) return signText({ ...APP, secrets }, channelSignatureText(socket_id, channel));
        const channel_data = JSON.stringify({ user_id, user_info: {} });
        return {
          auth: signText({ ...APP, secrets }, channelSignatureText(socket_id, channel, channel_data)),
          channel_data,
        };
      },
    };
    let watcher: Watcher | undefined;
    const page = openPage(
      { clock, rng, server },
      {
        ...{ name: `page-${index}`, heals: true },
        listen: (live) => {
          watcher = watchChannels(live, (left, task) => this.#ifStayed(user_id, left, task));
        },
      },
    );
    if (watcher === undefined) throw new Error("A page listens before it connects.");
    return { ...watcher, page, user_id, node: () => node };
  }
}
