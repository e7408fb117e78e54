/** An item that must reach the server. `owner`: the person it belongs to, "" if anonymous. */
export interface OutboxItem<Value> {
  readonly owner: string;
  readonly value: Value;
}
/** A queued item with its key: positive in the database, negative in memory. */
export interface StoredItem<Value> extends OutboxItem<Value> {
  readonly key: number;
}

/** A FIFO queue of at most `limits.outbox_events_max` items. When it is full, the oldest are dropped. */
export interface OutboxStore<Value> {
  /** Resolves once the items are stored as durably as possible. Never rejects. */
  add(items: readonly OutboxItem<Value>[]): Promise<void>;
  /** The oldest items of these owners, at most `limits.events_per_request_max` for each. */
  list(owners: readonly string[]): Promise<readonly StoredItem<Value>[]>;
  remove(keys: readonly number[]): Promise<void>;
}
