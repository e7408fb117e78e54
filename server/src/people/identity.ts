/** Who a request speaks for, proved by signature. Nothing here was read from the request's own claims. */
export type Identity =
  | {
      readonly kind: "person";
      readonly external_id: string;
      readonly channel_id: string;
      readonly groups: readonly string[];
    }
  | { readonly kind: "anonymous"; readonly anonymous_id: string; readonly channel_id: string };

export type IdentityResult =
  | { readonly ok: true; readonly identity: Identity }
  | { readonly ok: false; readonly code: "identity_invalid" | "identity_expired"; readonly detail: string };
