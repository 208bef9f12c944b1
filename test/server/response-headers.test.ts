import { describe, expect, it } from 'vitest';

import { sendRequest, useSandbox } from '../sandbox.ts';

const sandbox = useSandbox();

describe('a report as an HTML page', () => {
  it('runs no scripts, loads no resources and cannot be framed', async () => {
    const { headers } = await sendRequest(`${sandbox.url}/sandbox/client-report?format=html`);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });
});

describe('every response', () => {
  it.each([
    '/user',
    '/nowhere',
    '/w/nobody/user',
    '/sandbox/health',
    '/sandbox/nowhere',
    '/sandbox/client-report?format=html',
    '/sandbox/client-report?format=junit',
    '/sandbox/metrics',
    '/sandbox/console',
  ])('to %s prevents content type sniffing and has the id of its request', async (path) => {
    const { headers } = await sendRequest(`${sandbox.url}${path}`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}-\d+$/);
  });
});
