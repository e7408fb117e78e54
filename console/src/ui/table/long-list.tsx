import { createContext, type ReactNode, type RefCallback, use } from "react";
import { cx } from "../cx.ts";
import { useVirtualRows } from "./virtual-rows.ts";

interface LongListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** Number of rows including unloaded ones. -1 if unknown. Defaults to the loaded rows. */
  readonly total?: number;
  readonly keyOf: (row: Row) => string;
  /** Estimated row height. Rendered rows are measured. */
  readonly row_px: number;
  /** Dims content that is about to be replaced. */
  readonly busy?: boolean;
  readonly ordered?: boolean;
  readonly className?: string;
  /** Renders a {@link LongListItem}. */
  readonly children: (row: Row) => ReactNode;
}

interface RowPosition {
  readonly index: number;
  readonly gap_px: number;
  readonly count: number | undefined;
  readonly measure: RefCallback<HTMLElement> | undefined;
}

const RowPositionContext = createContext<RowPosition | undefined>(undefined);

/** Virtualized list. Only visible and nearby rows are in the document. */
export function LongList<Row>({ rows, keyOf, label, busy = false, ordered = false, ...props }: LongListProps<Row>) {
  const { shown, end_px, partial, list, measure } = useVirtualRows(rows.length, props.row_px);
  const List = ordered ? "ol" : "ul";
  const { total = rows.length } = props;
  // Screen readers count items themselves only if all are in the document.
  const count = partial || total !== rows.length ? total : undefined;
  return (
    <List
      {...list}
      aria-label={label}
      aria-busy={busy}
      style={end_px === 0 ? undefined : { paddingBottom: end_px }}
      className={cx(
        // Prevents margin collapse: the gap before the first row would move the list.
        "flow-root transition-opacity [&_:is(a,button,input,summary)]:scroll-mt-18 [&_:is(a,button,input,summary)]:scroll-mb-18",
        busy && "opacity-70",
        props.className,
      )}
    >
      {shown.map(({ index, gap_px }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <RowPositionContext key={keyOf(row)} value={{ index, gap_px, count, measure }}>
            {props.children(row)}
          </RowPositionContext>
        );
      })}
    </List>
  );
}

/** Row of a {@link LongList}, with its position and the gap for rows outside the document. */
export function LongListItem({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  const place = use(RowPositionContext);
  return (
    <li
      ref={place?.measure}
      data-index={place?.index}
      aria-posinset={place?.count === undefined ? undefined : place.index + 1}
      aria-setsize={place?.count}
      style={place === undefined || place.gap_px === 0 ? undefined : { marginTop: place.gap_px }}
      className={className}
    >
      {children}
    </li>
  );
}
