import type { Log, LogFields, LogLevel } from '../../src/ports/log.ts';
import { toRequestFields, formatRequestMessage } from '../../src/ports/request-line.ts';
import { redactLogFields } from '../../src/redaction/log-fields.ts';

/** A line as it was logged, its secrets replaced. */
export interface LogEntry {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: LogFields;
}

export interface RecordingLog extends Log {
  /** The recorded log entries, oldest first. */
  readonly entries: readonly LogEntry[];
}

/** Creates a log for tests that stores its entries. */
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
