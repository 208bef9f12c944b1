import type { ComponentChildren } from 'preact';

import { Fact } from './panel.tsx';

interface HttpMessageProps {
  readonly title: string;
  readonly level: 'h3' | 'h4';
  /** The first line: method and path, or the status. */
  readonly line: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
  /** The text if there is no body. */
  readonly noBodyText?: string | undefined;
}

export function HttpMessage(props: HttpMessageProps) {
  const { title, level: Heading, line, headers, body, noBodyText = 'No body.' } = props;
  return (
    <section class="stack">
      <Heading>{title}</Heading>
      <p class="http-line">
        <code>{line}</code>
      </p>
      <dl class="headers">
        {Object.entries(headers).map(([name, value]) => (
          <Fact key={name} term={name}>
            {[value].flat().join(', ')}
          </Fact>
        ))}
      </dl>
      {body === undefined ? (
        <p class="faint">{noBodyText}</p>
      ) : (
        <JsonView value={body} label={`${title} body`} />
      )}
    </section>
  );
}

/** Captures tokens of JSON: a string and its colon (if it is a key), a literal, a number. */
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
