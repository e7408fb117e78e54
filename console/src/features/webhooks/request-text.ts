import type { ReceiverRequest } from "@fanfare/contract/schema/responses/realtime/receiver-test";

/** A request as text: its line, its headers, and its body with line breaks. */
export function requestText({ method, url, headers, body }: ReceiverRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url}`, ...lines, "", JSON.stringify(JSON.parse(body), null, 2)].join("\n");
}
