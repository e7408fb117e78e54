import type { Clock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { SurveyLinkResponse } from "@fanfare/contract/schema/client/v1";
import { browserStore } from "../engage/outbox/browser-store.ts";
import type { QueuedCommand } from "../engage/outbox/command.ts";
import { deliverCommand } from "../engage/outbox/commands.ts";
import { createDatabase, type Queue } from "../engage/outbox/database.ts";
import { createEventQueue, type EventQueue, type QueuedEvent } from "../engage/outbox/event-queue.ts";
import { createOutbox } from "../engage/outbox/outbox.ts";
import { createTabLock } from "../engage/outbox/tab-lock.ts";
import type { ProgressMove } from "../engage/runs/run-tracker.ts";
import { watchLifecycle } from "../lib/lifecycle.ts";
import type { Report } from "../lib/report.ts";
import { createStorage, type Storage } from "../lib/storage.ts";
import { createIdentity } from "../net/identity.ts";
import { type ApiResult, createNet, type Net } from "../net/net.ts";

export interface PageClient {
  readonly storage: Storage;
  /** Asks for the survey, and identifies the page with the response. */
  open(slug: string): Promise<ApiResult<SurveyLinkResponse>>;
  readonly addEvent: EventQueue["add"];
  saveMove(move: ProgressMove): void;
  readonly net: Net;
}

export interface PageClientDeps {
  readonly window: Window & typeof globalThis;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly host: string;
  readonly key: string;
  /** Identity token of the link. Without it, the person is an anonymous visitor. */
  readonly token: string | undefined;
  /** Sends neither a token nor a cookie, and stores neither. */
  readonly anonymous: boolean;
  readonly report: Report;
}

/**
 * What a page without other content needs of the SDK: the identity, and the queues of events and of the run, which
 * deliver after a lost connection or a reload.
 */
export function createPageClient(deps: PageClientDeps): PageClient {
  const { window, clock, rng, host, key, report, anonymous } = deps;
  const named = `fanfare:${key}:survey`;
  const granted = (): boolean => !anonymous;
  const token = anonymous ? undefined : deps.token;
  const storage = createStorage(window, granted);
  const identity = createIdentity(key, storage, report);
  const owner = token === undefined ? "" : subjectOf(token);
  if (token !== undefined) identity.setPerson({ external_id: owner, attributes: {}, token });
  const net = createNet({ ...{ host, key, clock, identity, cookies: granted }, fetch: window.fetch.bind(window) });
  const database = createDatabase({ clock, indexedDB: () => window.indexedDB, allowed: granted }, named);
  let opened = false;
  const isAccepted = (): boolean => opened;
  const queue = <Value>(name: Queue) => ({
    ...{ clock, rng, storage, name: `${named}:${name}`, store: browserStore<Value>(database, name) },
    exclusive: createTabLock(window.navigator, `${named}:${name}`),
    owners: (): readonly [string, ...string[]] => [owner],
  });
  const events = createEventQueue({
    ...queue<QueuedEvent>("events"),
    ...{ net, report, identity, isAccepted, onDue() {} },
    consent: () => "granted",
    now_ms: () => clock.now(),
  });
  const moves = createOutbox<QueuedCommand>({
    ...queue<QueuedCommand>("calls"),
    deliver: ([item], leaving) =>
      deliverCommand(
        { net, report, identity, isAccepted, origin: () => ({}), onConflict() {}, onChange() {} },
        item?.message,
        leaving,
      ),
    delay_ms: 0,
    batch_max: 1,
  });
  const each = (task: (queue: Pick<EventQueue, "flush" | "flushOnLeave" | "recoverLeftovers">) => unknown) => () => {
    for (const queue of [events, moves]) task(queue);
  };
  const flush = each((queue) => queue.flush());
  const leave = each((queue) => queue.flushOnLeave());
  watchLifecycle(window, { wake: flush, hidden: leave, leave, restorePage: each((queue) => queue.recoverLeftovers()) });
  return {
    ...{ storage, net },
    addEvent: events.add,
    saveMove: (move) => void moves.put({ id: uuidv7(clock, rng), message: { kind: "progress", move } }),
    async open(slug) {
      const { timeZone: time_zone } = new Intl.DateTimeFormat().resolvedOptions();
      const answer = await net.call<SurveyLinkResponse>("POST", `/v1/surveys/${encodeURIComponent(slug)}`, {
        json: { time_zone, anonymous_token: identity.anonymousToken() },
      });
      if (answer.kind === "ok") {
        identity.storeAnonymous(answer.body.anonymous);
        opened = true;
        flush();
      }
      return answer;
    },
  };
}

/** The person of a token, unverified: only names whose queued events a later page may send. */
function subjectOf(token: string): string {
  try {
    const payload = (token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    const { sub }: { readonly sub?: unknown } = JSON.parse(atob(payload));
    return `${sub}`;
  } catch {
    return "?";
  }
}
