/** A client report as one HTML page, in the style of the conformance report. */
import type { ClientReport, Mistake } from '../../contract/client-report.gen.ts';
import { clientRules } from '../../contract/client-rules.gen.ts';
import { markup, nothing, when, type Html } from '../html/markup.ts';
import {
  codeHtml,
  htmlPage,
  section,
  table,
  verdictBadge,
  verdictSign,
  textHtml,
} from '../html/page.ts';
import { clauseTitle } from '../text/clause-title.ts';
import { visibleLine } from '../text/visible-text.ts';
import { coverageParts } from './coverage-parts.ts';

export function clientReportHtml(report: ClientReport): string {
  const { mistakes, coverage, requests } = report;
  return htmlPage({
    title: `Client report of ${visibleLine(report.workspace)}`,
    header: header(report),
    content: [
      when(mistakes.length > 0, () => section('mistakes', 'Mistakes', mistakes.map(article))),
      section(
        'coverage',
        'Coverage',
        table(
          'coverage',
          ['what', 'missing', 'seen'],
          coverageParts(coverage).map(({ title, seen, missing }) => ({
            className: 'part',
            cells: [markup`${title}`, items(missing), items(seen)],
          })),
        ),
      ),
      unbrokenSection(report),
    ],
    footer: markup`<footer><p class="facts"><span>${requests} requests</span></p></footer>`,
  });
}

function header({ workspace, mistakes, coverage, requests }: ClientReport): Html {
  const { exit, outcome } = describeOutcome(requests, mistakes.length);
  const coverageVerdict = requests === 0 ? 'not-tested' : 'pass';
  const times = mistakes.reduce((sum, { count }) => sum + count, 0);
  return markup`<header>
<p class="kind">Client report</p>
<h1>${codeHtml(workspace)}</h1>
<p class="outcome exit-${exit}"><strong>${outcome}</strong> <span>Coverage ${coverage.percent} %.</span></p>
<ul class="counts" aria-label="Counts">
<li class="fail ${times === 0 ? 'none' : 'some'}"><span class="number">${times}</span> <span class="word">${verdictSign('fail')} mistakes</span></li>
<li class="${coverageVerdict} some"><span class="number">${coverage.percent} %</span> <span class="word">${verdictSign(coverageVerdict)} coverage</span></li>
</ul>
</header>`;
}

/** Returns the exit code that defines the colour of the banner: 4, neither green nor red, without requests. */
function describeOutcome(requests: number, broken: number) {
  if (broken > 0) {
    return { exit: 1, outcome: `${broken} ${broken === 1 ? 'rule is' : 'rules are'} violated.` };
  }
  return requests === 0
    ? { exit: 4, outcome: 'No requests, so nothing was checked.' }
    : { exit: 0, outcome: 'No mistakes.' };
}

function article({ rule, clause, title, message, hint, count, clients, entries }: Mistake): Html {
  const why = clientRules.find(({ id }) => id === rule)?.why;
  return markup`<article class="clause"><div class="result fail">
<h3>${verdictBadge('fail')} ${textHtml(title)}</h3>
<p>${textHtml(message)}</p>
<p>${why === undefined ? nothing : markup`${textHtml(why)} `}${textHtml(hint)}</p>
<p class="facts"><span>${clauseTitle(clause)}</span> ${codeHtml(rule)} <span>${count} ${count === 1 ? 'time' : 'times'}</span> ${clients.map(codeHtml)}</p>
<details class="call"><summary>Journal entries</summary><p>${entries.map(codeHtml)}</p></details>
</div></article>`;
}

function items(list: readonly string[]): Html {
  return list.length === 0
    ? markup`<span><span class="silent">none</span></span>`
    : markup`<span>${list.map(codeHtml)}</span>`;
}

function unbrokenSection({ mistakes, requests }: ClientReport): Html {
  const broken = new Set(mistakes.map(({ rule }) => rule));
  const unbroken = clientRules.filter(({ id }) => !broken.has(id));
  return when(requests > 0 && unbroken.length > 0, () =>
    section(
      'kept',
      'Rules that were not violated',
      markup`<ul>${unbroken.map(({ title, clause }) => markup`<li>${textHtml(title)} <span class="clause-number">§${clause}</span></li>`)}</ul>`,
    ),
  );
}
