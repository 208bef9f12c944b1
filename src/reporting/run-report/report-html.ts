import { dialectSection, notTestedSection, questionSection } from '../html/dialect.ts';
import { markup, nothing, when, type Html } from '../html/markup.ts';
import { codeHtml, htmlPage, table, VERDICT_WORDS, verdictSign, textHtml } from '../html/page.ts';
import { verdictSection } from '../html/verdicts.ts';
import { COVERAGE_WORDS, verdictsByWeight, whyNotCovered, type Report } from '../report.ts';
import { durationText, instantText } from '../text/duration-text.ts';
import { visibleLine } from '../text/visible-text.ts';
import { exitMeaning } from './exit-meaning.ts';
import { missingLine, missingParts } from './missing.ts';

const COMMAND_WORDS = {
  conform: { title: 'Conformance', kind: 'Conformance report' },
  proxy: { title: 'Traffic', kind: 'Proxy report' },
} as const;

export function reportHtml(report: Report): string {
  return htmlPage({
    title: `${COMMAND_WORDS[report.command ?? 'conform'].title} of ${visibleLine(report.target)}`,
    header: header(report),
    content: [
      verdictSection(report),
      notTestedSection(report),
      questionSection(report),
      dialectSection(report),
    ],
    footer: footer(report),
  });
}

function header(report: Report): Html {
  const { target, startedAt, durationMs, exitCode, summary } = report;
  return markup`<header>
<p class="kind">${COMMAND_WORDS[report.command ?? 'conform'].kind}</p>
<h1>${codeHtml(target)}</h1>
<p class="outcome exit-${exitCode}"><strong>${textHtml(exitMeaning(report))}</strong> <span>Exit code ${exitCode}.</span></p>
${missingList(report)}
${operationTable(report)}
<ul class="counts" aria-label="Verdicts">${verdictsByWeight.map(
    (verdict) =>
      markup`<li class="${verdict} ${summary[verdict] === 0 ? 'none' : 'some'}"><span class="number">${summary[verdict]}</span> <span class="word">${verdictSign(verdict)} ${VERDICT_WORDS[verdict]}</span></li>`,
  )}</ul>
<p class="facts"><time datetime="${startedAt}">${instantText(startedAt)}</time> <span>took ${durationText(durationMs)}</span> ${usage(report)}</p>
${baselineNote(report)}
</header>`;
}

function missingList(report: Report): Html {
  const missing = missingParts(report);
  return when(
    missing.length > 0,
    () =>
      markup`<ul class="missing" aria-label="Missing">${missing.map((part) => markup`<li>${textHtml(missingLine(part))}</li>`)}</ul>`,
  );
}

const HEADINGS = ['Operation', 'Coverage', 'Pass', 'Fail', 'Not tested', 'Why'];

function operationTable({ operations = [] }: Report): Html {
  if (operations.length === 0) return nothing;
  const rows = operations.map((row) => ({
    className: row.coverage,
    cells: [
      codeHtml(row.operation),
      markup`${COVERAGE_WORDS[row.coverage]}`,
      ...[row.pass, row.fail, row['not-tested']].map((count) => markup`${count}`),
      textHtml(whyNotCovered(row)),
    ],
  }));
  return table('operations', HEADINGS, rows);
}

function usage({ budget }: Report): Html {
  if (budget === undefined) return nothing;
  const { requests, otpSends, usersCreated } = budget;
  return markup`<span>${requests.used} of ${requests.most} requests</span> <span>${otpSends.used} of ${otpSends.most} one-time passwords sent</span> <span>${usersCreated} users created</span>`;
}

function baselineNote({ baseline }: Report): Html {
  if (baseline === undefined) return nothing;
  const { known, stale } = baseline;
  const fixed =
    stale.length === 0
      ? nothing
      : markup` In the baseline, but passing (remove them): ${stale.map((id) => codeHtml(id))}.`;
  return markup`<p class="baseline">${known.length} of the failures are known (baseline).${fixed}</p>`;
}

function footer({ tool, seed }: Report): Html {
  return markup`<footer><p class="facts"><span>${tool.name} ${tool.version}</span> ${seed === undefined ? nothing : markup`<span>seed ${seed}</span>`}</p></footer>`;
}
