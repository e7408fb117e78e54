import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { type ApiClient, type ApiClientOptions, createClient } from "./client.ts";

export type { FieldProblem, ProblemCode } from "@fanfare/contract/problem";
export type { ApiArguments, ApiClient, ApiClientOptions, ApiOptions, ApiResponse, ApiRoute } from "./client.ts";
export { ApiProblem, type ApiProblemCode } from "./problem.ts";
export type * from "./routes.ts";

/**
 * @example
 * const api = createApiClient({ url: "https://fanfare.example", token: process.env.FANFARE_TOKEN ?? "" });
 * for await (const content of api.items("GET /api/contents", { query: { app_id: "1" } })) console.log(content.name);
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  return createClient(options, { clock: systemClock, rng: systemRng });
}
