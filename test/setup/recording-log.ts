import type { Log, LogFields, LogLevel } from '../../src/ports/log.ts';
import { toRequestFields, formatRequestMessage } from '../../src/ports/request-log-line.ts';
import { redactLogFields } from '../../src/redaction/log-fields.ts';

/** A logged line with its secrets redacted. */
export interface LogEntry {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: LogFields;
}

export interface RecordingLog extends Log {
  /** The recorded log entries, oldest first. */
  readonly entries: readonly LogEntry[];
}

/** Creates a log that stores its entries for assertions. */
export function createRecordingLog(): RecordingLog {
  const entries: LogEntry[] = [];
  const record =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      entries.push({ level, message, fields: redactLogFields(fields) });
    };
  return {
    entries,
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
    logRequest: (line) => record('info')(formatRequestMessage(line), toRequestFields(line)),
    async flush() {},
  };
}
