/** Calls without their secrets, for reports, journal and terminal. */
import type { ProxyEntry } from '../contract/proxy-journal.gen.ts';
import { otpFields } from '../contract/wire/one-time-password.ts';
import type { OperationId } from '../contract/words.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { pathOf, queryOf } from '../http/request-head.ts';
import { REDACTED } from '../ports/redaction.ts';
import type { Exchange } from '../reporting/report.ts';
import { cutText } from '../reporting/words/cut-text.ts';
import type { Client } from '../store/state.ts';
import type { RedactedBody } from '../traffic/redaction/redacted-body.ts';
import { redactorOf, type Redactor } from '../traffic/redaction/redactor.ts';
import { headerOf, headersByName } from './seen-call.ts';
import type { SeenBody, SeenCall, SeenHeaders, SeenRequest } from './seen-call.ts';
import type { Violation } from './violation.ts';
import { withoutEndSlashes } from '../http/base-url.ts';

/** More clients than this are known by their headers alone. */
const MOST_SECRETS = 500;

/** Characters of a body in a report. */
const LONGEST_BODY = 4000;

/** Fields of a call that answers a one-time password and that are none. */
const NAMES_OF_RECORDS: ReadonlySet<string> = new Set(
  Object.values(otpFields).flatMap(({ destination, recordId }) => [destination, recordId]),
);

type Omitted = { readonly bodyOmitted: 'notJson' | 'tooLarge' };

/** A call as it may be shown. */
export interface RedactedCall {
  readonly clientId: string | null;
  readonly request: ProxyEntry['request'];
  readonly response: ProxyEntry['response'];
}

/** Learns the secrets that clients send, and shows them nowhere, wherever they come back. */
export class Redaction {
  #clients: ReadonlyMap<string, Client> = new Map();

  redacted(call: SeenCall, operationId: OperationId | undefined, dialect: Dialect): RedactedCall {
    this.#learn(call.request.headers);
    const redactor = redactorOf(this.#clients, dialect);
    const { request, answer } = call;
    return {
      clientId: clientIdIn(request.headers, redactor),
      request: {
        method: request.method,
        url: urlOf(request.url, operationId, redactor),
        headers: headersOf(request.headers, redactor),
        ...bodyOf(request.body, (body) =>
          redactor.requestBody(withoutCode(body, operationId), operationId),
        ),
      },
      response: answer && {
        status: answer.status,
        headers: headersOf(answer.headers, redactor),
        ...bodyOf(answer.body, (body) => redactor.answerBody(body)),
      },
    };
  }

  /** What a request or its answer has against it, without the secrets that stand as names. */
  violations(
    { headers }: SeenRequest,
    found: readonly Violation[],
    dialect: Dialect,
  ): readonly Violation[] {
    this.#learn(headers);
    const redactor = redactorOf(this.#clients, dialect);
    return found.map((each) => ({
      ...each,
      pointer: redactor.pointer(each.pointer),
      message: redactor.text(each.message),
    }));
  }

  /** The secret of a client, and whatever it sends as a bearer. */
  #learn(headers: SeenHeaders): void {
    const secret = headerOf(headers, 'service-client-secret') ?? '';
    const accessToken = (headerOf(headers, 'authorization') ?? '').replace(/^bearer +/i, '');
    // A session is told by its form.
    const token = accessToken.startsWith('eyJ') ? '' : accessToken;
    const id = `${secret} ${token}`;
    if (id === ' ' || this.#clients.has(id) || this.#clients.size >= MOST_SECRETS) return;
    this.#clients = new Map([...this.#clients, [id, { id, secret, accessToken: token }]]);
  }
}

/** Where a code is due, it may stand under any name (§4.5, §4.7). */
function withoutCode(body: unknown, operationId: OperationId | undefined): unknown {
  const isAttempt = operationId === 'authenticateSmsOtp' || operationId === 'authenticateEmailOtp';
  if (!isAttempt || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [
      name,
      NAMES_OF_RECORDS.has(name) ? value : REDACTED,
    ]),
  );
}

function clientIdIn(headers: SeenHeaders, redactor: Redactor): string | null {
  const id = headerOf(headers, 'service-client-id');
  return id === undefined ? null : redactor.text(id);
}

function urlOf(url: string, operationId: OperationId | undefined, redactor: Redactor): string {
  const path = pathOf(url);
  const shownPath = operationId === undefined ? redactor.path(path) : redactor.text(path);
  const query = queryOf(url);
  if (query === undefined) return shownPath;
  const shown = redactor.query(query).toString();
  return `${shownPath}?${shown.replaceAll(encodeURIComponent(REDACTED), REDACTED)}`;
}

function headersOf(headers: SeenHeaders, redactor: Redactor): Record<string, string> {
  return headersByName(redactor.headers([...headers]).list);
}

function bodyOf(
  body: SeenBody,
  redacted: (value: unknown) => RedactedBody | undefined,
): Omitted | ShownBody {
  switch (body.kind) {
    case 'none':
      return {};
    case 'notJson':
    case 'tooLarge':
      return { bodyOmitted: body.kind };
    case 'json': {
      const kept = redacted(body.value);
      if (kept === undefined) return { bodyOmitted: 'tooLarge' };
      // What JSON.parse gave stays JSON.
      return { body: kept.value } as ShownBody;
    }
  }
}

type ShownBody = Pick<ProxyEntry['request'], 'body'>;

/** A call as a report shows it. */
export function exchangeOf(
  { request, response }: RedactedCall,
  { durationMs, trouble }: Pick<SeenCall, 'durationMs' | 'trouble'>,
  { upstream, operationId }: { upstream: string; operationId: OperationId | undefined },
): Exchange {
  const text = textOf(request);
  return {
    request: {
      ...(operationId === undefined ? {} : { operation: operationId }),
      method: request.method,
      url: `${withoutEndSlashes(upstream)}${request.url}`,
      headers: request.headers,
      ...(text === '' ? {} : { body: text }),
    },
    response: response && {
      status: response.status,
      headers: response.headers,
      body: textOf(response),
      durationMs,
    },
    ...(trouble === null ? {} : { trouble: trouble.message }),
  };
}

function textOf({
  body,
  bodyOmitted,
}: ProxyEntry['request'] | NonNullable<ProxyEntry['response']>) {
  if (bodyOmitted !== undefined) return `[${bodyOmitted}]`;
  return body === undefined ? '' : cutText(JSON.stringify(body), LONGEST_BODY);
}
