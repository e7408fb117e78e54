/** Oldest steps beyond this are forgotten. */
const UNDO_STEPS_MAX = 200;
/** Typing pauses shorter than this don't start a new step of undo. */
const UNDO_PAUSE_MS = 1_000;

interface Moment<Value> {
  readonly key: string;
  readonly value: Value;
  readonly at_ms: number;
}

/** Drafts before each change, newest last, and those that were undone. */
export type HistorySteps<Value> = readonly [past: readonly Value[], future: readonly Value[]];

/**
 * Undo and redo of a draft that others edit, too. Taking a change back never takes back what another member changed.
 *
 * @example
 * const history = new DraftHistory<Edition>();
 * history.note("title", before, clock.now());
 * history.undo(after); // before
 */
export class DraftHistory<Value> {
  #past: readonly Moment<Value>[] = [];
  #future: readonly Value[] = [];

  /** Changes with the same key in quick succession are one step. "" is always a step of its own. */
  note(key: string, before: Value, at_ms: number): void {
    const last = this.#past.at(-1);
    const joins = key !== "" && last?.key === key && this.#future.length === 0 && at_ms - last.at_ms < UNDO_PAUSE_MS;
    const moment = joins ? { ...last, at_ms } : { key, value: before, at_ms };
    this.#past = [...(joins ? this.#past.slice(0, -1) : this.#past), moment].slice(-UNDO_STEPS_MAX);
    this.#future = [];
  }

  canUndo(): boolean {
    return this.#past.length > 0;
  }

  canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Returns the draft before the last change; undefined if there is none. */
  undo(current: Value): Value | undefined {
    const before = this.#past.at(-1);
    if (before === undefined) return undefined;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, current];
    return before.value;
  }

  /** Returns the draft before the last undo; undefined if there is none. */
  redo(current: Value): Value | undefined {
    const after = this.#future.at(-1);
    if (after === undefined) return undefined;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, { key: "", value: current, at_ms: 0 }];
    return after;
  }

  /**
   * Adds another member's change to every step.
   *
   * @param adopt Returns the step with the change, or undefined if both touch the same part. That step and those beyond
   *   it are forgotten.
   */
  rebase(adopt: (value: Value) => Value | undefined): void {
    this.#past = adoptFromEnd(this.#past, (moment) => {
      const value = adopt(moment.value);
      return value === undefined ? undefined : { ...moment, value };
    });
    this.#future = adoptFromEnd(this.#future, adopt);
  }

  clear(): void {
    this.#past = [];
    this.#future = [];
  }

  /** What {@link restore} continues with. */
  steps(): HistorySteps<Value> {
    return [this.#past.map(({ value }) => value), this.#future];
  }

  restore([past, future]: HistorySteps<Value>): void {
    this.#past = past.map((value) => ({ key: "", value, at_ms: 0 }));
    this.#future = future;
  }
}

function adoptFromEnd<Item>(items: readonly Item[], adopt: (item: Item) => Item | undefined): readonly Item[] {
  const kept: Item[] = [];
  for (const item of items.toReversed()) {
    const adopted = adopt(item);
    if (adopted === undefined) break;
    kept.push(adopted);
  }
  return kept.toReversed();
}
