import { it } from 'vitest';
import { useTargets } from './sandbox-targets.ts';
import { sandboxDeployment } from './deployments.ts';
import { judgeMutant } from './run-mutants.ts';
import { operators } from './operators/index.ts';
const targets = useTargets();
const mine = /^(2\.[567]|3\.transaction|3\.kyc|3\.[123]\.|4\.[45678]\.|5\.[2456]\.|7)/;
it('power', async () => {
  const granted = process.env['GRANTED'] === '1';
  const deployment = await sandboxDeployment(targets, 'default', { version: 1, values: {} });
  let killed = 0;
  const alive: unknown[] = [];
  const other: string[] = [];
  const chosen = operators.filter(
    (o) => mine.test(o.requirement) && (o.applies?.(deployment.words) ?? true),
  );
  for (const operator of chosen) {
    const r = await judgeMutant(
      operator,
      deployment,
      granted ? { granted: deployment.dialect } : {},
    );
    if (r.killedBy === 'own') killed += 1;
    else if (r.killedBy === 'other')
      other.push(
        `${operator.requirement}: ${operator.name} BY ${r.noticed.join(',')} OWN ${r.own.join(' | ')}`,
      );
    else alive.push([operator.requirement, operator.name, r.own, r.errors, r.stop, r.noticed]);
  }
  console.log('killed', killed, 'other', other.length, 'alive', alive.length, 'of', chosen.length);
  console.log(JSON.stringify(other, null, 1));
  console.log(JSON.stringify(alive, null, 1));
}, 900000);
