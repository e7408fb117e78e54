import type { Api, Call } from "./api.ts";

interface FirstPublishOptions {
  /** Who is signed in. */
  readonly member: () => string | undefined;
  readonly celebrate: () => void;
}

const PUBLISH = "POST /api/contents/:id/publish";

/** Adds a celebration to a member's first publication, once, from anywhere in the console. */
export function withFirstPublishCelebration<Some extends Pick<Api, "call">>(
  api: Some,
  { member, celebrate }: FirstPublishOptions,
): Some {
  const celebrated = new Set<string | undefined>();
  const call: Call = async (route, ...options) => {
    const response = await api.call(route, ...options);
    const by = member();
    // Of several publications at once, each response may be a first one.
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
