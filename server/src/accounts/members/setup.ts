import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import {
  anyMember,
  consumeSetupLink,
  insertFirstMember,
  type MemberRow,
  putSetupLink,
  setupLinkIsActive,
} from "../../store/statements/accounts/members.ts";
import { hashToken, isToken, newToken } from "../sign-in/opaque-token.ts";
import type { Caller, SignedIn, SignIns } from "../sign-in/sign-in.ts";
import { type MemberDeps, memberCreatedStatement, memberRow } from "./members.ts";

export interface NewOwner {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** First-run setup. The printed setup link authorizes the creation of the owner. */
export interface Setup {
  needed(): Promise<boolean>;
  /**
   * Returns the token of a new link, valid for `setup_link_minutes`, or undefined if a member exists. Revokes an
   * earlier link.
   */
  newLink(): Promise<string | undefined>;
  /** @throws ProblemError `setup_done`, `setup_link_invalid`, or `body_invalid`. */
  complete(owner: NewOwner, caller: Caller): Promise<SignedIn>;
}

export function createSetup(deps: MemberDeps & { readonly sign_ins: SignIns }): Setup {
  const { clock, rng, store, sign_ins } = deps;

  /** Consumes the link and creates the owner and session in one batch, so that only one concurrent call succeeds. */
  const store_owner = async (row: MemberRow, token_hash: string, caller: Caller): Promise<SignedIn | undefined> => {
    const { statements, signed_in } = sign_ins.begin(row, caller);
    const result = await store.write([
      { query: consumeSetupLink(store.db, token_hash, clock.now()), expect: 1 },
      { query: insertFirstMember(store.db, row), expect: 1 },
      memberCreatedStatement(deps, row, "setup"),
      ...statements,
    ]);
    return result.outcome === "committed" ? signed_in : undefined;
  };

  /** Called after the link was rejected. The losers of concurrent calls get `setup_done`. */
  const refusal = async (): Promise<ProblemError> =>
    (await anyMember(store.db))
      ? new ProblemError("setup_done", "This workspace already has an owner. Sign in instead.")
      : linkInvalid();

  return {
    needed: async () => !(await anyMember(store.db)),

    async newLink() {
      if (await anyMember(store.db)) return undefined;
      const token = newToken(rng);
      const expires_at = clock.now() + limits.setup_link_minutes * MINUTE_MS;
      await store.write([{ query: putSetupLink(store.db, hashToken(token), expires_at), expect: 1 }]);
      return token;
    },

    async complete({ token, ...owner }, caller) {
      const token_hash = hashToken(token);
      // Check the link before hashing, so that callers without it can't cause expensive work.
      if (!isToken(token) || !(await setupLinkIsActive(store.db, token_hash, clock.now()))) throw await refusal();
      const row = await memberRow(deps, { ...owner, role: "owner" });
      const signed_in = await store_owner(row, token_hash, caller);
      if (signed_in !== undefined) return signed_in;
      throw await refusal();
    },
  };
}

function linkInvalid(): ProblemError {
  return new ProblemError(
    "setup_link_invalid",
    `This setup link is invalid or older than ${limits.setup_link_minutes} minutes. Restart the server to get a new one.`,
  );
}
