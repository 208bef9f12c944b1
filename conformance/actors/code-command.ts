/** The command that prints a one-time password. A configuration file may name it: it is not trusted with secrets. */
import { exec, type ExecException } from 'node:child_process';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { systemEnvironment } from '../../src/redaction/system-environment.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a code was sent. */
interface Sent {
  readonly channel: OtpChannel;
  readonly destination: string;
}

/**
 * Returns the trimmed output of the command.
 *
 * @throws Error with the exit status, without the command and its output
 */
export function printedBy(
  command: string,
  sent: Sent,
  { environment, timeout }: { readonly environment: Environment; readonly timeout: number },
): Promise<string> {
  const env = {
    ...systemEnvironment(environment, PASSED_ON),
    OTP_CHANNEL: sent.channel,
    OTP_DESTINATION: sent.destination,
  };
  const line = commandFor(command, sent);
  return new Promise((resolve, reject) => {
    exec(line, { env, timeout }, (error, stdout) => {
      const printed = stdout.trim();
      if (error !== null) reject(new Error(`the command of --otp-source ${endOf(error)}`));
      else if (printed.includes('\n')) reject(new Error(SEVERAL_LINES));
      else resolve(printed);
    });
  });
}

const SEVERAL_LINES =
  'the command of --otp-source printed several lines: it must print only the code';

/** Environment variables with this prefix are passed on; a configuration file cannot set them. */
const PASSED_ON = 'OTP_';

/** Error messages contain the command and stderr, which may contain secrets. */
function endOf({ code, signal, killed }: ExecException): string {
  // If the shell cannot be started, or prints too much, Node provides a text as the code.
  const status: unknown = code;
  if (typeof status === 'number') return `ended with exit code ${status}`;
  if (typeof status === 'string') return `failed: ${status}`;
  return `was ended by ${signal ?? 'a signal'}${killed === true ? ': it took longer than --timeout' : ''}`;
}

/** What no shell reads as anything but itself, within quotes and without. */
const PLAIN_TO_A_SHELL = /^[A-Za-z0-9+][A-Za-z0-9._+@-]*$/;

/** @throws Error for a destination that a shell would read more into: it is in OTP_DESTINATION */
function commandFor(command: string, { channel, destination }: Sent): string {
  if (!command.includes('{destination}')) return command.replaceAll('{channel}', channel);
  if (!PLAIN_TO_A_SHELL.test(destination)) {
    throw new Error(
      'the destination contains shell characters: let the command read it from the variable OTP_DESTINATION instead of {destination}',
    );
  }
  return command.replaceAll('{channel}', channel).replaceAll('{destination}', destination);
}
