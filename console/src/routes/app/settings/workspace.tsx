import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readAuditSearch } from "../../../features/settings/audit/search.ts";
import { readText } from "../../../lib/search-params.ts";
import { settingsRoute } from "../settings.tsx";

/** `/{app}/settings/apps`: the environments. */
const appsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "apps",
  component: lazyRouteComponent(() => import("../../../features/settings/apps/page.tsx"), "AppsPage"),
});

/** `/{app}/settings/members`: who works here. */
const membersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "members",
  component: lazyRouteComponent(() => import("../../../features/settings/members/page.tsx"), "MembersPage"),
});

/** `/{app}/settings/roles`: who may do what. */
const rolesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "roles",
  component: lazyRouteComponent(() => import("../../../features/settings/members/roles.tsx"), "RolesPage"),
});

/** `/{app}/settings/tokens`: by what scripts call. */
const tokensRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "tokens",
  component: lazyRouteComponent(() => import("../../../features/settings/tokens/page.tsx"), "TokensPage"),
});

/** `/{app}/settings/mail`: by which server letters go out. */
const mailRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "mail",
  component: lazyRouteComponent(() => import("../../../features/settings/mail/page.tsx"), "MailPage"),
});

/** `/{app}/settings/single-sign-on`: through which provider members sign in. */
const singleSignOnRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "single-sign-on",
  component: lazyRouteComponent(() => import("../../../features/settings/single-sign-on/page.tsx"), "SingleSignOnPage"),
});

/** `/{app}/settings/audit`: who did what. The address holds the filter and the open entry. */
const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "audit",
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import("../../../features/settings/audit/page.tsx"), "AuditPage"),
});

/** `/{app}/settings/data`: how the server is, what is saved, what is forgotten. */
const dataRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "data",
  component: lazyRouteComponent(() => import("../../../features/settings/data/page.tsx"), "DataPage"),
});

/** `/{app}/settings/account`: what is the member's own. */
const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "account",
  validateSearch: (search): { readonly problem?: string } => {
    // The code of the problem with which linking an account of the provider ended.
    const problem = readText(search, "problem", 60);
    return problem === "" ? {} : { problem };
  },
  component: lazyRouteComponent(() => import("../../../features/settings/account/page.tsx"), "AccountPage"),
});

/** The screens of the settings that are about the workspace and the member. */
export const workspaceRoutes = [
  appsRoute,
  membersRoute,
  rolesRoute,
  tokensRoute,
  mailRoute,
  singleSignOnRoute,
  auditRoute,
  dataRoute,
  accountRoute,
] as const;
