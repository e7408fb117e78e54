import { version } from "@fanfare/sdk/package.json";
import { asIs } from "../lib/i18n/t.ts";

/** How a page loads the SDK. */
type InstallMethod = "module" | "classic" | "npm";

/**
 * Code to install the SDK on a page.
 *
 * @example
 * installSnippet("module", { host: "https://fanfare.example", key: "shop" });
 */
export function installSnippet(
  way: InstallMethod,
  { host, key }: { readonly host: string; readonly key: string },
): string {
  switch (way) {
    case "module":
      return `<script type="module">
  import { init } from
    "${host}/sdk/fanfare.js";
  const fanfare = init({ key: "${key}" });
</script>`;
    case "classic":
      return `<script async
  src="${host}/sdk/fanfare.iife.js"
  data-key="${key}"></script>`;
    case "npm":
      return `import { init } from "@fanfare/sdk";

export const fanfare = init({
  key: "${key}",
  host: "${host}",
});`;
  }
}

/** The server's own package: the address has the version, so that lock files stay valid. */
export function installCommand(host: string): string {
  return asIs(`npm install ${host}/sdk/npm/fanfare-sdk-${version}.tgz`);
}

/** Identifies the signed-in person. Short lines, because code blocks in the console are narrow. */
export const IDENTIFY_SNIPPET = `// Your backend returns a token for the signed-in person.
// The SDK calls this when it needs a new one.
const getToken = async () => {
  const response = await fetch("/fanfare-token");
  return response.text();
};

fanfare.identify(
  "u_42",
  { name: "Ada", plan: "pro" },
  { getToken },
);`;

/** Adds a group from a page, if the person's identity token names it, or from a backend. */
export function groupSnippet(
  from: "page" | "backend",
  { host, app_id }: { readonly host: string; readonly app_id: string },
): string {
  if (from === "page") {
    return `// Your backend's identity token has
// groups: ["acme"].
await fanfare.group(
  "acme",
  { name: "Acme", plan: "enterprise" },
);`;
  }
  return `curl -X PUT \\
  "${host}/api/groups/acme?app_id=${app_id}" \\
  -H "Authorization: Bearer $API_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"attributes": {"name": "Acme"}}'`;
}
