export type JsonSchema = Readonly<Record<string, unknown>>;

export interface OpenApiParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly deprecated?: true;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

interface OpenApiContent {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: true;
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Readonly<Record<string, OpenApiContent>>;
  };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
  readonly security: readonly JsonSchema[];
}

export interface OpenApi {
  readonly openapi: "3.1.0";
  readonly info: JsonSchema;
  readonly servers: readonly JsonSchema[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>>; readonly [part: string]: unknown };
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Readonly<Record<string, OpenApiContent>>;
}
