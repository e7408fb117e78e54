import type { EventId } from "@fanfare/contract/lib/ids";
import { sampleRows } from "../../../test/support/sample-rows.ts";
import type { Schema } from "../schema/schema.ts";

const ID_DIGITS = 8;

export function eventRow(number: number, payload: string): Schema["events"] {
  const { events } = sampleRows("crash");
  return {
    ...events,
    id: `evt-${String(number).padStart(ID_DIGITS, "0")}` as EventId,
    props: payload,
    batch: uniqueBatch(),
  };
}

/** Like the server's batch ID for each request. */
function uniqueBatch(): string {
  return crypto.randomUUID();
}

export function eventNumber(id: string): number {
  return Number(id.slice("evt-".length));
}
