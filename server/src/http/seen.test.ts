import { seenContract } from "./seen.contract.ts";

seenContract("SQLite", async () => ({}));
