/**
 * `fanfare.iife.js`: Fanfare for pages that use a classic script tag. It imports the module next to it, so both ways
 * share one instance. Calls made before it has loaded wait in an array:
 *
 * ```html
 * <script>
 *   window.fanfare = window.fanfare || [];
 *   fanfare.push(["init", { key: "app-key" }], ["identify", "u_42", { plan: "pro" }]);
 * </script>
 * <script async src="https://fanfare.example/sdk/fanfare.iife.js"></script>
 * ```
 *
 * A page that can't use inline scripts sets the key on the tag, and needs nothing else:
 *
 * ```html
 * <script async src="https://fanfare.example/sdk/fanfare.iife.js" data-key="app-key"></script>
 * ```
 *
 * From then on, `window.fanfare` is the instance, and `fanfare.push([...])` still works.
 */
{
  type Call = readonly [method: string, ...args: unknown[]];
  // An image may be named like it (lib/native.ts, which this file has no room for). Null or a script.
  const script = Reflect.get(HTMLDocument.prototype, "currentScript", document) as
    | HTMLScriptElement
    | SVGScriptElement
    | null;
  const page = window as unknown as { fanfare?: { push(...calls: readonly Call[]): void } | Call[] };

  const start = async (src: string, key: string | undefined): Promise<void> => {
    const module_url = new URL("fanfare.js", src).href;
    // The module next to this file has the types of index.ts.
    const { init } = (await import(/* @vite-ignore */ module_url)) as typeof import("./index.ts");
    let instance: object | undefined;
    let waiting: Call[] = [];
    const run = (...calls: readonly Call[]): void => {
      for (const call of calls) {
        const [method, ...args] = call;
        if (method === "init") {
          // Unvalidated page input is safe: init returns an instance for any argument.
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

  if (script) {
    // Documents that can't show content, such as SVG, learn that from the module.
    const src = "src" in script ? script.src : new URL(script.href.baseVal, location.href).href;
    start(src, script.dataset["key"]).catch(() => {
      // Fanfare can't be loaded: the page continues without it, and its calls stay in the array.
    });
  }
}
