import type { Migration } from "../migrate.ts";
import { ACCOUNT_TABLES } from "./initial-schema/accounts.ts";
import { ANALYTICS_TABLES } from "./initial-schema/analytics.ts";
import { CLUSTER_TABLES } from "./initial-schema/cluster.ts";
import { CONTENT_TABLES } from "./initial-schema/content.ts";
import { PEOPLE_TABLES } from "./initial-schema/people.ts";
import { REALTIME_TABLES } from "./initial-schema/realtime.ts";

export const initialSchema: Migration = {
  number: 1,
  name: "initial schema",
  min_reader: 1,
  statements: [
    ACCOUNT_TABLES,
    CONTENT_TABLES,
    PEOPLE_TABLES,
    ANALYTICS_TABLES,
    REALTIME_TABLES,
    CLUSTER_TABLES,
  ].flatMap((tables) => tables.split(/;\n+/).filter((statement) => statement.trim() !== "")),
};
