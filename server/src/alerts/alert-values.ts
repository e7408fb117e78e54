import type { AlertValues } from "@fanfare/contract/wording/alerts";
import { z } from "zod";
import { fromJson } from "../store/columns.ts";
import type { AlertRow } from "../store/statements/analytics/alerts.ts";

const valuesSchema = z.record(z.string(), z.union([z.string(), z.number()]));

/** What the texts of an alert name. */
export function alertValues({ data }: Pick<AlertRow, "data">): AlertValues {
  return fromJson(data, (value) => valuesSchema.parse(value));
}
