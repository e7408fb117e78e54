import { type ImportOutcome, type ImportRequest, importFiles } from "./import-files.ts";

// Cast: the main thread's types don't include a worker's global scope.
const workerScope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ImportRequest>) => void) | null;
  postMessage(outcome: ImportOutcome): void;
};
workerScope.onmessage = ({ data }) => workerScope.postMessage(importFiles(data));
