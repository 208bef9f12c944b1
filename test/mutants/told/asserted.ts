/** What the checks of a run assert, in their words, whether it holds or not. */
import { onTestFinished, vi } from 'vitest';
import { Attempt } from '../../../conformance/attempt.ts';
import type { Watch } from '../../../conformance/outcome.ts';
import { steady, type Told } from './told.ts';
import { brief } from './transcript.ts';

const assertions = ['accepted', 'refused', 'notBroken', 'that', 'never', 'observed'] as const;

/**
 * Listens to what is asserted, until the test is finished. It takes one check at a time: what was
 * heard is put down to the one that has ended, a line for each different assertion.
 */
export function listenToAssertions(): { readonly asserted: Told; readonly watch: Watch } {
  const asserted: Record<string, readonly string[]> = {};
  const spies = assertions.map((name) => ({ name, spy: vi.spyOn(Attempt.prototype, name) }));
  onTestFinished(() => spies.forEach(({ spy }) => spy.mockRestore()));
  return {
    asserted,
    watch(progress) {
      if (progress.kind !== 'checked') return;
      const heard = spies.flatMap(({ name, spy: { mock } }) =>
        mock.calls.map((given, index) => ({
          at: mock.invocationCallOrder[index] ?? 0,
          line: lineOf(name, given),
        })),
      );
      const lines = heard.toSorted((one, other) => one.at - other.at).map(({ line }) => line);
      asserted[progress.result.id] = withCounts(lines);
      for (const { spy } of spies) spy.mockClear();
    },
  };
}

function lineOf(name: string, given: readonly unknown[]): string {
  const texts = given.filter((its) => typeof its === 'string');
  const statuses = given.filter(hasStatus).map(({ status }) => status);
  return brief(steady(`${name}: ${texts.join(' ')} [${statuses.join(' ')}]`));
}

function withCounts(lines: readonly string[]): string[] {
  return [...new Set(lines)].map((line) => {
    const times = lines.filter((other) => other === line).length;
    return times === 1 ? line : `${line} (${times} times)`;
  });
}

function hasStatus(value: unknown): value is { readonly status: number } {
  return typeof value === 'object' && value !== null && 'status' in value;
}
