import type { ProblemCode } from "./problem.ts";

/** Meaning and fix of each error code, for `/docs/errors` and `docs/errors.md`. */
export const PROBLEM_MEANINGS: Readonly<Record<ProblemCode, string>> = {
  body_invalid:
    "The body has invalid values, and nothing was stored. Correct the values listed in `fields`, then try again.",
  json_invalid: "The body isn't valid JSON. Check quotes and commas, and that the body is complete.",
  query_invalid: "A query parameter is missing or has an invalid value. See the detail for its name.",
  host_invalid: "The request has no valid `Host` header. If you use a proxy, configure it to forward `Host`.",
  idempotency_key_invalid:
    "An `Idempotency-Key` consists of printable characters without spaces, such as a random UUID.",
  socket_id_invalid: "A socket ID is two numbers joined by a dot. The server sends it when a connection opens.",
  channel_invalid:
    "Channel names can contain letters, digits, and `_-=@,.;`. The maximum is 200 characters including the prefix, unless the app sets a lower one.",
  app_key_missing: "The app key is missing. Set `app` in the query or form to the app key from the app's settings.",
  sign_in_required: "The session is missing or has expired. Sign in again. In scripts, send an API token.",
  second_factor_required:
    "The password is correct. Send it again with a code from the authenticator app or a recovery code.",
  second_factor_failed: "The code is wrong or was already used. Wait for the next code, or use a recovery code.",
  password_wrong: "The password is wrong, and nothing was changed. Confirm the change with your own password.",
  mail_off: "No mail server is set up. An owner can add one in the settings.",
  push_not_ready: "Push services need the server's public URL. Set FANFARE_PUBLIC_URL, then restart the server.",
  push_endpoint_refused:
    "The endpoint of the browser's subscription can't be used. It must be a public https URL. See the detail.",
  mail_refused: "The mail server couldn't be reached or rejected the email. See the detail for its response.",
  single_sign_on_off:
    "Single sign-on isn't set up. Sign in with your password, or ask an owner to set it up. SAML also needs FANFARE_PUBLIC_URL.",
  provider_unfit: "The identity provider's metadata is invalid, so nothing was saved. Check the issuer URL.",
  provider_unreachable:
    "The identity provider didn't respond, or its response wasn't valid OpenID Connect. Check the issuer URL, then try again.",
  provider_refused:
    "The identity provider denied the sign-in. Try again. If it fails again, check the client ID and client secret.",
  provider_untrusted:
    "The response wasn't signed by the identity provider or wasn't intended for Fanfare. Contact a workspace owner.",
  saml_signature_invalid:
    "The assertion isn't signed, or not with a certificate in the SAML settings. Turn on signed assertions at the provider, and add its current signing certificate. SHA-1 isn't accepted.",
  saml_audience_other:
    "The assertion is for another service. At the provider, enter the entity ID from the SAML settings as audience.",
  saml_recipient_other:
    "The assertion is for another URL. At the provider, enter the ACS URL from the SAML settings. Then check FANFARE_PUBLIC_URL.",
  saml_time_off:
    "The assertion has expired or isn't valid yet. Sign in again. If it fails again, compare the clocks of the provider and this server.",
  saml_unrequested:
    "The sign-in started at the provider, expired, or started in another browser. Start it on Fanfare's sign-in page, or allow sign-ins that start at the provider.",
  saml_replayed: "Each SAML response works once. Sign in again.",
  saml_response_invalid:
    "The provider's response isn't a SAML response that Fanfare accepts. The server's log has the reason.",
  saml_metadata_invalid:
    "The metadata or a certificate is invalid, so nothing was saved. Copy the identity provider's metadata again.",
  provider_sign_in_over: "The sign-in expired, was already completed, or started in another browser. Sign in again.",
  logout_token_invalid:
    "The identity provider's logout token is invalid or doesn't match a session. No sessions were ended.",
  provider_email_missing:
    "The identity provider didn't send an email address. Allow the scope `email` for this client.",
  provider_email_unverified:
    "The identity provider hasn't verified the email address. Verify it there, then try again.",
  provider_domain_refused:
    "The domain of this email address isn't allowed. Ask an owner to add it to the allowed domains.",
  member_deactivated:
    "The identity provider deactivated this member over SCIM. Ask its administrator to activate the account again.",
  provider_member_unknown:
    "Single sign-on is only for members and invited people. Ask an owner or admin for an invitation.",
  provider_account_other:
    "This member is linked to another account at the identity provider. Unlink that account in the settings first.",
  password_refused: "In this workspace, only owners can sign in with a password. Sign in with the identity provider.",
  link_invalid: "The link has expired, was already used, or is incomplete. Request a new link.",
  oauth_request_invalid:
    "The link that connects an assistant is incomplete, or belongs to another server. Connect the assistant again.",
  token_invalid: "The API token is unknown, expired, or revoked. Create a new one in the settings.",
  write_key_invalid:
    "The Segment write key is neither an app key nor `APP_KEY:API_TOKEN`, or its token is unknown, expired, or revoked.",
  sign_in_failed:
    "Wrong email address or password. For security, the response doesn't specify which one. Try again, or reset your password.",
  identity_required: "This request requires a verified person. Sign an identity token in your backend and send it.",
  identity_invalid:
    "The identity token isn't signed with an active secret of the app, or its audience is wrong. Sign a new one in your backend.",
  identity_expired: "The identity token has expired. Sign a new one in your backend, then try again.",
  debug_link_expired: "Debug links expire after 15 minutes. Create a new one.",
  debug_link_used: "A debug link works once, for the page that it opened. Create a new one.",
  debug_link_invalid: "The debug link is for another app or is incomplete. Create a new one.",
  builder_link_invalid:
    "The link to the builder has expired, is incomplete, or is for another app. Open the page from the console again.",
  builder_link_used:
    "Builder links work once. The session that this link opened has ended. Open the page from the console again.",
  builder_session_ended: "The builder session has expired or was ended. Open the page from the console again.",
  builder_refused: "A builder session works only for the app and the origin that it was opened for.",
  builder_session_not_found: "No builder session has this ID. It may have ended. Reload the list.",
  unsubscribe_link_invalid: "The unsubscribe link is incomplete, or the member was removed. Copy the full link.",
  preview_link_invalid:
    "The preview link has expired, was revoked, or is for another app or origin. Ask its author for a new one.",
  preview_links_off: "The app doesn't allow preview links. An owner or admin can turn them on in the app's settings.",
  preview_links_full: "The app has the maximum number of preview links. Revoke one that is no longer needed.",
  preview_link_not_found: "No preview link has this ID. It may have been revoked. Reload the list.",
  setup_link_invalid: "The setup link has expired or is incomplete. Restart the server to get a new one.",
  role_insufficient: "The member's role doesn't allow this. Ask an owner or admin to do it or to change the role.",
  scope_insufficient: "The API token doesn't have the required scope. Create a token with this scope.",
  origin_refused: "The page's origin isn't allowed. Add it to the app's allowed origins.",
  channel_refused: "No channel rule of the app gives this person access. See the detail for the channel.",
  identity_mismatch:
    "The identity token and the request are for different people. Send the identity token of the person in the request.",
  group_not_proved: "The person's identity token doesn't include the group. Add the group to `groups` in your backend.",
  app_not_found: "No app has this key or ID. It may have been deleted. See the settings for a list of apps.",
  embed_host_not_allowed:
    "The content embeds a page of a host that the app doesn't allow. Add the host in the app's settings, or remove the page from the content.",
  content_archived: "Archived content can't be changed or published. Restore it first.",
  review_required:
    "The app requires approval, and no one has approved this revision for it. Request a review, then publish once it's approved. You can pause and unpublish without approval.",
  review_off: "The app doesn't require approval. Publish the content, or turn on reviews in the app's settings.",
  review_not_requested:
    "No review of this revision was requested for this app, or the request was withdrawn. Request a review first.",
  reviewer_unable:
    "A chosen reviewer isn't a member, or can't approve this draft in the app. Choose other reviewers: GET /api/contents/{id}/reviewers lists them.",
  review_by_author:
    "The app requires approval by a member who isn't the last editor. Ask another member who may publish.",
  comment_not_found: "The content has no comment with this ID. It may have been deleted.",
  comment_of_other: "Members can delete their own comments. Owners and admins can delete any.",
  comments_full: "The content has as many comments as it can have. Delete some of them first.",
  content_not_found: "No content has this ID or slug. Check the spelling.",
  survey_not_open:
    "No survey that is shared by link is open at this slug in this app. It may be paused, archived, or outside its schedule.",
  edition_not_found:
    "No live content has this edition. It was unpublished or replaced, or the path isn't one that `POST /v1/boot` returned.",
  suppression_not_found:
    "The suppression has expired or was already undone. List the current ones with `GET /v1/suppressions`.",
  decision_not_logged:
    "No decision is stored for this time. All decisions are stored only for watched people. Watch the person to store future decisions.",
  person_not_found: "The app has no person with this ID. People appear when a page or your backend identifies them.",
  person_erased: "This person was erased, along with all of their data. You can't undo this.",
  group_not_found: "The app has no group with this ID. Check the spelling.",
  cap_group_not_found: "No frequency cap has this ID. It may have been deleted.",
  memberships_full: "The person belongs to the maximum number of groups. Remove the person from a group first.",
  segments_full:
    "The workspace has the maximum number of segments or frequency caps. Delete one that you no longer need.",
  theme_not_found: "No theme has this ID. It may have been deleted.",
  themes_full: "The workspace has reached its theme limit. Delete a theme that isn't used.",
  theme_used:
    "Live content uses this theme. Select another theme for that content and publish it, then delete this theme.",
  theme_unreadable: "Some color pairs have too little contrast. Change the colors listed in `fields`.",
  segment_not_list:
    "The segment has conditions, so Fanfare decides who is in it. To choose people one by one, create a segment that is a list.",
  image_not_found: "The workspace has no image with this ID. It may have been deleted.",
  images_full: "The workspace has reached its image limit. Delete images that aren't used.",
  image_used: "Content uses this image. Remove it from the content named in the detail, then delete it.",
  image_unreadable:
    "The file isn't a still PNG, JPEG, WebP, or GIF image, or it's too large. See the detail for the reason.",
  segment_used: "The segment is used elsewhere. Remove it there first. See the detail for where.",
  name_taken: "This name is already in use. Choose another name.",
  rule_invalid:
    "The rule refers to a segment, attribute, or content that doesn't exist. Correct the values listed in `fields`.",
  run_refused: "The person reached a frequency cap or frequency limit. This isn't a problem with your page.",
  run_not_found: "The app has no run with this ID.",
  version_not_found: "This content has no version with this number. Check its version list.",
  secret_not_found: "The app has no secret with this ID. It may have been revoked.",
  member_not_found: "The workspace has no member with this ID. The member may have been removed.",
  invite_not_found: "The invitation was accepted or revoked, or has expired.",
  sign_in_not_found: "The session has already ended.",
  role_not_found: "No custom role has this ID. It may have been deleted.",
  token_not_found: "No API token has this ID. It may have been revoked.",
  webhook_not_found: "The app has no webhook with this ID. It may have been deleted.",
  destination_not_found: "The app has no destination with this ID. It may have been deleted.",
  webhook_delivery_not_found: "The app has no delivery with this ID. Its retention period may have ended.",
  tracker_not_found: "The app has no tracker with this ID. It may have been deleted.",
  template_not_found: "The workspace has no saved template with this ID. It may have been deleted.",
  dashboard_not_found: "The app has no dashboard with this ID. It may have been deleted.",
  dashboard_email_not_found:
    "The dashboard has no scheduled email with this ID. It may have been deleted. Reload the list.",
  dashboard_link_not_found: "The dashboard has no link with this ID. It may have been revoked. Reload the list.",
  goal_not_found: "The app has no goal with this ID. It may have been deleted.",
  live_updates_full:
    "The app has reached the limit of live updates that are scheduled or wait for local times or quiet hours. Cancel one, or wait until one expires.",
  live_update_seen: "All people of the audience have seen the live update, so no one is left to send it to.",
  live_update_not_found: "The app has no live update with this ID. Its retention period may have ended.",
  import_not_found: "The app has no import with this ID. Its retention period may have ended.",
  segment_not_found: "No segment has this ID. It may have been deleted.",
  route_not_found: "No endpoint exists at this path. Check the API reference.",
  method_not_allowed: "This path doesn't support the method. `Allow` lists the supported methods.",
  run_conflict: "Another tab or device advanced the run. `current` holds its position.",
  suppressions_full: "The person has reached the suppression limit. Hide a tag, or all content, instead.",
  app_taken: "Another app has this ID or key. Choose another one.",
  node_not_found: "No running server has this ID. It may have stopped or is draining already. List the servers again.",
  backup_not_found: "This server has no backup with this name.",
  backup_refused: "This server can't back up its database. See the detail for how to do it.",
  backup_running: "Only one backup can run at a time. Wait for the current one to finish.",
  app_last: "A server needs at least one app. Create another app before you delete this one.",
  owner_last: "A workspace needs at least one owner. Give another member the owner role first.",
  role_in_use: "Members have this role. Send `replacement` with another role's ID, or `workspace_role`.",
  roles_full: "The workspace has the maximum number of custom roles. Delete one first.",
  owner_unrestricted: "Owners have every permission in every app. Change the member's workspace role first.",
  second_factor_on: "Two-factor authentication is already on. Turn it off before you set up another authenticator app.",
  idempotency_busy:
    "A request with this key is still in progress. Try again shortly. If it was interrupted, check the result, then use a new key.",
  secrets_full: "The app has the maximum number of active secrets. Revoke one before you create another.",
  secret_last: "An app needs at least one active secret. Create another one before you revoke this one.",
  email_taken: "Another member has this email address. Use another address, or sign in with this one.",
  folder_invalid: "The content files are invalid. Nothing was saved. See the fields for each file and what to change.",
  folder_drifted:
    "Members changed content on the server after its files were last pushed. Pull these changes, or push with overwrite.",
  slug_taken: "Other content has this slug. Choose another slug.",
  trackers_full: "The app has reached its tracker limit. Delete a tracker that you no longer need.",
  templates_full: "The workspace has reached its limit of saved templates. Delete a template that you no longer need.",
  dashboard_emails_full:
    "The dashboard has the maximum number of scheduled emails. Delete one that is no longer needed.",
  dashboard_links_full: "The dashboard has the maximum number of links. Revoke one that is no longer needed.",
  dashboards_full: "The app has reached its dashboard limit. Delete a dashboard that you no longer need.",
  goals_full: "The app has reached its goal limit. Delete a goal that you no longer need.",
  webhooks_full: "The app has reached its webhook limit. Delete a webhook that you no longer need.",
  destinations_full: "The app has reached its destination limit. Delete a destination that you no longer need.",
  webhook_delivery_not_dead: "Only failed deliveries can be resent. This one is pending or was delivered.",
  import_running: "Another import is running, or too many files are waiting. Start or cancel one of them first.",
  import_refused:
    "The import isn't ready for this call. Upload the parts in order, then validate and start the import.",
  import_unreadable: "The file isn't valid CSV. Check its separator and quotes, and that it's UTF-8.",
  content_import_unreadable:
    "The file isn't complete JavaScript, TypeScript, or JSON, nor a saved page. The detail has the place. Nothing was created.",
  content_import_empty:
    "The file has no tours or hints of this tool. Choose the file that has the steps themselves: imports of other files aren't followed.",
  content_import_too_large:
    "The file is too long, too deeply nested, or has too many tours. Import only the file with the steps. Nothing was created.",
  setup_done: "The owner account already exists. Sign in, or ask for an invitation.",
  revision_stale:
    "Someone else changed this after you loaded it, and nothing was overwritten. Load it again and repeat your change. `current` holds the current revision.",
  body_too_large: "The body is larger than this call accepts. See the detail for the limit.",
  content_type_unsupported:
    "Send the body in the expected format: `application/json` for `/api` and `/v1`, and a form for `/pusher/auth`.",
  idempotency_mismatch: "An `Idempotency-Key` is valid for one request. Use a new key for a different body.",
  webhook_url_refused: "The URL must be an http or https URL on a public network, and its host must resolve.",
  edition_invalid: "The draft is incomplete. Add the values listed in `fields`, then publish again.",
  revision_required:
    "Send `If-Match` with the `ETag` (or `revision`) of the version you loaded. This prevents you from overwriting other members' changes.",
  rate_limited: "Too many requests. Wait the number of seconds in `Retry-After`, then try again.",
  internal: "An unexpected error occurred. Try again. If it happens again, send the request ID to your administrator.",
  store_unavailable: "The database didn't respond in time. Try again shortly.",
  realtime_unavailable:
    "Redis didn't confirm the event or command, so other servers may not have received it. Try again shortly.",
  disk_full:
    "The server's disk is full, so nothing is stored until someone frees space. Reading and publishing to channels still work.",
  stopping: "The server is shutting down. Try again shortly.",
};
