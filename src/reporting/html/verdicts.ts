/** The verdicts, clause by clause, with the exchanges of their checks. */
import {
  groupByClause,
  isKnownFailure,
  listNewFailures,
  summarize,
  verdictsByWeight,
  type CheckResult,
  type ClauseResults,
  type Exchange,
  type Report,
} from '../report.ts';
import { getClauseTitle } from '../text/clause-title.ts';
import { formatCurl } from '../text/curl-command.ts';
import { formatReadableDuration } from '../text/duration-text.ts';
import { toVisibleLine } from '../text/visible-text.ts';
import { Html, markup } from './markup.ts';
import {
  toAnchor,
  formatBlock,
  formatCode,
  createLink,
  formatSection,
  VERDICT_TEXTS,
  formatVerdictBadge,
  formatVerdictSign,
  formatText,
} from './page.ts';

export function formatVerdictSection(report: Report): Html | undefined {
  if (report.results.length === 0) return undefined;
  return formatSection('verdicts', 'Verdicts', [
    formatFailureLinks(report),
    formatFilter(report),
    ...groupByClause(report.results).map((clause) => formatClauseDetails(clause, report)),
  ]);
}

function formatFailureLinks(report: Report): Html | undefined {
  const failures = listNewFailures(report);
  if (failures.length === 0) return undefined;
  return markup`<nav class="failures" aria-label="Failures">
<h3>What failed</h3>
<ol>${failures.map(
    ({ id, reason, clause }) =>
      markup`<li><a href="${createLink(id)}">§${clause} ${formatText(reason)}</a></li>`,
  )}</ol>
</nav>`;
}

/** Radio buttons that filter the results by CSS, because the page has no script. */
function formatFilter({ summary }: Report): Html | undefined {
  const present = verdictsByWeight.filter((verdict) => summary[verdict] > 0);
  if (present.length <= 1) return undefined;
  return markup`<fieldset class="filter"><legend>Show</legend>
<label><input type="radio" name="shown" id="show-all" checked> all</label>
${present.map(
  (verdict) =>
    markup`<label><input type="radio" name="shown" id="show-${verdict}"> ${VERDICT_TEXTS[verdict].word}</label>`,
)}
</fieldset>`;
}

function formatDetails(className: string, state: 'open' | 'closed', content: Html): Html {
  const open = state === 'open' ? new Html(' open') : undefined;
  return markup`<details class="${className}"${open}>${content}</details>`;
}

function formatClauseDetails({ clause, results }: ClauseResults, report: Report): Html {
  const summary = summarize(results);
  const isOpen = results.some(
    (result) => ['fail', 'error'].includes(result.verdict) && !isKnownFailure(result, report),
  );
  const counts = verdictsByWeight
    .filter((verdict) => summary[verdict] > 0)
    .map(
      (verdict) =>
        markup`<span class="count ${verdict}">${formatVerdictSign(verdict)} ${summary[verdict]}<span class="visually-hidden"> ${VERDICT_TEXTS[verdict].word}</span></span>`,
    );
  const content = markup`<summary><h3>${getClauseTitle(clause)}</h3> <span class="tally">${counts}</span></summary>
${results.map((result) => formatResult(result, report))}`;
  return formatDetails('clause', isOpen ? 'open' : 'closed', content);
}

function formatResult(result: CheckResult, report: Report): Html {
  const { id, title, verdict, reason, level, requirement, cause, evidence } = result;
  const badge = isKnownFailure(result, report)
    ? markup`<span class="badge known">known failure</span> `
    : undefined;
  const rule =
    id === requirement ? undefined : markup` <span>rule ${formatCode(requirement)}</span>`;
  // The exchanges of checks that passed are only in report.json.
  const exchanges = verdict === 'pass' ? [] : evidence;
  return markup`<article class="result ${verdict}" id="${toAnchor(id)}">
<h4>${formatVerdictBadge(verdict)} ${badge}<span>${formatText(title)}</span></h4>
<p>${formatText(reason)}</p>
<p class="facts">${formatCode(id)} <span>${level}</span>${rule}${cause && markup` <span>cause: ${cause}</span>`}</p>
${exchanges.map((exchange, index) => {
  // The verdict is based on the last exchange.
  const isLast = index === exchanges.length - 1;
  return formatDetails('call', isLast ? 'open' : 'closed', formatExchange(exchange));
})}
</article>`;
}

function formatExchange({ request, response, networkError }: Exchange): Html {
  const { method, url, headers, body = '' } = request;
  const statusText = response === null ? 'no response' : String(response.status);
  const path = url.replace(/^https?:\/\/[^/]*(?=\/)/, '');
  const responseText =
    response === null
      ? (networkError ?? 'No response.')
      : formatMessage(statusText, response.headers, response.body);
  return markup`<summary><code>${toVisibleLine(`${method} ${path}`)}</code> <span class="arrow" aria-hidden="true">→</span> <strong>${statusText}</strong></summary>
<div class="exchange">
<section><h5>Request</h5>${formatBlock('Request', formatMessage(`${method} ${url}`, headers, body))}</section>
<section><h5>Response${response === null ? '' : `, ${formatReadableDuration(response.durationMs)}`}</h5>${formatBlock('Response', responseText)}</section>
<section class="wide"><h5>Reproduce</h5>${formatBlock('Command to reproduce the request', formatCurl(request))}</section>
</div>`;
}

function formatMessage(
  firstLine: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const head = [firstLine, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return body === '' ? head.join('\n') : `${head.join('\n')}\n\n${formatJson(body)}`;
}

/** Formats JSON. Returns a text that is not JSON, such as a truncated text, unchanged. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
