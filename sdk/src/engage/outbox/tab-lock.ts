import type { TabLock } from "./outbox.ts";

/**
 * One tab at a time does a task; without Web Locks each does it, and what is done twice is known by its id. The browser's
 * locks are looked for when there is something to do: their mere mention costs a page that starts a millisecond.
 */
export function createTabLock(navigator: { readonly locks?: LockManager }, name: string): TabLock {
  return (task) => navigator.locks?.request(name, task).catch(task) ?? task();
}
