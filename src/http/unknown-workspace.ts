/** Returns an error message that says how to create the workspace. @param name as in the request, not validated */
export function describeUnknownWorkspace(name: string): string {
  const quoted = /^[A-Za-z0-9._~-]{1,63}$/.test(name) ? ` "${name}"` : ' of this name';
  return `Unknown workspace${quoted}. Create it with POST /sandbox/workspaces {"name": "..."}; a name has up to 63 lower-case letters, digits and hyphens.`;
}
