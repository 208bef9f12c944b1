export const CONTROL_PREFIX = /^\/sandbox(?=[/?]|$)/;

/** Returns whether a path, without that of its workspace, is one of the control API. */
export function isOfControl(url: string): boolean {
  return CONTROL_PREFIX.test(url);
}
