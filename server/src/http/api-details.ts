import { exportQuerySchema, funnelQuerySchema } from "@fanfare/contract/schema/analytics";
import { answersQuerySchema } from "@fanfare/contract/schema/answer";
import {
  contentListQuerySchema,
  createContentRequestSchema,
  publishRequestSchema,
  rollbackRequestSchema,
  setupRequestSchema,
  signInRequestSchema,
  updateContentRequestSchema,
} from "@fanfare/contract/schema/api";
import { updateAppRequestSchema } from "@fanfare/contract/schema/app-settings";
import { auditExportQuerySchema, auditQuerySchema } from "@fanfare/contract/schema/audit";
import { channelsQuerySchema, sendChannelEventRequestSchema } from "@fanfare/contract/schema/channel";
import { createDebugLinkRequestSchema } from "@fanfare/contract/schema/debug-link";
import { experimentQuerySchema } from "@fanfare/contract/schema/experiment";
import { explainQuerySchema } from "@fanfare/contract/schema/explain";
import { createGoalRequestSchema, updateGoalRequestSchema } from "@fanfare/contract/schema/goal";
import { liveUpdatesQuerySchema, sendLiveUpdateRequestSchema } from "@fanfare/contract/schema/live-update";
import { askResetRequestSchema, putMailRequestSchema, testMailRequestSchema } from "@fanfare/contract/schema/mail";
import {
  acceptInviteRequestSchema,
  beginTwoFactorRequestSchema,
  changeMemberRequestSchema,
  changeMeRequestSchema,
  changePasswordRequestSchema,
  confirmTwoFactorRequestSchema,
  createInviteRequestSchema,
  endTwoFactorRequestSchema,
  lookAtInviteRequestSchema,
  pageQuerySchema,
  resetPasswordRequestSchema,
} from "@fanfare/contract/schema/member";
import { newAppSchema, newSecretSchema } from "@fanfare/contract/schema/new-app";
import {
  checkImportRequestSchema,
  createPeopleImportRequestSchema,
  importPartRequestSchema,
  importPeopleRequestSchema,
  startImportRequestSchema,
} from "@fanfare/contract/schema/people-import";
import {
  groupPeopleQuerySchema,
  groupsQuerySchema,
  peopleQuerySchema,
  putGroupRequestSchema,
  putMembershipRequestSchema,
  putPersonRequestSchema,
  putSuppressionRequestSchema,
  updatePersonRequestSchema,
} from "@fanfare/contract/schema/person";
import { runsQuerySchema } from "@fanfare/contract/schema/run";
import {
  createCapGroupRequestSchema,
  createSegmentRequestSchema,
  previewSegmentRequestSchema,
  updateCapGroupRequestSchema,
  updateSegmentRequestSchema,
} from "@fanfare/contract/schema/segment";
import {
  linkIdentityRequestSchema,
  providerCodeRequestSchema,
  providerSignInQuerySchema,
  putProviderRequestSchema,
  unlinkIdentityRequestSchema,
} from "@fanfare/contract/schema/single-sign-on";
import { defaultThemeRequestSchema, putThemeRequestSchema } from "@fanfare/contract/schema/theme";
import { timelineQuerySchema } from "@fanfare/contract/schema/timeline";
import { createTokenRequestSchema, tokensQuerySchema } from "@fanfare/contract/schema/token";
import { trackRequestSchema } from "@fanfare/contract/schema/track";
import {
  translationFileQuerySchema,
  translationImportRequestSchema,
  translationsQuerySchema,
} from "@fanfare/contract/schema/translations";
import {
  createWebhookRequestSchema,
  replayRequestSchema,
  updateWebhookRequestSchema,
  webhookDeliveriesQuerySchema,
} from "@fanfare/contract/schema/webhook";
import type { z } from "zod";
import { appQuerySchema } from "./contents.ts";

/** What the description of the API says of a route beside who may call it. */
export interface ApiDetails {
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Of the answer when all is well; 200 where it is not said. */
  readonly status?: 201 | 202 | 204 | 303;
  /** Needs `If-Match` with the revision that was seen. */
  readonly revision?: true;
}

const app = appQuerySchema;

/** By method and path, as in the table of access. The description is generated from both tables and these schemas. */
export const API_DETAILS: Readonly<Record<string, ApiDetails>> = {
  "GET /api/setup": { summary: "Whether the workspace still needs its first owner" },
  "POST /api/setup": { summary: "Make the first owner by the printed link", body: setupRequestSchema, status: 201 },
  "POST /api/sign-in": { summary: "Sign in, with a code where two-factor sign-in is on", body: signInRequestSchema },
  "POST /api/sign-out": { summary: "Sign out; answers where to sign out at the provider, too" },
  "GET /api/me": { summary: "The member who is signed in" },
  "PATCH /api/me": { summary: "Change one's own name", body: changeMeRequestSchema, status: 204 },
  "PUT /api/me/password": { summary: "Change one's own password", body: changePasswordRequestSchema, status: 204 },
  "GET /api/me/sign-ins": { summary: "Where one is signed in" },
  "DELETE /api/me/sign-ins": { summary: "End all other sign-ins of one's own", status: 204 },
  "DELETE /api/me/sign-ins/:id": { summary: "End a sign-in of one's own", status: 204 },
  "GET /api/me/two-factor": { summary: "Whether one's own two-factor sign-in is on" },
  "POST /api/me/two-factor": { summary: "Begin two-factor sign-in", body: beginTwoFactorRequestSchema, status: 201 },
  "POST /api/me/two-factor/confirm": {
    summary: "Switch two-factor sign-in on with a first code; answers the recovery codes",
    body: confirmTwoFactorRequestSchema,
  },
  "POST /api/me/two-factor/end": { summary: "End two-factor sign-in", body: endTwoFactorRequestSchema, status: 204 },
  "GET /api/apps": { summary: "All apps" },
  "POST /api/apps": { summary: "Make an app; answers its secret, once", body: newAppSchema, status: 201 },
  "GET /api/apps/:id": { summary: "An app with its settings" },
  "GET /api/apps/:id/status": { summary: "Whether anybody is there: connections now, and the first page" },
  "PATCH /api/apps/:id": { summary: "Change an app's settings", body: updateAppRequestSchema, revision: true },
  "DELETE /api/apps/:id": { summary: "Delete an app with its people and all that they did", status: 204 },
  "GET /api/apps/:id/secrets": { summary: "The secrets of an app, without what they are" },
  "POST /api/apps/:id/secrets": { summary: "Make a further secret, once shown", body: newSecretSchema, status: 201 },
  "DELETE /api/apps/:id/secrets/:secret_id": { summary: "Revoke a secret at once", status: 204 },
  "GET /api/contents": { summary: "Contents, searched, filtered and sorted", query: contentListQuerySchema },
  "GET /api/tags": { summary: "Tags of contents, the most used first" },
  "POST /api/contents": { summary: "Make a content", body: createContentRequestSchema, status: 201 },
  "GET /api/contents/:id": { summary: "A content with its draft", query: app },
  "PATCH /api/contents/:id": {
    ...{ summary: "Change a content", query: app, body: updateContentRequestSchema, revision: true },
  },
  "POST /api/contents/:id/publish": { summary: "Publish it in an app", body: publishRequestSchema, revision: true },
  "POST /api/contents/:id/unpublish": { summary: "Take it out of an app", body: publishRequestSchema },
  "POST /api/contents/:id/pause": { summary: "Hold it back in an app for now", body: publishRequestSchema },
  "POST /api/contents/:id/resume": { summary: "Let it go on in an app", body: publishRequestSchema },
  "POST /api/contents/:id/rollback": { summary: "Make an older version live again", body: rollbackRequestSchema },
  "POST /api/contents/:id/archive": { summary: "Put it away: nobody meets it any more", body: publishRequestSchema },
  "POST /api/contents/:id/restore": { summary: "Bring it back to where it was", body: publishRequestSchema },
  "GET /api/contents/:id/versions": { summary: "Its frozen versions" },
  "GET /api/contents/:id/versions/:version_id": { summary: "What a version froze" },
  "GET /api/contents/:id/runs": { summary: "Who met it and when, the newest first", query: runsQuerySchema },
  "GET /api/contents/:id/experiment": {
    ...{ summary: "What came of its variants and of those held out, as JSON or CSV", query: experimentQuerySchema },
  },
  "GET /api/contents/:id/answers": { summary: "What was answered to a survey, counted", query: app },
  "GET /api/contents/:id/answers/:question_id": {
    ...{ summary: "The answers to a question with their people, the newest first", query: answersQuerySchema },
  },
  "GET /api/celebrations": { summary: "Celebrations, and how often each was thrown", query: contentListQuerySchema },
  "GET /api/explain": { summary: "Why a person sees a content, or does not", query: explainQuerySchema },
  "POST /api/debug-links": {
    summary: "A link that opens the debug panel in a page",
    body: createDebugLinkRequestSchema,
  },
  "GET /api/people": { summary: "People of an app, searched and sorted", query: peopleQuerySchema },
  "POST /api/people/import": { summary: "Make or change people, many at once", body: importPeopleRequestSchema },
  "GET /api/people-imports": { summary: "Files of people that were imported, the newest first", query: app },
  "POST /api/people-imports": {
    summary: "Begin to import a CSV file of people, which comes in parts",
    body: createPeopleImportRequestSchema,
    status: 201,
  },
  "GET /api/people-imports/:id": { summary: "How far an import is", query: app },
  "PUT /api/people-imports/:id/parts/:number": {
    ...{ summary: "The next part of its file, from 0", query: app, body: importPartRequestSchema },
  },
  "POST /api/people-imports/:id/check": {
    ...{ summary: "Which of its rows would be refused, some at a time", query: app, body: checkImportRequestSchema },
  },
  "POST /api/people-imports/:id/start": {
    ...{ summary: "Let the server work it off", query: app, body: startImportRequestSchema },
  },
  "POST /api/people-imports/:id/cancel": { summary: "End it; what is stored stays", query: app },
  "GET /api/people-imports/:id/refused": { summary: "The rows that it refused, with reasons, as CSV", query: app },
  "GET /api/people/:external_id": { summary: "A person", query: app },
  "PUT /api/people/:external_id": {
    ...{ summary: "Make or change a person, from a back end", query: app, body: putPersonRequestSchema },
  },
  "PATCH /api/people/:external_id": { summary: "Change a person", query: app, body: updatePersonRequestSchema },
  "DELETE /api/people/:external_id": { summary: "Erase a person with all that they did", query: app },
  "GET /api/people/:external_id/export": { summary: "All that is stored of a person", query: app },
  "GET /api/people/:external_id/timeline": {
    ...{ summary: "What a person did and what was said to them", query: timelineQuerySchema },
  },
  "PUT /api/people/:external_id/groups/:group_id": {
    ...{ summary: "Put a person into a group", query: app, body: putMembershipRequestSchema },
  },
  "DELETE /api/people/:external_id/groups/:group_id": { summary: "Take a person out of a group", query: app },
  "GET /api/people/:external_id/suppressions": { summary: "What a person does not want to see again", query: app },
  "POST /api/people/:external_id/suppressions": {
    ...{ summary: "Hide something from a person", query: app, body: putSuppressionRequestSchema },
  },
  "DELETE /api/people/:external_id/suppressions/:id": { summary: "Undo a suppression", query: app },
  "GET /api/attributes": { summary: "The attributes that people of an app have", query: app },
  "GET /api/groups": { summary: "Groups of an app", query: groupsQuerySchema },
  "GET /api/groups/:external_id": { summary: "A group", query: app },
  "GET /api/groups/:external_id/people": { summary: "The people of a group", query: groupPeopleQuerySchema },
  "PUT /api/groups/:external_id": { summary: "Make or change a group", query: app, body: putGroupRequestSchema },
  "GET /api/segments": { summary: "Segments" },
  "POST /api/segments": { summary: "Make a segment", body: createSegmentRequestSchema, status: 201 },
  "POST /api/segments/preview": { summary: "Whom a rule would mean", body: previewSegmentRequestSchema },
  "GET /api/segments/:id": { summary: "A segment" },
  "GET /api/segments/:id/people": { summary: "The people of a segment", query: app },
  "GET /api/segments/:id/uses": { summary: "Which contents and segments ask for a segment" },
  "PATCH /api/segments/:id": { summary: "Change a segment", body: updateSegmentRequestSchema, revision: true },
  "DELETE /api/segments/:id": { summary: "Delete a segment" },
  "GET /api/cap-groups": { summary: "Cap groups: how often contents may be shown together" },
  "POST /api/cap-groups": { summary: "Make a cap group", body: createCapGroupRequestSchema, status: 201 },
  "PATCH /api/cap-groups/:id": { summary: "Change a cap group", body: updateCapGroupRequestSchema },
  "DELETE /api/cap-groups/:id": { summary: "Delete a cap group" },
  "GET /api/translations": {
    summary: "Which content is translated into which language",
    query: translationsQuerySchema,
  },
  "GET /api/translations/file": {
    summary: "Texts of all contents as CSV, to be translated",
    query: translationFileQuerySchema,
  },
  "POST /api/translations/file": { summary: "Take a CSV of translations back", body: translationImportRequestSchema },
  "GET /api/themes": { summary: "Themes: how contents look" },
  "POST /api/themes": {
    summary: "Make a theme, of colours that can be read",
    body: putThemeRequestSchema,
    status: 201,
  },
  "GET /api/themes/:id": { summary: "A theme" },
  "PUT /api/themes/:id": { summary: "Change a theme", body: putThemeRequestSchema, revision: true },
  "DELETE /api/themes/:id": { summary: "Delete a theme that nothing live wears" },
  "GET /api/themes/:id/uses": { summary: "Which contents choose a theme" },
  "PUT /api/default-theme": {
    ...{ summary: "The theme of all contents that choose none", body: defaultThemeRequestSchema, status: 204 },
  },
  "POST /api/track": { summary: "Tell events of a person from a back end", body: trackRequestSchema },
  "GET /api/event-names": { summary: "What happened lately beside contents, for rules to ask about", query: app },
  "GET /api/overview": { summary: "How an app stands at a glance", query: app },
  "GET /api/analytics/funnel": {
    summary: "What became of a content, with everybody or with the people who are in a segment now",
    query: funnelQuerySchema,
  },
  "GET /api/exports": { summary: "A table of an app as a file", query: exportQuerySchema },
  "GET /api/goals": { summary: "Goals of an app", query: app },
  "POST /api/goals": { summary: "Make a goal", body: createGoalRequestSchema, status: 201 },
  "PATCH /api/goals/:id": {
    ...{ summary: "Change a goal", query: app, body: updateGoalRequestSchema, revision: true },
  },
  "DELETE /api/goals/:id": { summary: "Delete a goal", query: app, status: 204 },
  "GET /api/channels": { summary: "Channels that somebody is on now", query: channelsQuerySchema },
  "GET /api/channels/:name": { summary: "A channel, and who is on it", query: app },
  "POST /api/channel-events": { summary: "Say something on a channel", body: sendChannelEventRequestSchema },
  "GET /api/connections": { summary: "How many are connected now, by transport", query: app },
  "GET /api/live-updates": { summary: "Live updates that were sent", query: liveUpdatesQuerySchema },
  "POST /api/live-updates": { summary: "Say something to people now", body: sendLiveUpdateRequestSchema, status: 201 },
  "GET /api/live-updates/:id": { summary: "A live update, and how far it came", query: app },
  "GET /api/policy": { summary: "Who may do what: the table by which every call is judged" },
  "GET /api/members": { summary: "Members", query: pageQuerySchema },
  "PATCH /api/members/:id": { summary: "Change a member's role", body: changeMemberRequestSchema, status: 204 },
  "DELETE /api/members/:id": { summary: "Remove a member: sign-ins and tokens end at once", status: 204 },
  "POST /api/members/:id/reset-link": { summary: "A link by which the member chooses a new password", status: 201 },
  "DELETE /api/members/:id/two-factor": { summary: "End a member's two-factor sign-in", status: 204 },
  "GET /api/members/:id/sign-ins": { summary: "Where a member is signed in" },
  "DELETE /api/members/:id/sign-ins/:sign_in_id": { summary: "End a member's sign-in at once", status: 204 },
  "POST /api/password-reset/ask": {
    ...{ summary: "Have a link to a new password mailed", body: askResetRequestSchema, status: 204 },
  },
  "GET /api/mail": { summary: "The mail server, without its password" },
  "PUT /api/mail": { summary: "Set the mail server", body: putMailRequestSchema, revision: true },
  "DELETE /api/mail": { summary: "Forget the mail server", status: 204 },
  "POST /api/mail/test": { summary: "Send a letter to try the mail server", body: testMailRequestSchema, status: 204 },
  "GET /api/me/identities": { summary: "Who one is for the provider of single sign-on" },
  "POST /api/me/identities": {
    ...{ summary: "Link one's account at the provider; answers where to go for it", body: linkIdentityRequestSchema },
  },
  "POST /api/me/identities/end": {
    ...{ summary: "Unlink one's account at the provider", body: unlinkIdentityRequestSchema, status: 204 },
  },
  "GET /api/single-sign-on": { summary: "The provider of single sign-on, without its client secret" },
  "PUT /api/single-sign-on": {
    ...{ summary: "Set the provider of single sign-on", body: putProviderRequestSchema, revision: true },
  },
  "DELETE /api/single-sign-on": { summary: "End single sign-on", status: 204 },
  "GET /api/provider-sign-in": {
    ...{ summary: "Go to the provider to sign in", query: providerSignInQuerySchema, status: 303 },
  },
  "GET /api/provider-sign-in/callback": { summary: "Come back from the provider", status: 303 },
  "POST /api/provider-sign-in/code": {
    ...{ summary: "Give the authenticator's code after coming back", body: providerCodeRequestSchema },
  },
  "POST /api/provider-sign-out": { summary: "The provider tells that a session has ended: a form with logout_token" },
  "DELETE /api/members/:id/identities": { summary: "Forget who a member is for the provider", status: 204 },
  "POST /api/password-reset": { summary: "A new password by link", body: resetPasswordRequestSchema, status: 204 },
  "GET /api/invites": { summary: "Open invitations", query: pageQuerySchema },
  "POST /api/invites": {
    summary: "Invite somebody; answers the link, once",
    body: createInviteRequestSchema,
    status: 201,
  },
  "DELETE /api/invites/:id": { summary: "Revoke an invitation", status: 204 },
  "POST /api/invites/look": { summary: "What an invitation says", body: lookAtInviteRequestSchema },
  "POST /api/invites/accept": { summary: "Become a member by link", body: acceptInviteRequestSchema, status: 201 },
  "GET /api/health": { summary: "What was looked at on this server, and what to do about it" },
  "GET /api/backups": { summary: "Backups on this server, and the one that is being made" },
  "POST /api/backups": { summary: "Begin a backup; the list says when it is there", status: 202 },
  "GET /api/backups/:name/database": { summary: "The database of a backup, without the key that opens its secrets" },
  "GET /api/audit": { summary: "Who did what, the newest first", query: auditQuerySchema },
  "GET /api/audit/export": { summary: "The audit log as NDJSON or CSV", query: auditExportQuerySchema },
  "GET /api/audit/verify": { summary: "Whether the chain of the audit log is whole" },
  "GET /api/tokens": { summary: "API tokens", query: tokensQuerySchema },
  "POST /api/tokens": { summary: "Make an API token; answers it, once", body: createTokenRequestSchema, status: 201 },
  "DELETE /api/tokens/:id": { summary: "Revoke an API token at once", status: 204 },
  "GET /api/webhooks": { summary: "Webhooks of an app", query: app },
  "POST /api/webhooks": { summary: "Make a webhook", body: createWebhookRequestSchema, status: 201 },
  "PATCH /api/webhooks/:id": { summary: "Change a webhook", query: app, body: updateWebhookRequestSchema },
  "DELETE /api/webhooks/:id": { summary: "Delete a webhook", query: app, status: 204 },
  "GET /api/webhook-deliveries": {
    summary: "What was told to webhooks, the newest first",
    query: webhookDeliveriesQuerySchema,
  },
  "POST /api/webhook-deliveries/:id/replay": { summary: "Send a dead delivery once more", body: replayRequestSchema },
  "GET /api/openapi.json": { summary: "This description" },
};
