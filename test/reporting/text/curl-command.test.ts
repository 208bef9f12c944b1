import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCurl } from '../../../src/reporting/text/curl-command.ts';
import { truncateText } from '../../../src/reporting/text/truncate-text.ts';
import type { SentRequest } from '../../../src/reporting/report.ts';
import { HOSTILE } from '../sample-report.ts';

const request: SentRequest = {
  method: 'POST',
  url: 'https://a.example.test/v1/auth/otp/sms:send',
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  body: '{}',
};

const env = {
  FLAGBEARER_CLIENT_SECRET: "se'cret $x",
  FLAGBEARER_ACCESS_TOKEN: 'token',
  SESSION_JWT: 'a.b.c',
  OTP: '000000',
  SIGNATURE: '0xabc',
};

/** Runs the commands in a shell and returns the arguments that curl receives for each. */
function readArguments(lines: readonly string[]): string[][] {
  const script = `curl() { printf '%s\\0' "$#" "$@"; }\n${lines.join('\n')}\n`;
  const { stdout, stderr } = spawnSync('sh', { input: script, env, encoding: 'utf8' });
  expect(stderr).toBe('');
  const args = stdout.split('\0').slice(0, -1);
  const calls: string[][] = [];
  while (args.length > 0) {
    const count = Number(args.shift());
    calls.push(args.splice(0, count));
  }
  return calls;
}

function readBodies(bodies: readonly string[]): (string | undefined)[] {
  return readArguments(bodies.map((body) => formatCurl({ ...request, body }))).map((args) =>
    args.at(-1),
  );
}

// Windows has no sh.
describe.skipIf(process.platform === 'win32')('a request as a curl command', () => {
  it('sends method, URL, headers and body', () => {
    expect(readArguments([formatCurl(request)])).toEqual([
      [
        '--include',
        '--request',
        'POST',
        'https://a.example.test/v1/auth/otp/sms:send',
        '--header',
        'accept: application/json',
        '--header',
        'content-type: application/json',
        '--data-raw',
        '{}',
      ],
    ]);
  });

  it('is split over lines for readability', () => {
    expect(
      formatCurl({ method: 'GET', url: 'http://a.test/user', headers: { accept: '*/*' } }),
    ).toBe("curl --include \\\n  'http://a.test/user' \\\n  --header 'accept: */*'");
  });

  it('reads masked values from shell variables', () => {
    const [args] = readArguments([
      formatCurl({
        ...request,
        headers: {
          ...request.headers,
          'service-client-secret': '<client secret>',
          authorization: 'Bearer <access token>',
          'x-session': '<session JWT>',
        },
        body: '{"otp":"<one-time password>","signature":"<signature>"}',
      }),
    ]);
    expect(args).toContain("service-client-secret: se'cret $x");
    expect(args).toContain('authorization: Bearer token');
    expect(args).toContain('x-session: a.b.c');
    expect(args?.at(-1)).toBe('{"otp":"000000","signature":"0xabc"}');
  });

  it('prevents curl from adding headers', () => {
    const [args] = readArguments([formatCurl({ ...request, headers: {} })]);
    expect(args).toEqual(expect.arrayContaining(['accept:', 'content-type:']));
  });

  it('sends an empty header, and omits headers that curl derives', () => {
    const { body: _, ...requestWithoutBody } = request;
    const headers = { 'service-client-id': '', host: 'a', accept: '*/*' };
    const [args] = readArguments([formatCurl({ ...requestWithoutBody, headers })]);
    expect(args?.slice(4)).toEqual(['--header', 'service-client-id;', '--header', 'accept: */*']);
  });

  it('prevents curl from changing the URL', () => {
    const url = 'http://[::1]/../user';
    const [args] = readArguments([formatCurl({ ...request, method: 'M-SEARCH', url })]);
    expect(args?.slice(1, 5)).toEqual(['--globoff', '--path-as-is', '--request', 'M-SEARCH']);
  });

  it('passes a body with shell characters unchanged', () => {
    const bodies = [
      '',
      "it's",
      "''",
      'a\nb\n',
      '\r\n\t',
      '@file',
      '$HOME `id` $(id) \\ ! "',
      HOSTILE.replaceAll('\0', ''),
      '\u001B[201~\u009B31m\u202Ex\u2028',
    ];
    expect(readBodies(bodies)).toEqual(bodies.map((body) => Buffer.from(body).toString()));
  });

  it('passes any body unchanged', () => {
    const text = fc.string({ unit: 'binary' }).map((body) => body.replaceAll('\0', ''));
    const unusual = fc.string({
      unit: fc.constantFrom("'", '\\', '\n', '\r', '"', '$', '`', '\u007F'),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(text, unusual), { maxLength: 60 }), (bodies) => {
        expect(readBodies(bodies)).toEqual(bodies);
      }),
      { numRuns: 15 },
    );
  });

  it('contains no terminal control characters', () => {
    const line = formatCurl({ ...request, body: '\u001B[201~\u0003\r\u202E' });
    // oxlint-disable-next-line no-control-regex
    expect(line).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
  });

  it('explains why the body cannot be sent, or that it is truncated', () => {
    expect(formatCurl({ ...request, body: 'a\0b' })).toMatch(/^# The body contains a NUL/);
    const truncated = truncateText('x'.repeat(5000), 4000);
    expect(truncated).toMatch(/x… \(5000 characters\)$/);
    expect(formatCurl({ ...request, body: truncated })).toMatch(
      /^# The body is truncated.*\ncurl /,
    );
  });
});
