/** How many requests were answered, and how. */
export interface RequestCounter {
  /** Counts an answer: `area` is the first part of the path, `status` the HTTP status. */
  count(area: string, status: number): void;
  /** Each area and class of status (`2xx`) with its count. */
  read(): readonly { readonly area: string; readonly status: string; readonly count: number }[];
}

/** @example traffic.count("/v1", 204); */
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
