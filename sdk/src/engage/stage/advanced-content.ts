/**
 * Code for content beyond plain tours: conditions and players of other types. One chunk, loaded with the first such
 * content.
 */
export { createConditions } from "./conditions.ts";
export { loadPlayer } from "./players.ts";
