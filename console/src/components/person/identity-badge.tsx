import type { PersonSummary } from "@fanfare/contract/schema/responses/people/person";
import { t } from "../../lib/i18n/t.ts";
import { Badge } from "../../ui/elements/badge.tsx";

export function IdentityBadge({ person }: { readonly person: Pick<PersonSummary, "anonymous" | "verified"> }) {
  if (person.anonymous) return <Badge>{t("Anonymous")}</Badge>;
  return (
    <Badge tone={person.verified ? "positive" : "accent"}>{person.verified ? t("Verified") : t("Identified")}</Badge>
  );
}
