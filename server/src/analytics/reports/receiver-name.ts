/** Name of a webhook or destination in alerts: only the host of a URL, because the rest often contains a key. */
export function receiverName({ name, url }: { readonly name: string | null; readonly url: string }): string {
  return name ?? new URL(url).host;
}
