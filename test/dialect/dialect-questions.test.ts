import { describe, expect, it } from 'vitest';
import { describeAllowedValues } from '../../src/dialect/allowed-values.ts';
import { formatEvidence } from '../../src/dialect/evidence.ts';
import { dialectKeys } from '../../src/dialect/keys.ts';
import { listDialectQuestions } from '../../src/dialect/questions.ts';
import { formatValue } from '../../src/dialect/format-value.ts';

describe('listDialectQuestions', () => {
  it('returns the open points and the possible values of each unknown key', () => {
    const unknownKeys = dialectKeys.map(({ key }) => key);
    const questions = listDialectQuestions({ unknown: unknownKeys });
    expect(questions).toHaveLength(dialectKeys.length);
    for (const { leftOpenBy, answers, description, detection } of questions) {
      expect(leftOpenBy.length).toBeGreaterThan(0);
      expect(answers.length).toBeGreaterThan(0);
      expect([description, detection]).not.toContain('');
    }
    expect(questions.find(({ key }) => key === 'otp.sms.ttl')?.detection).toBe(
      'Cannot be detected: it would require waiting.',
    );
  });
});

describe('describeAllowedValues', () => {
  it.each([
    ['wallet.variant', [{ value: 'either' }, { value: 'network' }, { value: 'type' }]],
    ['wallet.challenge.ttl', [{ description: 'a duration, such as PT5M (ISO 8601)' }]],
    ['otp.sms.codeLength', [{ description: 'a whole number from 4 to 10' }]],
    ['otp.sms.codeField', [{ description: 'a string' }]],
    ['wallet.signature.accepts', [{ description: 'a list of rsv, compact, highS' }]],
    [
      'user.identifiedBy',
      [
        { value: 'bearerSession' },
        { description: 'a map of query' },
        { description: 'a map of header' },
      ],
    ],
    ['limits.sends', [{ value: 'none' }, { description: 'a map of count, per, scope' }]],
    [
      'flags.catalogue',
      [{ description: 'a list of maps with the keys code, category, title, message, example' }],
    ],
    ['no.such.key', []],
  ])('returns the values of %s', (key, values) => {
    expect(describeAllowedValues(key)).toEqual(values);
  });
});

describe('formatEvidence', () => {
  const request = { method: 'GET', url: 'https://a.test/v1/user' };
  it.each([
    [{ request, response: { status: 200 } }, 'GET /v1/user: status 200'],
    [{ request, response: null }, 'GET /v1/user'],
    [{ request, response: { status: 404 }, note: 'Last of five' }, /404\. Last of five$/],
    [{ request: {}, tries: 3 }, '{"request":{},"tries":3}'],
    [{}, undefined],
    [undefined, undefined],
    ['x', undefined],
  ])('formats %j on one line, or returns undefined for other evidence', (evidence, line) => {
    if (line instanceof RegExp) expect(formatEvidence(evidence)).toMatch(line);
    else expect(formatEvidence(evidence)).toBe(line);
  });
});

describe('formatValue', () => {
  it.each([
    ['either', 'either'],
    ['', '""'],
    ['ends in a blank ', '"ends in a blank "'],
    ['two\n lines', '"two\\n lines"'],
    [403, '403'],
    [['rsv'], '["rsv"]'],
    [undefined, 'nothing'],
  ])('formats %j', (value, text) => {
    expect(formatValue(value)).toBe(text);
  });
});
