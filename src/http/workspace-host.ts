/** Host names of workspaces. Browsers and curl resolve every name below `localhost` to this machine (RFC 6761). */

const WORKSPACE_HOST = /^([^.]+)\.(localhost(?::\d{1,5})?)$/i;

/** Returns the workspace name in a Host header, even if unknown: `checkout` for `checkout.localhost:4020`. */
export function findWorkspaceOfHost(host: string | undefined): string | undefined {
  return WORKSPACE_HOST.exec(host ?? '')?.[1]?.toLowerCase();
}

/** Returns the Host header of the default workspace: `localhost:4020` for `checkout.localhost:4020`. */
export function getRootHost(host: string): string {
  return WORKSPACE_HOST.exec(host)?.[2] ?? host;
}
