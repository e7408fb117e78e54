import { CONSOLE_ROWS } from "./console.ts";
import { EVERYTHING } from "./everything.ts";
import { OTHER_CONTENTS } from "./other-contents.ts";
import { PASSING } from "./passing.ts";
import type { Row } from "./row.ts";
import { TOURS } from "./tours.ts";

/** Each part adds its own rows; `scripts/accessibility.ts` prints them once their tests have passed. */
export const ROWS: readonly Row[] = [...EVERYTHING, ...TOURS, ...OTHER_CONTENTS, ...PASSING, ...CONSOLE_ROWS];
