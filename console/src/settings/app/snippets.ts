import { asIs, t } from "../../language/t.ts";

export const INSTALL_WAYS = [
  { value: "module", label: t("Module") },
  { value: "classic", label: t("Classic script") },
  { value: "npm", label: asIs("npm") },
] as const;
export type InstallWay = (typeof INSTALL_WAYS)[number]["value"];

/**
 * What goes into a page.
 *
 * @example
 * installSnippet("module", { host: "https://fanfare.example", key: "shop" });
 */
export function installSnippet(
  way: InstallWay,
  { host, key }: { readonly host: string; readonly key: string },
): string {
  switch (way) {
    case "module":
      return `<script type="module">
  import { init } from "${host}/sdk/fanfare.js";
  const fanfare = init({ key: "${key}" });
</script>`;
    case "classic":
      return `<script async src="${host}/sdk/fanfare.iife.js" data-key="${key}"></script>`;
    case "npm":
      return `// npm install @fanfare/sdk
import { init } from "@fanfare/sdk";

export const fanfare = init({ key: "${key}", host: "${host}" });`;
  }
}

/** How a page says who is in it. */
export function identifySnippet(): string {
  return `fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { token });`;
}
