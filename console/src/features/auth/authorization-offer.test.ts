import { expect, test } from "bun:test";
import { ApiProblem } from "../../lib/api/api-problem.ts";
import { findOffer } from "./authorization-offer.ts";

const refusing = (code: ApiProblem["code"]) => ({
  call: () =>
    Promise.reject(
      new ApiProblem({
        ...{ code, status: 400, title: "Invalid body", detail: "The body is invalid. At /client_id: …" },
        ...{ retryable: false, request_id: "req_1", fields: [], current: undefined, retry_after_s: undefined },
      }),
    ),
});

test("says that a link without its parameters is incomplete, and passes on other reasons", async () => {
  const [incomplete, other] = [
    await findOffer(refusing("body_invalid"), {}),
    await findOffer(refusing("internal"), {}),
  ];
  expect(incomplete).toEqual({
    state: "closed",
    reason: "This link is incomplete. Connect again from your assistant.",
  });
  expect(other).toEqual({ state: "closed", reason: "The body is invalid. At /client_id: …" });
});
