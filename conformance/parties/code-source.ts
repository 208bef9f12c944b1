/** Where the codes of one-time passwords are read. */
import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import type { OtpSource } from '../settings.ts';

export interface CodeSource {
  /** The code sent last to a destination; null while there is none. */
  code(channel: OtpChannel, destination: string): Promise<string | null>;
  /** Whether another code than the last one is to be expected after another send. */
  readonly changes: boolean;
}

const run = promisify(exec);

/**
 * @param inboxUrl of a sandbox
 * @param ask a person
 * @throws Error where the source itself can't be reached, with what it said
 */
export function codeSource(
  source: OtpSource,
  inboxUrl: string,
  timeout: number,
  ask: (question: string) => Promise<string>,
): CodeSource {
  switch (source.kind) {
    case 'fixed':
      return { changes: false, code: () => Promise.resolve(source.code) };
    case 'prompt':
      return {
        changes: false,
        code: (channel, destination) => ask(`Code sent by ${channel} to ${destination}: `),
      };
    case 'command':
      return { changes: true, code: commandOutput };
    case 'url':
      return { changes: true, code: answerOfUrl };
    case 'inbox':
      return { changes: true, code: newestOfInbox };
  }

  async function commandOutput(channel: OtpChannel, destination: string): Promise<string | null> {
    const command = source.kind === 'command' ? source.command : '';
    const { stdout } = await run(command, {
      env: { ...process.env, OTP_CHANNEL: channel, OTP_DESTINATION: destination },
      timeout,
    });
    return stdout.trim() === '' ? null : stdout.trim();
  }

  async function answerOfUrl(channel: OtpChannel, destination: string): Promise<string | null> {
    const template = source.kind === 'url' ? source.template : '';
    const url = template
      .replaceAll('{channel}', encodeURIComponent(channel))
      .replaceAll('{destination}', encodeURIComponent(destination));
    return codeIn(await answer(url));
  }

  async function newestOfInbox(channel: OtpChannel, destination: string): Promise<string | null> {
    const query = new URLSearchParams({ channel, to: destination });
    const found = await answer(`${inboxUrl}?${query.toString()}`);
    const items: unknown = isRecord(found) ? found['items'] : [];
    return Array.isArray(items) ? codeIn(items.at(-1)) : null;
  }

  async function answer(url: string): Promise<unknown> {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeout),
    });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`the source of codes answers ${response.status}`);
    return response.json();
  }
}

function codeIn(answer: unknown): string | null {
  const code = isRecord(answer) ? answer['code'] : null;
  return typeof code === 'string' && code !== '' ? code : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
