import { resolve } from "node:path";

/**
 * Folder of the repository: built console and SDK files are found from here. The tests' bundle (`.cache/server/`) lies as
 * deep as this file, so the same relative path holds for both.
 */
export const REPOSITORY_ROOT = resolve(import.meta.dir, "../..");
