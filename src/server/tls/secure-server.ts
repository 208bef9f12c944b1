import { createServer as createHttpsServer } from 'node:https';
import { createSecureContext, type SecureContext } from 'node:tls';

import { BoundedCache } from '../../bounded-cache.ts';
import { describeError } from '../../describe-error.ts';
import { findWorkspaceOfHost } from '../../http/workspace-host.ts';
import type { CreateServer } from '../express-server.ts';
import { StartError } from '../../start-error.ts';
import { readCertificateFiles, type CertificateFiles } from './certificate-files.ts';
import type { KeyedCertificate } from './issue-certificate.ts';
import { ensureAuthority, ensureCertificate } from './local-authority.ts';
import type { LocalAuthority } from './local-authority.ts';

export interface TlsSettings {
  /** An existing certificate; the local authority issues one by default. */
  readonly files: CertificateFiles | undefined;
  /** Names besides those of this machine. */
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

/** @throws StartError where there is no valid certificate */
export async function createSecureServer(settings: TlsSettings): Promise<SecureServer> {
  const { files, names, dataFolder, now } = settings;
  if (files !== undefined) {
    const context = createContextOptions(
      await readCertificateFiles(files, now()),
      `--tls-cert ${files.tlsCert}`,
    );
    return { createServer: createServerFactory({ default: context }), authority: undefined };
  }
  const authority = await ensureAuthority(dataFolder, now());
  const server = await ensureCertificate(authority, names, now());
  const contexts = {
    default: createContextOptions(server, '--https'),
    getContext: createWorkspaceContexts(authority, server.key, now),
  };
  return { createServer: createServerFactory(contexts), authority: authority.file };
}

interface Contexts {
  readonly default: { readonly cert: string; readonly key: string };
  getContext?(host: string): Promise<SecureContext>;
}

function createServerFactory({ default: context, getContext }: Contexts): CreateServer {
  const sni =
    getContext === undefined
      ? {}
      : {
          SNICallback(
            host: string,
            done: (error: Error | null, context?: SecureContext) => void,
          ): void {
            if (findWorkspaceOfHost(host) === undefined) done(null);
            else getContext(host.toLowerCase()).then((found) => done(null, found), done);
          },
        };
  return (options, listener) => createHttpsServer({ ...options, ...context, ...sni }, listener);
}

/** Issues a certificate for each workspace name, since most clients reject the wildcard `*.localhost`. */
function createWorkspaceContexts(authority: LocalAuthority, key: string, now: () => number) {
  const issued = new BoundedCache<string, Promise<SecureContext>>(100);
  return async (host: string): Promise<SecureContext> => {
    const cached = issued.get(host);
    if (cached !== undefined) return cached;
    const context = createWorkspaceContext(host);
    issued.set(host, context);
    return context;
  };

  async function createWorkspaceContext(host: string): Promise<SecureContext> {
    const { issueCertificate } = await import('./issue-certificate.ts');
    const { certificate } = await issueCertificate(authority, { names: [host], now: now(), key });
    return createSecureContext({ cert: certificate, key });
  }
}

function createContextOptions(
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
