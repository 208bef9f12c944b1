/** Tests which bodies of a 2xx response report a failure (§7). */
import { describe, expect, it } from 'vitest';
import { isRejectionBody } from '../../../conformance/responses/rejection-body.ts';

describe('a body', () => {
  it.each([
    { success: false },
    { ok: false },
    { error: 'unauthorized' },
    { error: { code: 'unauthorized' } },
    { error: true, message: 'unauthorized' },
    { error: 401 },
    { success: false, challenge: null },
    { errors: ['unauthorized'] },
  ])('reports a failure: %j', (body) => expect(isRejectionBody(body)).toBe(true));

  it.each([
    {},
    [],
    'error',
    { success: true },
    { error: null },
    { error: false },
    { error: 0 },
    { error: '' },
    { errors: [] },
    { errors: {} },
    { error: true, challenge: 'Sign: abc' },
  ])('reports no failure: %j', (body) => expect(isRejectionBody(body)).toBe(false));
});
