import { expect, test } from "bun:test";
import { isFrameworkClass } from "./framework-classes.ts";

const FRAMEWORKS: Readonly<Record<string, string>> = {
  "Bootstrap 3": "btn btn-default navbar navbar-brand form-inline panel panel-heading glyphicon-plus well thumbnail",
  "Bootstrap 5":
    "btn-outline-primary card-body list-group-item-action offcanvas-header nav-link display-4 modal-dialog-centered",
  Bulma: "button box title navbar-item card-header-title notification level-left columns",
  Foundation: "callout accordion-title menu label thumbnail button-group",
  Materialize: "btn-floating waves-effect card-title collection-item sidenav",
  "Semantic UI": "ui segment item menu",
  "Material UI": "MuiButton-root MuiButtonBase-root",
  "Angular Material": "mat-toolbar mdc-button",
  "Ant Design": "ant-btn ant-btn-primary ant-table-tbody",
  "Element, Vuetify, Quasar": "el-button v-btn q-card",
  "Chakra, Mantine": "chakra-button mantine-Button-root",
  "Prime, Kendo, DevExtreme": "p-button k-grid dx-datagrid",
  "UIkit, Pure, W3.CSS": "uk-button pure-menu-link w3-bar",
  "of organizations": "govuk-button usa-nav slds-button pf-c-button bx--btn spectrum-Button Polaris-Button",
  icons: "fa fas fa-user bi-trash material-icons",
  "daisyUI and others": "btn-ghost stat dropdown-content toast-top swiper-slide select2-container dataTables_wrapper",
};

for (const [framework, names] of Object.entries(FRAMEWORKS)) {
  test(`knows the classes of ${framework}`, () => {
    expect(names.split(" ").filter((name) => !isFrameworkClass(name))).toEqual([]);
  });
}

test("leaves the names that developers give", () => {
  const given =
    "btn-save card-orders nav-account order-list product-card js-submit sidebar toolbar modal-invite table-orders tab-billing form-login login-form cart-total navbar-search-orders step-3";
  expect(given.split(" ").filter(isFrameworkClass)).toEqual([]);
});
