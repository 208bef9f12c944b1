/** A client report as one HTML page, in the look of the conformance report. */
import type { ClientReport, Mistake } from '../../contract/client-report.gen.ts';
import { clauseTitle } from '../words/clause-title.ts';
import type { ClientRule } from './client-rule.ts';
import { coverageParts } from './coverage-parts.ts';
import type { TitledPart } from './coverage-parts.ts';
import { markup, nothing, when, type Html } from '../html/markup.ts';
import { htmlPage } from '../html/page.ts';
import { codeWords, verdictBadge, verdictSign, words } from '../html/pieces.ts';
import { visibleLine } from '../words/visible-text.ts';

/** @param rules descriptions of the rules */
export function clientReportHtml(report: ClientReport, rules: readonly ClientRule[]): string {
  return htmlPage({
    title: `Client report of ${visibleLine(report.workspace)}`,
    header: header(report),
    content: [mistakeSection(report, rules), coverageSection(report), keptSection(report, rules)],
    footer: markup`<footer><p class="facts"><span>${report.requests} requests</span></p></footer>`,
  });
}

function header({ workspace, mistakes, coverage, requests }: ClientReport): Html {
  const { exit, outcome } = outcomeOf(requests, mistakes.length);
  const coverageVerdict = requests === 0 ? 'not-tested' : 'pass';
  const times = mistakes.reduce((sum, { count }) => sum + count, 0);
  return markup`<header>
<p class="kind">Client report</p>
<h1>${codeWords(workspace)}</h1>
<p class="outcome exit-${exit}"><strong>${outcome}</strong> <span>Coverage ${coverage.percent} %.</span></p>
<ul class="counts" aria-label="Counts">
<li class="fail ${times === 0 ? 'none' : 'some'}"><span class="number">${times}</span> <span class="word">${verdictSign('fail')} mistakes</span></li>
<li class="${coverageVerdict} some"><span class="number">${coverage.percent} %</span> <span class="word">${verdictSign(coverageVerdict)} coverage</span></li>
</ul>
</header>`;
}

/** The exit code that gives the banner its colour: 4, neither green nor red, if nothing was checked. */
function outcomeOf(
  requests: number,
  broken: number,
): { readonly exit: number; readonly outcome: string } {
  if (broken > 0) {
    return { exit: 1, outcome: `${broken} ${broken === 1 ? 'rule is' : 'rules are'} violated.` };
  }
  return requests === 0
    ? { exit: 4, outcome: 'No requests, so nothing was checked.' }
    : { exit: 0, outcome: 'No mistakes.' };
}

function mistakeSection({ mistakes }: ClientReport, rules: readonly ClientRule[]): Html {
  return when(
    mistakes.length > 0,
    () => markup`<section id="mistakes" aria-labelledby="mistakes-heading">
<h2 id="mistakes-heading">Mistakes</h2>
${mistakes.map((mistake) => article(mistake, rules))}
</section>`,
  );
}

function article(mistake: Mistake, rules: readonly ClientRule[]): Html {
  const { rule, clause, title, message, hint, count, clients, entries } = mistake;
  const why = rules.find(({ id }) => id === rule)?.why;
  return markup`<article class="clause"><div class="result fail">
<h3>${verdictBadge('fail')} ${words(title)}</h3>
<p>${words(message)}</p>
<p>${why === undefined ? nothing : markup`${words(why)} `}${words(hint)}</p>
<p class="facts"><span>${clauseTitle(clause)}</span> ${codeWords(rule)} <span>${count} ${count === 1 ? 'time' : 'times'}</span> ${clients.map((client) => codeWords(client))}</p>
<details class="call"><summary>Journal entries</summary><p>${entries.map((entry) => codeWords(entry))}</p></details>
</div></article>`;
}

function coverageSection({ coverage }: ClientReport): Html {
  return markup`<section id="coverage" aria-labelledby="coverage-heading">
<h2 id="coverage-heading">Coverage</h2>
<table><thead><tr><th scope="col">what</th><th scope="col">missing</th><th scope="col">seen</th></tr></thead>
<tbody>${coverageParts(coverage).map(row)}</tbody></table>
</section>`;
}

function row({ title, seen, missing }: TitledPart): Html {
  return markup`<tr><th scope="row">${title}</th><td data-label="missing"><span>${items(missing)}</span></td><td data-label="seen"><span>${items(seen)}</span></td></tr>`;
}

function items(list: readonly string[]): Html {
  return list.length === 0
    ? markup`<span class="silent">none</span>`
    : markup`${list.map((item) => codeWords(item))}`;
}

function keptSection({ mistakes, requests }: ClientReport, rules: readonly ClientRule[]): Html {
  const broken = new Set(mistakes.map(({ rule }) => rule));
  const kept = rules.filter(({ id }) => !broken.has(id));
  return when(
    requests > 0 && kept.length > 0,
    () => markup`<section id="kept" aria-labelledby="kept-heading">
<h2 id="kept-heading">Rules that were not violated</h2>
<ul>${kept.map(({ title, clause }) => markup`<li>${words(title)} <span class="clause-number">§${clause}</span></li>`)}</ul>
</section>`,
  );
}
