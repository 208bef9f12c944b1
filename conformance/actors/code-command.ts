/** Runs the command that prints a one-time password, without secrets in its environment. */
import { exec, type ExecException } from 'node:child_process';
import type { OtpChannel } from '../../src/dialect/dialect.ts';
import { createSystemEnvironment } from '../../src/redaction/system-environment.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

interface CodeSend {
  readonly channel: OtpChannel;
  readonly destination: string;
}

/** Returns the trimmed output; errors show neither the command nor its output. */
export function runCodeCommand(
  command: string,
  send: CodeSend,
  { environment, timeout }: { readonly environment: Environment; readonly timeout: number },
): Promise<string> {
  const env = {
    ...createSystemEnvironment(environment, VARIABLE_PREFIX),
    OTP_CHANNEL: send.channel,
    OTP_DESTINATION: send.destination,
  };
  const filledCommand = fillCommand(command, send);
  return new Promise((resolve, reject) => {
    exec(filledCommand, { env, timeout }, (error, stdout) => {
      if (error === null) resolve(stdout.trim());
      else reject(new Error(`the command of --otp-source ${describeFailure(error)}`));
    });
  });
}

/** Prefix of the environment variables that are passed to the command, besides the system variables. */
const VARIABLE_PREFIX = 'OTP_';

/** Describes the failure without the error message, which contains the command and stderr. */
function describeFailure({ code, signal, killed }: ExecException): string {
  // `code` is a string if the shell cannot be started or the output is too long.
  const status: unknown = code;
  if (typeof status === 'number') return `ended with exit code ${status}`;
  if (typeof status === 'string') return `failed: ${status}`;
  return `was ended by ${signal ?? 'a signal'}${killed === true ? ': it took longer than --timeout' : ''}`;
}

/** Matches text that a shell treats literally, quoted or unquoted. */
const PLAIN_TO_A_SHELL = /^[A-Za-z0-9+][A-Za-z0-9._+@-]*$/;

/** Replaces the placeholders; throws if the destination has characters that are special in a shell. */
function fillCommand(command: string, { channel, destination }: CodeSend): string {
  if (!command.includes('{destination}')) return command.replaceAll('{channel}', channel);
  if (!PLAIN_TO_A_SHELL.test(destination)) {
    throw new Error(
      'the destination contains characters that are special in a shell. In --otp-source, use "$OTP_DESTINATION" instead of {destination}',
    );
  }
  return command.replaceAll('{channel}', channel).replaceAll('{destination}', destination);
}
