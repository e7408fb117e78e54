import type { Destination } from "@fanfare/contract/schema/responses/realtime/destination";
import { useQuery } from "@tanstack/react-query";
import { Plus, Send } from "lucide-react";
import { useState } from "react";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import { queries } from "../../lib/queries/queries.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Button } from "../../ui/elements/button.tsx";
import { EmptyArt, EmptyState } from "../../ui/feedback/empty-state.tsx";
import { QueryProblem } from "../../ui/feedback/problem-notice.tsx";
import { PageHeader } from "../../ui/page/page-header.tsx";
import { DestinationDeliveries } from "./deliveries/destination-deliveries.tsx";
import { DestinationDialog } from "./destination-dialog.tsx";
import { DestinationItem } from "./destination-item.tsx";

export function DestinationsPage() {
  useTitle(t("Destinations"));
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery(queries.destinations(api, app.id));
  const [editing, setEditing] = useState<{ readonly open: boolean; readonly destination: Destination | undefined }>();
  const items = query.data?.items;
  const create = (
    <Button variant="primary" icon={<Plus />} onClick={() => setEditing({ open: true, destination: undefined })}>
      {t("New destination")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("Destinations")}
        description={t("Send what happens in {name} to your other tools", { name: app.name })}
        actions={items !== undefined && items.length > 0 && create}
      />
      {query.isError && items === undefined && <QueryProblem of={query} />}
      {items?.length === 0 && (
        <EmptyState art={<EmptyArt icon={Send} />} title={t("No destinations yet")} actions={create}>
          {t("A destination sends completed tours, goals, and other events to a tool such as Slack.")}
        </EmptyState>
      )}
      {items !== undefined && items.length > 0 && (
        <>
          <ul className="flex flex-col border-y border-line">
            {items.map((destination) => (
              <DestinationItem
                key={destination.id}
                destination={destination}
                onEdit={() => setEditing({ open: true, destination })}
              />
            ))}
          </ul>
          <DestinationDeliveries destinations={items} />
        </>
      )}
      {editing !== undefined && (
        <DestinationDialog
          open={editing.open}
          destination={editing.destination}
          onOpenChange={(open) => setEditing({ ...editing, open })}
        />
      )}
    </>
  );
}
