import type { Verdict } from '../report.ts';
import { toVisibleLine, toVisibleText } from '../text/visible-text.ts';
import { Html, markup } from './markup.ts';
import { STYLE, STYLE_HASH } from './style.ts';

const POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

/** Returns a page that can be mailed and archived: it loads nothing, and its policy allows no script. */
export function formatPage({
  title,
  header,
  content,
  footer,
}: {
  readonly title: string;
  readonly header: Html;
  readonly content: readonly (Html | undefined)[];
  readonly footer: Html;
}): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the results</a>
${header}
<main id="content">
${content}
</main>
${footer}
</body>
</html>
`.source;
}

export function formatSection(
  id: string,
  heading: string,
  content: Html | readonly (Html | undefined)[],
): Html {
  return markup`<section id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${heading}</h2>
${content}
</section>`;
}

export interface TableRow {
  readonly className: string;
  /** The first cell is the heading of the row. */
  readonly cells: readonly Html[];
}

/** Returns a table. The roles are explicit because narrow pages show its elements as blocks. */
export function formatTable(
  className: string,
  headings: readonly string[],
  rows: readonly TableRow[],
): Html {
  const createRow = ({ className: name, cells: [heading = markup``, ...cells] }: TableRow) =>
    markup`<tr role="row" class="${name}">
<th role="rowheader" scope="row">${heading}</th>
${cells.map((cell, index) => markup`<td role="cell" data-label="${headings[index + 1] ?? ''}">${cell}</td>`)}
</tr>`;
  return markup`<table role="table" class="${className}">
<thead role="rowgroup"><tr role="row">${headings.map(
    (heading) => markup`<th role="columnheader" scope="col">${heading}</th>`,
  )}</tr></thead>
<tbody role="rowgroup">${rows.map(createRow)}</tbody>
</table>`;
}

/** Verdicts as words, and as signs for readers who cannot distinguish the colours. */
export const VERDICT_TEXTS: Readonly<Record<Verdict, { sign: string; word: string }>> = {
  pass: { sign: '✓', word: 'pass' },
  fail: { sign: '✗', word: 'fail' },
  warn: { sign: '!', word: 'warning' },
  observed: { sign: '◦', word: 'observed' },
  'not-tested': { sign: '–', word: 'not tested' },
  error: { sign: '?', word: 'error' },
};

export function formatVerdictSign(verdict: Verdict): Html {
  return markup`<span class="sign ${verdict}" aria-hidden="true">${VERDICT_TEXTS[verdict].sign}</span>`;
}

export function formatVerdictBadge(verdict: Verdict): Html {
  return markup`<span class="badge ${verdict}">${formatVerdictSign(verdict)} ${VERDICT_TEXTS[verdict].word}</span>`;
}

/** Returns text from the run or the target, isolated so that right-to-left text does not reorder the page. */
export function formatText(text: string): Html {
  return markup`<bdi>${toVisibleLine(text)}</bdi>`;
}

export function formatCode(text: string): Html {
  return markup`<code>${toVisibleLine(text)}</code>`;
}

/** Returns a text of several lines, which can be scrolled with the keyboard. */
export function formatBlock(label: string, text: string): Html {
  return markup`<pre role="region" aria-label="${label}" tabindex="0"><code>${toVisibleText(text)}</code></pre>`;
}

export function toAnchor(checkId: string): string {
  return toVisibleLine(`check-${checkId}`);
}

export function createLink(checkId: string): string {
  return `#${encodeURIComponent(toAnchor(checkId))}`;
}
