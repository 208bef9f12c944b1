import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { runConformance } from '../../conformance/run-conformance.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { sendRequest } from '../sandbox.ts';
import { listen } from '../setup/listen.ts';
import { listFalseFailures } from './run-mutants.ts';
import { createSettings, useTargets } from './sandbox-targets.ts';

const targets = useTargets();

it('a run passes against the sandbox', async () => {
  const target = await targets.create();
  const outcome = await runConformance(createSettings(target), { assumedDialect: defaultDialect });
  expect(listFalseFailures(outcome)).toEqual([]);
  // Most checks ran.
  expect(outcome.results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(200);
});

it('an OTP source that reads the inbox of the sandbox finds the codes', async () => {
  const target = await targets.create();
  const source = createServer((request, response) => {
    const inbox = sendRequest(`${target}/sandbox/inbox${request.url?.slice(1) ?? ''}`);
    void inbox.then(({ body }) => response.end(JSON.stringify(body.items.at(-1) ?? {})));
  });
  onTestFinished(() => void source.close());
  const port = await listen(source);
  const template = `http://127.0.0.1:${port}/?channel={channel}&to={destination}`;
  const settings = createSettings(target, {
    otpSource: { kind: 'url', template },
    only: ['4.5.operation', '4.7.operation'],
  });
  const { results } = await runConformance(settings, { assumedDialect: defaultDialect });
  expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['pass']));
});

it('the report shows the target, with masked texts replaced', async () => {
  const target = await targets.create();
  const { origin } = new URL(target);
  for (const [maskedTexts, shownTarget] of [
    [new Map(), target],
    [new Map([[target, '${TARGET}']]), '${TARGET}'],
    [new Map([[origin, '${ORIGIN}']]), target.replace(origin, '${ORIGIN}')],
  ] as const) {
    const settings = createSettings(target, { maskedTexts, only: ['4.1.operation.starts'] });
    const { results } = await runConformance(settings, { assumedDialect: defaultDialect });
    const urls = results.flatMap(({ evidence }) => evidence.map(({ request }) => request.url));
    expect(new Set(urls)).toEqual(new Set([`${shownTarget}/v1/auth/cryptoWallet:start`]));
  }
});
