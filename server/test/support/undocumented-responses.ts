import { isProblemCode } from "@fanfare/contract/problem";
import { DOCUMENTED_ROUTES, routeProblems } from "../../src/http/openapi/route-problems.ts";
import { successStatus } from "../../src/http/routing/mount-routes.ts";

/** The parts of a response that are validated. */
interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Routes by path pattern, those without parameters first. */
const ROUTES = Object.keys(DOCUMENTED_ROUTES)
  .map((route) => {
    const [method = "", path = ""] = route.split(" ");
    return { route, method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+").replaceAll(".", "\\.")}$`) };
  })
  .toSorted((a, b) => Number(a.route.includes(":")) - Number(b.route.includes(":")));

/** Returns the `/api` route of a call, as named in the access table. */
function routeOf(method: string, path: string): string | undefined {
  const { pathname } = new URL(path, "http://fanfare.example");
  return ROUTES.find((each) => each.method === method && each.pattern.test(pathname))?.route;
}

/** Returns how an `/api` response deviates from its description, or undefined if it doesn't. */
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
