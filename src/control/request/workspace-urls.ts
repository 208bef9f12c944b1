/** The workspace that needs no prefix, and always is. */
export const DEFAULT_WORKSPACE = 'default';

/** The path prefix of the service in a workspace. */
export function baseUrlOf(workspace: string, publicUrl: string): string {
  return workspace === DEFAULT_WORKSPACE ? publicUrl : `${publicUrl}/w/${workspace}`;
}

/** The path prefix of this API in a workspace. */
export function controlUrlOf(workspace: string, publicUrl: string): string {
  return `${baseUrlOf(workspace, publicUrl)}/sandbox`;
}
