import type { Exclusive } from "./outbox.ts";

/** One tab at a time does a task; without Web Locks each does it, and what is done twice is known by its id. */
export function createExclusive(locks: LockManager | undefined, name: string): Exclusive {
  return (task) => (locks === undefined ? task() : locks.request(name, task).catch(task));
}
