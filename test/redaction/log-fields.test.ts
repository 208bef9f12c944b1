import { describe, expect, it } from 'vitest';

import { redactLogFields } from '../../src/redaction/log-fields.ts';
import { REDACTED } from '../../src/redaction/marker.ts';

describe('redactLogFields', () => {
  it.each([
    'sessionJwt',
    'session_jwt',
    'signature',
    'accessToken',
    'secret',
    'clientSecret',
    'privateKey',
    'otp',
    'jwk',
  ])('masks %s at any depth', (name) => {
    const redacted = redactLogFields({ a: [{ [name]: 'x' }, { b: { [name]: { inner: ['x'] } } }] });
    expect(redacted).toEqual({ a: [{ [name]: REDACTED }, { b: { [name]: REDACTED } }] });
  });

  it('does not mask `code`, which can be an error code or a flag code', () => {
    const body = { code: '123456', emailId: 'e1' };
    expect(redactLogFields(body)).toEqual(body);
  });

  it('returns errors and dates unchanged', () => {
    const [error, date] = [new Error('broken'), new Date(0)];
    expect(redactLogFields({ error, date })).toEqual({ error, date });
  });

  it('accepts a cycle, and very deep nesting', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(JSON.stringify(redactLogFields(cycle))).toContain('[too deep]');
    const deep: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
    expect(JSON.stringify(redactLogFields(deep))).toContain('[too deep]');
  });

  it('treats __proto__ as an ordinary field', () => {
    const body: unknown = JSON.parse('{"__proto__": {"otp": "123456"}}');
    const redacted = redactLogFields(body);
    expect(JSON.stringify(redacted)).toBe(`{"__proto__":{"otp":"${REDACTED}"}}`);
    expect(Object.getPrototypeOf(redacted)).toBe(Object.prototype);
  });
});
