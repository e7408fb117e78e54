/**
 * Names that end with a content hash. The SDK's are 7 hexadecimal digits: `tour-42c8f1a.js`. The console's are 8
 * characters, as Vite generates them: `editor-B2x_9fKa.js`. Without a capital letter, digit, or underscore, these could be
 * a word, so the file is revalidated like any other.
 */
export const HASHED_NAME = /-(?:[0-9a-f]{7}|(?=[A-Za-z_-]*[A-Z0-9_])[A-Za-z0-9_-]{8})\.[a-z0-9]+$/;
/** Packages by version. Lock files of customers name them, so an upgrade must not remove the one before it. */
const PACKAGE = /^npm\/.*\.tgz$/;

/** True for files that pages of the build before still load after an upgrade. */
export const outlivesUpgrade = (path: string): boolean => HASHED_NAME.test(path) || PACKAGE.test(path);
