import { eraseContract } from "./erase.contract.ts";

eraseContract("SQLite", async () => ({}));
