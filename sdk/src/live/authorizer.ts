import type { Net } from "../net.ts";

/** A signature for one channel on one socket, or why there is none. */
export type Authorization =
  | { readonly kind: "granted"; readonly auth: string; readonly channel_data: string | undefined }
  | { readonly kind: "refused"; readonly status: number; readonly error: string }
  /** Nobody answered; asking again can help. */
  | { readonly kind: "failed"; readonly retry_after_ms: number };

export type Authorize = (socket_id: string, channel: string) => Promise<Authorization>;

/** The call "Authorize access to a channel": `POST /pusher/auth`, form-encoded, the identity token among its fields. */
export function createAuthorizer(net: Net): Authorize {
  return async (socket_id, channel_name) => {
    const answer = await net.call<{ auth: string; channel_data?: string }>("POST", "/pusher/auth", {
      form: { socket_id, channel_name },
    });
    switch (answer.kind) {
      case "ok":
        return { kind: "granted", auth: answer.body.auth, channel_data: answer.body.channel_data };
      case "refused":
        return { kind: "refused", status: answer.status, error: answer.detail };
      case "failed":
        return answer;
      case "unchanged":
        // A signature is for one socket alone: something between us and the server gave an old answer.
        return { kind: "failed", retry_after_ms: 0 };
    }
  };
}
