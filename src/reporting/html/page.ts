/**
 * The frame of a page that can be mailed and archived: it loads nothing, needs no script, and its
 * content security policy lets none run (CSP Level 3).
 */
import { Html, markup } from './markup.ts';
import { STYLE, STYLE_HASH } from './style.ts';

const POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

export interface Page {
  readonly title: string;
  readonly header: Html;
  readonly content: readonly Html[];
  readonly footer: Html;
}

export function htmlPage({ title, header, content, footer }: Page): string {
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
