/** The exchanges of a check: requests and responses. */
import { curlLine } from '../words/curl-line.ts';
import { durationText } from '../words/duration-text.ts';
import type { Exchange } from '../report.ts';
import { visibleLine } from '../words/visible-text.ts';
import { markup, type Html } from './markup.ts';
import { block } from './pieces.ts';

/** The last one, which the verdict is based on, is open. */
export function exchangeList(exchanges: readonly Exchange[]): Html {
  return markup`${exchanges.map((exchange, at) =>
    exchangeDetails(exchange, at === exchanges.length - 1 ? 'open' : 'closed'),
  )}`;
}

function exchangeDetails(exchange: Exchange, state: 'open' | 'closed'): Html {
  const { request, response } = exchange;
  const statusText = response === null ? 'no response' : String(response.status);
  const requestLine = `${request.method} ${pathOf(request.url)}`;
  const body = markup`<summary><code>${visibleLine(requestLine)}</code> <span class="arrow" aria-hidden="true">→</span> <strong>${statusText}</strong></summary>
<div class="exchange">
<section><h5>Request</h5>${block('Request', requestText(exchange))}</section>
<section><h5>Response${response === null ? '' : `, ${durationText(response.durationMs)}`}</h5>${block('Response', responseText(exchange))}</section>
<section class="wide"><h5>Reproduce</h5>${block('Command to reproduce the request', curlLine(request))}</section>
</div>`;
  return state === 'open'
    ? markup`<details class="call" open>${body}</details>`
    : markup`<details class="call">${body}</details>`;
}

function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]*(?=\/)/, '');
}

function requestText({ request }: Exchange): string {
  const { method, url, headers, body } = request;
  return messageText(`${method} ${url}`, headers, body ?? '');
}

function responseText({ response, trouble }: Exchange): string {
  if (response === null) return trouble ?? 'No response.';
  const { status, headers, body } = response;
  return messageText(String(status), headers, body);
}

function messageText(
  first: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const head = [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return body === '' ? head.join('\n') : `${head.join('\n')}\n\n${prettyJson(body)}`;
}

/** A text that is no JSON, or no whole one, stays as it is. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
