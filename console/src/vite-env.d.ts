/// <reference types="vite/client" />

/** PO files, compiled by `locales/po.ts`. */
declare module "*.po" {
  export const messages: Record<string, import("@lingui/message-utils/compileMessage").CompiledMessage>;
}
