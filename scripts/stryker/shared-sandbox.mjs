/**
 * One sandbox for all mutants that a runner of Stryker tries. The server is not what is mutated, and to
 * load it and to compile its contracts anew took most of the time of a run.
 */
import { startSandbox } from '../../src/server/listen.ts';

/** @param {{ provide(key: 'sandboxUrl', value: string): void }} project */
export default async function setup(project) {
  const sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    scenario: ['default'],
    allowHost: [],
    workspaceLimit: 10_000,
    workspaceTtl: 'none',
    cors: [],
    journalLimit: 1000,
    chaos: 'off',
    log: 'silent',
  });
  project.provide('sandboxUrl', sandbox.url);
  return () => sandbox.close();
}
