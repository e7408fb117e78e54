import { isTimeZone } from "@fanfare/contract/lib/wall-clock";
import { localeSchema } from "@fanfare/contract/schema/content/text";
import type { Device } from "@fanfare/contract/targeting/rule";
import type { PersonContext } from "../../people/rules/rule-facts.ts";

/**
 * Context that a browser sends with every request: language, device type, and time zone. The page's own language
 * (`page`) takes precedence over the browser's. Ignores invalid language tags.
 */
export function contextOf(request: Request, zone?: string, page?: string): PersonContext {
  const [language] = languagesOf(request);
  const locale = page !== undefined && localeSchema.safeParse(page).success ? page : language;
  const device = deviceOf(request.headers.get("User-Agent") ?? "", request.headers.get("Sec-CH-UA-Mobile"));
  return {
    ...(locale === undefined ? {} : { locale }),
    ...(device === undefined ? {} : { device }),
    ...(zone !== undefined && isTimeZone(zone) ? { time_zone: zone } : {}),
  };
}

const LANGUAGES_MAX = 10;

/**
 * Browser languages, most preferred first (RFC 9110 section 12.5.4).
 *
 * @example
 * languagesOf(new Request(url, { headers: { "Accept-Language": "de-AT, en;q=0.5, *;q=0.1" } })); // ["de-AT", "en"]
 */
export function languagesOf(request: Request): readonly string[] {
  return (request.headers.get("Accept-Language") ?? "")
    .split(",", LANGUAGES_MAX)
    .flatMap((each) => {
      const [, tag, quality = "1"] =
        /^\s*([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=([\d.]+))?\s*$/.exec(each) ?? [];
      return tag === undefined || Number(quality) === 0 ? [] : [{ tag, quality: Number(quality) || 0 }];
    })
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}

function deviceOf(agent: string, mobile: string | null): Device | undefined {
  // Android tablets send Android without Mobile. iPads identify as a Macintosh by default.
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(agent)) return "tablet";
  if (mobile === "?1" || /Mobi|iPhone|Android/.test(agent)) return "phone";
  return agent.includes("Mozilla/") ? "desktop" : undefined;
}
