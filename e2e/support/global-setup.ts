import { removeSharedDirectories } from "./shared-directory.ts";

/** What Playwright calls before the first test and after the last: of an earlier run with this number nothing is left, nor of this one. */
export default removeSharedDirectories;
