export const CONTROL_PREFIX = /^\/sandbox(?=[/?]|$)/;

/** Whether a path, behind that of its workspace, is one of the control API. */
export function isOfControl(url: string): boolean {
  return CONTROL_PREFIX.test(url);
}
