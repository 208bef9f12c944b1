/**
 * Message for a request to an unknown workspace.
 *
 * @param name as it stood in the path, so anything
 */
export function howToCreate(name: string): string {
  const shown = /^[A-Za-z0-9._~-]{1,63}$/.test(name) ? ` "${name}"` : ' of this name';
  return `Unknown workspace${shown}. Create it with POST /sandbox/workspaces {"name": "..."}; a name has up to 63 lower-case letters, digits and hyphens.`;
}
