import { useQuery } from "@tanstack/react-query";
import { useAppContext } from "../../../lib/app-context.ts";
import { t, tCount, tKnown } from "../../../lib/i18n/t.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { Disclosure } from "../../../ui/elements/disclosure.tsx";

/** Scopes that cover actions of all kinds. */
const ACCESS_LABELS: Readonly<Record<string, string>> = { "*": t("Full access"), "*.read": t("Read-only") };

interface TokenScopesProps {
  readonly scopes: readonly string[];
}

/** What a token may do, in the words of its scopes. Opens to the complete list with the names in the API. */
export function TokenScopes({ scopes }: TokenScopesProps) {
  const { api } = useAppContext();
  const { data } = useQuery(settingsQueries.policy(api));
  const actions = data?.items ?? [];
  const described = scopes.map((scope) => {
    const says = actions.find(({ action }) => action === scope)?.says;
    return { scope, label: ACCESS_LABELS[scope] ?? (says === undefined ? undefined : tKnown(says)) };
  });
  const [first] = described;
  if (first === undefined) return null;
  const rest = described.length - 1;
  if (rest === 0) return <Scope {...first} />;
  return (
    <Disclosure
      summary={tCount(rest, "{first}, and {n} more", "{first}, and {n} more", { first: first.label ?? first.scope })}
      className="w-full"
    >
      <ul className="mt-1.5 flex flex-col gap-1 ps-4">
        {described.map((each) => (
          <li key={each.scope}>
            <Scope {...each} />
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** A scope with its name in the API. Wildcards on one noun only have that name. */
function Scope({ scope, label }: { readonly scope: string; readonly label: string | undefined }) {
  return (
    <span className="flex flex-wrap gap-x-2 text-xs text-ink-2">
      {label}
      <bdi dir="ltr" className="font-mono text-ink-3 wrap-anywhere">
        {scope}
      </bdi>
    </span>
  );
}
