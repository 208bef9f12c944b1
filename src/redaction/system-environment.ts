/** Variables that a program needs to run, in upper case. */
const SYSTEM_VARIABLES: ReadonlySet<string> = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'TZ', 'LANG', 'LANGUAGE'],
  ...['TMPDIR', 'TMP', 'TEMP', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  // Windows.
  ...['SYSTEMROOT', 'WINDIR', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
]);

/** Returns the environment for a program that needs no secrets. @param otherPrefix the prefix of further variables to include */
export function createSystemEnvironment(
  environment: NodeJS.ProcessEnv,
  otherPrefix?: string,
): NodeJS.ProcessEnv {
  const isIncluded = (name: string): boolean =>
    SYSTEM_VARIABLES.has(name.toUpperCase()) ||
    name.startsWith('LC_') ||
    (otherPrefix !== undefined && name.startsWith(otherPrefix));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isIncluded(name)));
}
