/**
 * The route in the URL: `#/w/{workspace}/{view}/{item}?{filters}`, so that every view can be linked and
 * reloaded.
 */
import { computed, signal } from '@preact/signals';

/** The views in the order of the navigation. Each has an icon of the same name. */
export const VIEW_TITLES = {
  users: 'Users',
  scenarios: 'Scenarios',
  inbox: 'Inbox',
  traffic: 'Traffic',
  clock: 'Clock & faults',
  workspaces: 'Workspaces',
  reports: 'Reports',
  try: 'Try it',
} as const;

export type View = keyof typeof VIEW_TITLES;

export type Filters = Readonly<Record<string, string>>;

export interface Route {
  readonly workspace: string;
  readonly view: View;
  /** The reference of a user, the id of a request, `edit/{scenario}`, or the name of a tab. */
  readonly item: string | undefined;
  /** Filters that are not empty, by name. */
  readonly filters: Filters;
}

/** The workspace that always exists, and has no prefix in paths. */
export const DEFAULT_WORKSPACE = 'default';

/** The path of the sandbox and the workspace, from the URL of the page. */
const [, rootPath = '', pageWorkspace = DEFAULT_WORKSPACE] =
  /^(.*?)(?:\/w\/([^/]+))?\/sandbox\/console\/?$/.exec(location.pathname) ?? [];

/** Milliseconds after the last change of a filter until the address is updated. */
const UPDATE_DELAY = 200;

const hash = signal(location.hash);
let updateTimer = 0;
addEventListener('hashchange', () => {
  clearTimeout(updateTimer);
  hash.value = location.hash;
});

export const route = computed(() => parseRoute(hash.value));

/** The workspace that the page shows. */
export const workspace = computed(() => route.value.workspace);

/** A route; without `workspace`, the workspace stays the same. */
type Destination = Partial<Route> & Pick<Route, 'view'>;

export function getHref({ workspace, view, item, filters = {} }: Destination): string {
  const parts = ['w', workspace ?? route.value.workspace, view, ...(item?.split('/') ?? [])];
  const fields = Object.entries(filters).filter(([, value]) => value !== '');
  const query = fields.length === 0 ? '' : `?${new URLSearchParams(fields)}`;
  return `#/${parts.map(encodeURIComponent).join('/')}${query}`;
}

export function goTo(destination: Destination): void {
  location.hash = getHref(destination);
}

/** Filters the current view. Intermediate input is not added to the browser history. */
export function setFilters(filters: Filters): void {
  const href = getHref({ ...route.peek(), filters: { ...route.peek().filters, ...filters } });
  hash.value = href;
  clearTimeout(updateTimer);
  updateTimer = window.setTimeout(() => history.replaceState(null, '', href), UPDATE_DELAY);
}

function parseRoute(text: string): Route {
  const [path = '', ...query] = text.split('?');
  const [, prefix, name, view, ...item] = path.split('/').map(decode);
  return {
    workspace: prefix === 'w' && name ? name : pageWorkspace,
    view: isView(view) ? view : 'users',
    item: item.length === 0 || item[0] === '' ? undefined : item.join('/'),
    filters: Object.fromEntries(new URLSearchParams(query.join('?'))),
  };
}

function isView(name = ''): name is View {
  return Object.hasOwn(VIEW_TITLES, name);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function getControlUrl(workspace: string): string {
  const prefix = workspace === DEFAULT_WORKSPACE ? '' : `/w/${encodeURIComponent(workspace)}`;
  return `${location.origin}${rootPath}${prefix}/sandbox`;
}
