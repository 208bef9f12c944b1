import { Fact } from './panel.tsx';
import { JsonView } from './json-view.tsx';

interface HttpMessageProps {
  readonly title: string;
  readonly level: 'h3' | 'h4';
  /** The first line: method and path, or the status. */
  readonly line: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
  /** The text if there is no body. */
  readonly noBody?: string | undefined;
}

/** A request or a response. */
export function HttpMessage(props: HttpMessageProps) {
  const { title, level: Heading, line, headers, body, noBody = 'No body.' } = props;
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
        <p class="faint">{noBody}</p>
      ) : (
        <JsonView value={body} label={`${title} body`} />
      )}
    </section>
  );
}
