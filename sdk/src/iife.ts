/**
 * `fanfare.iife.js`: Fanfare for pages that load it with a classic script tag. It imports the module beside it, so both
 * ways share one instance. Calls made before it has arrived wait in an array:
 *
 * ```html
 * <script>
 *   window.fanfare = window.fanfare || [];
 *   fanfare.push(["init", { key: "app-key" }], ["identify", "u_42", { plan: "pro" }]);
 * </script>
 * <script async src="https://fanfare.example/sdk/fanfare.iife.js"></script>
 * ```
 *
 * A page that may have no inline script names the key in the tag, and needs nothing else:
 *
 * ```html
 * <script async src="https://fanfare.example/sdk/fanfare.iife.js" data-key="app-key"></script>
 * ```
 *
 * From then on `window.fanfare` is the instance, and `fanfare.push([...])` goes on working.
 */
{
  type Call = readonly [method: string, ...args: unknown[]];
  const script = document.currentScript;
  const page = window as unknown as { fanfare?: { push(...calls: readonly Call[]): void } | Call[] };

  const start = async (src: string, key: string | undefined): Promise<void> => {
    const module_url = new URL("fanfare.js", src).href;
    // The module beside this file; its types are those of index.ts.
    const { init } = (await import(/* @vite-ignore */ module_url)) as typeof import("./index.ts");
    let instance: object | undefined;
    let waiting: Call[] = [];
    const run = (...calls: readonly Call[]): void => {
      for (const call of calls) {
        const [method, ...args] = call;
        if (method === "init") {
          // What the page writes is checked by nobody; init answers anything with an instance.
          instance = init(...(args as Parameters<typeof init>));
          page.fanfare = { ...instance, push: run };
          run(...waiting.splice(0));
        } else if (instance === undefined) {
          waiting = [...waiting, call];
        } else {
          const member: unknown = Reflect.get(instance, method);
          if (typeof member === "function") member(...args);
        }
      }
    };
    const queued = Array.isArray(page.fanfare) ? page.fanfare : [];
    page.fanfare = { push: run };
    if (key !== undefined) run(["init", { key }]);
    run(...queued);
  };

  if (script instanceof HTMLScriptElement) {
    start(script.src, script.dataset["key"]).catch(() => {
      // Fanfare cannot be reached: the page goes on without it, and its calls stay in the array.
    });
  }
}
