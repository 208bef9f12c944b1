import { InvalidDuration, millisecondsOf } from '../../domain/duration.ts';
import { refusalAt } from './control-refusal.ts';

/**
 * Reads a duration of a request.
 *
 * @returns milliseconds
 * @throws ControlRefusal schema, with the pointer
 */
export function durationAt(pointer: string, duration: string): number {
  try {
    return millisecondsOf(duration);
  } catch (error) {
    if (error instanceof InvalidDuration) throw refusalAt(pointer, 'invalidRequest', error.message);
    throw error;
  }
}
