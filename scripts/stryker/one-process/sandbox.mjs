/** What tests get in place of src/server/listen.ts: one sandbox for all, which is never closed. */
import { plainSandbox } from '../../../test/plain-sandbox.ts';

const { searchParams } = new URL(import.meta.url);
/** @type {typeof import('../../../src/server/listen.ts')} */
const server = await import(searchParams.get('of') ?? '');

/** @type {ReturnType<typeof server.startSandbox> | undefined} */
let running;

export async function startSandbox() {
  running ??= server.startSandbox(plainSandbox);
  const { url } = await running;
  return { url, close: () => Promise.resolve() };
}
