import type { ReceiverRequest } from "@fanfare/contract/schema/responses/realtime/receiver-test";

/** A request as text: its line, its headers, and its body with line breaks. */
export function requestText({ method, url, headers, body }: ReceiverRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url}`, ...lines, "", formatJson(body)].join("\n");
}

/** JSON with line breaks. Other text as it is. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
