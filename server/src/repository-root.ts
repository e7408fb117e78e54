import { resolve } from "node:path";

/**
 * Root of the repository, used to find the built console and SDK files. The test bundle (`.cache/server/`) has the same
 * depth as this file, so the relative path works for both.
 */
export const REPOSITORY_ROOT = resolve(import.meta.dir, "../..");
