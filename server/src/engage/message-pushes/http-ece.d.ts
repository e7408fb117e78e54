/** The part of http_ece that push notifications use; it has no types of its own. */
declare module "http_ece" {
  /** Encrypts for the browser with these keys in base64url (RFC 8291). `pad`: bytes of padding. */
  export function encrypt(
    text: Buffer,
    options: {
      readonly version: "aes128gcm";
      readonly dh: string;
      readonly authSecret: string;
      readonly privateKey: import("node:crypto").ECDH;
      readonly pad: number;
    },
  ): Buffer;
}
