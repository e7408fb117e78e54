import { removeSharedDirectories } from "./shared-directory.ts";

/**
 * Called by Playwright before the first and after the last test. Removes leftovers of this run, and of an earlier one
 * with the same process ID.
 */
export default removeSharedDirectories;
