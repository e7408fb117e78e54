import { apiAnswersContract, guardContract } from "./api-answers.contract.ts";

guardContract();
apiAnswersContract("SQLite", async () => ({}));
