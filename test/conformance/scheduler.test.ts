import { describe, expect, it } from 'vitest';
import { Scheduler, type Exclusivity, type Slot } from '../../conformance/scheduler.ts';

/** Creates a scheduler with checks that end on request. `running` lists the names of the running checks. */
function createControlledScheduler(capacity: number) {
  const scheduler = new Scheduler(capacity);
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const slots = new Map<string, Slot>();
  return {
    scheduler,
    running,
    start: (name: string, exclusivity: Exclusivity = []) =>
      scheduler.run(exclusivity, async (slot) => {
        running.push(name);
        slots.set(name, slot);
        await new Promise<void>((end) => ends.set(name, end));
        running.splice(running.indexOf(name), 1);
      }),
    /** Releases the slot of a running check until the returned function is called. */
    release(name: string): () => Promise<void> {
      let resume: () => void = () => undefined;
      const waiting = new Promise<void>((resolve) => (resume = resolve));
      running.splice(running.indexOf(name), 1);
      void slots
        .get(name)
        ?.release(() => waiting)
        .then(() => running.push(name));
      return async () => {
        resume();
        await settle();
      };
    },
    async end(name: string) {
      ends.get(name)?.();
      await settle();
    },
  };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the scheduler', () => {
  it('runs checks in order, up to its capacity at a time', async () => {
    const { start, end, running } = createControlledScheduler(2);
    for (const name of ['a', 'b', 'c']) void start(name);
    await settle();
    expect(running).toEqual(['a', 'b']);
    await end('a');
    expect(running).toEqual(['b', 'c']);
  });

  it('runs exclusive checks last, one at a time', async () => {
    const { start, end, running } = createControlledScheduler(2);
    for (const name of ['first exclusive', 'second exclusive']) void start(name, 'alone');
    for (const name of ['a', 'b', 'c']) void start(name);
    await settle();
    for (const name of ['a', 'b']) await end(name);
    expect(running).toEqual(['c']);
    await end('c');
    expect(running).toEqual(['first exclusive']);
    void start('d');
    await settle();
    expect(running).toEqual(['first exclusive']);
    await end('first exclusive');
    expect(running).toEqual(['d']);
    await end('d');
    expect(running).toEqual(['second exclusive']);
  });

  it('runs checks of the same channel one at a time, and exclusive checks last', async () => {
    const { start, end, running } = createControlledScheduler(3);
    void start('exclusive', 'alone');
    for (const name of ['one', 'two']) void start(name, ['sms']);
    for (const name of ['a', 'b', 'c']) void start(name);
    await settle();
    expect(running).toEqual(['one', 'a', 'b']);
    await end('a');
    expect(running).toEqual(['one', 'b', 'c']);
    await end('one');
    expect(running).toEqual(['b', 'c', 'two']);
    for (const name of ['b', 'c']) await end(name);
    expect(running).toEqual(['two']);
    await end('two');
    expect(running).toEqual(['exclusive']);
  });

  it('prefers checks that need a channel', async () => {
    const { start, end, running } = createControlledScheduler(3);
    void start('a');
    await settle();
    void start('one', ['sms']);
    void start('two', ['sms']);
    await settle();
    expect(running).toEqual(['a', 'one']);
    await end('one');
    expect(running).toEqual(['a', 'two']);
  });

  it('runs checks of different channels concurrently; a check waits for all its channels', async () => {
    const { start, end, running } = createControlledScheduler(4);
    void start('sms', ['sms']);
    void start('both', ['sms', 'email']);
    void start('email', ['email']);
    await settle();
    expect(running).toEqual(['sms', 'email']);
    await end('sms');
    expect(running).toEqual(['email']);
    await end('email');
    expect(running).toEqual(['both']);
  });

  it('releases the slot of a check that fails', async () => {
    const scheduler = new Scheduler(1);
    await expect(scheduler.run([], () => Promise.reject(new Error('no')))).rejects.toThrow();
    expect(await scheduler.run([], async () => 'next')).toBe('next');
  });

  it('lowers its limit, and never raises it', async () => {
    const { scheduler, start, running } = createControlledScheduler(4);
    scheduler.limit(2);
    scheduler.limit(3);
    for (const name of ['a', 'b', 'c']) void start(name);
    await settle();
    expect(running).toEqual(['a', 'b']);
  });

  it('runs other checks while a slot is released, and resumes the waiting check at once', async () => {
    const { start, end, running, release } = createControlledScheduler(2);
    for (const name of ['a', 'b', 'c', 'd']) void start(name);
    await settle();
    const resume = release('a');
    await settle();
    expect(running).toEqual(['b', 'c']);
    // The resumed check exceeds the capacity, because a running check can wait for the resumed check.
    await resume();
    expect(running).toEqual(['b', 'c', 'a']);
    await end('c');
    expect(running).toEqual(['b', 'a']);
    await end('a');
    expect(running).toEqual(['b', 'd']);
  });

  it('starts no exclusive check while a slot is released', async () => {
    const { start, end, running, release } = createControlledScheduler(2);
    void start('exclusive', 'alone');
    void start('a');
    await settle();
    const resume = release('a');
    await settle();
    expect(running).toEqual([]);
    await resume();
    expect(running).toEqual(['a']);
    await end('a');
    expect(running).toEqual(['exclusive']);
  });

  it('keeps the channel of a released slot', async () => {
    const { start, running, release } = createControlledScheduler(2);
    for (const name of ['one', 'two']) void start(name, ['sms']);
    await settle();
    release('one');
    await settle();
    expect(running).toEqual([]);
  });

  it('releases no slot if the capacity is one', async () => {
    const { start, running, release } = createControlledScheduler(1);
    for (const name of ['a', 'b']) void start(name);
    await settle();
    release('a');
    await settle();
    expect(running).toEqual([]);
  });

  it('starts no more checks if the number of released slots is three times the capacity', async () => {
    const { start, running, release } = createControlledScheduler(2);
    for (const name of 'abcdefghij') void start(name);
    await settle();
    const releasedNames: string[] = [];
    for (let name = running[0]; name !== undefined; name = running[0]) {
      release(name);
      releasedNames.push(name);
      await settle();
    }
    // After six releases, no other check starts. The loop then releases g, which still runs.
    expect(releasedNames.join('')).toBe('abcdefg');
  });
});
