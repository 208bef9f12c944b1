import { describe, expect, it } from 'vitest';
import type { DialectValues } from '../../setup/dialect-document.ts';
import { pickDetected, useDiscovery } from './use-discovery.ts';

const discover = useDiscovery();

const dialects: readonly DialectValues[] = [
  {
    'session.algorithm': 'HS256',
    'session.jwksPath': 'none',
    'session.ttl': 'PT15M',
    'session.subjectClaim': 'user_id',
    'userMask.absent': 'null',
    'userMask.preferredMfaMethods': ['TOTP'],
  },
  { 'session.algorithm': 'RS256', 'session.ttl': 'P1DT12H', 'userMask.absent': 'empty' },
  { 'session.algorithm': 'EdDSA', 'session.ttl': 'PT1M30S' },
  { 'masks.phone': '+*-***-***-{last4}', 'masks.email': '***@{domain}' },
  { 'masks.phone': '{last4} (555)', 'masks.email': 'hidden' },
  { 'masks.email': '<{first}> at {domain}' },
];

describe('discovery of sessions and masks (§2.4 to §2.6, §5.8)', () => {
  it.each(dialects.map((values) => [JSON.stringify(values), values] as const))(
    'detects %s',
    async (_title, values) => {
      const discovered = await discover(values);
      expect(pickDetected(discovered, values)).toEqual(values);
      expect(discovered.findings).toEqual([]);
    },
  );

  it('leaves session.jwksPath unknown if the public keys are not at the usual path', async () => {
    for (const path of ['/v1/keys', 'none']) {
      const discovered = await discover({ 'session.jwksPath': path });
      expect(discovered.openQuestions.get('session.jwksPath')).toBe(
        '/.well-known/jwks.json returns 404; keys may be published elsewhere or not at all.',
      );
    }
  });

  it('reads the public keys from the path in the declared dialect', async () => {
    const declared = {
      version: 1,
      values: { session: { jwksPath: '/v1/keys' } },
    } as const;
    const samePath = await discover({ 'session.jwksPath': '/v1/keys' }, { dialect: declared });
    expect(samePath.getValue('session.jwksPath')).toBe('/v1/keys');
    const otherPath = await discover({ 'session.jwksPath': '/keys' }, { dialect: declared });
    expect(otherPath.openQuestions.get('session.jwksPath')).toMatch(/^\/v1\/keys returns 404, /);
  });
});
