import { createServer as createHttpsServer } from 'node:https';
import { createSecureContext, type SecureContext, type TlsOptions } from 'node:tls';

import { BoundedCache } from '../../bounded-cache.ts';
import { getOrCreate } from '../../get-or-create.ts';
import { describeError } from '../../describe-error.ts';
import { findWorkspaceOfHost } from '../../http/workspace-host.ts';
import type { CreateServer } from '../express-server.ts';
import { StartError } from '../../start-error.ts';
import { readCertificateFiles, type CertificateFiles } from './certificate-files.ts';
import type { KeyedCertificate } from './issue-certificate.ts';
import { ensureAuthority, ensureCertificate, type LocalAuthority } from './local-authority.ts';

export interface TlsSettings {
  /** An existing certificate; the local authority issues one by default. */
  readonly files: CertificateFiles | undefined;
  /** Names of the issued certificate, in addition to those that every server certificate has. */
  readonly names: readonly string[];
  readonly dataFolder: string;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface SecureServer {
  readonly createServer: CreateServer;
  /** Path of the certificate that clients have to trust, if the local authority issued it. */
  readonly authority: string | undefined;
}

/** @throws StartError if the certificate is invalid or cannot be created */
export async function createSecureServer(settings: TlsSettings): Promise<SecureServer> {
  const { files, names, dataFolder, now } = settings;
  if (files !== undefined) {
    const certificate = await readCertificateFiles(files, now());
    const options = createTlsOptions(certificate, `--tls-cert ${files.tlsCert}`);
    return { createServer: bindTlsOptions(options), authority: undefined };
  }
  const authority = await ensureAuthority(dataFolder, now());
  const certificate = await ensureCertificate(authority, names, now());
  const options = {
    ...createTlsOptions(certificate, '--https'),
    SNICallback: createSniCallback(authority, certificate.key, now),
  };
  return { createServer: bindTlsOptions(options), authority: authority.file };
}

function bindTlsOptions(tlsOptions: TlsOptions): CreateServer {
  return (options, listener) => createHttpsServer({ ...options, ...tlsOptions }, listener);
}

/** Issues a certificate for each workspace name, since most clients reject the wildcard `*.localhost`. */
function createSniCallback(
  authority: LocalAuthority,
  key: string,
  now: () => number,
): NonNullable<TlsOptions['SNICallback']> {
  const contexts = new BoundedCache<string, Promise<SecureContext>>(100);

  function getContext(host: string): Promise<SecureContext> {
    return getOrCreate(contexts, host, () => createContext(host));
  }

  async function createContext(host: string): Promise<SecureContext> {
    const { issueCertificate } = await import('./issue-certificate.ts');
    const { certificate } = await issueCertificate(authority, { names: [host], now: now(), key });
    return createSecureContext({ cert: certificate, key });
  }

  return (host, done) => {
    if (findWorkspaceOfHost(host) === undefined) done(null);
    else getContext(host.toLowerCase()).then((context) => done(null, context), done);
  };
}

function createTlsOptions(
  { certificate: cert, key }: KeyedCertificate,
  option: string,
): { cert: string; key: string } {
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new StartError(`${option}: cannot be used for TLS: ${describeError(error)}`);
  }
  return { cert, key };
}
