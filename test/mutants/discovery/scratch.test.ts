import { it } from 'vitest';
import { runInProcess } from '../../../conformance/run-in-process.ts';
import { settingsFor, useTargets } from '../sandbox-targets.ts';
const targets = useTargets();
it('x', async () => {
  for (const values of JSON.parse(process.env['V'] ?? '[{}]')) {
    const target = await targets.target({ version: 1, values } as never);
    const began = Date.now();
    const cpu = process.cpuUsage();
    const events: [string, number][] = [];
    const outcome = await runInProcess(
      settingsFor(target),
      { watch: (p) => p.kind === 'discovering' && events.push([p.group, Date.now() - began]) },
      [],
    );
    const used = process.cpuUsage(cpu);
    console.log(
      JSON.stringify(values),
      outcome.stop,
      Date.now() - began,
      'ms',
      used.user / 1000,
      JSON.stringify(outcome.budget),
      JSON.stringify(events),
    );
    console.log(outcome.dialect.openQuestions.map((q) => q.key + ' : ' + q.seen).join('\n'));
    if (process.env['D']) console.log(JSON.stringify(outcome.dialect.document.values, null, 1));
  }
}, 60000);
