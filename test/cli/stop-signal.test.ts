import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitForStopSignal } from '../../src/cli/stop-signal.ts';
import { useOwnSignals } from './own-signals.ts';

useOwnSignals();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waitForStopSignal handles only the first signal and restores the default for later ones', async () => {
  const listeners = process.listenerCount('SIGINT');
  const stopped = waitForStopSignal();
  expect(process.listenerCount('SIGINT')).toBe(listeners + 1);
  process.emit('SIGTERM');
  await stopped;
  vi.runAllTimers();
  expect(process.listenerCount('SIGINT')).toBe(listeners);
});
