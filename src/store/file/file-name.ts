/**
 * File names of logs. Windows takes `con.json` or `aux.7.log` for a device, whatever the folder, and
 * `con` and `aux` are valid names of workspaces: such a name gets an underscore, which no log has.
 */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/;

/** Returns the file name of a log, without its ending: `con.1` becomes `con_.1`. */
export function fileNameOf(log: string): string {
  return log.replace(DEVICE, '$1_');
}

/** Returns the log of a file name. */
export function logOf(name: string): string {
  return name.replace('_', '');
}
