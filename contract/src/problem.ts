/**
 * The table of errors: stable code, HTTP status, whether trying the same call again can help, and a title. The detail of
 * an answer says what happened, why, and what to do. `docs/errors.md` is printed from this table.
 */
export const problems = {
  body_invalid: { status: 400, retryable: false, title: "The body does not have the expected shape" },
  json_invalid: { status: 400, retryable: false, title: "The body is not JSON" },
  query_invalid: { status: 400, retryable: false, title: "The query does not have the expected shape" },
  host_invalid: { status: 400, retryable: false, title: "The header Host is missing or is no host" },
  idempotency_key_invalid: { status: 400, retryable: false, title: "The Idempotency-Key is not one" },
  socket_id_invalid: { status: 400, retryable: false, title: "The socket id does not have the form digits.digits" },
  channel_invalid: { status: 400, retryable: false, title: "The channel name breaks the grammar of channel names" },
  app_key_missing: { status: 400, retryable: false, title: "No app key was given" },
  sign_in_required: { status: 401, retryable: false, title: "Nobody is signed in" },
  second_factor_required: { status: 401, retryable: false, title: "A code of the authenticator is needed" },
  second_factor_failed: { status: 401, retryable: false, title: "The code is wrong" },
  password_wrong: { status: 403, retryable: false, title: "The password is wrong" },
  mail_off: { status: 409, retryable: false, title: "No mail server is set" },
  mail_refused: { status: 502, retryable: true, title: "The mail server did not take the letter" },
  single_sign_on_off: { status: 409, retryable: false, title: "No provider is set for single sign-on" },
  provider_unfit: { status: 422, retryable: false, title: "The provider cannot be used" },
  provider_unreachable: { status: 502, retryable: true, title: "The provider did not answer as it should" },
  provider_refused: { status: 401, retryable: false, title: "The provider did not let the member in" },
  provider_untrusted: { status: 401, retryable: false, title: "What came from the provider could not be trusted" },
  provider_sign_in_over: { status: 401, retryable: false, title: "The sign-in took too long or began elsewhere" },
  logout_token_invalid: { status: 400, retryable: false, title: "The logout token ends nothing" },
  provider_email_missing: { status: 403, retryable: false, title: "The provider told no e-mail address" },
  provider_email_unverified: {
    status: 403,
    retryable: false,
    title: "The provider has not verified the e-mail address",
  },
  provider_domain_refused: { status: 403, retryable: false, title: "The domain of the e-mail address is not allowed" },
  provider_member_unknown: { status: 403, retryable: false, title: "The person is no member and was not invited" },
  provider_account_other: { status: 403, retryable: false, title: "The member has another account at the provider" },
  password_refused: { status: 403, retryable: false, title: "Only owners sign in by password" },
  link_invalid: { status: 401, retryable: false, title: "The link is not valid" },
  token_invalid: { status: 401, retryable: false, title: "The API token is not valid" },
  sign_in_failed: { status: 401, retryable: false, title: "E-mail address or password is wrong" },
  identity_required: { status: 401, retryable: false, title: "An identity token is needed" },
  identity_invalid: { status: 401, retryable: false, title: "The identity token is not valid" },
  identity_expired: { status: 401, retryable: true, title: "The identity token has expired" },
  debug_link_expired: { status: 401, retryable: false, title: "The debug link is over" },
  debug_link_invalid: { status: 401, retryable: false, title: "The debug link is not valid" },
  setup_link_invalid: { status: 401, retryable: false, title: "The setup link is not valid" },
  role_insufficient: { status: 403, retryable: false, title: "The role does not allow this" },
  scope_insufficient: { status: 403, retryable: false, title: "The token does not allow this" },
  origin_refused: { status: 403, retryable: false, title: "The origin is not allowed" },
  channel_refused: { status: 403, retryable: false, title: "The person may not enter this channel" },
  identity_mismatch: { status: 403, retryable: false, title: "The identity token belongs to another person" },
  group_not_proved: { status: 403, retryable: false, title: "The person has not proved that they belong to the group" },
  app_not_found: { status: 404, retryable: false, title: "No app has this key" },
  content_archived: { status: 409, retryable: false, title: "The content is archived" },
  content_not_found: { status: 404, retryable: false, title: "No such content" },
  suppression_not_found: { status: 404, retryable: false, title: "No such suppression" },
  decision_not_logged: { status: 404, retryable: false, title: "Nothing was logged at that moment" },
  person_not_found: { status: 404, retryable: false, title: "No such person" },
  person_erased: { status: 410, retryable: false, title: "The person was erased" },
  group_not_found: { status: 404, retryable: false, title: "No such group" },
  cap_group_not_found: { status: 404, retryable: false, title: "No such cap group" },
  memberships_full: { status: 409, retryable: false, title: "The person belongs to too many groups" },
  segments_full: { status: 409, retryable: false, title: "The workspace has too many of them" },
  theme_not_found: { status: 404, retryable: false, title: "No such theme" },
  themes_full: { status: 409, retryable: false, title: "The workspace has too many themes" },
  theme_used: { status: 409, retryable: false, title: "The theme is worn by something live" },
  theme_unreadable: { status: 422, retryable: false, title: "Some colours of the theme cannot be read on each other" },
  segment_used: { status: 409, retryable: false, title: "The segment is asked for elsewhere" },
  name_taken: { status: 409, retryable: false, title: "The name is taken" },
  rule_invalid: { status: 422, retryable: false, title: "The rule asks for something that is not there" },
  run_refused: { status: 409, retryable: false, title: "A cap group allows no further run now" },
  run_not_found: { status: 404, retryable: false, title: "No such run" },
  version_not_found: { status: 404, retryable: false, title: "No such version" },
  secret_not_found: { status: 404, retryable: false, title: "No such secret" },
  member_not_found: { status: 404, retryable: false, title: "No such member" },
  invite_not_found: { status: 404, retryable: false, title: "No such invitation" },
  sign_in_not_found: { status: 404, retryable: false, title: "No such sign-in" },
  token_not_found: { status: 404, retryable: false, title: "No such token" },
  webhook_not_found: { status: 404, retryable: false, title: "No such webhook" },
  webhook_delivery_not_found: { status: 404, retryable: false, title: "No such delivery" },
  goal_not_found: { status: 404, retryable: false, title: "No such goal" },
  live_update_not_found: { status: 404, retryable: false, title: "No such live update" },
  import_not_found: { status: 404, retryable: false, title: "No such import" },
  segment_not_found: { status: 404, retryable: false, title: "No such segment" },
  route_not_found: { status: 404, retryable: false, title: "No such path" },
  method_not_allowed: { status: 405, retryable: false, title: "The path does not answer this method" },
  run_conflict: { status: 409, retryable: false, title: "The run has moved on elsewhere" },
  suppressions_full: { status: 409, retryable: false, title: "The person has too many suppressions" },
  app_taken: { status: 409, retryable: false, title: "The app exists already" },
  backup_not_found: { status: 404, retryable: false, title: "No such backup" },
  backup_refused: { status: 409, retryable: false, title: "No backup can be made here" },
  backup_running: { status: 409, retryable: true, title: "A backup is being made" },
  app_last: { status: 409, retryable: false, title: "The installation has no other app" },
  owner_last: { status: 409, retryable: false, title: "The workspace has no other owner" },
  second_factor_on: { status: 409, retryable: false, title: "Two-factor sign-in is on already" },
  idempotency_busy: { status: 409, retryable: true, title: "The first call with this key has not ended" },
  secrets_full: { status: 409, retryable: false, title: "The app has too many live secrets" },
  secret_last: { status: 409, retryable: false, title: "The app has no other live secret" },
  email_taken: { status: 409, retryable: false, title: "The e-mail address is taken" },
  slug_taken: { status: 409, retryable: false, title: "The slug is taken" },
  goals_full: { status: 409, retryable: false, title: "The app has too many goals" },
  webhooks_full: { status: 409, retryable: false, title: "The app has too many webhooks" },
  webhook_delivery_not_dead: { status: 409, retryable: false, title: "The delivery has not been given up" },
  import_running: { status: 409, retryable: false, title: "Another import is running" },
  import_refused: { status: 409, retryable: false, title: "The import is not where this can be done" },
  import_unreadable: { status: 422, retryable: false, title: "The file cannot be read as CSV" },
  setup_done: { status: 409, retryable: false, title: "The first member exists already" },
  revision_stale: { status: 412, retryable: false, title: "Somebody else changed this in the meantime" },
  body_too_large: { status: 413, retryable: false, title: "The body is too large" },
  content_type_unsupported: { status: 415, retryable: false, title: "The content type is not supported" },
  idempotency_mismatch: { status: 422, retryable: false, title: "The key was used with another body" },
  webhook_url_refused: { status: 422, retryable: false, title: "The URL cannot be called" },
  edition_invalid: { status: 422, retryable: false, title: "The content cannot be published as it is" },
  revision_required: { status: 428, retryable: false, title: "The revision is missing" },
  rate_limited: { status: 429, retryable: true, title: "Too many requests" },
  internal: { status: 500, retryable: true, title: "Something went wrong on the server" },
  store_unavailable: { status: 503, retryable: true, title: "The database does not answer" },
  stopping: { status: 503, retryable: true, title: "The server is stopping" },
} as const satisfies Record<string, { status: number; retryable: boolean; title: string }>;

export type ProblemCode = keyof typeof problems;

/** Whether text that came from elsewhere is a code of this table. */
export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problems, text);
}

/** One wrong field: a JSON pointer (RFC 6901) and what is wrong there. */
export interface FieldProblem {
  readonly pointer: string;
  readonly message: string;
}

/** `application/problem+json` (RFC 9457) as Fanfare answers it. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail: string;
  readonly retryable: boolean;
  readonly request_id: string;
  readonly fields?: readonly FieldProblem[] | undefined;
  /** What the caller needs to go on: the present run for `run_conflict`, the present revision for `revision_stale`. */
  readonly current?: unknown;
}

/** Thrown anywhere in the house, turned into a {@link Problem} at the door. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly code: ProblemCode;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly current: unknown;
  readonly retry_after_s: number | undefined;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { fields?: readonly FieldProblem[]; current?: unknown; retry_after_s?: number } = {},
  ) {
    super(detail);
    this.code = code;
    this.fields = more.fields;
    this.current = more.current;
    this.retry_after_s = more.retry_after_s;
  }
}
