/** Evidence of gates in Arabic. */
export { messages } from "./evidence/ar.po";
