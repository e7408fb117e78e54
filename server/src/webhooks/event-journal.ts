import type { AppId, WebhookJournalId } from "@fanfare/contract/lib/ids";
import { WEBHOOK_EVENTS, type WebhookEvent } from "@fanfare/contract/realtime/webhook";
import { z } from "zod";
import { fromJson } from "../store/columns.ts";
import { insertJournalRow, journalRows } from "../store/statements/realtime/webhook-journal.ts";
import type { Store } from "../store/store.ts";
import { type EncodedEvent, encodeEvent } from "./body.ts";
import { type WriteWithRetryDeps, writeWithRetry } from "./write-with-retry.ts";

interface Page {
  readonly ids: WebhookJournalId[];
  unwritten: EncodedEvent[];
  writing: Promise<void> | undefined;
}

/** Events left by a process that was killed before it had stored their deliveries. */
export interface JournalEntry {
  readonly id: WebhookJournalId;
  readonly app_id: AppId;
  readonly events: readonly EncodedEvent[];
}

/**
 * Stores events while they wait for others to share a delivery with, so that a crash doesn't lose them. Events that
 * come while a row is being written share the next one.
 */
export class EventJournal {
  readonly #deps: WriteWithRetryDeps & { readonly store: Store; readonly newId: () => WebhookJournalId };
  readonly #pages = new Map<AppId, Page>();

  constructor(deps: WriteWithRetryDeps & { readonly store: Store; readonly newId: () => WebhookJournalId }) {
    this.#deps = deps;
  }

  add(app_id: AppId, event: EncodedEvent): void {
    const page: Page = this.#pages.get(app_id) ?? { ids: [], unwritten: [], writing: undefined };
    this.#pages.set(app_id, page);
    page.unwritten.push(event);
    page.writing ??= this.#write(app_id, page);
  }

  /** Resolves with the rows of all events so far. The caller stores the events and then deletes the rows. */
  async take(app_id: AppId): Promise<readonly WebhookJournalId[]> {
    const page = this.#pages.get(app_id);
    if (page === undefined) return [];
    this.#pages.delete(app_id);
    page.unwritten = [];
    await page.writing;
    return page.ids;
  }

  async #write(app_id: AppId, page: Page): Promise<void> {
    const { store, log, newId } = this.#deps;
    // Events of the same turn share a row.
    await Promise.resolve();
    while (page.unwritten.length > 0) {
      const events = page.unwritten.splice(0);
      const id = newId();
      page.ids.push(id);
      const row = { id, app_id, events: `[${events.map(({ text }) => text).join(",")}]` };
      const written = await writeWithRetry(this.#deps, [{ query: insertJournalRow(store.db, row) }]);
      if (typeof written === "string") log.warn("webhook_journal_failed", { app_id, events: events.length, written });
    }
    page.writing = undefined;
  }
}

const storedEventsSchema = z.array(z.looseObject({ name: z.enum(WEBHOOK_EVENTS), channel: z.string() }));

export async function readJournal(store: Store): Promise<readonly JournalEntry[]> {
  return (await journalRows(store.db)).map(({ id, app_id, events }) => ({
    ...{ id, app_id },
    // Cast: written by this class from events of this type.
    events: fromJson(events, (value) => storedEventsSchema.parse(value) as WebhookEvent[]).map(encodeEvent),
  }));
}
