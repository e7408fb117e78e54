/** The builder's texts in Arabic. */
export { messages } from "./ar.po";
