/** The workspace that needs no prefix, and always is. */
export const DEFAULT_WORKSPACE = 'default';

/** What stands before the paths of the service in a workspace. */
export function baseUrlOf(workspace: string, publicUrl: string): string {
  return workspace === DEFAULT_WORKSPACE ? publicUrl : `${publicUrl}/w/${workspace}`;
}

/** What stands before the paths of this API in a workspace. */
export function controlUrlOf(workspace: string, publicUrl: string): string {
  return `${baseUrlOf(workspace, publicUrl)}/sandbox`;
}
