/** The builder in a page of the customer's app: its links, sessions, and requests. */
import { z } from "zod";
import type { Edition } from "../../content/content.ts";
import { ELEMENT_KINDS, type PointedTracker } from "../../events/tracker.ts";
import { limits } from "../../limits.ts";
import { isSocketId } from "../../realtime/channel.ts";
import type { PageThemes } from "../../theme/theme.ts";
import type { Role } from "../accounts/sign-in.ts";
import { updateContentRequestSchema } from "../accounts/sign-in.ts";
import { targetSchema } from "../content/target.ts";
import { createDebugLinkRequestSchema } from "../people/debug-link.ts";
import type { ContentDetail } from "../responses/content/content.ts";
import { type ExplainResponse, externalIdSchema, stepIdSchema } from "./v1.ts";

/** Languages of the builder's own texts: those of the console. Content can be in any language. */
export const BUILDER_LANGUAGES = ["en", "ar"] as const;
export type BuilderLanguage = (typeof BUILDER_LANGUAGES)[number];

export const createBuilderLinkRequestSchema = z.strictObject({
  url: createDebugLinkRequestSchema.shape.url,
  content_id: z.string().min(1).max(limits.id_chars_max),
  /** Part that the builder opens. */
  step_id: stepIdSchema.optional(),
  /** The member's language. */
  language: z.enum(BUILDER_LANGUAGES).default("en"),
});

const pointedTrackerFields = {
  kind: z.enum(ELEMENT_KINDS),
  visible_s: z.int().min(1).max(limits.tracker_visible_s_max).default(1),
};

/** Opens a page on which the element of a tracker is chosen. */
export const createTrackerLinkRequestSchema = z.strictObject({
  ...createBuilderLinkRequestSchema.pick({ url: true, language: true }).shape,
  ...pointedTrackerFields,
  /** Absent: a tracker that isn't saved yet. */
  tracker_id: z.string().min(1).max(limits.id_chars_max).optional(),
  /** Name of the event, as far as it's chosen. */
  name: z.string().trim().max(limits.event_name_chars_max).default(""),
  target: targetSchema.optional(),
});

/** The element that was chosen on the page. */
export const pointTrackerRequestSchema = z.strictObject({
  ...pointedTrackerFields,
  target: targetSchema,
  /** The member returns to the form, so the session's token stops working. */
  done: z.boolean().default(false),
});

export const openBuilderRequestSchema = z.strictObject({
  code: z.string().min(1).max(limits.identity_token_chars_max),
});

/** The connection to the console's own app, on which a builder gets changes. */
export const builderChannelsRequestSchema = z.strictObject({
  socket_id: z.string().refine(isSocketId),
});

/** Data of the subscriptions that the connection may send. */
export interface BuilderChannelsResponse {
  readonly items: readonly { readonly channel: string; readonly auth: string; readonly channel_data?: string }[];
}

/** The part that someone edits. Null: none. */
export const editorPlaceRequestSchema = z.strictObject({ step_id: stepIdSchema.nullable() });

/** Where the builder is on its page. */
export const builderPlaceRequestSchema = editorPlaceRequestSchema.extend({
  /** An element is being picked. */
  picks: z.boolean().default(false),
});

/** What the page does next, as its member asks for in the console. */
export const builderCommandRequestSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["show", "pick", "add"]), step_id: stepIdSchema }),
  z.strictObject({ kind: z.literal("cancel") }),
]);

/** Requests whose session is in the bearer token. */
export const builderRequestSchema = z.strictObject({});

export const builderDraftRequestSchema = updateContentRequestSchema.pick({ name: true, draft: true });
export type BuilderDraftRequest = z.input<typeof builderDraftRequestSchema>;

/** An opened or resumed session. `token` replaces the code or the previous token, which stop working. */
interface OpenedBuilder {
  readonly token: string;
  readonly session_id: string;
  /** Key of the console's own app, for the connection that brings changes. */
  readonly console_key: string;
  readonly expires_at: string;
  readonly member: { readonly id: string; readonly name: string; readonly role: Role };
  readonly language: BuilderLanguage;
  readonly app: { readonly id: string; readonly name: string };
  /** The editor of the content or tracker in the console. */
  readonly edit_url: string;
}

export interface BuilderResponse extends OpenedBuilder {
  readonly step_id: string | null;
  readonly content: ContentDetail;
  /** The workspace's themes, for showing the draft. */
  readonly themes: PageThemes | undefined;
}

/** A session that chooses the element of a tracker. */
export interface TrackerBuilderResponse extends OpenedBuilder {
  /** A page of the session saved an element. */
  readonly saved: boolean;
  readonly tracker: PointedTracker;
}

/** `person`: external ID, or an unknown person. */
export const builderGatesRequestSchema = z.strictObject({
  url: z.string().max(limits.page_url_chars_max),
  person: externalIdSchema.optional(),
});

/** Who would see the draft if it were live: every gate but its publication, without the causes of private ones. */
export interface BuilderGatesResponse extends Pick<ExplainResponse, "outcome"> {
  /** `label`: what the gate is, in English. */
  readonly gates: readonly (ExplainResponse["gates"][number] & { readonly label: string })[];
  /**
   * The draft as the requested person would read it, in the language of their last visit. Has the values of the
   * attributes that its texts name, and no others.
   */
  readonly edition?: Pick<Edition, "body" | "locale">;
}

/** The draft of a tracker for the session's app. `edit_url`: its page in the console. */
export interface BuilderTrackerResponse {
  readonly id: string;
  readonly name: string;
  readonly edit_url: string;
}

/** Beginning of an ID, first name, or last name. */
export const builderPeopleRequestSchema = z.strictObject({
  q: z.string().trim().min(1, "Enter the beginning of a name or ID.").max(limits.search_chars_max),
});

/** People to evaluate the draft for. Without attributes, because scripts of the page can read the response. */
export interface BuilderPeopleResponse {
  readonly items: readonly { readonly external_id: string; readonly name: string | null }[];
}

/** Names of what is known about people, for variables in texts. Without values, as {@link BuilderPeopleResponse}. */
export interface BuilderAttributesResponse {
  readonly items: readonly string[];
}
