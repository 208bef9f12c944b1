/** Exchanges without secrets, for reports, journal and terminal. */
import type { ProxyEntry } from '../contract/proxy-journal.gen.ts';
import type { OperationId } from '../contract/words.ts';
import { withoutEndSlashes } from '../http/base-url.ts';
import { pathOf, queryOf } from '../http/request-head.ts';
import type { Violation } from '../judge/violation.ts';
import { KnownSecrets } from '../redaction/known-secrets.ts';
import { REDACTED } from '../redaction/marker.ts';
import { redactor, type RedactionContract, type Redactor } from '../redaction/redactor.ts';
import type { ShownBody } from '../redaction/shown-body.ts';
import type { Exchange } from '../reporting/report.ts';
import { cutText } from '../reporting/words/cut-text.ts';
import { headerOf, headersByName } from './observed-exchange.ts';
import type { ObservedBody, ObservedExchange, ObservedHeaders } from './observed-exchange.ts';
import { addRequestSecrets, addResponseSecrets } from './observed-secrets.ts';

/** Characters of a body in a report. */
const LONGEST_BODY = 4000;

/** An exchange as it may be shown. */
export interface RedactedExchange {
  readonly clientId: string | null;
  readonly request: ProxyEntry['request'];
  readonly response: ProxyEntry['response'];
}

/** Collects secrets from exchanges and redacts them wherever they occur. */
export class Redaction {
  readonly #sent: KnownSecrets;
  /** Stored separately: many secrets in responses must not replace those of requests. */
  readonly #returned: KnownSecrets;
  readonly #contract: RedactionContract;

  /** @param known secrets that are known from the start */
  constructor(contract: RedactionContract, known: KnownSecrets) {
    this.#sent = new KnownSecrets({ besides: known });
    this.#returned = new KnownSecrets({ besides: this.#sent });
    this.#contract = contract;
  }

  /** Collects the secrets of an exchange, before anything of it is shown. */
  observe(
    { request, response }: Pick<ObservedExchange, 'request' | 'response'>,
    operationId: OperationId | undefined,
  ): void {
    addRequestSecrets(this.#sent, request, operationId, this.#contract.dialect);
    if (response !== null) addResponseSecrets(this.#returned, response);
  }

  redacted(
    { request, response }: ObservedExchange,
    operationId: OperationId | undefined,
  ): RedactedExchange {
    const redactor = this.#redactor();
    const clientId = headerOf(request.headers, 'service-client-id');
    return {
      clientId: clientId === undefined ? null : redactor.text(clientId),
      request: {
        method: request.method,
        url: urlOf(request.url, operationId, redactor),
        headers: headersOf(request.headers, redactor),
        ...bodyOf(request.body, (body) => redactor.requestBody(body, operationId)),
      },
      response: response && {
        status: response.status,
        headers: headersOf(response.headers, redactor),
        ...bodyOf(response.body, (body) => redactor.responseBody(body)),
      },
    };
  }

  /** Returns violations without secrets in names. */
  violations(found: readonly Violation[]): readonly Violation[] {
    const redactor = this.#redactor();
    return found.map((each) => ({
      ...each,
      pointer: redactor.pointer(each.pointer),
      message: redactor.text(each.message),
    }));
  }

  #redactor(): Redactor {
    return redactor(this.#returned, this.#contract);
  }
}

function urlOf(url: string, operationId: OperationId | undefined, redactor: Redactor): string {
  const path = pathOf(url);
  const shownPath = operationId === undefined ? redactor.path(path) : redactor.text(path);
  const query = queryOf(url);
  if (query === undefined) return shownPath;
  const shown = redactor.query(query).toString();
  return `${shownPath}?${shown.replaceAll(encodeURIComponent(REDACTED), REDACTED)}`;
}

function headersOf(headers: ObservedHeaders, redactor: Redactor): Record<string, string> {
  return headersByName(redactor.headers([...headers]).list);
}

function bodyOf(
  { value, fault }: ObservedBody,
  redacted: (value: unknown) => ShownBody | undefined,
): Pick<ProxyEntry['request'], 'body' | 'bodyOmitted'> {
  if (fault !== undefined)
    return { bodyOmitted: fault.kind === 'tooLarge' ? 'tooLarge' : 'notJson' };
  if (value === undefined) return {};
  const shown = redacted(value);
  if (shown === undefined) return { bodyOmitted: 'tooLarge' };
  // A redacted copy of JSON is JSON.
  return { body: shown.value } as Pick<ProxyEntry['request'], 'body'>;
}

/** Returns an exchange for a report. */
export function shownExchange(
  { request, response }: RedactedExchange,
  { durationMs, trouble }: Pick<ObservedExchange, 'durationMs' | 'trouble'>,
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

type ShownMessage = ProxyEntry['request'] | NonNullable<ProxyEntry['response']>;

function textOf({ body, bodyOmitted }: ShownMessage): string {
  if (bodyOmitted !== undefined) return `[${bodyOmitted}]`;
  return body === undefined ? '' : cutText(JSON.stringify(body), LONGEST_BODY);
}
