import type { Api, Call } from "./api.ts";

interface FirstPublishOptions {
  /** ID of the signed-in member. */
  readonly member: () => string | undefined;
  readonly celebrate: () => void;
}

const PUBLISH = "POST /api/contents/:id/publish";

/** Celebrates a member's first publish once, wherever in the console it happens. */
export function withFirstPublishCelebration<Some extends Pick<Api, "call">>(
  api: Some,
  { member, celebrate }: FirstPublishOptions,
): Some {
  const celebrated = new Set<string | undefined>();
  const call: Call = async (route, ...options) => {
    const response = await api.call(route, ...options);
    const by = member();
    // With concurrent publishes, more than one response can be marked as first.
    if (route === PUBLISH && isFirst(response) && !celebrated.has(by)) {
      celebrated.add(by);
      celebrate();
    }
    return response;
  };
  return { ...api, call };
}

const isFirst = (response: unknown): boolean =>
  typeof response === "object" && response !== null && "first" in response && response.first === true;
