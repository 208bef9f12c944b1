/**
 * Certificates of the local authority, as X.509 (RFC 5280). This module is loaded only when a certificate
 * is created; otherwise its library is not needed.
 */
import 'reflect-metadata';
import { createPrivateKey } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

/** A certificate and its private key, both as PEM. */
export interface KeyedCertificate {
  readonly certificate: string;
  readonly key: string;
}

export interface CertificateRequest {
  /** Host names and IP addresses of the subject alternative name. */
  readonly names: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Private key as PEM; by default, a new key is generated. */
  readonly key?: string;
}

const DAY = 24 * 60 * 60 * 1000;
const AUTHORITY_DAYS = 3650;
/** Safari and Chrome reject a longer period, also of a local authority. */
const SERVER_DAYS = 397;
const AUTHORITY_NAME = 'CN=flagbearer local authority, O=flagbearer';
/** Clients compare the alternative names only (RFC 9525). */
const SERVER_NAME = 'CN=flagbearer sandbox, O=flagbearer';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

type CryptoKey = Parameters<typeof crypto.subtle.exportKey>[1];
type KeyPair = Record<'privateKey' | 'publicKey', CryptoKey>;

export async function createAuthority(now: number): Promise<KeyedCertificate> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const { keyCertSign, cRLSign } = x509.KeyUsageFlags;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: AUTHORITY_NAME,
    ...createValidity(now, AUTHORITY_DAYS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(keyCertSign | cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: certificate.toString('pem'), key: await exportPem(keys.privateKey) };
}

export async function issueCertificate(
  authority: KeyedCertificate,
  { names, now, key }: CertificateRequest,
): Promise<KeyedCertificate> {
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys =
    key === undefined
      ? await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
      : await importKeys(key);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: SERVER_NAME,
    issuer: issuer.subject,
    ...createValidity(now, SERVER_DAYS),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: (await importKeys(authority.key)).privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }) as const),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    certificate: certificate.toString('pem'),
    key: key ?? (await exportPem(keys.privateKey)),
  };
}

/** Returns a validity that began an hour ago, since the clock of a mobile emulator may be behind. */
function createValidity(now: number, days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now - DAY / 24), notAfter: new Date(now + days * DAY) };
}

async function exportPem(key: CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

async function importKeys(pem: string): Promise<KeyPair> {
  const key = createPrivateKey(pem);
  const { d: _, ...publicPart } = key.export({ format: 'jwk' });
  return {
    privateKey: await crypto.subtle.importKey(
      'pkcs8',
      key.export({ format: 'der', type: 'pkcs8' }),
      ALGORITHM,
      true,
      ['sign'],
    ),
    publicKey: await crypto.subtle.importKey('jwk', publicPart, ALGORITHM, true, ['verify']),
  };
}
