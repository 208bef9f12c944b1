/** Every call that reaches a deployment, in a line each, without what differs from run to run. */
import type { Answered, Asked } from '../exchange.ts';
import type { Mutate } from '../mutate.ts';
import { steady } from './told.ts';

/** What is another one in each run; within a run it can be told apart. */
const drawn: Readonly<Record<string, RegExp>> = {
  session: /eyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  signature: /0x[\da-f]{130}\b/gi,
  address: /0x[\da-f]{40}\b/gi,
  id: /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi,
  random: /\b(?:0x)?[\da-f]{32,}\b/gi,
  number: /(?:\+|%2B)1\d{3}555\d{4}\b/g,
  email: /\b[a-z][\da-f]{12}-conform(?:@|%40)[\w.]+/gi,
};

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
  readonly #lines: string[] = [];
  /** Those whose answers are on their way, or came while others were: they come in any order. */
  #together: string[] = [];
  #underWay = 0;
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** Lets each call pass, and writes it down. */
  readonly listen: Mutate = async ({ asked, forward }) => {
    this.#underWay += 1;
    const answer = await forward();
    this.#together.push(this.#lineOf(asked, answer));
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#lines.push(...this.#together.splice(0).toSorted());
    return answer;
  };

  get lines(): readonly string[] {
    return [...this.#lines, ...this.#together];
  }

  #lineOf(asked: Asked, { status }: Answered): string {
    const query = new URLSearchParams(asked.query).toString();
    const names = [...new Set([...Object.keys(usual), ...Object.keys(asked.headers)])];
    const odd = names
      .filter((name) => !OF_THE_CONNECTION.has(name) && asked.headers[name] !== usual[name])
      .map((name) => `${name}: ${asked.headers[name] ?? 'none'}`);
    const call = [asked.method, query ? `${asked.path}?${query}` : asked.path, ...odd, asked.text];
    return `${this.#named(call.filter(Boolean).join(' '))} → ${status}`;
  }

  /** A text with the same name for the same thing, by the order in which they come. */
  #named(text: string): string {
    const named = Object.entries(drawn).reduce(
      (before, [kind, pattern]) => before.replaceAll(pattern, (its) => this.#nameOf(kind, its)),
      text,
    );
    return steady(named)
      .replaceAll(/\b\d{5,}\b|(?<=":-?)\d{2,}(?=[,}])/g, '<digits>')
      .replaceAll(/(.+?)\1{30,}/g, (all, part: string) => `${part}<× ${all.length / part.length}>`);
  }

  #nameOf(kind: string, its: string): string {
    const known = this.#names.get(its);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `<${kind} ${count}>`;
    this.#names.set(its, name);
    return name;
  }
}
