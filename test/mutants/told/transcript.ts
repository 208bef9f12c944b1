/** What reaches a deployment, and how often, without what differs from run to run. */
import type { Answered, Asked } from '../exchange.ts';
import type { Mutate } from '../mutate.ts';
import { steady } from './told.ts';

/** Headers that say nothing of the run. */
const OF_THE_CONNECTION = new Set(['host', 'connection', 'content-length', 'user-agent']);

/** Headers as every call has them. */
const usual: Readonly<Record<string, string>> = {
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate',
  'content-type': 'application/json',
  'service-client-id': 'wallet-app',
  'service-client-secret': 'wallet-app-secret',
};

export class Transcript {
  readonly #counts = new Map<string, number>();

  /** Lets each call pass, and writes it down. */
  readonly listen: Mutate = async ({ asked, forward }) => {
    const answer = await forward();
    const line = lineOf(asked, answer);
    this.#counts.set(line, (this.#counts.get(line) ?? 0) + 1);
    return answer;
  };

  /** A line for each different call, with how often it was made. In no order: some are made at once. */
  get lines(): readonly string[] {
    return [...this.#counts].map(([line, count]) => `${line} (${count})`).toSorted();
  }
}

function lineOf({ method, path, query, headers, text }: Asked, { status }: Answered): string {
  const names = [...new Set([...Object.keys(usual), ...Object.keys(headers)])];
  const odd = names
    .filter((name) => !OF_THE_CONNECTION.has(name) && headers[name] !== usual[name])
    .map((name) => `${name}: ${headers[name] ?? 'none'}`);
  const search = new URLSearchParams(query).toString();
  const call = [method, search ? `${path}?${search}` : path, ...odd, text];
  return `${brief(steady(call.filter(Boolean).join(' ')))} → ${status}`;
}

/** Without numbers and texts that are drawn, and a part that is repeated only once. */
export function brief(text: string): string {
  return (
    text
      .replaceAll(/\b(?:0x)?[\da-f]{32,}\b/gi, '<random>')
      .replaceAll(/\b\d{5,}\b|(?<=":-?)\d{2,}(?=[,}])/g, '<digits>')
      // A number that is drawn may look like an instant.
      .replaceAll('<milliseconds>', '<digits>')
      .replaceAll(/(.+?)\1{30,}/g, (all, part: string) => `${part}<× ${all.length / part.length}>`)
  );
}
