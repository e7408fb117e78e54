/**
 * Table of errors: stable code, HTTP status, whether a retry can help, and title. The response's detail has the cause
 * and the fix. `docs/errors.md` is generated from this table.
 */
export const problems = {
  body_invalid: { status: 400, retryable: false, title: "Invalid body" },
  json_invalid: { status: 400, retryable: false, title: "Body isn't valid JSON" },
  query_invalid: { status: 400, retryable: false, title: "Invalid query" },
  host_invalid: { status: 400, retryable: false, title: "Host header missing or invalid" },
  idempotency_key_invalid: { status: 400, retryable: false, title: "Invalid Idempotency-Key" },
  socket_id_invalid: { status: 400, retryable: false, title: "Invalid socket ID" },
  channel_invalid: { status: 400, retryable: false, title: "Invalid channel name" },
  app_key_missing: { status: 400, retryable: false, title: "App key missing" },
  sign_in_required: { status: 401, retryable: false, title: "Authentication required" },
  second_factor_required: { status: 401, retryable: false, title: "Authentication code required" },
  second_factor_failed: { status: 401, retryable: false, title: "Wrong authentication code" },
  password_wrong: { status: 403, retryable: false, title: "Wrong password" },
  mail_off: { status: 409, retryable: false, title: "No mail server set up" },
  push_not_ready: { status: 409, retryable: false, title: "Push notifications aren't set up" },
  push_endpoint_refused: { status: 422, retryable: false, title: "Push subscription not accepted" },
  mail_refused: { status: 502, retryable: true, title: "Mail server rejected the email" },
  single_sign_on_off: { status: 409, retryable: false, title: "Single sign-on isn't set up" },
  provider_unfit: { status: 422, retryable: false, title: "Invalid identity provider" },
  provider_unreachable: { status: 502, retryable: true, title: "Identity provider didn't respond" },
  provider_refused: { status: 401, retryable: false, title: "Identity provider denied the sign-in" },
  provider_untrusted: { status: 401, retryable: false, title: "Identity provider's response not verified" },
  saml_signature_invalid: {
    status: 401,
    retryable: false,
    title: "SAML response isn't signed with a known certificate",
  },
  saml_audience_other: { status: 401, retryable: false, title: "SAML response for another service" },
  saml_recipient_other: { status: 401, retryable: false, title: "SAML response for another URL" },
  saml_time_off: { status: 401, retryable: false, title: "SAML response expired" },
  saml_unrequested: { status: 401, retryable: false, title: "SAML response not requested" },
  saml_replayed: { status: 401, retryable: false, title: "SAML response already used" },
  saml_response_invalid: { status: 401, retryable: false, title: "Invalid SAML response" },
  saml_metadata_invalid: { status: 422, retryable: false, title: "Invalid SAML metadata" },
  provider_sign_in_over: { status: 401, retryable: false, title: "Sign-in expired" },
  logout_token_invalid: { status: 400, retryable: false, title: "Invalid logout token" },
  provider_email_missing: { status: 403, retryable: false, title: "Identity provider didn't send an email address" },
  provider_email_unverified: {
    status: 403,
    retryable: false,
    title: "Email address isn't verified",
  },
  provider_domain_refused: { status: 403, retryable: false, title: "Email domain isn't allowed" },
  member_deactivated: { status: 403, retryable: false, title: "Account deactivated" },
  provider_member_unknown: { status: 403, retryable: false, title: "Not a member of this workspace" },
  provider_account_other: { status: 403, retryable: false, title: "Member linked to another account" },
  password_refused: { status: 403, retryable: false, title: "Password sign-in is for owners only" },
  builder_session_not_found: { status: 404, retryable: false, title: "Builder session not found" },
  link_invalid: { status: 401, retryable: false, title: "Invalid link" },
  oauth_request_invalid: { status: 400, retryable: false, title: "Invalid authorization request" },
  token_invalid: { status: 401, retryable: false, title: "Invalid API token" },
  write_key_invalid: { status: 401, retryable: false, title: "Invalid write key" },
  sign_in_failed: { status: 401, retryable: false, title: "Wrong email address or password" },
  identity_required: { status: 401, retryable: false, title: "Identity token required" },
  identity_invalid: { status: 401, retryable: false, title: "Invalid identity token" },
  identity_expired: { status: 401, retryable: true, title: "Identity token expired" },
  debug_link_expired: { status: 401, retryable: false, title: "Debug link expired" },
  debug_link_used: { status: 401, retryable: false, title: "Debug link already used" },
  debug_link_invalid: { status: 401, retryable: false, title: "Invalid debug link" },
  builder_link_invalid: { status: 401, retryable: false, title: "Invalid builder link" },
  builder_link_used: { status: 401, retryable: false, title: "Builder link already used" },
  builder_session_ended: { status: 401, retryable: false, title: "Builder session ended" },
  builder_refused: { status: 403, retryable: false, title: "Builder session isn't valid here" },
  unsubscribe_link_invalid: { status: 401, retryable: false, title: "Invalid unsubscribe link" },
  preview_link_invalid: { status: 401, retryable: false, title: "Preview link isn't valid" },
  preview_links_off: { status: 403, retryable: false, title: "Preview links are turned off" },
  preview_links_full: { status: 409, retryable: false, title: "Preview link limit reached" },
  preview_link_not_found: { status: 404, retryable: false, title: "Preview link not found" },
  setup_link_invalid: { status: 401, retryable: false, title: "Invalid setup link" },
  role_insufficient: { status: 403, retryable: false, title: "Permission denied" },
  scope_insufficient: { status: 403, retryable: false, title: "API token scope missing" },
  origin_refused: { status: 403, retryable: false, title: "Origin isn't allowed" },
  channel_refused: { status: 403, retryable: false, title: "Access to channel denied" },
  identity_mismatch: { status: 403, retryable: false, title: "Identity token belongs to another person" },
  group_not_proved: { status: 403, retryable: false, title: "Group missing in identity token" },
  app_not_found: { status: 404, retryable: false, title: "App not found" },
  content_archived: { status: 409, retryable: false, title: "Content is archived" },
  review_required: { status: 409, retryable: false, title: "Approval required" },
  review_off: { status: 409, retryable: false, title: "Reviews are turned off" },
  review_not_requested: { status: 409, retryable: false, title: "Review not requested" },
  reviewer_unable: { status: 409, retryable: false, title: "Reviewer can't approve" },
  review_by_author: { status: 403, retryable: false, title: "Approval by another member required" },
  comment_not_found: { status: 404, retryable: false, title: "Comment not found" },
  comment_of_other: { status: 403, retryable: false, title: "Comment of another member" },
  comments_full: { status: 409, retryable: false, title: "Comment limit reached" },
  content_not_found: { status: 404, retryable: false, title: "Content not found" },
  survey_not_open: { status: 404, retryable: false, title: "Survey not open" },
  edition_not_found: { status: 404, retryable: false, title: "Edition not found" },
  suppression_not_found: { status: 404, retryable: false, title: "Suppression not found" },
  decision_not_logged: { status: 404, retryable: false, title: "No decision logged at that time" },
  person_not_found: { status: 404, retryable: false, title: "Person not found" },
  person_erased: { status: 410, retryable: false, title: "Person was erased" },
  group_not_found: { status: 404, retryable: false, title: "Group not found" },
  cap_group_not_found: { status: 404, retryable: false, title: "Frequency cap not found" },
  memberships_full: { status: 409, retryable: false, title: "Group limit reached" },
  segments_full: { status: 409, retryable: false, title: "Segment or frequency cap limit reached" },
  theme_not_found: { status: 404, retryable: false, title: "Theme not found" },
  themes_full: { status: 409, retryable: false, title: "Theme limit reached" },
  theme_used: { status: 409, retryable: false, title: "Theme is in use" },
  theme_unreadable: { status: 422, retryable: false, title: "Color contrast is too low" },
  segment_not_list: { status: 409, retryable: false, title: "Segment isn't a list" },
  image_not_found: { status: 404, retryable: false, title: "Image not found" },
  images_full: { status: 409, retryable: false, title: "Image limit reached" },
  image_used: { status: 409, retryable: false, title: "Image is in use" },
  image_unreadable: { status: 422, retryable: false, title: "Image can't be used" },
  segment_used: { status: 409, retryable: false, title: "Segment is in use" },
  name_taken: { status: 409, retryable: false, title: "Name is taken" },
  rule_invalid: { status: 422, retryable: false, title: "Invalid reference in rule" },
  run_refused: { status: 409, retryable: false, title: "Frequency limit reached" },
  run_not_found: { status: 404, retryable: false, title: "Run not found" },
  version_not_found: { status: 404, retryable: false, title: "Version not found" },
  secret_not_found: { status: 404, retryable: false, title: "Secret not found" },
  member_not_found: { status: 404, retryable: false, title: "Member not found" },
  invite_not_found: { status: 404, retryable: false, title: "Invitation not found" },
  sign_in_not_found: { status: 404, retryable: false, title: "Session not found" },
  role_not_found: { status: 404, retryable: false, title: "Role not found" },
  token_not_found: { status: 404, retryable: false, title: "API token not found" },
  webhook_not_found: { status: 404, retryable: false, title: "Webhook not found" },
  destination_not_found: { status: 404, retryable: false, title: "Destination not found" },
  webhook_delivery_not_found: { status: 404, retryable: false, title: "Delivery not found" },
  tracker_not_found: { status: 404, retryable: false, title: "Tracker not found" },
  template_not_found: { status: 404, retryable: false, title: "Template not found" },
  dashboard_not_found: { status: 404, retryable: false, title: "Dashboard not found" },
  dashboard_email_not_found: { status: 404, retryable: false, title: "Email not found" },
  dashboard_link_not_found: { status: 404, retryable: false, title: "Link not found" },
  goal_not_found: { status: 404, retryable: false, title: "Goal not found" },
  live_updates_full: { status: 409, retryable: false, title: "Scheduled live update limit reached" },
  live_update_seen: { status: 409, retryable: false, title: "Everyone has seen this live update" },
  live_update_not_found: { status: 404, retryable: false, title: "Live update not found" },
  import_not_found: { status: 404, retryable: false, title: "Import not found" },
  segment_not_found: { status: 404, retryable: false, title: "Segment not found" },
  route_not_found: { status: 404, retryable: false, title: "Path not found" },
  method_not_allowed: { status: 405, retryable: false, title: "Method not allowed" },
  run_conflict: { status: 409, retryable: false, title: "Run changed in another tab or device" },
  suppressions_full: { status: 409, retryable: false, title: "Suppression limit reached" },
  app_taken: { status: 409, retryable: false, title: "App ID or key is taken" },
  node_not_found: { status: 404, retryable: false, title: "Server not found" },
  backup_not_found: { status: 404, retryable: false, title: "Backup not found" },
  backup_refused: { status: 409, retryable: false, title: "Backup isn't supported" },
  backup_running: { status: 409, retryable: true, title: "Backup already running" },
  app_last: { status: 409, retryable: false, title: "Can't delete the last app" },
  owner_last: { status: 409, retryable: false, title: "Can't remove the last owner" },
  role_in_use: { status: 409, retryable: false, title: "Role is in use" },
  roles_full: { status: 409, retryable: false, title: "Role limit reached" },
  owner_unrestricted: { status: 409, retryable: false, title: "Owners can't have an app role" },
  second_factor_on: { status: 409, retryable: false, title: "Two-factor authentication already on" },
  idempotency_busy: { status: 409, retryable: true, title: "Original request still in progress" },
  secrets_full: { status: 409, retryable: false, title: "Secret limit reached" },
  secret_last: { status: 409, retryable: false, title: "Can't revoke the last active secret" },
  email_taken: { status: 409, retryable: false, title: "Email address is taken" },
  folder_invalid: { status: 422, retryable: false, title: "Invalid content files" },
  folder_drifted: { status: 409, retryable: false, title: "Content changed on the server" },
  slug_taken: { status: 409, retryable: false, title: "Slug is taken" },
  trackers_full: { status: 409, retryable: false, title: "Tracker limit reached" },
  templates_full: { status: 409, retryable: false, title: "Template limit reached" },
  dashboard_emails_full: { status: 409, retryable: false, title: "Email limit reached" },
  dashboard_links_full: { status: 409, retryable: false, title: "Link limit reached" },
  dashboards_full: { status: 409, retryable: false, title: "Dashboard limit reached" },
  goals_full: { status: 409, retryable: false, title: "Goal limit reached" },
  webhooks_full: { status: 409, retryable: false, title: "Webhook limit reached" },
  destinations_full: { status: 409, retryable: false, title: "Destination limit reached" },
  webhook_delivery_not_dead: { status: 409, retryable: false, title: "Delivery hasn't failed" },
  import_running: { status: 409, retryable: false, title: "Another import is running" },
  import_refused: { status: 409, retryable: false, title: "Import isn't ready" },
  import_unreadable: { status: 422, retryable: false, title: "Invalid CSV file" },
  content_import_unreadable: { status: 422, retryable: false, title: "File can't be read" },
  content_import_empty: { status: 422, retryable: false, title: "Nothing to import" },
  content_import_too_large: { status: 422, retryable: false, title: "File is too large to import" },
  setup_done: { status: 409, retryable: false, title: "Owner account already exists" },
  revision_stale: { status: 412, retryable: false, title: "Changed by someone else" },
  body_too_large: { status: 413, retryable: false, title: "Body is too large" },
  content_type_unsupported: { status: 415, retryable: false, title: "Unsupported content type" },
  idempotency_mismatch: { status: 422, retryable: false, title: "Idempotency-Key already used" },
  webhook_url_refused: { status: 422, retryable: false, title: "URL isn't allowed" },
  embed_host_not_allowed: { status: 422, retryable: false, title: "Host of an embedded page isn't allowed" },
  edition_invalid: { status: 422, retryable: false, title: "Content can't be published yet" },
  revision_required: { status: 428, retryable: false, title: "If-Match header missing" },
  rate_limited: { status: 429, retryable: true, title: "Too many requests" },
  internal: { status: 500, retryable: true, title: "Internal server error" },
  store_unavailable: { status: 503, retryable: true, title: "Database isn't responding" },
  realtime_unavailable: { status: 503, retryable: true, title: "Redis isn't responding" },
  disk_full: { status: 507, retryable: true, title: "Server disk is full" },
  stopping: { status: 503, retryable: true, title: "Server is shutting down" },
} as const satisfies Record<string, { status: number; retryable: boolean; title: string }>;

export type ProblemCode = keyof typeof problems;

export function isProblemCode(text: string): text is ProblemCode {
  return Object.hasOwn(problems, text);
}

/** One invalid field: a JSON pointer (RFC 6901) and the reason. */
export interface FieldProblem {
  readonly pointer: string;
  readonly message: string;
}

/** `application/problem+json` (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail: string;
  readonly retryable: boolean;
  readonly request_id: string;
  /** OpenTelemetry trace of the request, if the server records traces. */
  readonly trace_id?: string;
  readonly fields?: readonly FieldProblem[] | undefined;
  /** Current state that the caller needs to continue: the run for `run_conflict`, the revision for `revision_stale`. */
  readonly current?: unknown;
}

/** Throw from any layer. The HTTP layer converts it to a {@link Problem}. */
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
