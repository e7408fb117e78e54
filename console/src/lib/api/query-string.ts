export const pathSegment = (id: string): string => encodeURIComponent(id);

/** Query string without undefined parameters, in stable order. */
export function queryString(query: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") params.set(name, String(value));
  }
  return params.toString();
}
