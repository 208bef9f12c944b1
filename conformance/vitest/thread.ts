/** The thread of a run: it reaches the deployment while vitest loads, here and in the command. */
import { parentPort } from 'node:worker_threads';
import './own-run.ts';

const { init, runBaseTests, setupEnvironment } = await import('vitest/worker');

if (parentPort === null) throw new Error('this is no thread of its own');
const port = parentPort;

init({
  post: (response) => port.postMessage(response),
  on: (hear) => port.on('message', hear),
  off: (hear) => port.off('message', hear),
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
});
