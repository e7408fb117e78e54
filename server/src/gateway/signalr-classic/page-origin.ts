import { closeCodes } from "@fanfare/contract/realtime/pusher";
import { truncate } from "../../lib/truncate.ts";
import type { AdmissionRule, RequestOrigin } from "../session/admission.ts";

/** Admission rules for every request, in this protocol's order. */
export const REQUEST_RULES = ["console_only", "tls_required", "script_refused", "origin_refused"] as const;

export function refusalText(rule: AdmissionRule, { origin }: RequestOrigin): string {
  switch (rule) {
    case "console_only":
      return "This app is the console's own. Connect to one of your apps.";
    case "tls_required":
      return closeCodes.tls_required.text;
    case "app_disabled":
      return closeCodes.app_disabled.text;
    case "script_refused":
      return "JSONP has no verifiable origin, so apps with allowed origins reject it.";
    case "origin_refused":
      return `The origin ${truncate(origin ?? "")} isn't allowed. Add it to the app's allowed origins.`;
  }
}
