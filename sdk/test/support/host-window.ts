import type { Fanfare } from "../../src/index.ts";

declare global {
  interface Window {
    /** The instance of the page under test. */
    fanfareClient: Fanfare;
    /** What the page under test wrote down. */
    noted: unknown[];
  }
}
