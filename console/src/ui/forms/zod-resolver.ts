import "@fanfare/contract/schema/validation-messages";

/** The resolver of all forms, with messages that people understand instead of zod's own. */
export { zodResolver } from "@hookform/resolvers/zod";
