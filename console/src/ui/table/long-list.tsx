import { createContext, type ReactNode, type RefCallback, use } from "react";
import { cx } from "../cx.ts";
import { useVirtualRows } from "./virtual-rows.ts";

interface LongListProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** How many rows there are with those that the server has not sent yet; -1 where nobody knows. Without it: these. */
  readonly total?: number;
  readonly keyOf: (row: Row) => string;
  /** About how tall a row is; each is measured once it is there. */
  readonly row_px: number;
  /** What is shown is about to be replaced. */
  readonly busy?: boolean;
  readonly ordered?: boolean;
  readonly className?: string;
  /** A {@link LongListItem}. */
  readonly children: (row: Row) => ReactNode;
}

interface RowPosition {
  readonly index: number;
  readonly gap_px: number;
  readonly count: number | undefined;
  readonly measure: RefCallback<HTMLElement> | undefined;
}

const RowPositionContext = createContext<RowPosition | undefined>(undefined);

/** A list that may be very long: of many rows only those on the screen and around it are in the document. */
export function LongList<Row>({ rows, keyOf, label, busy = false, ordered = false, ...props }: LongListProps<Row>) {
  const { shown, end_px, partial, list, measure } = useVirtualRows(rows.length, props.row_px);
  const List = ordered ? "ol" : "ul";
  const { total = rows.length } = props;
  // A reader that counts the items itself is right only where all of them are there.
  const count = partial || total !== rows.length ? total : undefined;
  return (
    <List
      {...list}
      aria-label={label}
      aria-busy={busy}
      style={end_px === 0 ? undefined : { paddingBottom: end_px }}
      className={cx(
        // A root of its own: the room before the first row would move the list itself.
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

/** A row of a {@link LongList}: knows its place, and leaves room for those before it that are not in the document. */
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
