import type { AppId } from "@fanfare/contract/lib/ids";

export class ConnectionCounts {
  readonly #open = new Map<AppId, number>();
  readonly #opened = new Map<AppId, number>();

  readonly #elsewhere: (app_id: AppId) => number;

  /** @param elsewhere Connections of an app on other nodes. */
  constructor(elsewhere: (app_id: AppId) => number = () => 0) {
    this.#elsewhere = elsewhere;
  }

  /** On all nodes. What other nodes accepted since their last report isn't included. */
  everywhere(app_id: AppId): number {
    return this.of(app_id) + this.#elsewhere(app_id);
  }

  /** On this node. */
  of(app_id: AppId): number {
    return this.#open.get(app_id) ?? 0;
  }

  openedSinceStart(app_id: AppId): number {
    return this.#opened.get(app_id) ?? 0;
  }

  add(app_id: AppId): void {
    this.#opened.set(app_id, this.openedSinceStart(app_id) + 1);
    this.#open.set(app_id, this.of(app_id) + 1);
  }

  remove(app_id: AppId): void {
    const left = this.of(app_id) - 1;
    if (left > 0) this.#open.set(app_id, left);
    else this.#open.delete(app_id);
  }
}
