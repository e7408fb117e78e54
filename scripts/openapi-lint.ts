import { describeApi } from "@fanfare/server/http/openapi/openapi";
import { createConfig, lintFromString } from "@redocly/openapi-core";

/** Calls of a browser that only redirect. */
const REDIRECTS = ["/api/provider-sign-in", "/api/provider-sign-in/callback", "/api/unsubscribe"];

/** Findings of the linter in the description that the server serves. Warnings count, too. */
export async function openApiFindings(): Promise<readonly string[]> {
  const api = describeApi();
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source: JSON.stringify(api), absoluteRef: "openapi.json", config });
  return problems
    .map(({ ruleId, message, location: [at] }) => ({ ruleId, message, at: at?.pointer ?? "" }))
    .filter(({ ruleId, at }) => !(ruleId === "operation-2xx-response" && isRedirect(at)))
    .map(({ ruleId, message, at }) => `${at}  ${ruleId}: ${message}`);
}

function isRedirect(pointer: string): boolean {
  return REDIRECTS.some((path) => pointer.startsWith(`#/paths/${path.replaceAll("/", "~1")}/get/`));
}
