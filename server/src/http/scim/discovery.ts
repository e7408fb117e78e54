import { limits } from "@fanfare/contract/limits";
import { GROUP_SCHEMA } from "./groups.ts";
import { USER_SCHEMA } from "./users.ts";

const CORE = "urn:ietf:params:scim:schemas:core:2.0";

export const serviceProviderConfig = (base: string) => ({
  schemas: [`${CORE}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: limits.scim_page_size_max },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "An API token of Fanfare with the scope scim.write",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
});

export const resourceTypes = (base: string) =>
  [
    { id: "User", endpoint: "/Users", schema: USER_SCHEMA, description: "Member of the workspace" },
    { id: "Group", endpoint: "/Groups", schema: GROUP_SCHEMA, description: "Gives its members a role" },
  ].map((type) => ({
    ...{ schemas: [`${CORE}:ResourceType`], name: type.id, ...type },
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${type.id}` },
  }));

interface AttributeTraits {
  readonly type?: "string" | "boolean" | "complex" | "reference";
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly mutability?: "readWrite" | "readOnly" | "immutable";
  readonly uniqueness?: "none" | "server";
  readonly subAttributes?: readonly object[];
}

const attribute = (name: string, description: string, traits: AttributeTraits = {}) => ({
  ...{ name, description, type: "string", multiValued: false, required: false, caseExact: false },
  ...{ mutability: "readWrite", returned: "default", uniqueness: "none", ...traits },
});

export const schemas = (base: string) =>
  [
    {
      id: USER_SCHEMA,
      name: "User",
      attributes: [
        attribute("userName", "Name that identifies the user", { required: true, uniqueness: "server" }),
        attribute("displayName", "Name of the member"),
        attribute("name", "Parts of the name", {
          type: "complex",
          subAttributes: [
            attribute("formatted", "Whole name"),
            attribute("givenName", "Given name"),
            attribute("familyName", "Family name"),
          ],
        }),
        attribute("emails", "Email address of the member", {
          ...{ type: "complex", multiValued: true },
          subAttributes: [
            attribute("value", "Address"),
            attribute("type", "Label"),
            attribute("primary", "Whether it's the address of the member", { type: "boolean" }),
          ],
        }),
        attribute("active", "Whether the member may sign in", { type: "boolean" }),
        attribute("roles", "Role in the workspace", { type: "complex", multiValued: true, mutability: "readOnly" }),
        attribute("groups", "Groups of the member", { type: "complex", multiValued: true, mutability: "readOnly" }),
      ],
    },
    {
      id: GROUP_SCHEMA,
      name: "Group",
      attributes: [
        attribute("displayName", "Name with a role: admin, editor, or viewer", {
          required: true,
          uniqueness: "server",
        }),
        attribute("members", "Members of the group", {
          ...{ type: "complex", multiValued: true },
          subAttributes: [attribute("value", "ID of the member", { mutability: "immutable" })],
        }),
      ],
    },
  ].map((schema) => ({
    ...{ schemas: [`${CORE}:Schema`], ...schema },
    meta: { resourceType: "Schema", location: `${base}/Schemas/${schema.id}` },
  }));
