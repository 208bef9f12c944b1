/** The local authority of `--https` and its server certificate, in the data folder: created, then reused. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';

import { describeFileProblem, readInputFile } from '../../ports/input-file.ts';
import { UnwritableFile, writeOutputFile } from '../../ports/output-file.ts';
import { ensureDir } from '../../ensure-dir.ts';
import { getErrorCode } from '../../error-code.ts';
import { StartError } from '../../start-error.ts';
import type { KeyedCertificate } from './issue-certificate.ts';

export interface LocalAuthority extends KeyedCertificate {
  /** Path of the certificate, which clients trust. */
  readonly file: string;
  /** Folder of the authority and of the server certificate. */
  readonly folder: string;
}

/** Certificates are renewed in the last 30 days. */
const RENEWAL_PERIOD = 30 * 24 * 60 * 60 * 1000;

/** Creating an authority takes less than a second. */
const LOCK = {
  stale: 5000,
  retries: { retries: 200, minTimeout: 50, maxTimeout: 50 },
  realpath: false,
  // A lock expires while this process is suspended; the default handler would throw.
  onCompromised() {},
};

/** Names that every server certificate has. 10.0.2.2 is the host of an Android emulator. */
const DEFAULT_NAMES = ['localhost', '127.0.0.1', '::1', '*.localhost', '10.0.2.2'];

export function getAuthorityPath(dataFolder: string): string {
  return join(dataFolder, 'https', 'authority', 'certificate.pem');
}

/** Returns the authority; creates it if there is none or if it expires soon. @throws StartError */
export async function ensureAuthority(dataFolder: string, now: number): Promise<LocalAuthority> {
  const folder = join(dataFolder, 'https');
  const authorityFolder = join(folder, 'authority');
  // Another process may be replacing the files. They are read again when that process has finished.
  const existing = await readAuthority(authorityFolder, now).catch(() => undefined);
  const authority =
    existing ??
    (await runWrite(authorityFolder, () => createAuthorityFolder(authorityFolder, now)));
  return { ...authority, file: getAuthorityPath(dataFolder), folder };
}

/** Creates an authority. Returns the existing authority if another process was faster. */
async function createAuthorityFolder(
  authorityFolder: string,
  now: number,
): Promise<KeyedCertificate> {
  await ensureDir(dirname(authorityFolder), 0o700);
  // In a bundle, a CommonJS module only has a default export.
  const { default: lockfile } = await import('proper-lockfile');
  const release = await lockfile.lock(authorityFolder, LOCK);
  try {
    const existing = await readAuthority(authorityFolder, now);
    if (existing !== undefined) return existing;
    const { createAuthority } = await import('./issue-certificate.ts');
    const created = await createAuthority(now);
    // Both files appear at once, so that a simultaneous start finds both or none.
    const unfinished = await mkdtemp(`${authorityFolder}.tmp-`);
    try {
      await writeFile(join(unfinished, 'certificate.pem'), created.certificate, { mode: 0o644 });
      await writeFile(join(unfinished, 'key.pem'), created.key, { mode: 0o600 });
      await rm(authorityFolder, { recursive: true, force: true });
      await rename(unfinished, authorityFolder);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
    return created;
  } finally {
    // Rejects if the lock has expired.
    await release().catch(() => {});
  }
}

/**
 * @returns undefined if there is none or if it expires soon
 * @throws StartError if the authority is damaged: clients may trust it, so it is not replaced
 */
async function readAuthority(
  authorityFolder: string,
  now: number,
): Promise<KeyedCertificate | undefined> {
  const certificatePath = join(authorityFolder, 'certificate.pem');
  const certificate = await readText(certificatePath);
  const key = await readText(join(authorityFolder, 'key.pem'));
  if (certificate === undefined && key === undefined) return undefined;
  const found = {
    // Another process may have created both files since the certificate was read.
    certificate: certificate ?? (await readText(certificatePath)) ?? '',
    key: key ?? '',
  };
  const expiry = getExpiry(found);
  if (expiry === undefined) {
    throw new StartError(
      `--https: ${authorityFolder} is damaged: certificate.pem and key.pem do not belong together. Delete the folder to create a new authority, which clients then have to trust.`,
    );
  }
  return expiry - now > RENEWAL_PERIOD ? found : undefined;
}

/** Returns the server certificate for these names; reuses an existing certificate. @throws StartError */
export async function ensureCertificate(
  authority: LocalAuthority,
  hosts: readonly string[],
  now: number,
): Promise<KeyedCertificate> {
  // A certificate names an IPv6 address without its zone, such as `%eth0`.
  const hostsWithoutZone = hosts.map((host) => host.replace(/%.*/, ''));
  const names = [...new Set([...DEFAULT_NAMES, ...hostsWithoutZone])];
  const path = join(authority.folder, 'server.pem');
  const found = parseParts((await readText(path)) ?? '');
  const isValid = found !== undefined && (getExpiry(found) ?? 0) - now > RENEWAL_PERIOD;
  if (isValid && isIssued(found, authority) && hasNames(found, names)) return found;
  const { issueCertificate } = await import('./issue-certificate.ts');
  const created = await issueCertificate(authority, { names, now });
  await runWrite(path, () =>
    writeOutputFile(path, `${created.key}\n${created.certificate}\n`, {
      readers: 'owner',
      overwrite: true,
    }),
  );
  return created;
}

/** Runs work that writes to a path. @throws StartError if it cannot be written */
async function runWrite<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnwritableFile) && getErrorCode(error) === undefined) throw error;
    throw new StartError(
      `--https: cannot write ${path}: ${describeFileProblem(error)}. Set XDG_DATA_HOME to a folder that can be written to, or use --tls-cert and --tls-key.`,
    );
  }
}

/** Returns the text of a file; undefined if it is missing. @throws StartError */
async function readText(path: string): Promise<string | undefined> {
  try {
    return await readInputFile(path);
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw new StartError(`--https: cannot read ${path}: ${describeFileProblem(error)}`);
  }
}

function parseParts(pem: string): KeyedCertificate | undefined {
  const key = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(pem)?.[0];
  const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(pem)?.[0];
  return key === undefined || certificate === undefined ? undefined : { certificate, key };
}

/** Returns the expiry in milliseconds since 1970; undefined if the files are invalid or belong to different pairs. */
function getExpiry({ certificate, key }: KeyedCertificate): number | undefined {
  try {
    const parsed = new X509Certificate(certificate);
    return parsed.checkPrivateKey(createPrivateKey(key)) ? Date.parse(parsed.validTo) : undefined;
  } catch {
    return undefined;
  }
}

function isIssued({ certificate }: KeyedCertificate, authority: KeyedCertificate): boolean {
  return new X509Certificate(certificate).verify(
    new X509Certificate(authority.certificate).publicKey,
  );
}

function hasNames({ certificate }: KeyedCertificate, names: readonly string[]): boolean {
  const parsed = new X509Certificate(certificate);
  const listed = new Set((parsed.subjectAltName ?? '').split(', '));
  return names.every((name) =>
    isIP(name) === 0 ? listed.has(`DNS:${name}`) : parsed.checkIP(name) !== undefined,
  );
}
