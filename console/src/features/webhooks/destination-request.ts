import type { DestinationRequest } from "@fanfare/contract/schema/responses/realtime/destination";

/** A request as text: its line, its headers, and its body with line breaks. */
export function requestText({ method, url, headers, body }: DestinationRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url}`, ...lines, "", JSON.stringify(JSON.parse(body), null, 2)].join("\n");
}
