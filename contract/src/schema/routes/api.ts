import { ACCOUNT_ROUTES, LINKED_IDENTITY_ROUTES, NOTIFICATION_ROUTES, UNSUBSCRIBE_ROUTES } from "./accounts/account.ts";
import { INVITE_ROUTES, MEMBER_ROUTES } from "./accounts/members.ts";
import { ROLE_ROUTES } from "./accounts/roles.ts";
import { SAML_RESPONSE_ROUTES, SAML_ROUTES } from "./accounts/saml.ts";
import {
  PROVIDER_SIGN_IN_ROUTES,
  PROVIDER_SIGN_OUT_ROUTES,
  SETUP_ROUTES,
  SIGN_IN_ROUTES,
  SINGLE_SIGN_ON_ROUTES,
} from "./accounts/sign-in.ts";
import { OAUTH_ROUTES, TOKEN_ROUTES } from "./accounts/tokens.ts";
import { DASHBOARD_ROUTES } from "./analytics/dashboards.ts";
import { EVENT_REPORT_ROUTES } from "./analytics/event-reports.ts";
import { GOAL_ROUTES } from "./analytics/goals.ts";
import {
  ANALYTICS_ROUTES,
  EXPORT_ROUTES,
  FACET_ROUTES,
  RUN_ROUTES,
  SURVEY_ANSWER_ROUTES,
} from "./analytics/reports.ts";
import { TRACKER_ROUTES } from "./analytics/trackers.ts";
import { APP_ROUTES, SECRET_ROUTES } from "./apps.ts";
import { AUDIT_ROUTES } from "./audit.ts";
import { BUILDER_ROUTES, PREVIEW_LINK_ROUTES } from "./builder.ts";
import { CHANNEL_ROUTES } from "./channels.ts";
import { COMMENT_ROUTES } from "./comments.ts";
import {
  CONTENT_FOLDER_ROUTES,
  CONTENT_IMPORT_ROUTES,
  CONTENT_ROUTES,
  PUBLICATION_ROUTES,
  REVIEW_ROUTES,
} from "./contents.ts";
import { DESTINATION_ROUTES } from "./destinations.ts";
import { EXPLAIN_ROUTES } from "./explain.ts";
import { HELP_FEED_ROUTES } from "./help-feeds.ts";
import { IMAGE_ROUTES } from "./images.ts";
import { LIVE_UPDATE_ROUTES } from "./live-updates.ts";
import { MAIL_ROUTES } from "./mail.ts";
import { GROUP_ROUTES, PEOPLE_ROUTES, PERSON_EMAIL_ROUTES, SUPPRESSION_ROUTES, TRACK_ROUTES } from "./people.ts";
import { PEOPLE_IMPORT_ROUTES } from "./people-imports.ts";
import { CAP_GROUP_ROUTES, SEGMENT_ROUTES } from "./segments.ts";
import { OPENAPI_ROUTES, SERVER_ROUTES } from "./server.ts";
import { TEMPLATE_ROUTES } from "./templates.ts";
import { THEME_ROUTES } from "./themes.ts";
import { TRANSLATION_ROUTES } from "./translations.ts";
import { WEBHOOK_ROUTES } from "./webhooks.ts";

export const API_ROUTES = {
  ...OPENAPI_ROUTES,
  ...SERVER_ROUTES,
  ...SETUP_ROUTES,
  ...SIGN_IN_ROUTES,
  ...PROVIDER_SIGN_IN_ROUTES,
  ...PROVIDER_SIGN_OUT_ROUTES,
  ...ACCOUNT_ROUTES,
  ...LINKED_IDENTITY_ROUTES,
  ...NOTIFICATION_ROUTES,
  ...UNSUBSCRIBE_ROUTES,
  ...APP_ROUTES,
  ...SECRET_ROUTES,
  ...CONTENT_ROUTES,
  ...CONTENT_FOLDER_ROUTES,
  ...CONTENT_IMPORT_ROUTES,
  ...REVIEW_ROUTES,
  ...COMMENT_ROUTES,
  ...PUBLICATION_ROUTES,
  ...TRANSLATION_ROUTES,
  ...RUN_ROUTES,
  ...SURVEY_ANSWER_ROUTES,
  ...ANALYTICS_ROUTES,
  ...EVENT_REPORT_ROUTES,
  ...DASHBOARD_ROUTES,
  ...EXPORT_ROUTES,
  ...FACET_ROUTES,
  ...PEOPLE_ROUTES,
  ...GROUP_ROUTES,
  ...SUPPRESSION_ROUTES,
  ...PERSON_EMAIL_ROUTES,
  ...TRACK_ROUTES,
  ...PEOPLE_IMPORT_ROUTES,
  ...EXPLAIN_ROUTES,
  ...BUILDER_ROUTES,
  ...PREVIEW_LINK_ROUTES,
  ...SEGMENT_ROUTES,
  ...CAP_GROUP_ROUTES,
  ...THEME_ROUTES,
  ...TEMPLATE_ROUTES,
  ...IMAGE_ROUTES,
  ...HELP_FEED_ROUTES,
  ...GOAL_ROUTES,
  ...TRACKER_ROUTES,
  ...CHANNEL_ROUTES,
  ...LIVE_UPDATE_ROUTES,
  ...MEMBER_ROUTES,
  ...ROLE_ROUTES,
  ...INVITE_ROUTES,
  ...MAIL_ROUTES,
  ...SINGLE_SIGN_ON_ROUTES,
  ...SAML_ROUTES,
  ...SAML_RESPONSE_ROUTES,
  ...AUDIT_ROUTES,
  ...OAUTH_ROUTES,
  ...TOKEN_ROUTES,
  ...WEBHOOK_ROUTES,
  ...DESTINATION_ROUTES,
};
export type ApiRoutes = typeof API_ROUTES;
export type ApiRoute = keyof ApiRoutes;
