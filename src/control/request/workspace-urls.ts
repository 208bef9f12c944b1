import { isLoopback } from '../../http/allowed-host.ts';

/** The workspace without path prefix, which always exists. */
export const DEFAULT_WORKSPACE = 'default';

/** Returns the URL of the service in a workspace. */
export function getBaseUrl(workspace: string, publicUrl: string): string {
  return workspace === DEFAULT_WORKSPACE ? publicUrl : `${publicUrl}/w/${workspace}`;
}

/** Returns the URL of the control API in a workspace. */
export function getControlUrl(workspace: string, publicUrl: string): string {
  return `${getBaseUrl(workspace, publicUrl)}/sandbox`;
}

/**
 * Returns the URL of the service by host name (RFC 6761, section 6.3); undefined if the public URL is not of
 * this machine.
 */
export function getHostUrl(workspace: string, publicUrl: string): string | undefined {
  if (workspace === DEFAULT_WORKSPACE) return publicUrl;
  const { protocol, hostname, port, pathname } = new URL(publicUrl);
  if (pathname !== '/' || !isLoopback(hostname.replaceAll(/[[\]]/g, ''))) return undefined;
  return `${protocol}//${workspace}.localhost${port && `:${port}`}`;
}
