import type { Fanfare } from "../../src/index.ts";

declare global {
  interface Window {
    fanfareClient: Fanfare;
    noted: unknown[];
  }
}
