import type { TabLock } from "./outbox.ts";

/**
 * Runs a task in one tab at a time. Without Web Locks, every tab runs it, and the server deduplicates by ID. Accesses
 * `locks` on demand: reading the property at startup costs a millisecond.
 */
export function createTabLock(navigator: { readonly locks?: LockManager }, name: string): TabLock {
  return (task) => navigator.locks?.request(name, task).catch(task) ?? task();
}
