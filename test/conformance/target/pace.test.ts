import { describe, expect, it } from 'vitest';
import { Pace } from '../../../conformance/target/pace.ts';

/** The pace compares the response times of 16 responses with those of earlier ones. */
const WINDOW = 16;

function createPace(limit: number) {
  const changes: number[] = [];
  const pace = new Pace(limit, (inFlight) => changes.push(inFlight));
  const respond = (windows: number, durationMs: number): void => {
    for (let count = 0; count < windows * WINDOW; count += 1) pace.recordResponse(durationMs);
  };
  return { pace, changes, respond };
}

describe('requests in flight', () => {
  it('start at four, or at a lower limit', () => {
    expect(createPace(32).pace.inFlight).toBe(4);
    expect(createPace(1).pace.inFlight).toBe(1);
  });

  it('double up to the limit while response times stay the same', () => {
    const { changes, respond } = createPace(12);
    respond(4, 300);
    expect(changes).toEqual([8, 12]);
  });

  it('still double if responses take twice as long', () => {
    const { changes, respond } = createPace(32);
    respond(1, 300);
    respond(1, 600);
    expect(changes).toEqual([8, 16]);
  });

  it('decrease by one if responses take four times as long', () => {
    const { pace, respond } = createPace(32);
    respond(2, 100);
    expect(pace.inFlight).toBe(16);
    respond(1, 400);
    expect(pace.inFlight).toBe(15);
  });

  it('are halved once if a rate limit rejects all requests in flight', () => {
    const { pace, changes, respond } = createPace(32);
    respond(2, 100);
    for (let count = 0; count < 16; count += 1) pace.slowDown();
    expect(changes).toEqual([8, 16, 8]);
    pace.slowDown();
    expect(pace.inFlight).toBe(4);
  });

  it('never drop below one', () => {
    const { pace } = createPace(32);
    for (let count = 0; count < 50; count += 1) pace.slowDown();
    expect(pace.inFlight).toBe(1);
  });
});
