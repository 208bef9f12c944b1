import type { ComponentChildren } from 'preact';

/** Captures a string, its colon if it is a name, a word, and a number. */
const TOKEN =
  /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:[.]\d+)?(?:[eE][+-]?\d+)?)/g;

export function JsonView({ value, label }: { value: unknown; label: string }) {
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={label}>
      <code>{highlightJson(formatJson(value))}</code>
    </pre>
  );
}

export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}

function highlightJson(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, quoted, colon] = match;
    parts.push(text.slice(end, match.index));
    parts.push(<span style={{ color: getColour(match) }}>{quoted ?? token}</span>, colon);
    end = match.index + token.length;
  }
  parts.push(text.slice(end));
  return parts;
}

function getColour([, quoted, colon, word]: RegExpExecArray): string {
  if (quoted) return colon ? 'var(--info)' : 'var(--good)';
  return word ? 'var(--code-word)' : 'var(--warn)';
}
