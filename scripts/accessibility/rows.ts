import { ALL_CONTENT_ROWS } from "./all-content.ts";
import { CONSOLE_ROWS } from "./console.ts";
import { CONTENT_TYPE_ROWS } from "./content-types.ts";
import type { Row } from "./row.ts";
import { TOUR_ROWS } from "./tours.ts";
import { TRANSIENT_ROWS } from "./transient.ts";

/** All rows. `scripts/accessibility.ts` prints them once their tests have passed. */
export const ROWS: readonly Row[] = [
  ...ALL_CONTENT_ROWS,
  ...TOUR_ROWS,
  ...CONTENT_TYPE_ROWS,
  ...TRANSIENT_ROWS,
  ...CONSOLE_ROWS,
];
