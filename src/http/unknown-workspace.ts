/** Returns the message for an unknown workspace. @param name as in the path, not validated */
export function describeHowToCreate(name: string): string {
  const quoted = /^[A-Za-z0-9._~-]{1,63}$/.test(name) ? ` "${name}"` : ' of this name';
  return `Unknown workspace${quoted}. Create it with POST /sandbox/workspaces {"name": "..."}; a name has up to 63 lower-case letters, digits and hyphens.`;
}
