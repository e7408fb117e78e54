import { t } from "../../lib/i18n/t.ts";

/** Other words that people type for a page or action, by its ID, separated by commas. */
export const KEYWORDS: Readonly<Record<string, string>> = {
  "/$app": t("home, dashboard, start, getting started, status"),
  "/$app/alerts": t("problems, warnings, broken targets, failures, incidents"),
  "/$app/content": t(
    "tours, hints, tooltips, hotspots, announcements, banners, modals, popups, checklists, onboarding, surveys, NPS, feedback, walkthroughs, guides, drafts, tags, steps",
  ),
  "/$app/messages": t("live updates, push, broadcasts, notifications, toasts, banners, badges, send, everyone"),
  "/$app/celebrations": t("confetti, fireworks, effects, occasions"),
  "/$app/frequency": t(
    "frequency caps, limits, fatigue, quiet period, how often, order, priority, queue, one at a time, cooldown",
  ),
  "/$app/themes": t("logo, branding, colors, fonts, design, styles, CSS, look"),
  "/$app/translations": t("languages, locales, localization, i18n, internationalization"),
  "/$app/people": t(
    "person, users, customers, visitors, contacts, import, CSV, attributes, GDPR, erase, delete, do not show again, hidden",
  ),
  "/$app/segments": t("audiences, cohorts, targeting, filters"),
  "/$app/groups": t("company, companies, organizations, tenants, customers, B2B"),
  "/$app/live": t("live, channels, events, WebSocket, Pusher, SignalR, connections, presence, online, debug"),
  "/$app/analytics": t(
    "reports, statistics, funnel, conversions, completions, goals, experiments, A/B tests, answers, results, charts, NPS, export",
  ),
  "/$app/trackers": t(
    "events without code, no-code events, clicks, form submits, page visits, rage clicks, autocapture, event tracking",
  ),
  "/$app/settings/app": t(
    "rename app, app name, pause, delete app, allowed origins, CORS, domains, sites, source language",
  ),
  "/$app/webhooks": t("integrations, Zapier, callbacks, delivery, deliveries"),
  "/$app/destinations": t(
    "integrations, Slack, Segment, Amplitude, Mixpanel, PostHog, Google Analytics, HubSpot, Teams, Discord, HTTP, delivery, deliveries",
  ),
  "/$app/settings/secrets": t("credentials, signing, rotate, identity tokens, JWT, verification"),
  "/$app/settings/channels": t("access, private channels, presence, history, client events, rules"),
  "/$app/settings/limits": t("quotas, rate limits, throttling, connections"),
  "/$app/settings/install": t(
    "snippet, script, embed, code, SDK, npm, setup, integrate, connect, cookies, anonymous visitors, JavaScript",
  ),
  "/$app/settings/apps": t("environments, staging, production, development, projects, new app"),
  "/$app/settings/members": t("invite, team, colleagues, users, teammates, seats, admins"),
  "/$app/settings/roles": t("permissions, rights, access, owner, admin, editor, viewer"),
  "/$app/settings/tokens": t("API keys, access tokens, scopes, CI, HTTP, scripts, credentials"),
  "/$app/settings/mail": t("SMTP, mail server, sender"),
  "/$app/settings/single-sign-on": t("SSO, OIDC, OpenID Connect, SAML, Google, Okta, Microsoft, identity provider"),
  "/$app/settings/audit": t("history, activity, changes, security, compliance"),
  "/$app/settings/data": t(
    "backups, restore, retention, storage, database, version, status, upgrade, GDPR, delete data",
  ),
  "/$app/settings/account": t(
    "password, two-factor, 2FA, MFA, authenticator, profile, sessions, devices, my name, language, Arabic, English, appearance, density, security",
  ),
  copy_link: t("URL, address, share"),
  copy_key: t("credentials, API key, copy key"),
  new_content: t(
    "create tour, add, build, tours, hints, announcements, banners, modals, checklists, surveys, NPS, onboarding, popups",
  ),
  new_tour: t("create, add, walkthrough, guide"),
  new_hint: t("create, add, tooltip, hotspot"),
  new_announcement: t("create, add, modal, banner, toast, carousel, popup"),
  new_checklist: t("create, add, onboarding, tasks"),
  new_survey: t("create, add, NPS, feedback, questions"),
  new_celebration: t("create, add, confetti"),
  new_resource_center: t("create, add, help, launcher"),
  templates: t("gallery, examples, inspiration, copy, welcome tour, NPS, what’s new, maintenance"),
  import_content: t(
    "import tours, migrate, move, switch, saved page, driver.js, intro.js, Shepherd, React Joyride, Appcues, Usertour, PostHog, JSON",
  ),
  replace: t("rename, search texts, substitute, rebrand, wording"),
  new_theme: t("create theme, branding, colors"),
  new_goal: t("create goal, conversion, target, KPI"),
  new_segment: t("create segment, audience, cohort"),
  new_tracker: t("create tracker, event without code, track click, point"),
  new_live_update: t("send message, push, notify, broadcast, toast, announcement, everyone"),
  new_webhook: t("create webhook, integration, Slack, callback"),
  new_member: t("add user, invitation, team, colleague, teammate"),
  test_event: t("trigger, debug, publish event, try"),
  "theme system": t("appearance, mode, colors"),
  "theme light": t("appearance, mode, day, bright, colors"),
  "theme dark": t("appearance, mode, night, black, colors"),
  documentation: t("docs, manual, guides, API reference, OpenAPI, how to"),
  sheet: t("hotkeys, keys, help, bindings"),
  sign_out: t("log out, log off, exit, leave"),
};
