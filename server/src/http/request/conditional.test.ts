import { seenContract } from "./conditional.contract.ts";

seenContract("SQLite", async () => ({}));
