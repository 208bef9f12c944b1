import { it } from 'vitest';
import { everyDialect } from './dialects.ts';
import { sandboxDeployment, independentDeployment, variantNames } from './deployments.ts';
import { alarmsOf, runAgainst, judgeMutant } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';
import { operators } from './operators/index.ts';
import { writeFileSync, appendFileSync } from 'node:fs';
const names = [
  '2.1-',
  '2.2-',
  '2.3-',
  '2.4-',
  '3-wallet',
  '4-endpoints',
  '4.1-',
  '4.2-',
  '4.3-',
  '5.1-',
  '5.3-',
  '9-',
];
import { readdirSync } from 'node:fs';
const targets = useTargets();
const dir = new URL('../../conformance/sections/', import.meta.url).pathname;
async function mine() {
  const out: any[] = [];
  for (const f of readdirSync(dir).filter((f) => names.some((n) => f.startsWith(n)))) {
    const m = await import(/* @vite-ignore */ dir + f);
    for (const v of Object.values(m)) if ((v as any).checks) out.push(v);
  }
  return out;
}
it('sweep', async () => {
  const sections = await mine();
  const mode = process.env['ROLE'];
  const log = `/tmp/sweep-a-${mode}-${process.env['WHICH'] ?? ''}${process.env['FULL'] ?? ''}.log`;
  writeFileSync(log, '');
  if (mode === 'dialects') {
    for (const [name, doc] of everyDialect) {
      try {
        const d = await sandboxDeployment(targets, name, doc);
        const o = await runAgainst(d, null, { granted: d.dialect, sections });
        appendFileSync(log, `${name}: ${o.durationMs} ${JSON.stringify(alarmsOf(o))}\n`);
      } catch (e) {
        appendFileSync(log, `${name}: THROWN ${e}\n`);
      }
    }
  } else if (mode === 'independent') {
    for (const name of variantNames) {
      const d = independentDeployment(name);
      const o = await runAgainst(d, null, { sections });
      appendFileSync(
        log,
        `${name}: ${o.durationMs} ${JSON.stringify(o.budget)} ${JSON.stringify(alarmsOf(o), null, 1)}\n`,
      );
      for (const r of o.results)
        if ((r.verdict === 'not-tested' && r.cause !== 'dialect') || r.verdict === 'warn')
          appendFileSync(log, `   ${r.verdict} ${r.id} ${r.reason}\n`);
    }
  } else {
    const which = process.env['WHICH'] ?? 'default';
    const d = await sandboxDeployment(targets, which, everyDialect.get(which)!);
    const ids = new Set(sections.flatMap((s: any) => s.checks.map((c: any) => c.requirement)));
    const names2 = process.env['NAMES']?.split('|');
    for (const o of operators.filter(
      (o) =>
        (!names2 || names2.some((n) => o.name.includes(n))) &&
        ids.has(o.requirement) &&
        (o.applies?.(d.words) ?? true),
    )) {
      const r = await judgeMutant(o, d, {
        granted: d.dialect,
        sections,
        settings: process.env['FULL'] ? {} : { only: [o.requirement] },
      });
      appendFileSync(
        log,
        `${r.killedBy} | ${o.requirement} | ${o.name} | ${r.killedBy === 'own' && !r.errors.length ? '' : JSON.stringify(r.own) + r.stop + r.errors}\n`,
      );
    }
  }
}, 3600000);
