/** Exchanges without secrets, for reports, journal and terminal. */
import type { ProxyEntry } from '../contract/proxy-journal.gen.ts';
import type { OperationId } from '../contract/words.ts';
import { pathOf, queryOf } from '../http/request-head.ts';
import { KnownSecrets } from '../redaction/known-secrets.ts';
import { REDACTED } from '../redaction/marker.ts';
import { redactor, type RedactionContract, type Redactor } from '../redaction/redactor.ts';
import type { ShownBody } from '../redaction/shown-body.ts';
import type { Exchange } from '../reporting/report.ts';
import { cutText } from '../reporting/words/cut-text.ts';
import { headerOf, headersByName } from './observed-exchange.ts';
import type {
  ObservedResponse,
  ObservedBody,
  ObservedExchange,
  ObservedHeaders,
  ObservedRequest,
} from './observed-exchange.ts';
import { addResponseSecrets, addRequestSecrets } from './observed-secrets.ts';
import type { Violation } from '../judge/violation.ts';
import { withoutEndSlashes } from '../http/base-url.ts';

/** Characters of a body in a report. */
const LONGEST_BODY = 4000;

type Omitted = { readonly bodyOmitted: 'notJson' | 'tooLarge' };

/** A request as it may be shown. */
export interface RedactedExchange {
  readonly clientId: string | null;
  readonly request: ProxyEntry['request'];
  readonly response: ProxyEntry['response'];
}

/** Collects secrets from exchanges and redacts them wherever they occur. */
export class Redaction {
  readonly #sent: KnownSecrets;
  /** Apart: however many a deployment invents, those of the client are not forgotten for them. */
  readonly #answered: KnownSecrets;
  readonly #contract: RedactionContract;

  /** @param besides secrets that are known from the start */
  constructor(contract: RedactionContract, besides: KnownSecrets) {
    this.#sent = new KnownSecrets({ besides });
    this.#answered = new KnownSecrets({ besides: this.#sent });
    this.#contract = contract;
  }

  /** Takes the secrets of a request into account before anything of it is shown. */
  seeRequest(request: ObservedRequest, operationId: OperationId | undefined): void {
    addRequestSecrets(this.#sent, request, operationId, this.#contract.dialect);
  }

  /** The same for a response. */
  observeResponse(response: ObservedResponse): void {
    addResponseSecrets(this.#answered, response);
  }

  redacted(
    { request, response }: ObservedExchange,
    operationId: OperationId | undefined,
  ): RedactedExchange {
    const redactor = this.#redactor();
    return {
      clientId: clientIdIn(request.headers, redactor),
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

  /** Uses the names and headers that are known so far. */
  #redactor(): Redactor {
    return redactor(this.#answered, this.#contract);
  }
}

function clientIdIn(headers: ObservedHeaders, redactor: Redactor): string | null {
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

function headersOf(headers: ObservedHeaders, redactor: Redactor): Record<string, string> {
  return headersByName(redactor.headers([...headers]).list);
}

function bodyOf(
  body: ObservedBody,
  redacted: (value: unknown) => ShownBody | undefined,
): Omitted | WrittenBody {
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
      return { body: kept.value } as WrittenBody;
    }
  }
}

type WrittenBody = Pick<ProxyEntry['request'], 'body'>;

/** A request as a report shows it. */
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

function textOf({
  body,
  bodyOmitted,
}: ProxyEntry['request'] | NonNullable<ProxyEntry['response']>) {
  if (bodyOmitted !== undefined) return `[${bodyOmitted}]`;
  return body === undefined ? '' : cutText(JSON.stringify(body), LONGEST_BODY);
}
