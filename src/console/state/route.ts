/**
 * The route in the URL: `#/w/{workspace}/{view}/{item}?{filters}`, so that every view can be linked and
 * reloaded.
 */
import { computed, signal } from '@preact/signals';

import { ownWorkspace } from './place.ts';

export const VIEWS = [
  'users',
  'scenarios',
  'inbox',
  'traffic',
  'clock',
  'workspaces',
  'reports',
  'try',
] as const;

export type View = (typeof VIEWS)[number];

export type Filters = Readonly<Record<string, string>>;

export interface Route {
  readonly workspace: string;
  readonly view: View;
  /** A user, a request, a tab; undefined for none. */
  readonly item: string | undefined;
  /** What the view is narrowed to, by the name of the filter; none that is empty. */
  readonly filters: Filters;
}

/** How long a filter has to rest before it shows in the address, in milliseconds. */
const RESTS = 200;

const hash = signal(location.hash);
let writing = 0;
addEventListener('hashchange', () => {
  clearTimeout(writing);
  hash.value = location.hash;
});

export const route = computed(() => routeOf(hash.value));

/** The workspace that the page shows. */
export const workspace = computed(() => route.value.workspace);

export function hrefOf({
  workspace,
  view,
  item,
  filters = {},
}: Partial<Route> & { readonly view: View }): string {
  const parts = ['w', workspace ?? route.value.workspace, view, ...(item?.split('/') ?? [])];
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  const query = set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
  return `#/${parts.map(encodeURIComponent).join('/')}${query}`;
}

export function goTo(to: Partial<Route> & { readonly view: View }): void {
  location.hash = hrefOf(to);
}

/** Filters the current view. Intermediate input is not added to the browser history. */
export function setFilters(filters: Filters): void {
  const href = hrefOf({ ...route.peek(), filters: { ...route.peek().filters, ...filters } });
  hash.value = href;
  clearTimeout(writing);
  writing = window.setTimeout(() => history.replaceState(null, '', href), RESTS);
}

function routeOf(text: string): Route {
  const [path = '', query = ''] = text.split(/[?](.*)/s);
  const [, marker, name, view, ...item] = path.split('/').map(decoded);
  return {
    workspace: marker === 'w' && name ? name : ownWorkspace,
    view: VIEWS.find((known) => known === view) ?? 'users',
    item: item.length === 0 || item[0] === '' ? undefined : item.join('/'),
    filters: Object.fromEntries(new URLSearchParams(query)),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
