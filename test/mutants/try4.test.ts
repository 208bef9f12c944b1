import { it } from 'vitest';
import { requirements } from '../../src/contract/requirements.gen.ts';
import { operators } from './operators/index.ts';
import { allSections } from './all-sections.ts';
import { checkId } from '../../conformance/define-check.ts';
it('x', async () => {
  const checks = (await allSections()).flatMap((s) => s.checks);
  const out = [];
  for (const r of requirements.filter((r) => r.level !== 'OPEN')) {
    const c = checks.filter((c) => c.requirement === r.id).length,
      o = operators.filter((o) => o.requirement === r.id).length;
    if (!c || !o) out.push(`${r.level} ${r.id} checks ${c} operators ${o}`);
  }
  const ids = checks.map(checkId);
  const dup = ids.filter((id, i) => ids.indexOf(id) !== i);
  const n = operators.map((o) => o.name);
  console.log(
    out,
    'dup',
    [...new Set(dup)],
    'dupops',
    n.filter((x, i) => n.indexOf(x) !== i),
    operators.length,
    checks.length,
    new Set(operators.map((o) => o.requirement + o.kind)).size,
  );
});
