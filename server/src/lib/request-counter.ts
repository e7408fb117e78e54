export interface RequestCounter {
  /** Counts a response. `area`: first path segment; `status`: HTTP status. */
  count(area: string, status: number): void;
  /** Returns the count of each area and status class (`2xx`). */
  read(): readonly { readonly area: string; readonly status: string; readonly count: number }[];
}

/** @example requests.count("/v1", 204); */
export function createRequestCounter(): RequestCounter {
  const counts = new Map<string, number>();
  return {
    count(area, status) {
      const name = `${area} ${Math.floor(status / 100)}xx`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    read: () =>
      [...counts].map(([name, count]) => {
        const [area = "", status = ""] = name.split(" ");
        return { area, status, count };
      }),
  };
}
