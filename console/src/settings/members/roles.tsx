import { ROLES } from "@fanfare/contract/schema/api";
import { useQuery } from "@tanstack/react-query";
import { Check, Minus } from "lucide-react";
import { Fragment } from "react";
import { useDoors, useMe } from "../../doors.ts";
import { t, tKnown } from "../../language/t.ts";
import { useTitle } from "../../title.ts";
import { cx } from "../../ui/cx.ts";
import { PageHeader } from "../../ui/page.tsx";
import { settingsQueries } from "../queries.ts";
import { Waiting } from "../waiting.tsx";
import { ROLE_WORDS } from "./role-words.ts";

/** What may an editor do? The server's own table, to be read. */
export function RolesPage() {
  useTitle(t("Roles"), t("Settings"));
  const { api } = useDoors();
  const mine = useMe().member.role;
  const query = useQuery(settingsQueries.policy(api));
  return (
    <>
      <PageHeader
        title={t("Roles")}
        description={t(
          "Who may do what: the one table by which the server judges every call, of people and of tokens.",
        )}
      />
      {query.data === undefined ? (
        <Waiting query={query} />
      ) : (
        <section
          aria-label={t("What each role may do")}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          tabIndex={0}
          className="overflow-x-auto border-t border-line"
        >
          <table className="w-full border-separate border-spacing-0 text-start text-sm">
            <caption className="sr-only">{t("What each role may do")}</caption>
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
                    {ROLE_WORDS[role].label}
                    {role === mine && <span className="sr-only">{t(", your role")}</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {query.data.items.map(({ action, says, roles }) => (
                <tr key={action} className="hover:bg-fill">
                  <th
                    scope="row"
                    className="border-b border-line px-3 py-2.5 ps-(--gutter) text-start font-normal max-sm:pe-1"
                  >
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
                      className={cx(
                        "border-b border-line px-2 text-center max-sm:px-1",
                        role === mine && "bg-accent-soft/50",
                      )}
                    >
                      {roles.includes(role) ? (
                        <Check className="mx-auto size-4 text-positive-text" aria-label={t("May")} role="img" />
                      ) : (
                        <Minus className="mx-auto size-4 text-ink-3" aria-label={t("May not")} role="img" />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

/** A name of an action, which breaks behind a dot before it breaks within a word. */
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
