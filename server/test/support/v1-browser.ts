import type { BootResponse, SuppressionsResponse } from "@fanfare/contract/schema/client/v1";

export interface BrowserOptions {
  /** How the page's site relates to Fanfare's; null for what is no browser, or plain HTTP. */
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

/** The answer of a call; `body` is the JSON of it, whatever shape the test expects. */
export interface TestResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** One browser profile: a cookie jar, what the SDK keeps in storage, and the headers that a browser adds by itself. */
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

  /** "Clear site data". */
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
    // SameSite=Lax: no cookie goes along with a call from another site.
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
    // The test says what it expects, and its expectations fail when it is something else.
    return {
      status: response.status,
      headers: response.headers,
      body: (text === "" ? null : JSON.parse(text)) as Body,
    };
  }

  /** A page load: boots with what this browser kept, and keeps what it is given. */
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

  /** What the SDK adds to bodies while nobody is identified. */
  get anonymousIdentity(): { anonymous_token?: string } {
    return this.anonymous_token === undefined ? {} : { anonymous_token: this.anonymous_token };
  }
}

/** Slugs that a person may see. */
export const shown = (boot: BootResponse): readonly string[] => boot.decisions.map(({ slug }) => slug);

/** "Do not show again" as the SDK says it: with the person's token, or with what this browser kept. */
export function suppress(
  browser: Browser,
  input: Record<string, unknown>,
  token?: string,
): Promise<TestResponse<SuppressionsResponse>> {
  const identity = token === undefined ? browser.anonymousIdentity : {};
  return browser.call("POST", "suppressions", { body: { ...input, ...identity }, token });
}
