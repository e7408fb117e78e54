import { useQuery } from "@tanstack/react-query";
import { Plus, Timer } from "lucide-react";
import { useState } from "react";
import { useAppContext, useCan } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { frequencyQueries } from "../../lib/queries/frequency.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { Section } from "../../ui/page/section.tsx";
import { CapDialog } from "./cap-dialog.tsx";
import { CapItem } from "./cap-item.tsx";
import { ContentOrder } from "./content-order.tsx";

/** What applies to several items together: frequency caps, and the order of automatic content. */
export function FrequencyPage() {
  useTitle(t("Frequency and order"));
  return (
    <>
      <PageHeader
        title={t("Frequency and order")}
        description={t("How much of your content one person sees, and what comes first")}
      />
      <FrequencyCaps />
      <ContentOrder />
    </>
  );
}

function FrequencyCaps() {
  const { api } = useAppContext();
  const may_edit = useCan("segment.write");
  const query = useQuery(frequencyQueries.caps(api));
  const [creating, setCreating] = useState(false);
  const create = may_edit && (
    <Button icon={<Plus />} onClick={() => setCreating(true)}>
      {t("New frequency cap")}
    </Button>
  );
  return (
    <Section
      bare
      title={t("Frequency caps")}
      description={t("A limit for several items together, in all apps. Each person sees at most this many of them.")}
      actions={query.data !== undefined && query.data.items.length > 0 && create}
    >
      <QueryView query={query} shape={<Skeleton className="mx-(--gutter) mb-6 h-16" />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art={<EmptyArt icon={Timer} />} title={t("No frequency caps yet")} actions={create}>
              {t("For example, show at most 2 tours and announcements a day, however many match.")}
            </EmptyState>
          ) : (
            <ul aria-label={t("Frequency caps")} className="border-t border-line">
              {items.map((cap) => (
                <CapItem key={cap.id} cap={cap} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <CapDialog open={creating} onOpenChange={setCreating} />
    </Section>
  );
}
