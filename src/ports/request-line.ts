/** Formats the log line of a request, without pino because that takes four times as long. */

/** The log fields of a completed request, without secrets. */
export interface RequestLine {
  readonly method: string;
  /** Without the query, which may contain secrets. */
  readonly path: string;
  /** Undefined if no response was sent. */
  readonly status: number | undefined;
  readonly requestId: string;
  readonly workspace: string;
  readonly operation: string | undefined;
  readonly client: string | undefined;
  readonly outcome: string | undefined;
  readonly clause: string | undefined;
  readonly fault: string | undefined;
  /** Omitted if empty. */
  readonly chaos: readonly string[];
  readonly durationMs: number;
}

export function formatRequestMessage({ method, path, status }: RequestLine): string {
  return `${method} ${path} ${status ?? 'without response'}`;
}

/** Returns the fields of a line except the message, in output order. */
export function toRequestFields(line: RequestLine): Readonly<Record<string, unknown>> {
  return {
    requestId: line.requestId,
    workspace: line.workspace,
    operation: line.operation,
    client: line.client,
    outcome: line.outcome,
    clause: line.clause,
    fault: line.fault,
    chaos: line.chaos.length > 0 ? line.chaos : undefined,
    durationMs: line.durationMs,
  };
}

/** Formats a line like pino. @param now milliseconds since 1970 */
export function formatRequestLine(line: RequestLine, now: number): string {
  // Several times as fast as serializing one object.
  const fields = JSON.stringify(toRequestFields(line)).slice(1, -1);
  const message = JSON.stringify(formatRequestMessage(line));
  return `{"level":"info","time":"${new Date(now).toISOString()}",${fields},"msg":${message}}\n`;
}
