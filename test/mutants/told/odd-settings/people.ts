/** Those who run it, read codes for it, and end it. */
import type { RunPorts } from '../../../../conformance/run.ts';
import { taken, type OddRuns } from './odd-run.ts';

/** A person who reads the inbox, and ends the run at some question. */
function reader(questions = Infinity): (target: string) => Partial<RunPorts> {
  return (target) => {
    const controller = new AbortController();
    let left = questions;
    return {
      signal: controller.signal,
      async ask(question) {
        left -= 1;
        if (left === 0) controller.abort();
        const [, channel = '', to = ''] = /by (\w+) to (\S+):/.exec(question) ?? [];
        const query = new URLSearchParams({ channel, to });
        const answer = await fetch(`${target}/sandbox/inbox?${query.toString()}`);
        const { items } = (await answer.json()) as { items: { code: string }[] };
        return items.at(-1)?.code ?? '';
      },
    };
  };
}

/** A signal that is aborted as soon as the run says so many things of how it goes on. */
function interruptedAfter(steps: number): () => Partial<RunPorts> {
  return () => {
    const controller = new AbortController();
    let left = steps;
    return {
      signal: controller.signal,
      watch: () => {
        left -= 1;
        if (left === 0) controller.abort();
      },
    };
  };
}

export const oddPeople: OddRuns = {
  'a person who is not there': { settings: { otpSource: { kind: 'prompt' } }, ...taken({}) },
  'a person who reads the inbox': {
    settings: { otpSource: { kind: 'prompt' } },
    ...taken({}),
    ports: reader(),
  },
  'a person who leaves at the first question': {
    settings: { otpSource: { kind: 'prompt' } },
    ports: reader(1),
  },
  'an end after three steps': { ports: interruptedAfter(3) },
};
