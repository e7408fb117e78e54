import { afterAll } from "bun:test";
import { temporaryPostgresStore } from "../../test/support/temporary-store.ts";
import { describeKilledServer } from "./killed-server.contract.ts";

const { store, url, [Symbol.asyncDispose]: drop } = await temporaryPostgresStore();
await store.close();
afterAll(drop);

describeKilledServer(async () => ({ FANFARE_DATABASE_URL: url }));
