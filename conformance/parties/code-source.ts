/** Where the codes of one-time passwords are read. */
import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { fieldsOrNull, textIn } from '../answers/fields.ts';
import type { OtpSource } from '../settings.ts';

export interface CodeSource {
  /** The code sent last to a destination; null while there is none. */
  code(channel: OtpChannel, destination: string): Promise<string | null>;
  /** Whether another code than the last one is to be expected after another send. */
  readonly changes: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a source is read with. */
export interface SourcePorts {
  /** Of a sandbox. */
  readonly inboxUrl: string;
  /** Of one reading, in milliseconds. */
  readonly timeout: number;
  /** A command finds it beside channel and destination. */
  readonly environment: Environment;
  /** Asks a person. */
  ask(question: string): Promise<string>;
}

const run = promisify(exec);

/** @throws Error, when it is read, where the source itself can't be reached, with what it said */
export function codeSource(source: OtpSource, ports: SourcePorts): CodeSource {
  const { ask, inboxUrl, timeout } = ports;
  switch (source.kind) {
    case 'fixed':
      return { changes: false, code: () => Promise.resolve(source.code) };
    case 'prompt':
      return {
        changes: false,
        code: (channel, destination) => ask(`Code sent by ${channel} to ${destination}: `),
      };
    case 'command':
      return {
        changes: true,
        code: (channel, destination) =>
          codePrintedBy(source.command, { channel, destination }, ports),
      };
    case 'url':
      return {
        changes: true,
        code: async (channel, destination) =>
          codeIn(await answerOf(filled(source.template, { channel, destination }), timeout)),
      };
    case 'inbox':
      return {
        changes: true,
        code: async (channel, destination) => {
          const query = new URLSearchParams({ channel, to: destination });
          const found = await answerOf(`${inboxUrl}?${query.toString()}`, timeout);
          const items = fieldsOrNull(found)?.['items'];
          return Array.isArray(items) ? codeIn(items.at(-1)) : null;
        },
      };
  }
}

/** Where a code was sent. */
interface Sent {
  readonly channel: OtpChannel;
  readonly destination: string;
}

async function codePrintedBy(
  command: string,
  { channel, destination }: Sent,
  { environment, timeout }: SourcePorts,
): Promise<string | null> {
  const env = { ...environment, OTP_CHANNEL: channel, OTP_DESTINATION: destination };
  const { stdout } = await run(commandFor(command, { channel, destination }), { env, timeout });
  const printed = stdout.trim();
  const answer = answerPrinted(printed);
  if (answer !== undefined) return codeIn(answer);
  return printed === '' ? null : printed;
}

/** What no shell reads as anything but itself, within quotes and without. */
const PLAIN_TO_A_SHELL = /^[A-Za-z0-9+][A-Za-z0-9._+@-]*$/;

/** @throws Error for a destination that a shell would read more into: it is in OTP_DESTINATION */
function commandFor(command: string, { channel, destination }: Sent): string {
  if (!command.includes('{destination}')) return command.replaceAll('{channel}', channel);
  if (!PLAIN_TO_A_SHELL.test(destination)) {
    throw new Error(
      'the destination has characters that a shell reads as its own: let the command take it from the variable OTP_DESTINATION, in place of {destination}',
    );
  }
  return command.replaceAll('{channel}', channel).replaceAll('{destination}', destination);
}

/** The object that was printed as JSON, as a URL would answer it; undefined for any other text. */
function answerPrinted(printed: string): unknown {
  if (!printed.startsWith('{')) return undefined;
  try {
    return JSON.parse(printed);
  } catch {
    return undefined;
  }
}

function filled(template: string, { channel, destination }: Sent): string {
  return template
    .replaceAll('{channel}', encodeURIComponent(channel))
    .replaceAll('{destination}', encodeURIComponent(destination));
}

/** Null where there is nothing yet. */
async function answerOf(url: string, timeout: number): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeout),
  });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`the source of codes answers ${response.status}`);
  return response.json();
}

function codeIn(answer: unknown): string | null {
  return textIn(answer, 'code') || null;
}
