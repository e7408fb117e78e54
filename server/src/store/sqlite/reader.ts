import type { Database } from "bun:sqlite";
import type { PlainStatement } from "../commit-group.ts";
import type { StoreErrorKind } from "../store.ts";
import { openReading } from "./connection.ts";
import { sqliteError } from "./error.ts";

/** Requests to a reading thread, one at a time. */
export type ReaderRequest =
  | { readonly kind: "read"; readonly path: string; readonly statement: PlainStatement }
  | { readonly kind: "close" };

export type ReaderResponse =
  | { readonly kind: "rows"; readonly rows: readonly Readonly<Record<string, unknown>>[] }
  | { readonly kind: "failed"; readonly error: StoreErrorKind; readonly message: string }
  | { readonly kind: "closed" };

declare const self: Worker;

let database: Database | undefined;

function handleRequest(question: ReaderRequest): ReaderResponse {
  switch (question.kind) {
    case "read": {
      const { path, statement } = question;
      database ??= openReading(path);
      const query = database.query<Record<string, unknown>, (string | number | null)[]>(statement.sql);
      return { kind: "rows", rows: query.all(...statement.parameters) };
    }
    case "close":
      database?.close();
      return { kind: "closed" };
  }
}

/** Messages are JSON: parameters and columns are text, finite numbers, and null. */
self.onmessage = (event: MessageEvent<string>): void => {
  let reply: ReaderResponse;
  try {
    // Cast: sent by the main thread.
    reply = handleRequest(JSON.parse(event.data) as ReaderRequest);
  } catch (cause) {
    const { kind, message } = sqliteError(cause);
    reply = { kind: "failed", error: kind, message };
  }
  self.postMessage(JSON.stringify(reply));
};
