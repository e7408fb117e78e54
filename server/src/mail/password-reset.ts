import type { Clock } from "@fanfare/contract/lib/clock";
import { HOUR_MS, limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { createResetLink } from "../accounts/members/change-password.ts";
import type { MemberDeps } from "../accounts/members/members.ts";
import type { TeamDeps } from "../accounts/members/team.ts";
import { createAttemptLimiter } from "../accounts/sign-in/attempt-limiter.ts";
import type { Log } from "../lib/log.ts";
import { mailServerRow } from "../store/statements/accounts/mail-server.ts";
import { memberByEmail } from "../store/statements/accounts/members.ts";
import { workspaceName } from "../store/statements/accounts/workspace.ts";
import { passwordResetEmail } from "./email-templates.ts";
import type { Mailer } from "./mailer.ts";

/** Password resets requested on the sign-in page and sent by email. */
export interface PasswordResets {
  /**
   * Whether the sign-in page offers it: a mail server is configured, and the URL of links doesn't depend on the
   * request.
   */
  offered(): Promise<boolean>;
  /**
   * Returns before any lookup, with the same response for every email address, so that it doesn't reveal accounts.
   *
   * @throws ProblemError `rate_limited`.
   */
  request(email: string, address: string): void;
}

/** @param public_url undefined: links would use the caller's host, so none are sent. */
export function createPasswordResets(
  deps: MemberDeps &
    TeamDeps & {
      readonly clock: Clock;
      readonly log: Log;
      readonly mailer: Mailer;
      readonly public_url: string | undefined;
    },
): PasswordResets {
  const { clock, log, mailer, public_url, store } = deps;
  const budget = (capacity: number) =>
    createAttemptLimiter({ clock, capacity, window_ms: HOUR_MS, names_max: limits.sign_in_names_remembered_max });
  const by_account = budget(limits.reset_asks_per_account_per_hour_max);
  const by_address = budget(limits.reset_asks_per_address_per_hour_max);

  const send = async (email: string, url: string): Promise<void> => {
    const member = await memberByEmail(store.db, email);
    if (member === undefined || (await mailServerRow(store.db)) === undefined) return;
    const { token, expires_at } = await createResetLink(deps, member, null);
    const workspace = await workspaceName(store.db);
    const link = `${url}/console/reset?token=${token}`;
    await mailer.send(passwordResetEmail({ to: member.email, workspace, url: link, expires_ms: expires_at }));
  };

  return {
    async offered() {
      return public_url !== undefined && (await mailServerRow(store.db)) !== undefined;
    },
    request(email, address) {
      const wait_s = by_address.take(address) ?? by_account.take(email);
      if (wait_s !== undefined) {
        throw new ProblemError(
          "rate_limited",
          `Too many password reset links requested. Try again in ${wait_s} seconds.`,
          {
            retry_after_s: wait_s,
          },
        );
      }
      if (public_url === undefined) return;
      send(email, public_url).catch((error: unknown) => log.warn("reset_mail_failed", { error }));
    },
  };
}
