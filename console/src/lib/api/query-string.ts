/** A name as one part of a path. */
export const pathSegment = (id: string): string => encodeURIComponent(id);

/** Query text without the parameters that are not set, in a steady order. */
export function queryString(query: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") params.set(name, String(value));
  }
  return params.toString();
}
