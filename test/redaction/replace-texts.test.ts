import { expect, it } from 'vitest';
import { replaceTexts } from '../../src/redaction/replace-texts.ts';

it('replaceTexts does not mask parts of an id, verdict or cause', () => {
  const result = { id: '4.2.x', verdict: 'fail', cause: 'contract', reason: 'it is a fail' };
  const mask = (text: string) => text.replaceAll(/fail|contract|4\.2/g, '*');
  expect(replaceTexts({ results: [result] }, mask)).toEqual({
    results: [{ ...result, reason: 'it is a *' }],
  });
});
