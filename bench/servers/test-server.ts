import { serveFanfare } from "./fanfare.ts";

await serveFanfare();
