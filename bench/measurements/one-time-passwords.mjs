/** Both halves of a sign-in by email, and a call that is refused. */
import { BEARER, CLIENT, Connections, must, timed } from '../http.mjs';
import { BAD_START } from '../calls.mjs';
import { load } from '../load.mjs';
import { rowOf } from '../measurement.mjs';
import { flagbearer } from '../servers/index.mjs';

const headers = { ...CLIENT, ...BEARER };

/** @type {import('../measurement.mjs').Measurement} */
export const oneTimePasswords = {
  name: 'one-time-passwords',
  title: 'sendEmailOtp and authenticateEmailOtp of new users, and a refused request, 32 at once',
  unit: 'calls/s',
  better: 'more',
  async measure({ flagbearer: installed, pace, say }) {
    const running = await flagbearer(installed).start();
    const connections = new Connections();
    const count = pace.name === 'quick' ? 300 : 1500;
    const [sends, answers, refusals] = [[], [], []];
    try {
      const path = `${running.url}/v1/auth/otp/email`;
      for (let round = 0; round <= pace.rounds; round += 1) {
        const records = [];
        const people = Array.from(
          { length: count },
          (_, index) => `p${round}-${index}@example.test`,
        );
        const sent = await timed(people, 32, async (emailAddress) => {
          const { emailId } = must(
            await connections.call('POST', `${path}:send`, { emailAddress }, headers),
            200,
            'send',
          );
          records.push(emailId);
        });
        const { items } = must(
          await connections.call('GET', `${running.url}/sandbox/inbox`),
          200,
          'inbox',
        );
        const codes = new Map(items.map(({ recordId, code }) => [recordId, code]));
        const known = records.filter((emailId) => codes.has(emailId));
        const answered = await timed(known, 32, async (emailId) => {
          must(
            await connections.call(
              'POST',
              `${path}:authenticate`,
              { emailId, otp: codes.get(emailId) },
              headers,
            ),
            200,
            'authenticate',
          );
        });
        must(await connections.call('DELETE', `${running.url}/sandbox/inbox`), 204, 'inbox');
        if (round === 0) continue;
        sends.push(count / sent.seconds);
        answers.push(known.length / answered.seconds);
        const refused = await load(
          {
            url: running.url + BAD_START.path,
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(BAD_START.body),
          },
          pace.seconds,
          { expected: 400 },
        );
        refusals.push(refused.perSecond);
        say(
          `send ${Math.round(sends.at(-1))}, authenticate ${Math.round(answers.at(-1))}, refused ${Math.round(refused.perSecond)} calls/s`,
        );
      }
    } finally {
      connections.close();
      await running.stop();
    }
    return [
      rowOf('sendEmailOtp', sends),
      rowOf('authenticateEmailOtp', answers),
      rowOf('a refused startWalletAuth', refusals),
    ];
  },
};
