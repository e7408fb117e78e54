/** Logs to the browser console when `debug` is on. */
export type Report = (what: string, detail?: unknown) => void;

export function createReport(options: { readonly debug?: boolean | undefined }): Report {
  return (what, detail) => {
    // biome-ignore lint/suspicious/noConsole: the only console output of the SDK, with `debug` on
    if (options.debug) console.debug(`Fanfare: ${what}`, detail ?? "");
  };
}

/** Calls a host page function. Its exceptions and rejections never reach the SDK. */
export function createInvoke(report: Report) {
  return <Data>(callback: (data: Data) => unknown, data: Data): void => {
    // Runs immediately: an async function is synchronous up to its first await.
    (async () => callback(data))().catch((error) => report("a call failed", error));
  };
}
