import { isProblemCode } from "@fanfare/contract/problem";
import { API_ACCESS } from "./api-access.ts";
import { API_ANSWERS } from "./api-answers.ts";
import { API_DETAILS } from "./api-details.ts";
import { problemsOf } from "./api-problems.ts";

/** An answer as far as it is held against what is described. */
interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Routes by the pattern of their path; those without parameters before those with. */
const ROUTES = Object.keys(API_ACCESS)
  .map((route) => {
    const [method = "", path = ""] = route.split(" ");
    return { route, method, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+").replaceAll(".", "\\.")}$`) };
  })
  .toSorted((a, b) => Number(a.route.includes(":")) - Number(b.route.includes(":")));

/** The route of `/api` that answers a call, as the table of access names it. */
export function routeOf(method: string, path: string): string | undefined {
  const { pathname } = new URL(path, "http://fanfare.example");
  return ROUTES.find((each) => each.method === method && each.pattern.test(pathname))?.route;
}

/** What keeps an answer of `/api` from being what its description says of it: undefined where it is. */
export function undescribed(method: string, path: string, { status, headers, text }: Answered): string | undefined {
  const route = routeOf(method, path);
  if (route === undefined) return undefined;
  const type = headers.get("Content-Type")?.split(";")[0] ?? "";
  if (status >= 400) {
    const code = type === "application/problem+json" ? JSON.parse(text).code : undefined;
    return isProblemCode(code) && problemsOf(route).includes(code)
      ? undefined
      : `${route} refuses with ${code ?? text}`;
  }
  const { body, files = [], also } = API_ANSWERS[route] ?? {};
  const usual = API_DETAILS[route]?.status ?? (body === undefined && files.length === 0 ? 204 : 200);
  if (status !== usual && status !== also) return `${route} answers ${status}`;
  if (files.includes(type)) return undefined;
  if (body === undefined) return text === "" ? undefined : `${route} answers ${text.slice(0, 200)}`;
  if (type !== "application/json") return `${route} answers ${type}`;
  const read = body.safeParse(JSON.parse(text));
  return read.success ? undefined : `${route} answers ${text.slice(0, 400)}: ${read.error.message}`;
}
