import { ROLES, type Role } from "@fanfare/contract/schema/accounts/sign-in";
import type { PolicyResponse } from "@fanfare/contract/schema/responses/accounts/member";
import { useQuery } from "@tanstack/react-query";
import { Check, Minus } from "lucide-react";
import { Fragment } from "react";
import { useAppContext, useMe } from "../../../lib/app-context.ts";
import { t, tKnown } from "../../../lib/i18n/t.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { useTitle } from "../../../lib/use-title.ts";
import { ROLE_LABELS } from "../../../model/role-labels.ts";
import { cx } from "../../../ui/cx.ts";
import { Loading } from "../../../ui/feedback/loading.tsx";
import { PageHeader } from "../../../ui/page/page-header.tsx";
import { CustomRoles } from "./custom-roles.tsx";

/** Permissions of each role, from the server's policy. */
export function RolesPage() {
  useTitle(t("Roles"), t("Settings"));
  const { api } = useAppContext();
  const query = useQuery(settingsQueries.policy(api));
  return (
    <>
      <PageHeader
        title={t("Roles")}
        description={t(
          "See what each role can do. These permissions apply to every request from members and API tokens.",
        )}
      />
      {query.data === undefined ? (
        <Loading query={query} />
      ) : (
        <>
          <CustomRoles policy={query.data.items} />
          <section
            aria-label={t("Permissions by role")}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
            tabIndex={0}
            className="overflow-x-auto border-t border-line"
          >
            <PolicyTable items={query.data.items} />
          </section>
        </>
      )}
    </>
  );
}

function PolicyTable({ items }: { readonly items: PolicyResponse["items"] }) {
  const mine = useMe().member.role;
  return (
    <table className="w-full border-separate border-spacing-0 text-start text-sm">
      <caption className="sr-only">{t("Permissions by role")}</caption>
      <thead>
        <tr>
          <th
            scope="col"
            className="border-b border-line px-3 py-3 ps-(--gutter) text-start text-xs font-medium text-ink-3"
          >
            {t("Action")}
          </th>
          {ROLES.map((role) => (
            <th
              key={role}
              scope="col"
              className={cx(
                "w-24 border-b border-line px-2 py-3 text-center text-xs font-medium max-sm:w-12 max-sm:px-1",
                role === mine ? "bg-accent-soft text-accent-text" : "text-ink-3",
              )}
            >
              {ROLE_LABELS[role].label}
              {role === mine && <span className="sr-only">{t(", your role")}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <PolicyRow key={item.action} item={item} mine={mine} />
        ))}
      </tbody>
    </table>
  );
}

interface PolicyRowProps {
  readonly item: PolicyResponse["items"][number];
  readonly mine: Role;
}

function PolicyRow({ item: { action, says, roles }, mine }: PolicyRowProps) {
  return (
    <tr className="hover:bg-fill">
      <th scope="row" className="border-b border-line px-3 py-2.5 ps-(--gutter) text-start font-normal max-sm:pe-1">
        <span className="flex flex-col max-sm:wrap-anywhere">
          {tKnown(says)}
          <span className="font-mono text-xs text-ink-3">
            <Dotted name={action} />
          </span>
        </span>
      </th>
      {ROLES.map((role) => (
        <td
          key={role}
          className={cx("border-b border-line px-2 text-center max-sm:px-1", role === mine && "bg-accent-soft/50")}
        >
          {roles.includes(role) ? (
            <Check className="mx-auto size-4 text-positive-text" aria-label={t("Allowed")} role="img" />
          ) : (
            <Minus className="mx-auto size-4 text-ink-3" aria-label={t("Not allowed")} role="img" />
          )}
        </td>
      ))}
    </tr>
  );
}

/** An action name that wraps after dots rather than within words. */
function Dotted({ name }: { readonly name: string }) {
  return name.split(".").map((part, index) => (
    <Fragment key={part}>
      {index > 0 && (
        <>
          .<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));
}
