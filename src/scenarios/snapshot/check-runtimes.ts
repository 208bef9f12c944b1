import type { Found } from '../found.ts';
import type { ParsedScenario } from '../parse.ts';
import type { Context } from './runtime-findings.ts';

/** Returns the problems of the snapshot among scenarios that are loaded together. */
export async function runtimesFound(
  scenarios: readonly ParsedScenario[],
  ctx: Context,
): Promise<readonly Found[]> {
  const [snapshot, ...others] = scenarios.filter(({ runtime }) => runtime !== undefined);
  if (snapshot?.runtime === undefined) return [];
  const { runtime, document } = snapshot;
  const { runtimeFindings } = await import('./runtime-findings.ts');
  const findings = await runtimeFindings(runtime, ctx);
  return [
    ...findings.map((finding) => ({
      document,
      finding: { ...finding, pointer: `/runtime${finding.pointer}` },
    })),
    ...others.map((other) => twoSnapshots(other, snapshot)),
  ];
}

/** A workspace goes on from one point. */
function twoSnapshots({ document }: ParsedScenario, first: ParsedScenario): Found {
  return {
    document,
    finding: {
      rule: 'conflicting-snapshots',
      clause: null,
      severity: 'error',
      message: `There is already a runtime in ${first.document.file ?? first.name}.`,
      hint: 'Remove the runtime from one of them.',
      pointer: '/runtime',
    },
  };
}
