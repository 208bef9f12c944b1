import type { Command } from './command/command.ts';

export type Commands = ReadonlyMap<string, () => Promise<Command>>;

/**
 * Every command, in the order of the help text. Commands are loaded on demand: the bundle of `start`
 * (scripts/start-bundle.mjs) contains only that command.
 */
export const commands: Commands = new Map([
  ['start', async () => (await import('./start.ts')).start],
  ['exec', async () => (await import('./exec.ts')).exec],
  ['init', async () => (await import('./init.ts')).init],
  ['conform', async () => (await import('./conform.ts')).conform],
  ['proxy', async () => (await import('./proxy.ts')).proxy],
  ['mock', async () => (await import('./mock.ts')).mock],
  ['client-report', async () => (await import('./client-report.ts')).clientReport],
  ['scenario list', async () => (await import('./scenario/list.ts')).listScenarios],
  ['scenario show', async () => (await import('./scenario/show.ts')).showScenario],
  ['scenario check', async () => (await import('./scenario/check.ts')).checkScenarios],
  ['scenario generate', async () => (await import('./scenario/generate.ts')).generateScenario],
  ['scenario export', async () => (await import('./scenario/export.ts')).exportScenario],
  ['messages check', async () => (await import('./messages/check.ts')).checkMessages],
  ['dialect show', async () => (await import('./dialect/show.ts')).showDialect],
  ['dialect diff', async () => (await import('./dialect/diff.ts')).diffDialects],
  ['dialect questions', async () => (await import('./dialect/questions.ts')).printDialectQuestions],
  ['certificate', async () => (await import('./certificate.ts')).certificate],
  ['contract', async () => (await import('./contract.ts')).contract],
]);
