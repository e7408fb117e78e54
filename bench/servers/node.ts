/** Fanfare on PostgreSQL, and with Redis as one of several nodes. */
import { serveFanfare } from "./fanfare.ts";

const SHARED = ["FANFARE_DATABASE_URL", "FANFARE_REDIS_URL", "FANFARE_SECRET_KEY"];

await serveFanfare(
  undefined,
  Object.fromEntries(SHARED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
);
