import { verdictsByWeight } from '../report.ts';

/** The style of the pages: light and dark, for print and for screens of any width. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #fff; --text: #1c2430; --quiet: #566172; --line: #d5dae2;
  --link: #0b57b0; --code: #eef1f5;
  --fail: #b3211d; --error: #93350b; --warn: #7a5200; --not-tested: #566172; --observed: #1f5da8; --pass: #1a6b36;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12161c; --card: #1a2029; --text: #e4e8ee; --quiet: #a3aebd; --line: #343d4a;
    --link: #7db4ff; --code: #232b36;
    --fail: #ff8a80; --error: #ffab70; --warn: #f2c14e; --not-tested: #a3aebd; --observed: #86b9ff; --pass: #7bd88f;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0 auto; padding: 1.25rem clamp(.75rem, 3vw, 2rem) 3rem; max-width: 76rem;
  background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere;
}
h1, h2, h3, h4, h5 { line-height: 1.25; margin: 0; }
h1 { font-size: clamp(1.25rem, 4vw, 1.8rem); }
h1 code { background: none; padding: 0; font: inherit; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; }
h4 { font-size: 1rem; font-weight: 600; }
h5 { font-size: .8rem; font-weight: 600; color: var(--quiet); margin: 0 0 .25rem; }
p { margin: .35rem 0; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .85rem; }
code { background: var(--code); border-radius: 3px; padding: .1em .3em; }
pre {
  background: var(--code); border-radius: 6px; padding: .6rem .75rem; margin: 0;
  max-height: 24rem; overflow: auto; white-space: pre-wrap;
}
pre code { background: none; padding: 0; }
.skip { position: absolute; left: -99rem; }
.skip:focus { position: static; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.kind, .facts { color: var(--quiet); font-size: .875rem; }
.facts { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; align-items: baseline; }
.outcome { font-size: 1.1rem; padding: .75rem 1rem; margin: .9rem 0; border-left: .35rem solid var(--warn); background: var(--card); border-radius: 0 6px 6px 0; }
.outcome.exit-0 { border-color: var(--pass); }
.outcome.exit-1 { border-color: var(--fail); }
.outcome span { color: var(--quiet); font-size: .9rem; white-space: nowrap; }
.counts { list-style: none; display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: .5rem; padding: 0; margin: 1rem 0; }
.counts li { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .5rem .75rem; }
.counts .number { display: block; font-size: 1.5rem; font-weight: 700; font-variant-numeric: tabular-nums; }
.counts .word { font-size: .875rem; white-space: nowrap; }
.counts .none { color: var(--quiet); }
${verdictsByWeight.map((verdict) => `.${verdict} .number, .sign.${verdict}, .badge.${verdict} { color: var(--${verdict}); }`).join('\n')}
.counts .none .number, .counts .none .sign { color: inherit; }
.sign { font-weight: 700; display: inline-block; min-width: .9em; text-align: center; }
.badge { display: inline-block; font-size: .8rem; font-weight: 600; border: 1px solid currentColor; border-radius: 99px; padding: 0 .55em; white-space: nowrap; }
.badge.known { color: var(--quiet); }
.missing { margin: .5rem 0 1rem; }
.operations { margin: .5rem 0 1rem; table-layout: auto; }
.operations thead th:first-child { width: auto; }
.not-covered td:nth-child(2) { color: var(--error); font-weight: 700; }
.failures { margin: .75rem 0 1rem; }
.failures ol { margin: .35rem 0; padding-left: 1.4rem; }
.filter { border: 1px solid var(--line); border-radius: 6px; margin: 0 0 .75rem; padding: .35rem .75rem .5rem; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.filter legend { color: var(--quiet); font-size: .875rem; padding: 0 .3em; }
.filter label { white-space: nowrap; padding: .2rem 0; }
.clause { background: var(--card); border: 1px solid var(--line); border-radius: 6px; margin: .5rem 0; }
.clause > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1rem; padding: .65rem .9rem; cursor: pointer; }
.clause > summary::before { content: "▸"; width: .8em; color: var(--quiet); }
.clause[open] > summary::before { content: "▾"; }
.clause > summary::-webkit-details-marker { display: none; }
.clause > summary h3 { flex: 1 1 12rem; }
.tally { display: flex; flex-wrap: wrap; gap: .75rem; font-variant-numeric: tabular-nums; }
.count { white-space: nowrap; position: relative; }
.result { border-top: 1px solid var(--line); padding: .75rem .9rem; }
.result h4 { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .6rem; }
.result h4 > span:last-child { flex: 1 1 14rem; }
.result:target { outline: 3px solid var(--link); outline-offset: -3px; }
.call { margin: .5rem 0; }
.call > summary { cursor: pointer; padding: .2rem 0; }
.exchange { display: grid; gap: .75rem; margin: .35rem 0 .75rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 56rem) {
  .exchange { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .exchange .wide { grid-column: 1 / -1; }
}
.questions > li, .reasons > li { margin: 0 0 .9rem; }
.questions h3 { font-weight: 600; }
.reasons ul { margin: .25rem 0; }
.reasons summary { cursor: pointer; color: var(--quiet); }
table { border-collapse: collapse; table-layout: fixed; width: 100%; background: var(--card); border: 1px solid var(--line); font-size: .925rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem; border-top: 1px solid var(--line); }
tbody th { font-weight: 400; }
thead th:first-child { width: 36%; }
td summary { cursor: pointer; }
td details[open] summary { color: var(--quiet); }
.description, .given { display: block; color: var(--quiet); font-size: .85rem; }
.given { color: var(--warn); }
.clause-number { color: var(--quiet); white-space: nowrap; }
.changed th code, .changed td:nth-child(2) code:first-child { font-weight: 700; }
.default td:nth-child(3), .silent { color: var(--quiet); }
@media (max-width: 44rem) {
  table, thead, tbody, tr, th, td { display: block; width: auto; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { border-top: 1px solid var(--line); padding: .5rem .75rem; }
  tbody tr:first-child { border-top: 0; }
  th, td, tbody th { border: 0; padding: .15rem 0; width: auto; }
  td { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); }
  td > * { grid-column: 2; justify-self: start; }
  td:empty { display: none; }
  td::before { content: attr(data-label); color: var(--quiet); font-size: .85rem; grid-row: 1; }
}
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); }
${verdictsByWeight.map((verdict) => `body:has(#show-${verdict}:checked) .result:not(.${verdict}), body:has(#show-${verdict}:checked) .clause:not(:has(.result.${verdict}))`).join(',\n')} { display: none; }
body:has(.filter input:checked:not(#show-all)) .clause::details-content { content-visibility: visible; block-size: auto; }
@media print {
  :root { color-scheme: light; --page: #fff; --card: #fff; --text: #000; --quiet: #444; --code: #f2f2f2; --line: #bbb; --fail: #b3211d; --error: #93350b; --warn: #7a5200; --not-tested: #444; --observed: #1f5da8; --pass: #1a6b36; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .filter, .skip { display: none; }
  pre { max-height: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .result, tr, li { break-inside: avoid-page; }
  h2, h3, h4 { break-after: avoid; }
}
`;

/** The hash of the style for the content security policy; a test verifies it. */
export const STYLE_HASH = 'sha256-Ab028Qpb32yWWHJrJ/neaMVnkNtIvNEGmjd6bhU9MK4=';
