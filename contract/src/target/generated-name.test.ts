import { describe, expect, test } from "bun:test";
import { isGeneratedName, type NameKind, stableClasses } from "./generated-name.ts";

/** Generated names found in real pages, by tool. */
const MADE: Readonly<Record<string, readonly [NameKind, string]>> = {
  emotion: ["class", "css-0 css-1q2w3e css-1dbjc4n css-175oi2r css-k008qs css-vubbuv css-1v99tuv-MuiButtonBase-root"],
  "antd in development": ["class", "css-dev-only-do-not-override-1k979oh"],
  "styled-components": [
    "class",
    "sc-bdVaJa sc-gsnTZi sc-hKgILt sc-1x2y3z4-0 sc-kEjbxe sc-papXJh jxqYbZ fMpfSA iUzwrf dRNKKh hVNKgp eFmMF",
  ],
  "styled-components with names": ["class", "Box-sc-g0xbh4-0 types__StyledButton-sc-ws60qy-0"],
  "CSS modules": [
    "class",
    "Button_root__x7f3a styles_container__3bqKd Header_nav__Xq3Zt index-module__card--2kTzV home_title__hYX6j prc-Button-ButtonBase-c50BI",
  ],
  "CSS modules of Vite": ["class", "_button_1x9fk_12 _root_fz3px_1 _1a2b3c _3nWx8"],
  JSS: ["class", "jss42 jss1234 makeStyles-root-12 tss-1a2b3c-root"],
  svelte: ["class", "svelte-1tjo1hb"],
  "styled-jsx": ["class", "jsx-3209183756"],
  goober: ["class", "go2072408551"],
  stylex: ["class", "x1n2onr6 x78zum5 x1lliihq xdt5ytf"],
  griffel: ["class", "f1c21dwh ___1x2y3z4_0000000"],
  "React Native for the web": ["class", "r-1oszu61 r-13awgt0"],
  mantine: ["class", "m_8d3f4000 mantine-r4nd0m1"],
  "merge-styles": ["class", "oajrlxb2 gs1a9yip"],
  angular: ["class", "ng-tns-c123-4 _ngcontent-abc-c12"],
  "useId of React": ["id", ":r1: :R1mcq: «r3» _r_1_ field-:r7: tabs-_r_4_-panel"],
  radix: ["id", "radix-:r0: radix-«r1»-trigger-a radix-12"],
  "headless ui": ["id", "headlessui-menu-button-:r3: headlessui-menu-button-12 headlessui-listbox-option-4"],
  mui: ["id", "mui-12345 mui-7"],
  ember: ["id", "ember123 ember1234"],
  "react-select, react-aria, downshift": [
    "id",
    "react-select-2-input react-aria-123 react-aria8472390 downshift-0-label",
  ],
  "angular material": ["id", "mat-input-5 cdk-overlay-3 mat-mdc-form-field-label-12"],
  "ext, yui, gwt": ["id", "ext-gen1042 ext-comp-1001 yui_3_18_1_1_1500000000000_12 gwt-uid-17"],
  "jQuery and its guests": ["id", "ui-id-3 DataTables_Table_0 select2-data-7-xk3d tooltip482917 mce_3 cke_12"],
  vuetify: ["id", "input-27 checkbox-12 menu-button-17"],
  "element plus, prime": ["id", "el-id-1024-3 pr_id_3 el-popover-8342"],
  chance: [
    "id",
    "3f2504e0-4f89-11d3-9a0c-0305e82c3301 a1b2c3d4e5f6 uid-4f3a2b1c chart-1690000000000 highcharts-a1b2c3d-0",
  ],
  tailwind: [
    "class",
    "flex px-4 -mt-2 p-2.5 w-1/2 md:flex hover:bg-blue-500 bg-slate-900 text-sm text-gray-800 rounded-lg shadow-md items-center justify-between gap-x-4 grid-cols-3 col-span-2 [&>svg]:size-4 font-semibold overflow-hidden min-h-screen",
  ],
  "utilities of bootstrap": [
    "class",
    "d-flex d-none mb-4 mx-auto text-center text-gray-600 font-weight-bold bg-gradient-primary col-md-6 col-xl-3 no-gutters align-items-center border-left-primary h-100",
  ],
};

/** Names chosen by people, and names that libraries guarantee to be stable. */
const GIVEN: Readonly<Record<string, readonly [NameKind, string]>> = {
  plain: ["class", "order-list btn-primary new-order is-active product-card cart-total post-title sidebar toolbar"],
  BEM: ["class", "nav__item card__header card__header--large menu__button--active block__element"],
  camel: ["class", "primaryButton firstName LoginForm AppHeader-globalBar UnderlineNav-item YouTubePlayer GitHubLogin"],
  "with capitals in a row": [
    "class",
    "getURLButton PDFViewer HTMLEditorPane JSONView APIKeys newUIToggle XMLHttp eCommerceBanner",
  ],
  numbered: [
    "class",
    "h1 step2 step-3 tab-1 section-2 faq-10 line1 addressLine2 address2 covid19-banner top10 report-2026",
  ],
  "with digits people say": [
    "class",
    "html5-player utf8 base64 md5 oauth2 sha256-input ipv4-address mp3-player a11y-menu i18n-picker b2b-link k8s-cluster 2fa-code",
  ],
  libraries: [
    "class",
    "MuiButton-root MuiButtonBase-root ant-btn-primary ant-table-tbody chakra-button el-button v-btn mat-toolbar mdc-button swiper-slide fa-user",
  ],
  "for tests and scripts": ["class", "js-submit qa-login test-save data-row"],
  "hardly a vowel": [
    "class",
    "nights-stay months angst rtl nth ctrl-panel mgmt rhythm crypto-sync https-only html-editor txtName btnSubmit lblTotal ddlCountry",
  ],
  "almost utilities": [
    "class",
    "text-input content-wrapper top-bar flex-table grid-item order-summary border-box table-orders filter",
  ],
  ids: [
    "id",
    "sidebarToggleTop accordionSidebar collapseTwo userDropdown alertsDropdown page-top myAreaChart wrapper content __next __nuxt root app login-form search exampleInputEmail dataTable main-nav",
  ],
  values: [
    "value",
    "/orders/new|charts.html|#profile|email|submit|https://example.com/help|Search for…|new-password|given-name",
  ],
};

const cases = (table: typeof MADE): readonly (readonly [string, NameKind, readonly string[]])[] =>
  Object.entries(table).map(
    ([source_name, [kind, names]]) => [source_name, kind, names.split(kind === "value" ? "|" : " ")] as const,
  );

describe("generated names", () => {
  for (const [source_name, kind, names] of cases(MADE)) {
    test(source_name, () => expect(names.filter((name) => !isGeneratedName(name, kind))).toEqual([]));
  }
});

describe("names given by developers", () => {
  for (const [source_name, kind, names] of cases(GIVEN)) {
    test(source_name, () => expect(names.filter((name) => isGeneratedName(name, kind))).toEqual([]));
  }
});

test("covers at least 60 names of each kind", () => {
  const count = (table: typeof MADE): number => cases(table).flatMap(([, , names]) => names).length;
  expect([count(MADE) >= 60, count(GIVEN) >= 60]).toEqual([true, true]);
});

test("keeps only the meaningful classes of an element", () => {
  const of = (classes: string) => stableClasses(classes.split(" ")).join(" ");
  expect(of("btn btn-primary btn-save active is-open px-4 css-1q2w3e")).toBe("btn-save");
  expect(of("inline-flex shrink-0 items-center rounded-md text-ink-2 border-line order-row")).toBe("order-row");
  expect(of("text-banner border-box")).toBe("text-banner border-box");
});
