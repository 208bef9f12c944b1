/** What a run says of a deployment, check by check, without what differs from run to run. */
import type { ConformSettings } from '../../../conformance/settings.ts';
import { checkId, type Section } from '../../../conformance/define-check.ts';
import type { Budget, CheckResult, Exchange, RunOutcome } from '../../../conformance/outcome.ts';
import type { MutantResult } from '../run-mutants.ts';

/** Verdict and reason of each check, then the exchanges that it shows for it, and what it has asserted. */
export type Told = Readonly<Record<string, readonly string[]>>;

/** By the id of a check or open point. */
export type ToldInShort = Readonly<Record<string, string>>;

/** One call after the other, so that the same calls come in the same order. */
export const inOrder: Pick<ConformSettings, 'concurrency'> = { concurrency: 1 };

/** What the checks of a section come to; open points are what the discovery tells. */
export function verdictsTold(
  { results, budget }: RunOutcome,
  { checks }: Section,
  asserted: Told,
): Told {
  const ids = new Set(checks.map(checkId));
  const told = results
    .filter(({ id }) => ids.has(id))
    .map((its) => [its.id, [...linesOf(its), ...(asserted[its.id] ?? [])]] as const);
  return { ...Object.fromEntries(told), spent: [spentLine(budget)] };
}

/** What was found out, by what, and what is asked where nothing did. */
export function dialectTold({ results, budget, dialect }: RunOutcome): Told {
  const { values, unknown } = dialect.document;
  return {
    values: textsIn(values),
    unknown: textsIn(unknown),
    questions: dialect.openQuestions.map((question) => steady(Object.values(question).join(' | '))),
    points: results.flatMap((result) => [result.id, ...linesOf(result)]),
    spent: [spentLine(budget)],
  };
}

/** A line for each check and each open point, with no more of its exchanges than their statuses. */
export function toldInShort({ results, budget, stop }: RunOutcome): ToldInShort {
  const lines = results.map(
    ({ id, verdict, cause, reason, evidence }) =>
      [
        id,
        steady(`${headline(verdict, cause, reason)} [${evidence.map(statusOf).join(' ')}]`),
      ] as const,
  );
  return {
    ...Object.fromEntries(lines),
    spent: spentLine(budget),
    ...(stop && { stop: steady(stop.message) }),
  };
}

function statusOf({ response, trouble }: Exchange): string {
  return String(response?.status ?? trouble);
}

function headline(...words: readonly (string | undefined)[]): string {
  return words.filter((word) => word !== undefined && word !== '').join(': ');
}

function spentLine({ requests, otpSends, usersMade }: Budget): string {
  return `${requests.used} requests, ${otpSends.used} codes, ${usersMade} users`;
}

function textsIn(values: object | undefined): string[] {
  return Object.entries(values ?? {}).map(([key, value]) =>
    steady(`${key}: ${JSON.stringify(value)}`),
  );
}

function linesOf({ level, title, verdict, cause, reason, evidence }: CheckResult): string[] {
  return [
    `${level}: ${title}`,
    headline(verdict, cause, reason),
    ...evidence.map(exchangeLine),
  ].map(steady);
}

/** Headers as every call has them. */
const usual: Readonly<Record<string, string>> = {
  accept: 'application/json',
  'content-type': 'application/json',
  'service-client-id': 'wallet-app',
  'service-client-secret': '<client secret>',
};

function exchangeLine({ request, response, trouble }: Exchange): string {
  const { method, url, headers, body } = request;
  const path = url.replace(/^https?:\/\/[^/]+(?:\/w\/[^/]+)?/, '');
  const names = [...new Set([...Object.keys(usual), ...Object.keys(headers)])];
  const odd = names
    .filter((name) => headers[name] !== usual[name])
    .map((name) => `${name}: ${headers[name] ?? 'none'}`);
  return [method, path, ...odd, body, '→', response?.status ?? trouble].filter(Boolean).join(' ');
}

/** What the checks of a rule say of a deployment that breaks it, and which others notice. */
export function breachTold({
  killedBy,
  own,
  noticed,
  errors,
  stop,
}: MutantResult): readonly string[] {
  return [killedBy, ...own, `noticed: ${noticed.join(' ')}`, ...errors, stop ?? ''].map(steady);
}

/** A text without ids, addresses, codes, times and the like. */
export function steady(text: string): string {
  return text
    .replaceAll(/0x[\da-f]{130}\b/gi, '<signature>')
    .replaceAll(/0x[\da-f]{128}\b/gi, '<compact signature>')
    .replaceAll(/0x[\da-f]{40}\b/gi, '<address>')
    .replaceAll(/\b(?:0x)?[\da-f]{39,41}\b/gi, (digits) => `<${digits.length} characters>`)
    .replaceAll(/(?:\+|%2B)1\d{3}555\d{4}\b/g, '<phone number>')
    .replaceAll(/(?<=\bthe )\d+(?= masks seen\b)/g, '<number>')
    .replaceAll(/\+1\d\d \d55 5\d\d \d\d\b/g, '<phone number with spaces>')
    .replaceAll(/\b[a-z][\da-f]{12}-conform(?:@|%40)[\w.]+/gi, '<email address>')
    .replaceAll(/@(?:example\.com|conform\.example\.org|mail\.example\.net)\b/g, '@<domain>')
    .replaceAll(/"\d{9,}"/g, '"<digits>"')
    .replaceAll(/"\d{5,8}"/g, (code) => `"<${code.length - 2} digits>"`)
    .replaceAll(/(?<=: )[\w-]{43}(?=")/g, '<random>')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, '<uuid>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '<time>')
    .replaceAll(/\b[12]\d{12}\b/g, '<milliseconds>')
    .replaceAll(/\busr_[\da-f]+/g, '<user>')
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<jwt>')
    .replaceAll(/(?<=\bRetry-After: )\d{4,}/g, '<seconds>')
    .replaceAll(/127\.0\.0\.1:\d+/g, '<host>');
}
