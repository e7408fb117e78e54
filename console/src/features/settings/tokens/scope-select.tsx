import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useAppContext, usePermissions } from "../../../lib/app-context.ts";
import { t, tKnown } from "../../../lib/i18n/t.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { Callout } from "../../../ui/feedback/callout.tsx";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Segmented } from "../../../ui/forms/segmented.tsx";

const ACCESS_OPTIONS = [
  { value: "read", label: t("Read-only") },
  { value: "all", label: t("Full access") },
  { value: "some", label: t("Custom") },
] as const;
type Access = (typeof ACCESS_OPTIONS)[number]["value"];

interface ScopeSelectProps {
  readonly scopes: readonly string[];
  readonly onChange: (scopes: readonly string[]) => void;
  readonly error: string | undefined;
}

/** Scopes of a token: a wildcard, or individual actions that the member has. */
export function ScopeSelect({ scopes, onChange, error }: ScopeSelectProps) {
  const { api } = useAppContext();
  const permissions = usePermissions();
  const id = useId();
  const [how, setHow] = useState<Access>("some");
  const query = useQuery(settingsQueries.policy(api));
  const actions = (query.data?.items ?? []).filter(
    ({ action }) => !action.startsWith("self.") && permissions.includes(action),
  );
  const choose = (next: Access): void => {
    setHow(next);
    onChange(next === "read" ? ["*.read"] : next === "all" ? ["*"] : []);
  };
  return (
    <fieldset aria-labelledby={id} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend id={id} className="mb-1.5 text-sm font-medium">
        {t("Scopes")}
      </legend>
      <div className="flex flex-col gap-3">
        <Segmented label={t("Scopes")} value={how} options={ACCESS_OPTIONS} onChange={choose} className="self-start" />
        {how === "all" && (
          <Callout tone="caution">
            {t("This token can do everything you can, including managing members and secrets.")}
          </Callout>
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
