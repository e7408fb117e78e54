/**
 * Code for content beyond a single plain tour: conditions, the order of several, and players of other types. One chunk,
 * loaded with the first such content.
 */
export { createCalmQueue } from "./calm-queue.ts";
export { createConditions } from "./conditions.ts";
export { loadPlayer } from "./players.ts";
