import { isLoopback } from '../../http/allowed-host.ts';
import { getHostName } from '../../http/host-name.ts';
import { DEFAULT_WORKSPACE } from '../../store/store.ts';

export function getBaseUrl(workspace: string, publicUrl: string): string {
  return workspace === DEFAULT_WORKSPACE ? publicUrl : `${publicUrl}/w/${workspace}`;
}

export function getControlUrl(workspace: string, publicUrl: string): string {
  return `${getBaseUrl(workspace, publicUrl)}/sandbox`;
}

/**
 * Returns the URL with the workspace in the host name, such as http://checkout.localhost:4020 (RFC 6761,
 * section 6.3). For the default workspace, returns the public URL. Returns undefined if the public URL is
 * not loopback, or has a path.
 */
export function getHostUrl(workspace: string, publicUrl: string): string | undefined {
  if (workspace === DEFAULT_WORKSPACE) return publicUrl;
  const { protocol, port, pathname } = new URL(publicUrl);
  if (pathname !== '/' || !isLoopback(getHostName(publicUrl))) return undefined;
  return `${protocol}//${workspace}.localhost${port && `:${port}`}`;
}
