import { describe, expect, it } from 'vitest';
import { Gate, type Company, type Turn } from '../../conformance/scheduler.ts';

/** Works that end when they are told to, and who is inside meanwhile. */
function useWorks(capacity: number) {
  const gate = new Gate(capacity);
  const inside: string[] = [];
  const ends = new Map<string, () => void>();
  const turns = new Map<string, Turn>();
  return {
    gate,
    inside,
    enter: (name: string, company: Company) =>
      gate.pass(company, async (turn) => {
        inside.push(name);
        turns.set(name, turn);
        await new Promise<void>((end) => ends.set(name, end));
        inside.splice(inside.indexOf(name), 1);
      }),
    /** One who is inside waits outside, until it is told to come back. */
    leave(name: string): () => Promise<void> {
      let back: () => void = () => undefined;
      const waiting = new Promise<void>((resolve) => (back = resolve));
      inside.splice(inside.indexOf(name), 1);
      void turns
        .get(name)
        ?.away(() => waiting)
        .then(() => inside.push(name));
      return async () => {
        back();
        await settled();
      };
    },
    async end(name: string) {
      ends.get(name)?.();
      await settled();
    },
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the gate', () => {
  it('lets in as many as it has room for, in the order in which they came', async () => {
    const { enter, end, inside } = useWorks(2);
    for (const name of ['a', 'b', 'c']) void enter(name, 'together');
    await settled();
    expect(inside).toEqual(['a', 'b']);
    await end('a');
    expect(inside).toEqual(['b', 'c']);
  });

  it('lets in who wants to be alone after all others, and nobody beside', async () => {
    const { enter, end, inside } = useWorks(2);
    void enter('hermit', 'alone');
    for (const name of ['a', 'b', 'c']) void enter(name, 'together');
    await settled();
    for (const name of ['a', 'b']) await end(name);
    expect(inside).toEqual(['c']);
    await end('c');
    expect(inside).toEqual(['hermit']);
    void enter('d', 'together');
    await settled();
    expect(inside).toEqual(['hermit']);
    await end('hermit');
    expect(inside).toEqual(['d']);
  });

  it('lets in one at a time of those in turn, beside others, and whoever is alone after them', async () => {
    const { enter, end, inside } = useWorks(3);
    void enter('hermit', 'alone');
    for (const name of ['one', 'two']) void enter(name, 'inTurn');
    for (const name of ['a', 'b', 'c']) void enter(name, 'together');
    await settled();
    expect(inside).toEqual(['one', 'a', 'b']);
    await end('a');
    expect(inside).toEqual(['one', 'b', 'c']);
    await end('one');
    expect(inside).toEqual(['b', 'c', 'two']);
    for (const name of ['b', 'c']) await end(name);
    expect(inside).toEqual(['two']);
    await end('two');
    expect(inside).toEqual(['hermit']);
  });

  it('keeps the turn for whoever asks for it later', async () => {
    const { enter, end, inside } = useWorks(3);
    void enter('a', 'together');
    await settled();
    void enter('one', 'inTurn');
    void enter('two', 'inTurn');
    await settled();
    expect(inside).toEqual(['a', 'one']);
    await end('one');
    expect(inside).toEqual(['a', 'two']);
  });

  it('has room again after what failed', async () => {
    const gate = new Gate(1);
    await expect(gate.pass('together', () => Promise.reject(new Error('no')))).rejects.toThrow();
    expect(await gate.pass('together', async () => 'next')).toBe('next');
  });

  it('can be made narrower, never wider', async () => {
    const { gate, enter, inside } = useWorks(4);
    gate.narrow(2);
    gate.narrow(3);
    for (const name of ['a', 'b', 'c']) void enter(name, 'together');
    await settled();
    expect(inside).toEqual(['a', 'b']);
  });

  it('lets another in while one waits, who then comes before all newcomers', async () => {
    const { enter, end, inside, leave } = useWorks(2);
    for (const name of ['a', 'b', 'c', 'd']) void enter(name, 'together');
    await settled();
    const back = leave('a');
    await settled();
    expect(inside).toEqual(['b', 'c']);
    await back();
    expect(inside).toEqual(['b', 'c']);
    await end('c');
    expect(inside).toEqual(['b', 'a']);
    await end('a');
    expect(inside).toEqual(['b', 'd']);
  });

  it('lets nobody be alone while one waits who will come back', async () => {
    const { enter, end, inside, leave } = useWorks(2);
    void enter('hermit', 'alone');
    void enter('a', 'together');
    await settled();
    const back = leave('a');
    await settled();
    expect(inside).toEqual([]);
    await back();
    expect(inside).toEqual(['a']);
    await end('a');
    expect(inside).toEqual(['hermit']);
  });

  it('keeps the turn of those in turn while one of them waits', async () => {
    const { enter, inside, leave } = useWorks(2);
    for (const name of ['one', 'two']) void enter(name, 'inTurn');
    await settled();
    leave('one');
    await settled();
    expect(inside).toEqual([]);
  });

  it('lets nobody come between where there is one at a time', async () => {
    const { enter, inside, leave } = useWorks(1);
    for (const name of ['a', 'b']) void enter(name, 'together');
    await settled();
    leave('a');
    await settled();
    expect(inside).toEqual([]);
  });

  it('lets in only so many while others wait', async () => {
    const { enter, inside, leave } = useWorks(2);
    const names = 'abcdefghij'.split('');
    for (const name of names) void enter(name, 'together');
    await settled();
    for (const name of names) {
      if (!inside.includes(name)) break;
      leave(name);
      await settled();
    }
    expect(inside).toEqual([]);
  });
});
