import { useState } from "react";
import { StatusBadge } from "../src/components/content/content-status.tsx";
import { Segmented } from "../src/ui/forms/segmented.tsx";
import { columnHelper, DataTable } from "../src/ui/table/data-table.tsx";
import { ListEnd } from "../src/ui/table/list-end.tsx";
import { Pager } from "../src/ui/table/pager.tsx";
import { LONG, MIXED, Sample, SHEET } from "./sample.tsx";

interface Item {
  readonly id: string;
  readonly name: string;
  readonly status: "draft" | "live" | "changed";
}

const ITEMS: readonly Item[] = [
  { id: "1", name: "Welcome to the shop", status: "live" },
  { id: "2", name: "New checkout", status: "changed" },
  { id: "3", name: "Wish lists", status: "draft" },
  { id: "4", name: LONG, status: "draft" },
  { id: "5", name: MIXED, status: "live" },
];

const helper = columnHelper<Item>();
const columns = helper.columns([
  helper.accessor("name", { header: "Name", cell: ({ getValue }) => <Name of={getValue()} /> }),
  helper.accessor("status", {
    header: "Status",
    enableSorting: false,
    cell: ({ getValue }) => <StatusBadge of={{ status: getValue(), edited: false, starts_at: null }} />,
  }),
]);

const STATES = [
  { value: "ready", label: "Ready" },
  { value: "refreshing", label: "Refreshing" },
  { value: "loading", label: "Loading" },
] as const;

const ENDS = ["ended", "coming", "resting", "full"] as const;

const Name = ({ of }: { readonly of: string }) => <bdi className="wrap-anywhere">{of}</bdi>;

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
          card={(item) => <Name of={item.name} />}
          state={state}
        />
        <ListEnd of={{ state: "failed", onMore: () => undefined }} text="5 of 132 tours" />
      </div>
      {ENDS.map((end) => (
        <div key={end} className={SHEET}>
          <ListEnd of={{ state: end, onMore: () => undefined }} text={`5 of 132 tours, ${end}`} />
        </div>
      ))}
      <div className={SHEET}>
        <Pager text="1–3 of 132 tours" onPrevious={undefined} onNext={() => undefined} />
      </div>
    </Sample>
  );
}
