import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { type Context, Hono } from "hono";
import {
  changeEmailSubscription,
  type EmailSubscription,
  emailSubscription,
  type SubscriptionDeps,
} from "../../engage/message-emails/email-subscription.ts";
import { emailLanguage } from "../../engage/message-emails/email-texts.ts";
import { workspaceName } from "../../store/statements/accounts/workspace.ts";
import { networkOf, tokenBuckets } from "../request/token-buckets.ts";
import { languagesOf } from "../v1/context.ts";
import { emailPage, PAGE_POLICY, type PageState } from "./page.ts";

export interface EmailPageDeps extends SubscriptionDeps {
  readonly clock: Clock;
  readonly addressOf: (request: Request) => string;
  /** Path of the public URL, without a trailing slash. */
  readonly path_prefix: string;
}

const STATUS = { subscribed: 200, unsubscribed: 200, invalid: 404, busy: 429 } as const;

/**
 * The page of an email's recipient, without a sign-in: `/u/{token}`. Opening it changes nothing, because programs that
 * check links in emails open them. A POST unsubscribes, as RFC 8058 has it, whatever its body.
 */
export function emailPageRoutes(deps: EmailPageDeps): Hono {
  const addresses = tokenBuckets(deps.clock, {
    per_second: limits.email_pages_per_second_max,
    burst: limits.email_pages_burst_max,
    buckets_max: limits.v1_buckets_max,
  });
  const isBusy = (c: Context): boolean => addresses.take(networkOf(deps.addressOf(c.req.raw))) > 0;
  const answer = async (c: Context, token: string, found: EmailSubscription | "busy" | undefined) => {
    const kind = kindOf(found);
    const state: PageState = {
      ...{ kind, language: emailLanguage([localeOf(found), ...languagesOf(c.req.raw)]) },
      ...{ workspace: await workspaceName(deps.store.db), path: `${deps.path_prefix}/u/${token}` },
    };
    c.header("Content-Security-Policy", PAGE_POLICY);
    c.header("X-Robots-Tag", "noindex, nofollow");
    c.header("Referrer-Policy", "no-referrer");
    c.header("Cache-Control", "no-store");
    c.header("Vary", "Accept-Language");
    return c.html(emailPage(state), STATUS[kind]);
  };
  return (
    new Hono()
      .get("/u/:token", async (c) => {
        const token = c.req.param("token");
        return answer(c, token, isBusy(c) ? "busy" : await emailSubscription(deps, token));
      })
      // Never too many: mail providers send those of all their users.
      .post("/u/:token", async (c) => {
        const token = c.req.param("token");
        return answer(c, token, await changeEmailSubscription(deps, token, false));
      })
      .post("/u/:token/subscribe", async (c) => {
        const token = c.req.param("token");
        return answer(c, token, isBusy(c) ? "busy" : await changeEmailSubscription(deps, token, true));
      })
  );
}

function kindOf(found: EmailSubscription | "busy" | undefined): PageState["kind"] {
  if (found === undefined || found === "busy") return found ?? "invalid";
  return found.subscribed ? "subscribed" : "unsubscribed";
}

const localeOf = (found: EmailSubscription | "busy" | undefined): string | null =>
  found === undefined || found === "busy" ? null : found.locale;
