import { expect, it } from 'vitest';
import { assertSendsNoCode } from '../../../conformance/contexts/rejected-sends.ts';
import { useScriptedServer } from '../scripted-server.ts';

const { run } = useScriptedServer();

it('a run does not ask a person for the code of a send that must be rejected', async () => {
  const questions: string[] = [];
  const { result } = await run([], (t) => assertSendsNoCode(t, 'sms', (request) => request), {
    settings: { otpSource: { kind: 'prompt' } },
    ports: {
      ask: (question) => {
        questions.push(question);
        return Promise.resolve('123456');
      },
    },
  });
  expect(questions).toEqual([]);
  expect(result).toMatchObject({
    verdict: 'not-tested',
    reason: expect.stringContaining('Needs an otpSource that returns a code only after its send.'),
  });
});
