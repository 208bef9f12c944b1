/** The verdicts, clause by clause, with the exchanges of their checks. */
import {
  byClause,
  isKnownFailure,
  newFailures,
  summarize,
  verdictsByWeight,
  type CheckResult,
  type ClauseResults,
  type Exchange,
  type Report,
  type Verdict,
} from '../report.ts';
import { clauseTitle } from '../text/clause-title.ts';
import { curlLine } from '../text/curl-line.ts';
import { durationText } from '../text/duration-text.ts';
import { visibleLine } from '../text/visible-text.ts';
import { Html, markup, nothing, when } from './markup.ts';
import {
  toAnchor,
  block,
  codeHtml,
  createLink,
  section,
  VERDICT_WORDS,
  verdictBadge,
  verdictSign,
  textHtml,
} from './page.ts';

export function verdictSection(report: Report): Html {
  if (report.results.length === 0) return nothing;
  return section('verdicts', 'Verdicts', [
    failureLinks(report),
    filter(report),
    ...byClause(report.results).map((clause) => clauseDetails(clause, report)),
  ]);
}

function failureLinks(report: Report): Html {
  const failures = newFailures(report);
  return when(
    failures.length > 0,
    () => markup`<nav class="failures" aria-label="Failures">
<h3>What failed</h3>
<ol>${failures.map(
      ({ id, reason, clause }) =>
        markup`<li><a href="${createLink(id)}">§${clause} ${textHtml(reason)}</a></li>`,
    )}</ol>
</nav>`,
  );
}

/** Buttons that work by style alone: the page has no script. */
function filter({ summary }: Report): Html {
  const present = verdictsByWeight.filter((verdict) => summary[verdict] > 0);
  return when(
    present.length > 1,
    () => markup`<fieldset class="filter"><legend>Show</legend>
<label><input type="radio" name="shown" id="show-all" checked> all</label>
${present.map(
  (verdict) =>
    markup`<label><input type="radio" name="shown" id="show-${verdict}"> ${VERDICT_WORDS[verdict]}</label>`,
)}
</fieldset>`,
  );
}

function details(className: string, state: 'open' | 'closed', content: Html): Html {
  const open = state === 'open' ? new Html(' open') : nothing;
  return markup`<details class="${className}"${open}>${content}</details>`;
}

const OPENED: ReadonlySet<Verdict> = new Set(['fail', 'error']);

function clauseDetails({ clause, results }: ClauseResults, report: Report): Html {
  const counts = summarize(results);
  const isOpen = results.some(
    (result) => OPENED.has(result.verdict) && !isKnownFailure(result, report),
  );
  const tally = verdictsByWeight
    .filter((verdict) => counts[verdict] > 0)
    .map(
      (verdict) =>
        markup`<span class="count ${verdict}">${verdictSign(verdict)} ${counts[verdict]}<span class="visually-hidden"> ${VERDICT_WORDS[verdict]}</span></span>`,
    );
  const content = markup`<summary><h3>${clauseTitle(clause)}</h3> <span class="tally">${tally}</span></summary>
${results.map((result) => resultArticle(result, report))}`;
  return details('clause', isOpen ? 'open' : 'closed', content);
}

function resultArticle(result: CheckResult, report: Report): Html {
  const { id, title, verdict, reason, level, requirement, cause, evidence } = result;
  const known = isKnownFailure(result, report);
  // The exchanges of checks that passed are only in report.json.
  const exchanges = verdict === 'pass' ? [] : evidence;
  return markup`<article class="result ${verdict}" id="${toAnchor(id)}">
<h4>${verdictBadge(verdict)} ${when(known, () => markup`<span class="badge known">known failure</span> `)}<span>${textHtml(title)}</span></h4>
<p>${textHtml(reason)}</p>
<p class="facts">${codeHtml(id)} <span>${level}</span>${when(id !== requirement, () => markup` <span>rule ${codeHtml(requirement)}</span>`)}${cause === undefined ? nothing : markup` <span>cause: ${cause}</span>`}</p>
${exchanges.map((exchange, at) => {
  // The verdict is based on the last one.
  const isLast = at === exchanges.length - 1;
  return details('call', isLast ? 'open' : 'closed', exchangeContent(exchange));
})}
</article>`;
}

function exchangeContent({ request, response, trouble }: Exchange): Html {
  const { method, url, headers, body = '' } = request;
  const statusText = response === null ? 'no response' : String(response.status);
  const path = url.replace(/^https?:\/\/[^/]*(?=\/)/, '');
  const responseText =
    response === null
      ? (trouble ?? 'No response.')
      : messageText(statusText, response.headers, response.body);
  return markup`<summary><code>${visibleLine(`${method} ${path}`)}</code> <span class="arrow" aria-hidden="true">→</span> <strong>${statusText}</strong></summary>
<div class="exchange">
<section><h5>Request</h5>${block('Request', messageText(`${method} ${url}`, headers, body))}</section>
<section><h5>Response${response === null ? '' : `, ${durationText(response.durationMs)}`}</h5>${block('Response', responseText)}</section>
<section class="wide"><h5>Reproduce</h5>${block('Command to reproduce the request', curlLine(request))}</section>
</div>`;
}

function messageText(
  firstLine: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const head = [firstLine, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return body === '' ? head.join('\n') : `${head.join('\n')}\n\n${prettyJson(body)}`;
}

/** Returns a text that is not JSON, or is truncated, unchanged. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
