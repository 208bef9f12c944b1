import { it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { dialects } from './dialects.ts';
import { independentDeployment, sandboxDeployment } from './deployments.ts';
import { judgeMutant, judgeMutantQuickly } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';
import { allSections } from './all-sections.ts';
import { operators } from './operators/index.ts';

const targets = useTargets();
it('mutants', async () => {
  const sections = await allSections();
  const which = process.env['WHICH'] ?? 'default';
  const d =
    which in dialects
      ? await sandboxDeployment(targets, which, dialects[which as 'default'])
      : independentDeployment(which as 'plain');
  const only = process.env['OP'];
  const chosen = operators.filter(
    (o) =>
      (o.applies?.(d.words) ?? true) &&
      (!only || o.name.includes(only) || o.requirement.startsWith(only)),
  );
  const t = performance.now();
  const full = process.env['FULL'] === '1';
  const all: any[] = [];
  const queue = [...chosen];
  await Promise.all(
    [1, 2].map(async () => {
      for (let o = queue.shift(); o; o = queue.shift()) {
        const r = await (full ? judgeMutantQuickly : judgeMutant)(o, d, {
          granted: process.env['DISC'] ? null : d.dialect,
          sections,
          settings: full ? {} : { only: [o.requirement] },
        });
        all.push(r);
      }
    }),
  );
  const none = all.filter((r) => r.killedBy !== 'own');
  writeFileSync(`/tmp/mut-${which}.json`, JSON.stringify(all, null, 1));
  console.log(
    which,
    'operators',
    all.length,
    'own',
    all.length - none.length,
    'ms',
    Math.round(performance.now() - t),
  );
  for (const r of none)
    console.log(
      `${r.operator.requirement} | ${r.operator.name} | ${r.killedBy} | ${r.stop ?? ''} | ${r.own.length === 0 ? 'NO CHECK' : r.own.join(' ; ').slice(0, 400)} ${r.errors.length ? 'ERRORS ' + r.errors.join(';').slice(0, 300) : ''}`,
    );
}, 3000000);
