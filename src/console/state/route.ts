/** What the address says: `#/w/{workspace}/{view}/{item}`, so that any place can be linked to. */
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

export interface Route {
  readonly workspace: string;
  readonly view: View;
  /** A user, a call, a tab; undefined for none. */
  readonly item: string | undefined;
}

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

export const route = computed(() => routeOf(hash.value));

/** The workspace that the page shows. */
export const workspace = computed(() => route.value.workspace);

export function hrefOf({
  workspace,
  view,
  item,
}: Partial<Route> & { readonly view: View }): string {
  const parts = [
    'w',
    workspace ?? route.value.workspace,
    view,
    ...(item === undefined ? [] : [item]),
  ];
  return `#/${parts.map(encodeURIComponent).join('/')}`;
}

export function goTo(to: Partial<Route> & { readonly view: View }): void {
  location.hash = hrefOf(to);
}

function routeOf(text: string): Route {
  const [, marker, name, view, ...item] = text.split('/').map(decoded);
  return {
    workspace: marker === 'w' && name ? name : ownWorkspace,
    view: VIEWS.find((known) => known === view) ?? 'users',
    item: item.length === 0 || item[0] === '' ? undefined : item.join('/'),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
