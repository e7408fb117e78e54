import type { BootResponse, SuppressionsResponse } from "@fanfare/contract/schema/client/v1";

export interface BrowserOptions {
  /** Relation of the page's site to Fanfare's. Null for clients that aren't browsers, and for plain HTTP. */
  readonly site?: "same-origin" | "same-site" | "cross-site" | null;
  readonly origin?: string;
  readonly key?: string;
  readonly address?: string;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** `body` is parsed JSON of the shape that the test expects. */
export interface TestResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** One browser profile: cookies, the SDK's storage, and the headers that a browser adds automatically. */
export class Browser {
  readonly cookies = new Map<string, string>();
  anonymous_token: string | undefined;
  readonly #fetch: (request: Request) => Promise<Response>;
  readonly #options: BrowserOptions;
  readonly #from: (request: Request, address: string) => void;

  constructor(
    fetch: (request: Request) => Promise<Response>,
    options: BrowserOptions,
    from: (request: Request, address: string) => void,
  ) {
    this.#fetch = fetch;
    this.#options = options;
    this.#from = from;
  }

  /** Like "Clear site data" in a browser. */
  wipe(): void {
    this.cookies.clear();
    this.anonymous_token = undefined;
  }

  async call<Body>(method: string, path: string, options: CallOptions = {}): Promise<TestResponse<Body>> {
    const {
      site = "cross-site",
      origin = "https://shop.example",
      key = "shop-key",
      address = "192.0.2.1",
    } = this.#options;
    const query = new URLSearchParams({ app: key, ...options.query });
    const headers = new Headers({ Origin: origin });
    if (site !== null) headers.set("Sec-Fetch-Site", site);
    if (options.body !== undefined) headers.set("Content-Type", "application/json");
    if (options.token !== undefined) headers.set("Authorization", `Bearer ${options.token}`);
    // SameSite=Lax: requests from another site have no cookies.
    if (site !== "cross-site" && this.cookies.size > 0) {
      headers.set("Cookie", [...this.cookies].map((pair) => pair.join("=")).join("; "));
    }
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
    const body =
      options.body === undefined
        ? null
        : typeof options.body === "string"
          ? options.body
          : JSON.stringify(options.body);
    const request = new Request(`https://fanfare.example/v1/${path}?${query}`, { method, headers, body });
    this.#from(request, address);
    const response = await this.#fetch(request);
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split("=");
      if (site !== "cross-site") this.cookies.set(name, value);
    }
    const text = await response.text();
    // Cast: a wrong shape fails the test's expectations.
    return {
      status: response.status,
      headers: response.headers,
      body: (text === "" ? null : JSON.parse(text)) as Body,
    };
  }

  /** Boots like a page load, with this browser's stored identity, and stores the new one. */
  async boot(token?: string): Promise<BootResponse> {
    const body = this.anonymous_token === undefined ? {} : { anonymous_token: this.anonymous_token };
    const { status, body: answer } = await this.call<BootResponse>("POST", "boot", { body, token });
    if (status !== 200) throw new Error(`boot answered ${status}: ${JSON.stringify(answer)}`);
    if (answer.anonymous?.storage === "browser") this.anonymous_token = answer.anonymous.token;
    return answer;
  }

  identify(
    external_id: string,
    token?: string,
    attributes: Record<string, unknown> = {},
  ): Promise<TestResponse<BootResponse>> {
    const identity = this.anonymous_token === undefined ? {} : { anonymous_token: this.anonymous_token };
    return this.call("POST", "identify", { body: { external_id, attributes, ...identity }, token });
  }

  /** Field that the SDK adds to bodies before identify. */
  get anonymousIdentity(): { anonymous_token?: string } {
    return this.anonymous_token === undefined ? {} : { anonymous_token: this.anonymous_token };
  }
}

export const shown = (boot: BootResponse): readonly string[] => boot.decisions.map(({ slug }) => slug);

/** Sends "Do not show again" like the SDK, with the person's token or this browser's identity. */
export function suppress(
  browser: Browser,
  input: Record<string, unknown>,
  token?: string,
): Promise<TestResponse<SuppressionsResponse>> {
  const identity = token === undefined ? browser.anonymousIdentity : {};
  return browser.call("POST", "suppressions", { body: { ...input, ...identity }, token });
}
