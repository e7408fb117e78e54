import { Table2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { IconButton } from "./icon-button.tsx";

interface TableDisclosureProps {
  /** Accessible name of the button. */
  readonly label: string;
  /** Beside the button. */
  readonly note?: ReactNode;
  /** The table. */
  readonly children: (open: boolean) => ReactNode;
}

/** The numbers of a chart as a table, which an icon button opens. */
export function TableDisclosure({ label, note, children }: TableDisclosureProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="flex flex-col gap-1 text-sm">
      <div className="flex items-center justify-between gap-4">
        <div className="flex flex-col gap-1 text-xs text-ink-3">{note}</div>
        <IconButton label={label} size="sm" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <Table2 />
        </IconButton>
      </div>
      <div id={id} hidden={!open}>
        {children(open)}
      </div>
    </div>
  );
}
