import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useDoors, useMe } from "../../doors.ts";
import { t, tKnown } from "../../language/t.ts";
import { Callout } from "../../ui/callout.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { settingsQueries } from "../queries.ts";

const HOW = [
  { value: "read", label: t("Read all") },
  { value: "all", label: t("Everything") },
  { value: "some", label: t("Choose") },
] as const;
type How = (typeof HOW)[number]["value"];

interface ScopeChoiceProps {
  readonly scopes: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
  readonly error: string | undefined;
}

/** What a token may do: a wildcard, or actions of the policy one by one, as far as the member has them. */
export function ScopeChoice({ scopes, onChange, error }: ScopeChoiceProps) {
  const { api } = useDoors();
  const { role } = useMe().member;
  const id = useId();
  const [how, setHow] = useState<How>("some");
  const query = useQuery(settingsQueries.policy(api));
  const actions = (query.data?.items ?? []).filter(
    ({ action, roles }) => !action.startsWith("self.") && roles.includes(role),
  );
  const choose = (next: How): void => {
    setHow(next);
    onChange(next === "read" ? ["*.read"] : next === "all" ? ["*"] : []);
  };
  return (
    <fieldset aria-labelledby={id} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend id={id} className="mb-1.5 text-sm font-medium">
        {t("Scopes")}
      </legend>
      <div className="flex flex-col gap-3">
        <Segmented label={t("Scopes")} value={how} options={HOW} onChange={choose} className="self-start" />
        {how === "all" && (
          <Callout tone="caution">{t("It can do all that you can, members and secrets included.")}</Callout>
        )}
        {how === "some" && (
          <div className="grid max-h-64 gap-x-6 overflow-y-auto rounded-md border border-line px-3 py-1.5 sm:grid-cols-2">
            {actions.map(({ action, says }) => (
              <Checkbox
                key={action}
                label={tKnown(says)}
                hint={<span className="font-mono">{action}</span>}
                checked={scopes.includes(action)}
                onChange={(on) => onChange(on ? [...scopes, action] : scopes.filter((each) => each !== action))}
              />
            ))}
          </div>
        )}
        {error !== undefined && (
          <p id={`${id}-error`} className="text-xs font-medium text-negative-text">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}
