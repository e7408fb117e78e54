import type { Api } from "./api.ts";

interface FirstPublishDoors {
  /** Who is signed in. */
  readonly member: () => string | undefined;
  readonly celebrate: () => void;
}

/** The same calls; a member's first publication is celebrated from wherever in the console it comes, and once. */
export function celebratingFirst<Some extends Pick<Api, "publish">>(api: Some, doors: FirstPublishDoors): Some {
  const celebrated = new Set<string | undefined>();
  return {
    ...api,
    async publish(at) {
      const answer = await api.publish(at);
      const member = doors.member();
      // Of several that go live at once each may be told that it was the first.
      if (answer.first && !celebrated.has(member)) {
        celebrated.add(member);
        doors.celebrate();
      }
      return answer;
    },
  };
}
