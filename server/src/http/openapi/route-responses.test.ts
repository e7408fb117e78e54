import { apiAnswersContract, guardContract } from "./route-responses.contract.ts";

guardContract();
apiAnswersContract("SQLite", async () => ({}));
