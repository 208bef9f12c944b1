/**
 * One sandbox for all mutants that a runner of Stryker tries. The server is not what is mutated, and to
 * load it and to compile its contracts anew took most of the time of a run.
 */
import { startSandbox } from '../../src/server/listen.ts';
import { plainSandbox } from '../../test/plain-sandbox.ts';

/** @param {{ provide(key: 'sandboxUrl', value: string): void }} project */
export default async function setup(project) {
  const sandbox = await startSandbox(plainSandbox);
  project.provide('sandboxUrl', sandbox.url);
  return () => sandbox.close();
}
