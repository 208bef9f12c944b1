/** Defines the sources that one-time passwords are read from. */
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { describeConnectionError } from '../../src/reporting/connection-errors.ts';
import { toFields, findText } from '../responses/fields.ts';
import type { OtpSource } from '../settings.ts';
import { parseJson, readText } from '../target/response-body.ts';
import { INTERMEDIARY_STATUSES } from '../target/retry-policy.ts';
import { RequestError } from '../target/request-errors.ts';
import { runCodeCommand, type Environment } from './code-command.ts';

export interface CodeSource {
  /** Returns the last code sent to a destination; null if there is none. */
  readCode(channel: OtpChannel, destination: string): Promise<string | null>;
  /** Whether the source returns another code after each send. False for a prompt: polling would ask again and again. */
  readonly hasNewCodePerSend: boolean;
}

export interface SourcePorts {
  readonly inboxUrl: string;
  /** Timeout of a single read, in milliseconds. */
  readonly timeout: number;
  readonly environment: Environment;
  ask(question: string): Promise<string>;
}

/** Creates a source whose errors do not contain its output. */
export function createCodeSource(source: OtpSource, ports: SourcePorts): CodeSource {
  const hasNewCodePerSend = source.kind !== 'fixed' && source.kind !== 'prompt';
  return { hasNewCodePerSend, readCode: createReader(source, ports) };
}

function createReader(source: OtpSource, ports: SourcePorts): CodeSource['readCode'] {
  const { ask, inboxUrl, timeout } = ports;
  switch (source.kind) {
    case 'fixed':
      return () => Promise.resolve(source.code);
    case 'prompt':
      return (channel, destination) => ask(`Code sent by ${channel} to ${destination}: `);
    case 'command':
      return async (channel, destination) =>
        parseCode(await runCodeCommand(source.command, { channel, destination }, ports));
    case 'url':
      return async (channel, destination) =>
        findCode(await fetchJson(fillTemplate(source.template, channel, destination), timeout));
    case 'inbox':
      return async (channel, destination) => {
        const query = new URLSearchParams({ channel, to: destination });
        const found = await fetchJson(`${inboxUrl}?${query.toString()}`, timeout);
        const items = toFields(found)?.['items'];
        return Array.isArray(items) ? findCode(items.at(-1)) : null;
      };
  }
}

function parseCode(printed: string): string | null {
  const json = printed.startsWith('{') ? parseJson(printed) : undefined;
  if (json !== undefined) return findCode(json);
  if (printed.includes('\n')) {
    throw new Error(
      'the command of --otp-source printed several lines. It must print only the code',
    );
  }
  return printed || null;
}

function fillTemplate(template: string, channel: OtpChannel, destination: string): string {
  return template
    .replaceAll('{channel}', encodeURIComponent(channel))
    .replaceAll('{destination}', encodeURIComponent(destination));
}

/**
 * Returns the JSON at a URL; null for status 404. Redirects are not followed: they could lead to a
 * host that only this machine can reach.
 *
 * @throws RequestError if another request may succeed
 */
async function fetchJson(url: string, timeout: number): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  }).catch(throwWithoutUrl);
  const { status, ok } = response;
  if (!ok) await response.body?.cancel();
  if (status === 404) return null;
  if (!ok) {
    const isTemporary = INTERMEDIARY_STATUSES.has(status) || status === 429 || status >= 500;
    const message =
      status >= 300 && status < 400
        ? `the OTP source redirects with ${status}. Set --otp-source to the URL that it redirects to`
        : `the OTP source returns ${status}`;
    throw isTemporary ? new RequestError(message) : new Error(message);
  }
  const parsed = parseJson(await readText(response).catch(throwWithoutUrl));
  if (parsed === undefined) {
    throw new RequestError(
      'expected JSON from the OTP source, such as {"code": "123456"}, got other text',
    );
  }
  return parsed;
}

/** Throws an error with only the cause: the message of a fetch error may contain the URL, and an API key in it. */
function throwWithoutUrl(error: unknown): never {
  if (error instanceof Error && error.name === 'TimeoutError') {
    throw new Error('the OTP source took longer than --timeout', { cause: error });
  }
  if (!(error instanceof TypeError)) throw error;
  const { cause } = error;
  throw new RequestError(cause instanceof Error ? describeConnectionError(cause) : 'fetch failed', {
    cause,
  });
}

function findCode(response: unknown): string | null {
  if (typeof toFields(response)?.['code'] === 'number') {
    throw new Error(
      'the OTP source returns the code as a number, which has no leading zeros. Return a string, such as {"code": "012345"}',
    );
  }
  return findText(response, 'code') || null;
}
