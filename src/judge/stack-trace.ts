import { decodeEscapes } from '../redaction/text-redaction.ts';

/** Patterns of stack traces. They do not match the line and column of an error in a request body. */
const traces: Readonly<Record<string, readonly RegExp[]>> = {
  JavaScript: [
    /\bat (?:async |new )*[\w$.<>#[\] ]{1,200} \((?:file:|node:|webpack|\/|[A-Za-z]:[\\/])[^()\n]{1,400}:\d+:\d+\)/,
    /^[ \t]*at (?:async )?(?:file:|node:|\/|[A-Za-z]:[\\/])[^\s()]{1,400}:\d+:\d+$/m,
    /\bat [\w$.]{1,200} \(<anonymous>\)/,
  ],
  Java: [
    /\bat [\w$./@]{1,300}\.[\w$<>]{1,200}\((?:[\w$-]{1,200}\.(?:java|kt|scala|groovy):\d+|Native Method|Unknown Source)\)/,
  ],
  Python: [/Traceback \(most recent call last\)/, /\bFile "[^"\n]{1,400}", line \d+(?:, in |$)/m],
  Go: [/\bgoroutine \d+ \[[a-z ,]{1,60}\]:/, /\/[^\s:]{1,400}\.go:\d+ \+0x[0-9a-f]+/],
  '.NET': [
    /\bat [\w.<>`+[\],]{1,300}\([^()\n]{0,300}\) in [^\n]{1,400}:line \d+/,
    /^[ \t]*at [\w`<>+]+(?:\.[\w`<>+]+){1,20}\([\w .,&[\]`<>]{0,300}\)[ \t\r]*\n\s*at [\w`<>+]+\./m,
  ],
  PHP: [
    /#\d+ (?:\/|[A-Za-z]:\\)[^\s()]{1,400}\.php\(\d+\)/,
    /\bin \/\S{1,400}\.php(?::\d+| on line \d+)/,
  ],
  Ruby: [/[^\s:]{1,200}\.rb:\d+:in [`'][^`'\n]{1,200}'/],
  Rust: [/^[ \t]*stack backtrace:/m, /\bpanicked at [^\n]{1,400}\.rs:\d+/],
  Elixir: [/\([a-z_]{1,60} \d[\w.-]{0,20}\) \S{1,300}\.exs?:\d+: /],
};

/** Only this many characters of a response are searched. */
const MAX_CHARACTERS = 50_000;

/** Returns the language of a stack trace in a text; null if there is none. */
export function detectStackTrace(text: string): string | null {
  const searched = removeEscapes(text.slice(0, MAX_CHARACTERS));
  const languages = Object.keys(traces);
  return (
    languages.find((language) => traces[language]?.some((trace) => trace.test(searched))) ?? null
  );
}

function removeEscapes(text: string): string {
  return decodeEscapes(
    text
      .replaceAll(/\\r?\\n|\\n|<br\s*\/?>/g, '\n')
      .replaceAll('\\t', '\t')
      .replaceAll('&nbsp;', ' '),
  );
}
