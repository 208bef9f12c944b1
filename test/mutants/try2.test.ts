import { it } from 'vitest';
import { dialects } from './dialects.ts';
import { independentDeployment, sandboxDeployment } from './deployments.ts';
import { alarmsOf, runAgainst } from './run-mutants.ts';
import { useTargets } from './sandbox-targets.ts';
import { allSections } from './all-sections.ts';

const targets = useTargets();
it('baseline', async () => {
  const sections = await allSections();
  for (const make of [
    () => sandboxDeployment(targets, 'default', dialects.default),
    () => sandboxDeployment(targets, 'renamed', dialects.renamed),
    () => sandboxDeployment(targets, 'strict', dialects.strict),
    () => Promise.resolve(independentDeployment('plain')),
  ]) {
    const d = await make();
    const t = performance.now();
    const outcome = await runAgainst(d, ({ forward }) => forward(), {
      granted: d.dialect,
      sections,
    });
    const counts: Record<string, number> = {};
    for (const r of outcome.results)
      counts[r.level + ' ' + r.verdict] = (counts[r.level + ' ' + r.verdict] ?? 0) + 1;
    console.log(
      d.name,
      Math.round(performance.now() - t),
      outcome.budget.requests,
      outcome.budget.otpSends,
      counts,
      alarmsOf(outcome),
      outcome.results
        .filter((r) => r.verdict === 'not-tested' && r.level !== 'OPEN')
        .map((r) => r.id + ' ' + r.reason),
    );
  }
}, 100000);
