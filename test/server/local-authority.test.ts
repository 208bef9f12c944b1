import { X509Certificate } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { ensureAuthority, ensureCertificate } from '../../src/server/tls/local-authority.ts';
import { createFolder } from '../setup/folder.ts';

const DAY = 24 * 60 * 60 * 1000;
/** An authority is valid for 3650 days and is replaced in the last 30 days. */
const AGE_BEFORE_REPLACEMENT = 3600 * DAY;
const AGE_OF_REPLACEMENT = 3640 * DAY;
const now = Date.parse('2026-01-01T00:00:00.000Z');

it.each([
  ['no authority exists', async () => {}],
  [
    'the authority expires soon',
    (folder: string) => ensureAuthority(folder, now - AGE_OF_REPLACEMENT),
  ],
])('simultaneous starts create one authority if %s', async (_condition, prepare) => {
  // Repeats the race, because its order varies.
  for (let round = 0; round < 4; round += 1) {
    const folder = await createFolder({});
    await prepare(folder);
    const authorities = await Promise.all(
      Array.from({ length: 6 }, () => ensureAuthority(folder, now)),
    );
    expect(new Set(authorities.map(({ certificate }) => certificate)).size).toBe(1);
    expect(await ensureAuthority(folder, now)).toEqual(authorities[0]);
    expect(await readdir(join(folder, 'https'))).toEqual(['authority']);
  }
});

it('an authority that expires soon is replaced', async () => {
  const folder = await createFolder({});
  const firstAuthority = await ensureAuthority(folder, now);
  const sameAuthority = await ensureAuthority(folder, now + AGE_BEFORE_REPLACEMENT);
  expect(sameAuthority.certificate).toBe(firstAuthority.certificate);
  const newAuthority = await ensureAuthority(folder, now + AGE_OF_REPLACEMENT);
  expect(newAuthority.certificate).not.toBe(firstAuthority.certificate);
  expect(await ensureAuthority(folder, now + AGE_OF_REPLACEMENT + DAY)).toEqual(newAuthority);
  expect(await readdir(join(folder, 'https'))).toEqual(['authority']);
});

it('a certificate contains an IPv6 address without its zone', async () => {
  const folder = await createFolder({});
  const authority = await ensureAuthority(folder, now);
  const createdCertificate = await ensureCertificate(authority, ['fe80::1%eth0'], now);
  expect(new X509Certificate(createdCertificate.certificate).checkIP('fe80::1')).toBe('fe80::1');
  expect(await ensureCertificate(authority, ['fe80::1%eth0'], now)).toEqual(createdCertificate);
});

it('a server certificate that cannot be written is a start error', async () => {
  const folder = await createFolder({});
  const authority = await ensureAuthority(folder, now);
  const authorityInMissingFolder = { ...authority, folder: join(folder, 'missing') };
  await expect(ensureCertificate(authorityInMissingFolder, [], now)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(
      /^--https: cannot write .*server\.pem: no such file or folder\. Set XDG_DATA_HOME/,
    ),
  });
});

it('a server certificate that is a folder is a start error', async () => {
  const folder = await createFolder({});
  const authority = await ensureAuthority(folder, now);
  await mkdir(join(folder, 'https/server.pem'));
  await expect(ensureCertificate(authority, [], now)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(
      /^--https: cannot read .*server\.pem: it is a folder, not a file$/,
    ),
  });
});
