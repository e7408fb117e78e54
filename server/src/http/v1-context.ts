import type { Device } from "@fanfare/contract/rule";
import type { PersonContext } from "../people/rule-facts.ts";

/** What a browser tells of itself with every call: its first language and the kind of device. */
export function contextOf(request: Request): PersonContext {
  const locale = /^\s*([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)/.exec(request.headers.get("Accept-Language") ?? "")?.[1];
  const device = deviceOf(request.headers.get("User-Agent") ?? "", request.headers.get("Sec-CH-UA-Mobile"));
  return { ...(locale === undefined ? {} : { locale }), ...(device === undefined ? {} : { device }) };
}

function deviceOf(agent: string, mobile: string | null): Device | undefined {
  // An Android tablet says Android without Mobile; an iPad calls itself a Macintosh unless it is asked to be honest.
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(agent)) return "tablet";
  if (mobile === "?1" || /Mobi|iPhone|Android/.test(agent)) return "phone";
  return agent.includes("Mozilla/") ? "desktop" : undefined;
}
