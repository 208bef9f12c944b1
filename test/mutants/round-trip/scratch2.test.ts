import { it } from 'vitest';
import { runInProcess } from '../../../conformance/run-in-process.ts';
import { sections as all } from '../../../conformance/sections/index.ts';
import { observableValues } from '../../../conformance/discovery/nothing-to-decide.ts';
import { dialectKeys } from '../../../src/dialect/keys.ts';
import { loadDialect } from '../../../src/dialect/load.ts';
import { settingsFor, useTargets } from '../sandbox-targets.ts';
import { documentOf, samples, statusCauses, type DialectValues } from './values.ts';
const targets = useTargets();
const ignore = new RegExp(process.env['IGNORE'] ?? '^flags.catalogue');
const only = process.env['ONLY'];
export async function differences(values: DialectValues, sections = []) {
  const doc = documentOf(values) as never;
  const t = await targets.target(doc);
  const out = await runInProcess(settingsFor(t), { sleep: () => Promise.resolve() }, sections);
  if (out.stop) return [JSON.stringify(out.stop)];
  const a = await loadDialect(doc);
  const b = await loadDialect(out.dialect.document);
  if ('findings' in a) return [JSON.stringify(a.findings)];
  if ('findings' in b) return [JSON.stringify(b.findings)];
  const x = observableValues(a.dialect),
    y = observableValues(b.dialect);
  const bad = out.results
    .filter((r) => r.verdict === 'fail' || r.verdict === 'error')
    .map((r) => `${r.verdict} ${r.id}: ${r.reason}`);
  const un = out.dialect.document.unknown ?? [];
  return [
    ...dialectKeys
      .filter((k) => k.isObserved && !ignore.test(k.key))
      .flatMap(({ key }) => {
        const l = JSON.stringify(x.get(key));
        const r = un.includes(key)
          ? 'unknown: ' + out.dialect.openQuestions.find((q) => q.key === key)?.seen
          : JSON.stringify(y.get(key));
        return l === r ? [] : [`${key}: ${l} -> ${r}`];
      }),
    ...bad,
    ...(out.budget.otpSends.used > 20 || out.budget.requests.used > 250
      ? [JSON.stringify(out.budget)]
      : []),
  ];
}
(process.env['RND'] ? it.skip : it)(
  'each',
  async () => {
    const list = [
      { key: 'default', value: null, values: {} },
      ...samples,
      {
        key: 'status',
        value: 1,
        values: Object.fromEntries([
          ...statusCauses.map((k, i) => [k, 430 + i]),
          ['identity.unknown', 'rejectAtStart'],
          ['limits.sends', { count: 6, per: 'PT1H', scope: 'destination' }],
        ]),
      },
    ];
    for (const s of list.filter((s) => !only || s.key.startsWith(only))) {
      const d = await differences(s.values, process.env['CHECKS'] ? (all as never) : []);
      if (d.length) console.log(`### ${s.key} ${JSON.stringify(s.value)}\n   ${d.join('\n   ')}`);
    }
  },
  500000,
);
