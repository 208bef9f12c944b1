import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { formats } from '../../src/contract/formats.ts';

const ajv = new Ajv2020({ formats });

function isAccepted(format: keyof typeof formats, text: string): boolean {
  return ajv.validate({ type: 'string', format }, text);
}

describe('formats', () => {
  it.each([
    ['eip55-address', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['eip55-address', '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
    ['eip55-address', '0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266'],
    ['phone-number', '+12025550143'],
    ['phone-number', '+442079460958'],
    ['email', 'rita@example.test'],
    ['email', 'rita.o+tag@mail.example.test'],
    ['uuid', '8f14e45f-ceea-467f-9cde-1b2a3c4d5e6f'],
    ['date-time', '2026-01-15T10:00:00.000Z'],
    ['date', '2024-02-29'],
    ['duration', 'PT5M'],
    ['uri', 'https://example.test/a?b=c'],
  ] as const)('%s accepts %s', (format, text) => {
    expect(isAccepted(format, text)).toBe(true);
  });

  it.each([
    ['eip55-address', '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['eip55-address', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb9226'],
    ['phone-number', '12025550143'],
    ['phone-number', '+1 202 555 0143'],
    ['phone-number', '+1202555014'],
    ['phone-number', '+0123456789'],
    ['phone-number', '+12025550143;ext=1'],
    ['phone-number', '+12025550143\n'],
    ['email', 'rita'],
    ['email', 'rita@example'],
    ['email', 'rita@example.test\n'],
    ['email', 'ri\u0000ta@example.test'],
    ['email', 'Rita <rita@example.test>'],
    ['email', `${'r'.repeat(250)}@example.test`],
    ['uuid', '8f14e45fceea467f9cde1b2a3c4d5e6f'],
    ['date-time', '2026-02-30T10:00:00.000Z'],
    ['date', '2026-02-29'],
    ['duration', 'P'],
    ['duration', '5 minutes'],
  ] as const)('%s rejects %j', (format, text) => {
    expect(isAccepted(format, text)).toBe(false);
  });

  it.each(Object.keys(formats) as (keyof typeof formats)[])(
    '%s rejects a text of about a megabyte without a timeout',
    (format) => {
      for (const part of ['a', '+1', 'a.', '1-', 'a@', '-']) {
        expect(isAccepted(format, part.repeat(500_000))).toBe(false);
      }
    },
  );
});
