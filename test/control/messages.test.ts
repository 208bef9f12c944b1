import { describe, expect, it } from 'vitest';

import { useSandbox } from '../sandbox.ts';

const sandbox = useSandbox();

const MESSAGES = {
  F0000: 'a',
  F1001: 'b',
  F1002: 'c',
  K1001: 'd',
  K1002: 'e',
  T1001: 'f',
  T1002: 'g',
};

describe('§7.1 checkMessages', () => {
  const check = async (body: object, workspace = sandbox.workspace()) =>
    (await workspace).control('/messages:check', { body });

  it('reports nothing if every flag has a message', async () => {
    const { status, body } = await check({ text: JSON.stringify({ ...MESSAGES, default: 'h' }) });
    expect(status).toBe(200);
    expect(body).toEqual({ findings: [] });
  });

  it('reports a flag without a message, with its position', async () => {
    const { body } = await check({ text: '{"default": "h",\n "flags": {\n}}', file: 'en.json' });
    expect(body.findings).toContainEqual({
      rule: 'missing-message',
      clause: '7.1',
      severity: 'error',
      message: 'No message for the flag K1001.',
      hint: 'Add a message with the key "K1001" under "flags".',
      pointer: '/flags',
      file: 'en.json',
      line: 2,
      column: 11,
    });
  });

  it('suggests the key that contains the flags', async () => {
    const text = JSON.stringify({ errors: { flags: { ...MESSAGES, default: 'h' } } });
    expect((await check({ text })).body.keyPrefix).toBe('errors.flags');
    expect((await check({ text, keyPrefix: 'errors.flags' })).body).toEqual({ findings: [] });
  });

  it('parses the text as Java properties if the file name ends in .properties', async () => {
    const text = Object.entries({ ...MESSAGES, default: 'h' })
      .map(([code, message]) => `flags.${code} = ${message}\n`)
      .join('');
    expect((await check({ text, file: 'en.properties' })).body).toEqual({ findings: [] });
  });

  it('reports a text that cannot be parsed', async () => {
    const { status, body } = await check({ text: '{"a": [' });
    expect(status).toBe(200);
    expect(body.findings[0]).toMatchObject({ severity: 'error', line: 1 });
  });

  it('uses the flags of the dialect of the workspace', async () => {
    const dialect = {
      flags: {
        catalogue: [
          { code: 'F0000', category: null, title: 't', message: 'm', example: false },
          { code: 'X9', category: 'Fraud', title: 't', message: 'm', example: false },
          {
            code: 'T9',
            category: 'Transaction Processing',
            title: 't',
            message: 'm',
            example: false,
          },
        ],
      },
    };
    const workspace = sandbox.workspace({ dialect, scenario: 'empty' });
    const { body } = await check({ text: '{"F0000": "a", "T9": "b", "default": "c"}' }, workspace);
    expect(body.findings.map(({ message }: { message: string }) => message)).toEqual([
      'No message for the flag X9.',
    ]);
  });
});
