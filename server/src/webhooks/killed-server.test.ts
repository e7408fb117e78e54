import { describeKilledServer } from "./killed-server.contract.ts";

describeKilledServer(async () => ({}));
