import { X509Certificate } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { ensureAuthority, ensureCertificate } from '../../src/server/tls/local-authority.ts';
import { createFolder } from '../config/in-folder.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = Date.parse('2026-01-01T00:00:00.000Z');

it.each([
  ['first starts', async () => {}],
  ['renewals', (folder: string) => ensureAuthority(folder, now - 3640 * DAY)],
])('simultaneous %s use one authority', async (_name, prepare) => {
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
  const old = await ensureAuthority(folder, now);
  const beforeRenewal = await ensureAuthority(folder, now + 3600 * DAY);
  expect(beforeRenewal.certificate).toBe(old.certificate);
  const renewed = await ensureAuthority(folder, now + 3640 * DAY);
  expect(renewed.certificate).not.toBe(old.certificate);
  expect(await ensureAuthority(folder, now + 3641 * DAY)).toEqual(renewed);
  expect(await readdir(join(folder, 'https'))).toEqual(['authority']);
});

it('an IPv6 address is certified without its zone', async () => {
  const folder = await createFolder({});
  const authority = await ensureAuthority(folder, now);
  const created = await ensureCertificate(authority, ['fe80::1%eth0'], now);
  expect(new X509Certificate(created.certificate).checkIP('fe80::1')).toBe('fe80::1');
  expect(await ensureCertificate(authority, ['fe80::1%eth0'], now)).toEqual(created);
});

it('a server certificate that cannot be written is a start error', async () => {
  const folder = await createFolder({});
  const authority = await ensureAuthority(folder, now);
  const missing = { ...authority, folder: join(folder, 'missing') };
  await expect(ensureCertificate(missing, [], now)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(
      /^--https: cannot write .*server\.pem: no such file or folder\. Set XDG_DATA_HOME/,
    ),
  });
});
