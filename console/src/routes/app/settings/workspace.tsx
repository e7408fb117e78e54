import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readAuditSearch } from "../../../features/settings/audit/search.ts";
import { readText } from "../../../lib/search-params.ts";
import { settingsRoute } from "../settings.tsx";

const appsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "apps",
  component: lazyRouteComponent(() => import("../../../features/settings/apps/page.tsx"), "AppsPage"),
});

const membersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "members",
  component: lazyRouteComponent(() => import("../../../features/settings/members/page.tsx"), "MembersPage"),
});

const rolesRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "roles",
  component: lazyRouteComponent(() => import("../../../features/settings/roles/page.tsx"), "RolesPage"),
});

const tokensRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "tokens",
  component: lazyRouteComponent(() => import("../../../features/settings/tokens/page.tsx"), "TokensPage"),
});

const mailRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "mail",
  component: lazyRouteComponent(() => import("../../../features/settings/mail/page.tsx"), "MailPage"),
});

const singleSignOnRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "single-sign-on",
  component: lazyRouteComponent(() => import("../../../features/settings/single-sign-on/page.tsx"), "SingleSignOnPage"),
});

/** `/{app}/settings/audit`. The URL contains the filters and the open entry. */
const auditRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "audit",
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import("../../../features/settings/audit/page.tsx"), "AuditPage"),
});

const dataRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "data",
  component: lazyRouteComponent(() => import("../../../features/settings/data/page.tsx"), "DataPage"),
});

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: "account",
  validateSearch: (search): { readonly problem?: string } => {
    // Problem code of a failed identity link.
    const problem = readText(search, "problem", 60);
    return problem === "" ? {} : { problem };
  },
  component: lazyRouteComponent(() => import("../../../features/settings/account/page.tsx"), "AccountPage"),
});

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
