import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitForStopSignal } from '../../src/cli/stop-signal.ts';
import { useOwnSignals } from './own-signals.ts';

useOwnSignals();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('waitForStopSignal ignores signals for 200 ms after the first signal, then restores the default', async () => {
  const stopSignal = waitForStopSignal();
  process.emit('SIGTERM', 'SIGTERM');
  expect(await stopSignal).toBe('SIGTERM');
  vi.advanceTimersByTime(199);
  expect(process.listenerCount('SIGINT')).toBe(1);
  vi.advanceTimersByTime(1);
  expect(process.listenerCount('SIGINT')).toBe(0);
});
