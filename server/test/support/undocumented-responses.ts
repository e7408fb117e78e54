import { isProblemCode } from "@fanfare/contract/problem";
import { DOCUMENTED_ROUTES, routeProblems } from "../../src/http/openapi/route-problems.ts";
import { successStatus } from "../../src/http/routing/mount-routes.ts";

/** An answer as far as it is held against what is described. */
interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Routes by the pattern of their path; those without parameters before those with. */
const ROUTES = Object.keys(DOCUMENTED_ROUTES)
  .map((route) => {
    const [method = "", path = ""] = route.split(" ");
    return { route, method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+").replaceAll(".", "\\.")}$`) };
  })
  .toSorted((a, b) => Number(a.route.includes(":")) - Number(b.route.includes(":")));

/** The route of `/api` that answers a call, as the table of access names it. */
function routeOf(method: string, path: string): string | undefined {
  const { pathname } = new URL(path, "http://fanfare.example");
  return ROUTES.find((each) => each.method === method && each.pattern.test(pathname))?.route;
}

/** What keeps an answer of `/api` from being what its description says of it: undefined where it is. */
export function findUndocumented(
  method: string,
  path: string,
  { status, headers, text }: ReceivedResponse,
): string | undefined {
  const route = routeOf(method, path);
  const declared = route === undefined ? undefined : DOCUMENTED_ROUTES[route];
  if (route === undefined || declared === undefined) return undefined;
  const type = headers.get("Content-Type")?.split(";")[0] ?? "";
  if (status >= 400) {
    const code = type === "application/problem+json" ? JSON.parse(text).code : undefined;
    return isProblemCode(code) && routeProblems(route).includes(code)
      ? undefined
      : `${route} refuses with ${code ?? text}`;
  }
  const { response, files = [], also } = declared;
  if (status !== successStatus(declared) && status !== also) return `${route} answers ${status}`;
  if (type !== "application/json" && files.includes(type)) return undefined;
  if (response === undefined) return text === "" ? undefined : `${route} answers ${text.slice(0, 200)}`;
  if (type !== "application/json") return `${route} answers ${type}`;
  const read = response.safeParse(JSON.parse(text));
  return read.success ? undefined : `${route} returned ${text.slice(0, 400)}: ${read.error.message}`;
}
