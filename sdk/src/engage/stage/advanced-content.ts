/**
 * What the guide needs beside for contents that are more than a tour for everybody on every page: their conditions, and
 * players of other types. One chunk, loaded with the first such content.
 */
export { createConditions } from "./conditions.ts";
export { loadPlayer } from "./players.ts";
