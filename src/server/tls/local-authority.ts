/** The local authority: in the user's data folder, created on first use, and reused. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';

import { describeFileProblem, readInputFile } from '../../ports/input-file.ts';
import { writeOutputFile } from '../../ports/output-file.ts';
import { ensureDir } from '../../ensure-dir.ts';
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

/** Names that every server certificate has. 10.0.2.2 is the host of an Android emulator. */
const DEFAULT_NAMES = ['localhost', '127.0.0.1', '::1', '*.localhost', '10.0.2.2'];

/** Returns the path of the authority's certificate below the user's data folder. */
export function getAuthorityPath(dataFolder: string): string {
  return join(dataFolder, 'https', 'authority', 'certificate.pem');
}

/** Returns the authority; creates it if there is none or if it expires soon. @throws StartError */
export async function ensureAuthority(dataFolder: string, now: number): Promise<LocalAuthority> {
  const folder = join(dataFolder, 'https');
  const place = join(folder, 'authority');
  try {
    const found = await readAuthority(place, now);
    if (found !== undefined) return { ...found, file: getAuthorityPath(dataFolder), folder };
    await ensureDir(folder, 0o700);
    const { createAuthority } = await import('./issue-certificate.ts');
    const created = await createAuthority(now);
    // Both files appear at once, so that a simultaneous start finds all or nothing.
    const unfinished = await mkdtemp(`${place}.tmp-`);
    await writeFile(join(unfinished, 'certificate.pem'), created.certificate, { mode: 0o644 });
    await writeFile(join(unfinished, 'key.pem'), created.key, { mode: 0o600 });
    const existing = await replaceAuthority(unfinished, place, now);
    return { ...(existing ?? created), file: getAuthorityPath(dataFolder), folder };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new StartError(
      `--https: cannot write ${place}: ${describeFileProblem(error)}. Set XDG_DATA_HOME to a folder that can be written to, or use --tls-cert and --tls-key.`,
    );
  }
}

/** Moves a new authority to its place; returns the existing one if another process was faster. */
async function replaceAuthority(
  unfinished: string,
  place: string,
  now: number,
): Promise<KeyedCertificate | undefined> {
  const valid = await readAuthority(place, now);
  if (valid === undefined) await rm(place, { recursive: true, force: true });
  try {
    await rename(unfinished, place);
    return undefined;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const existing = await readAuthority(place, now);
    if (existing === undefined) throw error;
    return existing;
  }
}

/**
 * @returns undefined if there is none or if it expires soon
 * @throws StartError if it is damaged: clients may trust it, so it is not replaced
 */
async function readAuthority(place: string, now: number): Promise<KeyedCertificate | undefined> {
  const [certificate, key] = await Promise.all(
    ['certificate.pem', 'key.pem'].map((name) => readText(join(place, name))),
  );
  if (certificate === undefined && key === undefined) return undefined;
  const found = { certificate: certificate ?? '', key: key ?? '' };
  const expiry = getExpiry(found);
  if (expiry === undefined) {
    throw new StartError(
      `--https: ${place} is damaged: certificate.pem and key.pem do not belong together. Delete the folder to create a new authority, which clients then have to trust.`,
    );
  }
  return expiry - now > RENEWAL_PERIOD ? found : undefined;
}

/** Returns the server certificate for these names; an existing one is reused. */
export async function ensureCertificate(
  authority: LocalAuthority,
  hosts: readonly string[],
  now: number,
): Promise<KeyedCertificate> {
  const names = [...new Set([...DEFAULT_NAMES, ...hosts])];
  const path = join(authority.folder, 'server.pem');
  const found = parseParts((await readText(path)) ?? '');
  const isValid = found !== undefined && (getExpiry(found) ?? 0) - now > RENEWAL_PERIOD;
  if (isValid && isIssued(found, authority) && hasNames(found, names)) return found;
  const { issueCertificate } = await import('./issue-certificate.ts');
  const created = await issueCertificate(authority, { names, now });
  await writeOutputFile(path, `${created.key}\n${created.certificate}\n`, {
    readers: 'owner',
    existing: 'replaced',
  });
  return created;
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readInputFile(path);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing) return undefined;
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
