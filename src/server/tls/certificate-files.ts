import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';

import { describeFileProblem, readInputFile } from '../../ports/input-file.ts';
import { StartError } from '../../start-error.ts';
import type { KeyedCertificate } from './issue-certificate.ts';

export interface CertificateFiles {
  readonly tlsCert: string;
  readonly tlsKey: string;
}

/** Reads and verifies the files of --tls-cert and --tls-key. @throws StartError */
export async function readCertificateFiles(
  { tlsCert, tlsKey }: CertificateFiles,
  now: number,
): Promise<KeyedCertificate> {
  const [certificate, key] = await Promise.all([
    readText(`--tls-cert ${tlsCert}`, tlsCert),
    readText(`--tls-key ${tlsKey}`, tlsKey),
  ]);
  const parsed = parseCertificate(tlsCert, certificate);
  const from = new Date(parsed.validFrom);
  const to = new Date(parsed.validTo);
  if (to.getTime() <= now) {
    throw new StartError(
      `--tls-cert ${tlsCert}: the certificate expired at ${to.toISOString()}. Renew it, or use --https without --tls-cert and --tls-key.`,
    );
  }
  if (from.getTime() > now) {
    throw new StartError(
      `--tls-cert ${tlsCert}: the certificate is not valid before ${from.toISOString()}. Check the clock of this machine.`,
    );
  }
  if (!parsed.checkPrivateKey(parseKey(tlsKey, key))) {
    throw new StartError(
      `--tls-key ${tlsKey}: the key does not belong to the first certificate in ${tlsCert}. Set the two files of one key pair.`,
    );
  }
  return { certificate, key };
}

async function readText(option: string, path: string): Promise<string> {
  try {
    return await readInputFile(path);
  } catch (error) {
    throw new StartError(
      `${option}: cannot read the file: ${describeFileProblem(error)}. Check the path.`,
    );
  }
}

function parseCertificate(path: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new StartError(
      `--tls-cert ${path}: expected a certificate in PEM format, which begins with -----BEGIN CERTIFICATE-----.`,
    );
  }
}

function parseKey(path: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    const isEncrypted = pem.includes('ENCRYPTED');
    throw new StartError(
      isEncrypted
        ? `--tls-key ${path}: the key is encrypted. Decrypt it first: openssl pkey -in ${path} -out plain-key.pem`
        : `--tls-key ${path}: expected a private key in PEM format, which begins with -----BEGIN PRIVATE KEY-----.`,
    );
  }
}
