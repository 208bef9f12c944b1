/** Where the console was loaded from, and so where its sandbox is. */

const place = /^(.*?)(?:\/w\/([^/]+))?\/sandbox\/console\/?$/.exec(location.pathname);

/** The base path of the service in the default workspace, without trailing slash. */
const ROOT = `${location.origin}${place?.[1] ?? ''}`;

/** The workspace that needs no prefix, and always is. */
export const DEFAULT_WORKSPACE = 'default';

/** The workspace below whose path the page was loaded. */
export const ownWorkspace = place?.[2] ?? DEFAULT_WORKSPACE;

function serviceUrl(workspace: string): string {
  return workspace === DEFAULT_WORKSPACE ? ROOT : `${ROOT}/w/${encodeURIComponent(workspace)}`;
}

export function controlUrl(workspace: string): string {
  return `${serviceUrl(workspace)}/sandbox`;
}
