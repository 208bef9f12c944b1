import { expect, it } from 'vitest';
import { runConformance } from '../../conformance/run-conformance.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
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
