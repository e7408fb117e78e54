import { useState } from "react";
import { StatusBadge } from "../content/status.tsx";
import { columnHelper, DataTable } from "../ui/data-table.tsx";
import { ListEnd } from "../ui/list-end.tsx";
import { Pager } from "../ui/pager.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Sample, SHEET } from "./sample.tsx";

interface Item {
  readonly id: string;
  readonly name: string;
  readonly status: "draft" | "live" | "changed";
}

const ITEMS: readonly Item[] = [
  { id: "1", name: "Welcome to the shop", status: "live" },
  { id: "2", name: "New checkout", status: "changed" },
  { id: "3", name: "Wish lists", status: "draft" },
];

const helper = columnHelper<Item>();
const columns = helper.columns([
  helper.accessor("name", { header: "Name", cell: ({ getValue }) => getValue() }),
  helper.accessor("status", {
    header: "Status",
    enableSorting: false,
    cell: ({ getValue }) => <StatusBadge of={{ status: getValue(), starts_at: null }} />,
  }),
]);

const STATES = [
  { value: "ready", label: "Ready" },
  { value: "refreshing", label: "Refreshing" },
  { value: "loading", label: "Loading" },
] as const;

export function TableKit() {
  const [sort, setSort] = useState("name");
  const [state, setState] = useState<"ready" | "refreshing" | "loading">("ready");
  return (
    <Sample title="Table">
      <Segmented label="State" value={state} options={STATES} onChange={setState} />
      <div className={SHEET}>
        <DataTable
          caption="Examples"
          columns={columns}
          rows={ITEMS}
          sort={sort}
          onSort={setSort}
          card={(item) => item.name}
          state={state}
        />
        <ListEnd of={{ state: "failed", onMore: () => undefined }} words="3 of 132 tours" />
      </div>
      <div className={SHEET}>
        <Pager words="1–3 of 132 tours" onPrevious={undefined} onNext={() => undefined} />
      </div>
    </Sample>
  );
}
