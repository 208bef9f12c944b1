/** A client report as one HTML page, in the style of the conformance report. */
import type { ClientReport, Mistake } from '../../contract/client-report.gen.ts';
import { clientRules } from '../../contract/client-rules.gen.ts';
import { pluralize } from '../../pluralize.ts';
import { markup, type Html } from '../html/markup.ts';
import {
  formatCode,
  formatPage,
  formatSection,
  formatTable,
  formatVerdictBadge,
  formatVerdictSign,
  formatText,
} from '../html/page.ts';
import { getClauseTitle } from '../text/clause-title.ts';
import { toVisibleLine } from '../text/visible-text.ts';
import { listCoverageParts } from './coverage-parts.ts';

export function formatClientReportHtml(report: ClientReport): string {
  const { mistakes, coverage, requests } = report;
  return formatPage({
    title: `Client report of ${toVisibleLine(report.workspace)}`,
    header: formatHeader(report),
    content: [
      mistakes.length === 0
        ? undefined
        : formatSection('mistakes', 'Mistakes', mistakes.map(formatMistake)),
      formatSection(
        'coverage',
        'Coverage',
        formatTable(
          'coverage',
          ['what', 'missing', 'seen'],
          listCoverageParts(coverage).map(({ title, seen, missing }) => ({
            className: 'part',
            cells: [markup`${title}`, formatItems(missing), formatItems(seen)],
          })),
        ),
      ),
      formatFollowedRules(report),
    ],
    footer: markup`<footer><p class="facts"><span>${pluralize(requests, 'request')}</span></p></footer>`,
  });
}

function formatHeader({ workspace, mistakes, coverage, requests }: ClientReport): Html {
  const { exit, outcome } = describeOutcome(requests, mistakes.length);
  const coverageVerdict = requests === 0 ? 'not-tested' : 'pass';
  const mistakeCount = mistakes.reduce((sum, { count }) => sum + count, 0);
  return markup`<header>
<p class="kind">Client report</p>
<h1>${formatCode(workspace)}</h1>
<p class="outcome exit-${exit}"><strong>${outcome}</strong> <span>Coverage ${coverage.percent} %.</span></p>
<ul class="counts" aria-label="Counts">
<li class="fail ${mistakeCount === 0 ? 'none' : 'some'}"><span class="number">${mistakeCount}</span> <span class="word">${formatVerdictSign('fail')} mistakes</span></li>
<li class="${coverageVerdict} some"><span class="number">${coverage.percent} %</span> <span class="word">${formatVerdictSign(coverageVerdict)} coverage</span></li>
</ul>
</header>`;
}

/** Returns the text of the banner, and the exit code that defines its colour: 4 (neither green nor red) if there are no requests. */
function describeOutcome(requests: number, violatedRules: number) {
  if (violatedRules > 0) {
    const verb = violatedRules === 1 ? 'is' : 'are';
    return { exit: 1, outcome: `${pluralize(violatedRules, 'rule')} ${verb} violated.` };
  }
  return requests === 0
    ? { exit: 4, outcome: 'No requests, so nothing was checked.' }
    : { exit: 0, outcome: 'No mistakes.' };
}

function formatMistake(mistake: Mistake): Html {
  const { rule, clause, title, message, hint, count, clients, entries } = mistake;
  const why = clientRules.find(({ id }) => id === rule)?.why;
  return markup`<article class="clause"><div class="result fail">
<h3>${formatVerdictBadge('fail')} ${formatText(title)}</h3>
<p>${formatText(message)}</p>
<p>${why && markup`${formatText(why)} `}${formatText(hint)}</p>
<p class="facts"><span>${getClauseTitle(clause)}</span> ${formatCode(rule)} <span>${pluralize(count, 'time')}</span> ${clients.map(formatCode)}</p>
<details class="call"><summary>Journal entries</summary><p>${entries.map(formatCode)}</p></details>
</div></article>`;
}

function formatItems(list: readonly string[]): Html {
  return list.length === 0
    ? markup`<span><span class="silent">none</span></span>`
    : markup`<span>${list.map(formatCode)}</span>`;
}

function formatFollowedRules({ mistakes, requests }: ClientReport): Html | undefined {
  const violated = new Set(mistakes.map(({ rule }) => rule));
  const items = clientRules
    .filter(({ id }) => !violated.has(id))
    .map(
      ({ title, clause }) =>
        markup`<li>${formatText(title)} <span class="clause-number">§${clause}</span></li>`,
    );
  if (requests === 0 || items.length === 0) return undefined;
  return formatSection('followed', 'Rules that were not violated', markup`<ul>${items}</ul>`);
}
