import type { ComponentChildren } from 'preact';

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
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, quoted, colon, word] = match;
    parts.push(text.slice(at, match.index));
    const colour = quoted ? (colon ? 'info' : 'good') : word ? 'code-word' : 'warn';
    parts.push(<span style={{ color: `var(--${colour})` }}>{quoted ?? token}</span>, colon);
    at = match.index + token.length;
  }
  parts.push(text.slice(at));
  return parts;
}
