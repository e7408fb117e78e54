import type { AppId, DestinationId, ReceiverId, WebhookId } from "@fanfare/contract/lib/ids";
import { openDestination } from "../destinations/destination-settings.ts";
import { fromBit } from "../store/columns.ts";
import { pendingDeliveries } from "../store/statements/realtime/webhook-deliveries.ts";
import { allReceivers, type WebhookRow } from "../store/statements/realtime/webhooks.ts";
import { WebhookQueue, type WebhookQueueDeps } from "./delivery-queue.ts";
import { openSigningSecrets } from "./signing-secrets.ts";
import { parseSelection } from "./webhook-settings.ts";
import type { ReceiverTarget } from "./webhook-target.ts";

/** The queues of all webhooks and destinations that aren't archived. */
export class WebhookQueues {
  readonly #deps: WebhookQueueDeps;
  readonly #queues = new Map<AppId, Map<ReceiverId, WebhookQueue>>();
  /** The last attempts of archived webhooks. */
  readonly #retiring = new Map<ReceiverId, Promise<void>>();

  constructor(deps: WebhookQueueDeps) {
    this.#deps = deps;
  }

  of(app_id: AppId): readonly WebhookQueue[] {
    return [...(this.#queues.get(app_id)?.values() ?? [])];
  }

  find(app_id: AppId, id: ReceiverId): WebhookQueue | undefined {
    return this.#queues.get(app_id)?.get(id);
  }

  all(): readonly WebhookQueue[] {
    return [...this.#queues.values()].flatMap((of_app) => [...of_app.values()]);
  }

  /** Whether an app has an enabled webhook for channels. Called with every activity on any channel, so it copies nothing. */
  hasEnabled(app_id: AppId): boolean {
    for (const { hook } of this.#queues.get(app_id)?.values() ?? [])
      if (hook.enabled && hook.kind === "channels") return true;
    return false;
  }

  async open(): Promise<void> {
    const { db } = this.#deps.store;
    const pending = await this.#pendingCounts();
    for (const row of await allReceivers(db)) this.#apply(row, pending);
  }

  /** Reloads an app's webhooks after a write. */
  async refresh(app_id: AppId): Promise<void> {
    const { db } = this.#deps.store;
    for (;;) {
      const [rows, pending] = await Promise.all([allReceivers(db, app_id), this.#pendingCounts()]);
      const ids = new Set(rows.map(({ id }) => id));
      for (const queue of this.of(app_id)) if (!ids.has(queue.hook.id)) this.#retire(queue);
      const unfinished = rows.flatMap(({ id }) => this.#retiring.get(id) ?? []);
      if (unfinished.length === 0) {
        for (const row of rows) this.#apply(row, pending);
        return;
      }
      // A webhook restored right away continues after the attempt in flight, so that nothing is sent twice.
      await Promise.all(unfinished);
    }
  }

  /** Starts no more attempts. Resolves when all in flight are stored. */
  async retireAll(): Promise<void> {
    await Promise.all([...this.#retiring.values(), ...this.all().map((queue) => queue.retire())]);
  }

  #apply(row: WebhookRow, pending: ReadonlyMap<ReceiverId, number>): void {
    const target = toTarget(this.#deps, row);
    const known = this.find(row.app_id, row.id);
    if (known !== undefined) {
      known.encourage(target);
      return;
    }
    const of_app = this.#queues.get(row.app_id) ?? new Map<ReceiverId, WebhookQueue>();
    this.#queues.set(row.app_id, of_app);
    const queue = new WebhookQueue(this.#deps, target, pending.get(row.id) ?? 0);
    of_app.set(row.id, queue);
    queue.written(0);
  }

  #retire(queue: WebhookQueue): void {
    const { id, app_id } = queue.hook;
    this.#queues.get(app_id)?.delete(id);
    this.#retiring.set(
      id,
      queue.retire().finally(() => this.#retiring.delete(id)),
    );
  }

  async #pendingCounts(): Promise<ReadonlyMap<ReceiverId, number>> {
    return new Map(
      (await pendingDeliveries(this.#deps.store.db)).map(({ webhook_id, pending }) => [webhook_id, pending]),
    );
  }
}

function toTarget({ vault }: Pick<WebhookQueueDeps, "vault">, row: WebhookRow): ReceiverTarget {
  const { id, app_id, kind, url, signing_secrets, enabled, failing_since } = row;
  const common = { app_id, enabled: fromBit(enabled), failing_since, ...parseSelection(row) };
  if (kind === "destination") {
    // Cast: the kind says whose ID it is.
    return { ...common, id: id as DestinationId, kind, destination: openDestination(vault, row) };
  }
  // Cast: as above.
  const webhook_id = id as WebhookId;
  return { ...common, id: webhook_id, kind, url, secrets: openSigningSecrets(vault, webhook_id, signing_secrets) };
}
