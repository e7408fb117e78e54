import { resolve } from "node:path";

/**
 * Root of the repository, used to find the built console and SDK files. The test bundle (`.cache/server/`) has the same
 * depth as this file, so the relative path works for both. An executable contains these files next to its programs.
 */
export const REPOSITORY_ROOT = Bun.isStandaloneExecutable ? import.meta.dir : resolve(import.meta.dir, "../..");
