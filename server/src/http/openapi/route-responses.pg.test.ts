import { afterAll } from "bun:test";
import { temporaryPostgresStore } from "../../../test/support/temporary-store.ts";
import { apiAnswersContract } from "./route-responses.contract.ts";

const databases: AsyncDisposable[] = [];
afterAll(async () => {
  for (const database of databases) await database[Symbol.asyncDispose]();
});

apiAnswersContract("PostgreSQL", async () => {
  const postgres = await temporaryPostgresStore();
  databases.push(postgres);
  return { FANFARE_DATABASE_URL: postgres.url };
});
