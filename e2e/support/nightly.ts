import type { TestDetails } from "@playwright/test";

export const DAILY: TestDetails = {};
/** A rule that another test proves by day, on another page or in another look. `npm run test:nightly` runs both. */
export const NIGHTLY: TestDetails = { tag: "@nightly" };
