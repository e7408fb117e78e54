/** Prefixes that a framework or library puts before all of its classes. */
const PREFIXED =
  /^(?:ant|bi|bp\d|bx|cds|chakra|dx|el|fa|fab|far|fas|fui|glyphicon|govuk|ion|k|mantine|mat|mdc|mdl|ms|nes|owl|p|pf|pi|pure|q|rs|select2|slds|slick|spectrum|swiper|ui|uk|usa|v|w3|waves)-|^(?:Mui|eui|sap)[A-Z]|^Polaris-|^dataTables?(?:_|$)|^display-\d$/;
/** Components that frameworks name alike: Bootstrap, Bulma, Foundation, Materialize, Semantic, daisyUI, and others. */
const COMPONENTS = words(`
  accordion alert badge breadcrumb breadcrumbs btn button buttons callout card cards carousel checkbox chip collapse
  collection column columns container control custom dropdown embed field file figure form grid hero icon image img input
  jumbotron label level list media menu message modal nav navbar notification offcanvas page pager pagination panel
  placeholder popover progress radio range ratio row segment select sidenav spinner stat stats step steps switch tab
  table tabs tag tags textarea thumbnail tile toast toggle tooltip well`);
/** Parts, variants, sizes, and layouts that they add to a component. */
const VARIANTS = words(`
  accent action actions active addon append arrow backdrop bar black block body bordered bottom brand caption cell center
  centered check circle close compact condensed content control dark default description dialog disabled divider error
  expand extra feedback file fixed flat floating fluid flush foot footer ghost group head header heading heading hide
  horizontal hover icon image img indicators info inline inner input inset inverse item items justified label large left
  lg light link links list loading md medium menu meta mini muted nav neutral next outline overlay pane pills prepend prev
  primary raised range responsive right round rounded row scrollable secondary select show sm small solid square start
  static sticky striped subtitle success tabs text title toggle toggler toolbar top vertical warning white wide wrapper
  xl xs xxl danger end tiny pill split`);
/** Single words of frameworks that say nothing about an element. */
const BARE = words("box content delete help item lead section subtitle title ui fa fas far fab material-icons");

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/**
 * Whether a class belongs to one of the thirty most used CSS frameworks. Many elements have it, and which ones changes
 * from release to release, so it identifies none. Names that a developer built on top of one stay: `btn-save`.
 *
 * @example
 * isFrameworkClass("navbar-brand"); // true
 * isFrameworkClass("btn-save"); // false
 */
export function isFrameworkClass(name: string): boolean {
  if (PREFIXED.test(name) || BARE.has(name)) return true;
  const [component = "", ...rest] = name.split("-");
  return COMPONENTS.has(component) && rest.every((each) => VARIANTS.has(each));
}
