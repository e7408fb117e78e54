import { describeApi } from "@fanfare/server/http/openapi/openapi";
import { createConfig, lintFromString } from "@redocly/openapi-core";

/** Findings of the linter in the description that the server serves. Warnings count, too. */
export async function openApiFindings(): Promise<readonly string[]> {
  const api = describeApi();
  /** Calls of a browser that only redirect. */
  const redirects = new Set(
    Object.entries(api.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { responses }]) => "303" in responses)
        .map(([method]) => `#/paths/${path.replaceAll("/", "~1")}/${method}/responses`),
    ),
  );
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source: JSON.stringify(api), absoluteRef: "openapi.json", config });
  return problems
    .map(({ ruleId, message, location: [at] }) => ({ ruleId, message, at: at?.pointer ?? "" }))
    .filter(({ ruleId, at }) => !(ruleId === "operation-2xx-response" && redirects.has(at)))
    .map(({ ruleId, message, at }) => `${at}  ${ruleId}: ${message}`);
}
