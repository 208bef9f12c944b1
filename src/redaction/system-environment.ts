/** Variables that a program needs to run, in upper case. */
const OF_THE_SYSTEM: ReadonlySet<string> = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'TZ', 'LANG', 'LANGUAGE'],
  ...['TMPDIR', 'TMP', 'TEMP', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  // Windows.
  ...['SYSTEMROOT', 'WINDIR', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
]);

/** Returns the environment for a program that needs no secrets. @param others prefix of more variables */
export function createSystemEnvironment(
  environment: NodeJS.ProcessEnv,
  others?: string,
): NodeJS.ProcessEnv {
  const isPassedOn = (name: string): boolean =>
    OF_THE_SYSTEM.has(name.toUpperCase()) ||
    name.startsWith('LC_') ||
    (others !== undefined && name.startsWith(others));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isPassedOn(name)));
}
