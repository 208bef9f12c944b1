import type { DestinationStream, LoggerOptions } from 'pino';

import { formatRequestLogLine, type RequestLogEntry } from './request-log-line.ts';
import { systemClock } from './clock.ts';
import { openLogDestination } from './log-destination.ts';
import { redactLogFields } from '../redaction/log-fields.ts';

export type LogLevel = 'info' | 'warn' | 'error';

/** The fields of a line in addition to its message. The field `err` contains an error. */
export type LogFields = Readonly<Record<string, unknown>>;

/** The log of the process, without secrets: fields pass through `redactLogFields`. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** Logs a request that has ended, at level `info`. */
  logRequest(entry: RequestLogEntry): void;
  /** Resolves when all lines are written, or cannot be written. Called at close. */
  flush(): Promise<void>;
}

export interface LogOptions {
  /** Lowest level that is written; `silent` writes nothing. */
  readonly level: LogLevel | 'silent';
  /** Formats lines for terminals instead of JSON. */
  readonly pretty: boolean;
  /** A file descriptor; default: standard error. */
  readonly destination?: number;
  /** Masks secrets by their value, such as the control token; `redactLogFields` masks fields by name. */
  readonly mask?: (<Value>(value: Value) => Value) | undefined;
}

const STANDARD_ERROR = 2;

/**
 * Opens the log, by pino: one JSON object a line, `time` in ISO 8601. Lines are written in the
 * background within 100 ms, and at the latest when the process exits.
 */
export async function createLog({ mask = (value) => value, ...options }: LogOptions): Promise<Log> {
  // Bundled or not, pino is the default export.
  const { default: pino } = await import('pino');
  const { stdSerializers, stdTimeFunctions } = pino;
  const destination = await openLogDestination(options.destination ?? STANDARD_ERROR);
  const settings: LoggerOptions = {
    level: options.level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }), log: (fields) => mask(redactLogFields(fields)) },
    serializers: {
      err: (error: unknown) =>
        mask(redactLogFields(error instanceof Error ? stdSerializers.err(error) : error)),
    },
  };
  const stream = options.pretty ? await createPrettyStream(destination) : destination;
  const logger = pino(settings, stream);
  const logsRequests = logger.isLevelEnabled('info');
  return {
    info: (message, fields = {}) => logger.info(fields, mask(message)),
    warn: (message, fields = {}) => logger.warn(fields, mask(message)),
    error: (message, fields = {}) => logger.error(fields, mask(message)),
    logRequest(entry) {
      if (logsRequests) stream.write(formatRequestLogLine(mask(entry), systemClock.now()));
    },
    flush: () => destination.flush(),
  };
}

async function createPrettyStream(destination: DestinationStream): Promise<DestinationStream> {
  const { prettyFactory } = await import('pino-pretty');
  const prettify = prettyFactory({ translateTime: 'SYS:HH:MM:ss.l' });
  return { write: (line) => destination.write(prettify(line)) };
}

export const silentLog: Log = {
  info() {},
  warn() {},
  error() {},
  logRequest() {},
  async flush() {},
};
