import { injectionContract } from "./injection.contract.ts";

injectionContract(async () => ({}));
