import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { AppendResult } from "@fanfare/server/cluster/log";
import type { LogEntry, LogOrigin, LogPosition, LogStore, NewLogMessage } from "@fanfare/server/cluster/log-store";
import type { BeatResult } from "@fanfare/server/cluster/redis-scripts";

interface StoredLog {
  readonly entries: LogEntry[];
  last: readonly [ms: number, sequence: number];
}

interface Data {
  epoch: { readonly epoch: string; readonly run_id: string; entries: number } | undefined;
  readonly nodes: Map<string, number>;
  readonly logs: Map<string, StoredLog>;
  readonly once: Map<string, { readonly fingerprint: string; readonly until_ms: number }>;
  readonly snapshots: Map<string, string>;
}

const emptyData = (): Data => ({
  epoch: undefined,
  nodes: new Map(),
  logs: new Map(),
  once: new Map(),
  snapshots: new Map(),
});

/** What the server's scripts and commands do in Redis, without a network. A test compares it with Redis itself. */
export class RedisModel {
  readonly #clock: Pick<Clock, "now">;
  #data = emptyData();
  #run = 1;
  /** Called with each entry of a log. */
  onEntry: (epoch: string, entry: LogEntry) => void = () => {};

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  append(epoch: string, origin: LogOrigin, messages: readonly NewLogMessage[]): readonly AppendResult[] | "stale" {
    const { once: keys } = this.#data;
    const current = this.#openLog(epoch);
    if (current === undefined) return "stale";
    const texts: string[] = [];
    const results = messages.map(({ text, once }): AppendResult => {
      const used = once && keys.get(once.key);
      if (used !== undefined && used.until_ms > this.#clock.now())
        return used.fingerprint === once?.fingerprint ? "repeated" : "conflict";
      texts.push(text);
      if (once !== undefined)
        keys.set(once.key, { fingerprint: once.fingerprint, until_ms: this.#clock.now() + once.ttl_s * 1_000 });
      return "appended";
    });
    if (texts.length > 0) this.#store(current, { ...origin, texts });
    this.trim(limits.redis_log_ms);
    return results;
  }

  add(epoch: string, origin: LogOrigin, text: string): LogPosition | undefined {
    const current = this.#openLog(epoch);
    return current && this.#store(current, { ...origin, texts: [text] });
  }

  /** The log under this epoch if it's the current one of this process. */
  #openLog(epoch: string): Data["epoch"] {
    const current = this.#data.epoch;
    return current?.epoch === epoch && current.run_id === this.#runId() ? current : undefined;
  }

  #runId(): string {
    return `run-${this.#run}`;
  }

  #store(current: { readonly epoch: string; entries: number }, entry: Omit<LogEntry, "id" | "sequence">): LogPosition {
    const log = this.#log(current.epoch);
    const [last_ms, last_sequence] = log.last;
    const ms = Math.max(last_ms, this.#clock.now());
    log.last = [ms, ms === last_ms ? last_sequence + 1 : 0];
    const position = { id: log.last.join("-"), sequence: ++current.entries };
    const stored = { ...position, ...entry };
    log.entries.push(stored);
    this.onEntry(current.epoch, stored);
    return position;
  }

  entriesAfter(epoch: string, id: string): readonly LogEntry[] {
    const log = this.#data.logs.get(epoch);
    if (log === undefined) return [];
    const after = log.entries.findLastIndex((entry) => compareIds(entry.id, id) <= 0);
    return log.entries.slice(after + 1, after + 1 + limits.redis_read_entries_max);
  }

  beat(node: string, candidate: string, is_first: boolean, ended?: string): BeatResult {
    const now_ms = this.#clock.now();
    const { nodes } = this.#data;
    const others = [...nodes].filter(([name]) => name !== node);
    const fresh = others.filter(([, at_ms]) => at_ms >= now_ms - limits.redis_lease_ms).map(([name]) => name);
    const stale = others.map(([name]) => name).filter((name) => !fresh.includes(name));
    for (const name of stale) nodes.delete(name);
    const run_id = this.#runId();
    const current = this.#data.epoch;
    const is_new_epoch = current?.run_id !== run_id || (is_first && fresh.length === 0) || current.epoch === ended;
    if (is_new_epoch) this.#data.epoch = { epoch: candidate, run_id, entries: 0 };
    nodes.set(node, now_ms);
    return { epoch: this.#data.epoch?.epoch ?? "", is_new_epoch, fresh: fresh.toSorted(), stale };
  }

  forgetNode(node: string): void {
    this.#data.nodes.delete(node);
  }

  storeSnapshot(node: string, text: string): void {
    this.#data.snapshots.set(node, text);
  }

  takeSnapshot(node: string): string | undefined {
    const text = this.#data.snapshots.get(node);
    this.#data.snapshots.delete(node);
    return text;
  }

  /** Deletes entries of the current log that are older. */
  trim(age_ms: number): void {
    const { entries } = this.#log(this.#data.epoch?.epoch ?? "");
    const oldest_ms = this.#clock.now() - age_ms;
    while (entries[0] !== undefined && Number.parseInt(entries[0].id, 10) < oldest_ms) entries.shift();
  }

  /** Makes a node's last report older. */
  setReported(node: string, at_ms: number): void {
    if (this.#data.nodes.has(node)) this.#data.nodes.set(node, at_ms);
  }

  /** Deletes everything, without another process. */
  flush(): void {
    this.#data = emptyData();
  }

  save(): () => void {
    const saved = structuredClone(this.#data);
    return () => {
      this.#data = structuredClone(saved);
    };
  }

  /** Another Redis process, with the data that is here now. */
  newProcess(): void {
    this.#run++;
  }

  #log(epoch: string): StoredLog {
    const known = this.#data.logs.get(epoch);
    if (known !== undefined) return known;
    const added: StoredLog = { entries: [], last: [0, 0] };
    this.#data.logs.set(epoch, added);
    return added;
  }
}

function compareIds(one: string, other: string): number {
  const [[ms = 0, sequence = 0] = [], [other_ms = 0, other_sequence = 0] = []] = [one, other].map((id) =>
    id.split("-").map(Number),
  );
  return ms - other_ms || sequence - other_sequence;
}

const LATENCY_MS_MAX = 3;

/** A process that connects, which may be frozen or dead when a response arrives. */
export interface RedisClientProcess {
  run(task: () => void): void;
}

interface Pending {
  fail(reason: string): void;
}

/** Redis behind a network with delays, in virtual time. */
export class VirtualRedis {
  readonly model: RedisModel;
  readonly #clock: Clock;
  readonly #rng: Rng;
  readonly #links = new Set<VirtualLink>();
  /** Commands that a frozen Redis executes when it continues: all of one connection, then all of the next. */
  #waiting: Map<VirtualLink, (() => void)[]> | undefined;
  is_down = false;
  /** False injects a fault: after a restart, Redis looks like the process before. */
  has_run_ids = true;
  /** False injects a fault: entries aren't numbered. */
  has_numbers = true;

  constructor(clock: Clock, rng: Rng) {
    this.#clock = clock;
    this.#rng = rng;
    this.model = new RedisModel(clock);
  }

  connect(process: RedisClientProcess): VirtualLink {
    const link = new VirtualLink(this, this.#clock, this.#rng, process);
    this.#links.add(link);
    return link;
  }

  freeze(): void {
    this.#waiting ??= new Map();
  }

  continue(): void {
    const waiting = [...(this.#waiting?.values() ?? [])].flat();
    this.#waiting = undefined;
    for (const command of waiting) command();
  }

  get is_frozen(): boolean {
    return this.#waiting !== undefined;
  }

  /** Ends the process. What frozen commands wait for is lost. */
  kill(): void {
    this.is_down = true;
    this.#waiting = undefined;
    for (const link of this.#links) link.dropConnection();
  }

  /** Starts another process, with the data that the model has now. */
  restart(): void {
    if (this.has_run_ids) this.model.newProcess();
    this.is_down = false;
  }

  execute(link: VirtualLink, command: () => void): void {
    if (this.is_down) return;
    if (this.#waiting === undefined) command();
    else this.#waiting.set(link, [...(this.#waiting.get(link) ?? []), command]);
  }

  remove(link: VirtualLink): void {
    this.#links.delete(link);
  }
}

/** One node's connections to Redis. */
export class VirtualLink implements LogStore {
  readonly #redis: VirtualRedis;
  readonly #clock: Clock;
  readonly #rng: Rng;
  readonly #process: RedisClientProcess;
  readonly #pending = new Set<Pending>();
  #usable_at_ms = 0;
  /** The network between this node and Redis is interrupted. */
  is_cut = false;

  constructor(redis: VirtualRedis, clock: Clock, rng: Rng, process: RedisClientProcess) {
    this.#redis = redis;
    this.#clock = clock;
    this.#rng = rng;
    this.#process = process;
  }

  open = () => this.#command(() => {});
  append = (epoch: string, origin: LogOrigin, messages: readonly NewLogMessage[]) =>
    this.#command(() => this.#redis.model.append(epoch, origin, messages));
  add = (epoch: string, origin: LogOrigin, text: string) =>
    this.#command(() => this.#redis.model.add(epoch, origin, text));
  beat = (node: string, candidate: string, is_first: boolean, ended?: string) =>
    this.#command(() => this.#redis.model.beat(node, candidate, is_first, ended));
  forgetNode = (node: string) => this.#command(() => this.#redis.model.forgetNode(node));
  storeSnapshot = (node: string, text: string) => this.#command(() => this.#redis.model.storeSnapshot(node, text));
  takeSnapshot = (node: string) => this.#command(() => this.#redis.model.takeSnapshot(node));

  async entriesAfter(epoch: string, id: string): Promise<readonly LogEntry[]> {
    const until_ms = this.#clock.now() + limits.redis_read_wait_ms;
    for (;;) {
      const stored = await this.#command(() => this.#redis.model.entriesAfter(epoch, id));
      const entries = this.#redis.has_numbers ? stored : stored.map((entry) => ({ ...entry, sequence: undefined }));
      if (entries.length > 0 || this.#clock.now() >= until_ms) return entries;
      await new Promise<void>((resolve) => void this.#clock.after(READ_EVERY_MS, () => this.#process.run(resolve)));
    }
  }

  close(): void {
    this.dropConnection();
    this.#redis.remove(this);
  }

  /** Breaks the connection. Commands that Redis hasn't executed are lost, and so are the responses of the others. */
  dropConnection(): void {
    this.#usable_at_ms = this.#clock.now() + limits.redis_retry_ms + this.#rng.next() * 255;
    for (const pending of [...this.#pending]) pending.fail("The connection is closed.");
  }

  #command<Result>(run: () => Result): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    let is_over = false;
    const settle = (task: () => void): void => {
      if (is_over) return;
      is_over = true;
      this.#pending.delete(pending);
      this.#process.run(task);
    };
    const pending: Pending = { fail: (reason) => settle(() => reject(new Error(reason))) };
    this.#pending.add(pending);
    if (this.is_cut || this.#redis.is_down || this.#clock.now() < this.#usable_at_ms) {
      this.#clock.after(1, () => pending.fail("The connection is closed."));
      return promise;
    }
    const execute = (): void =>
      this.#redis.execute(this, () => {
        const result = run();
        this.#clock.after(this.#latency_ms(), () => settle(() => resolve(result)));
      });
    this.#clock.after(this.#latency_ms(), () => {
      // A request may have left before its connection broke.
      if (!is_over || this.#rng.next() < 0.5) execute();
    });
    this.#clock.after(limits.redis_command_ms, () => pending.fail("The command timed out."));
    return promise;
  }

  #latency_ms(): number {
    return this.#rng.next() * LATENCY_MS_MAX;
  }
}

const READ_EVERY_MS = 40;
