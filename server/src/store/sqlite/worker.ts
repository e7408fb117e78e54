import type { Database } from "bun:sqlite";
import type { BatchOutcome, PlainBatch } from "../commit-group.ts";
import type { StoreErrorKind } from "../store.ts";
import { openWriting, type Synchronous } from "./connection.ts";
import { sqliteError } from "./error.ts";
import { runGroup } from "./group-transaction.ts";

/** Requests to the worker, one at a time. */
export type WorkerRequest =
  | { readonly kind: "open"; readonly path: string; readonly synchronous: Synchronous }
  | { readonly kind: "group"; readonly group: readonly PlainBatch[] }
  | { readonly kind: "close" };

/** `failed`: nothing of the group was stored. */
export type WorkerResponse =
  | { readonly kind: "opened" }
  | { readonly kind: "answers"; readonly answers: readonly BatchOutcome[] }
  | { readonly kind: "failed"; readonly error: StoreErrorKind; readonly message: string }
  | { readonly kind: "closed" };

declare const self: Worker;

let settings: Extract<WorkerRequest, { kind: "open" }> | undefined;
let database: Database | undefined;

function connection(): Database {
  if (settings === undefined) throw new Error("The writer was asked before it was opened.");
  database ??= openWriting(settings.path, settings.synchronous);
  return database;
}

/** After a failed write or sync, the page cache is in an unknown state. The next group opens a new connection. */
function abandon(): void {
  try {
    database?.close();
  } finally {
    database = undefined;
  }
}

function handleRequest(question: WorkerRequest): WorkerResponse {
  switch (question.kind) {
    case "open":
      settings = question;
      connection();
      return { kind: "opened" };
    case "group":
      return { kind: "answers", answers: runGroup(connection(), question.group) };
    case "close":
      abandon();
      return { kind: "closed" };
  }
}

/** Messages are JSON: parameters and columns are text, finite numbers, and null. */
self.onmessage = (event: MessageEvent<string>): void => {
  let reply: WorkerResponse;
  try {
    // Cast: sent by the main thread.
    reply = handleRequest(JSON.parse(event.data) as WorkerRequest);
  } catch (cause) {
    abandon();
    const { kind, message } = sqliteError(cause);
    reply = { kind: "failed", error: kind, message };
  }
  self.postMessage(JSON.stringify(reply));
};
