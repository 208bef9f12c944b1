import type { ScenarioRuntime } from '../../contract/scenario.gen.ts';
import type { SeededUser } from '../../domain/records.ts';
import type { Found } from '../found.ts';
import type { ParsedScenario } from '../parse.ts';
import type { Context } from './runtime-findings.ts';

/** Finds the snapshot among scenarios that are loaded together, and its problems. */
export async function checkRuntimes(
  scenarios: readonly ParsedScenario[],
  ctx: Context,
): Promise<{ readonly runtime: ScenarioRuntime | null; readonly found: readonly Found[] }> {
  const [snapshot, ...others] = scenarios.filter(({ runtime }) => runtime !== undefined);
  if (snapshot?.runtime === undefined) return { runtime: null, found: [] };
  const { runtime, document } = snapshot;
  const { runtimeFindings } = await import('./runtime-findings.ts');
  const findings = await runtimeFindings(runtime, ctx);
  return {
    runtime,
    found: [
      ...findings.map((finding) => ({
        document,
        finding: { ...finding, pointer: `/runtime${finding.pointer}` },
      })),
      ...others.map((other) => twoSnapshots(other, snapshot)),
    ],
  };
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

/** Returns users and transactions without the keys that were generated for the document. */
export function withoutKeysOf(
  users: readonly SeededUser[],
  { withoutKey }: ScenarioRuntime,
): readonly SeededUser[] {
  const ids = new Set(withoutKey);
  const keyless = <Keyed extends { readonly id: string; readonly key: string | null }>(
    keyed: Keyed,
  ): Keyed => (ids.has(keyed.id) ? { ...keyed, key: null } : keyed);
  return users.map((user) => ({
    ...keyless(user),
    transactions: user.transactions.map(keyless),
  }));
}
