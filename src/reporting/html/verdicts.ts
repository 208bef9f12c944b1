/** The verdicts, clause by clause. */
import { clauseTitle } from '../words/clause-title.ts';
import {
  byClause,
  isKnownFailure,
  newFailures,
  summaryOf,
  verdictsByWeight,
  type CheckResult,
  type ClauseResults,
  type Report,
  type Verdict,
} from '../report.ts';
import { exchangeList } from './exchanges.ts';
import { markup, nothing, when, type Html } from './markup.ts';
import {
  codeWords,
  linkTo,
  placeOf,
  VERDICT_WORDS,
  verdictBadge,
  verdictSign,
  words,
} from './pieces.ts';

export function verdictSection(report: Report): Html {
  if (report.results.length === 0) return nothing;
  return markup`<section id="verdicts" aria-labelledby="verdicts-heading">
<h2 id="verdicts-heading">Verdicts</h2>
${failureLinks(report)}
${filter(report)}
${byClause(report.results).map((clause) => clauseDetails(clause, report))}
</section>`;
}

function failureLinks(report: Report): Html {
  const failures = newFailures(report);
  return when(
    failures.length > 0,
    () => markup`<nav class="failures" aria-label="Failures">
<h3>What failed</h3>
<ol>${failures.map(
      ({ id, reason, clause }) =>
        markup`<li><a href="${linkTo(id)}">§${clause} ${words(reason)}</a></li>`,
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

const OPENED: ReadonlySet<Verdict> = new Set(['fail', 'error']);

function clauseDetails({ clause, results }: ClauseResults, report: Report): Html {
  const counts = summaryOf(results);
  const state = results.some(
    (result) => OPENED.has(result.verdict) && !isKnownFailure(result, report),
  )
    ? 'open'
    : 'closed';
  const content = markup`<summary><h3>${clauseTitle(clause)}</h3> <span class="tally">${verdictsByWeight
    .filter((verdict) => counts[verdict] > 0)
    .map(
      (verdict) =>
        markup`<span class="count ${verdict}">${verdictSign(verdict)} ${counts[verdict]}<span class="unseen"> ${VERDICT_WORDS[verdict]}</span></span>`,
    )}</span></summary>
${results.map((result) => resultArticle(result, report))}`;
  return state === 'open'
    ? markup`<details class="clause" open>${content}</details>`
    : markup`<details class="clause">${content}</details>`;
}

function resultArticle(result: CheckResult, report: Report): Html {
  const { id, title, verdict, reason, level, requirement, cause, evidence } = result;
  const known = isKnownFailure(result, report);
  return markup`<article class="result ${verdict}" id="${placeOf(id)}">
<h4>${verdictBadge(verdict)} ${when(known, () => markup`<span class="badge known">known failure</span> `)}<span>${words(title)}</span></h4>
<p>${words(reason)}</p>
<p class="facts">${codeWords(id)} <span>${level}</span>${when(id !== requirement, () => markup` <span>rule ${codeWords(requirement)}</span>`)}${cause === undefined ? nothing : markup` <span>cause: ${cause}</span>`}</p>
${when(showsEvidence(verdict), () => exchangeList(evidence))}
</article>`;
}

/** What passed is in report.json with its exchanges; here it would bury the rest. */
function showsEvidence(verdict: Verdict): boolean {
  return verdict !== 'pass';
}
