import { AsyncLocalStorage } from "node:async_hooks";

/** Of an actor. Undefined for a signed-in member. */
interface Token {
  readonly token_id: string | undefined;
  readonly token_name?: string | undefined;
}

const current = new AsyncLocalStorage<Token>();

/**
 * Runs a request. Audit entries that it writes name the API token, because a member's assistant and scripts act as the
 * member.
 */
export function auditedAs<Result>({ token_id, token_name }: Token, run: () => Result): Result {
  return token_id === undefined ? run() : current.run({ token_id, token_name }, run);
}

/** What the details of an audit entry say about the token. */
export function auditedToken(): Readonly<Record<string, string>> {
  const { token_id, token_name } = current.getStore() ?? {};
  return token_id === undefined ? {} : { by_token: token_name ?? "", by_token_id: token_id };
}
