/** Responses with sequences that a terminal or the log of GitHub Actions interprets. */
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { startIndependentServer, variants } from '../../independent/server.ts';
import { runInGitHubActions } from './run-in-github-actions.ts';
import { startRelay } from './start-relay.ts';

it('flagbearer conform escapes control characters in every output and keeps them unchanged in the data', async () => {
  const { plain } = variants;
  const phrase = '::error::Sign ##[error]in \u009B31m \u202E\u2066 \u001B[2J: ';
  const variant = { ...plain, challenge: { ...plain.challenge, phrase } };
  const server = await startIndependentServer({ variant });
  onTestFinished(server.close);
  // The challenges contain the phrase. The relay adds it to error responses.
  const url = await startRelay(server.url, ({ status, text }) =>
    status < 400 ? text : JSON.stringify({ message: `\n${phrase}`, [phrase]: phrase }),
  );
  const { exit, outputs } = await runInGitHubActions(url, server);
  expect(exit).toBe(0);
  // stdout, stderr, the step summary and the files of the report folder.
  expect(outputs.size).toBe(10);
  for (const [name, text] of outputs) {
    for (const character of ['\u009B', '\u202E', '\u2066', '\u001B', '##[']) {
      expect(text, name).not.toContain(character);
    }
    expect(text, name).not.toMatch(/^\s*::error::Sign/m);
  }
  const detected = { wallet: { challenge: { phrase } } };
  const report = JSON.parse(outputs.get('conform-report/report.json') ?? '');
  expect(JSON.stringify(report.dialect)).toContain(JSON.stringify(phrase).slice(1, -1));
  expect(parse(outputs.get('conform-report/dialect.yaml') ?? '').values).toMatchObject(detected);
});
