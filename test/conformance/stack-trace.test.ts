import { describe, expect, it } from 'vitest';
import { detectStackTrace } from '../../src/judge/stack-trace.ts';

const JAVASCRIPT = `SyntaxError: Unexpected end of JSON input
    at JSON.parse (<anonymous>)
    at parse (/app/node_modules/body-parser/lib/types/json.js:92:19)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`;

const traces: Readonly<Record<string, readonly string[]>> = {
  JavaScript: [
    JAVASCRIPT,
    JSON.stringify({ error: { message: 'no', stack: JAVASCRIPT } }),
    '<pre>SyntaxError: no<br> &nbsp; &nbsp;at parse (/app/lib/json.js:92:19)<br></pre>',
    'Error: no\n    at file:///app/dist/main.js:1:2345',
    'Error: no\n    at async Promise.all (index 0)\n    at async handle (C:\\app\\main.js:10:5)',
    'Error: no\n    at new Wallet (file:///app/wallet.js:10:5)',
  ],
  Java: [
    'java.lang.NullPointerException\n\tat com.example.auth.Start.handle(Start.java:42)',
    '{"trace":"java.lang.X: y\\n\\tat java.base/java.lang.Thread.run(Thread.java:829)\\n"}',
    String.raw`{"trace":"java.lang.X: y\n\tat a.Wallet.\u003cinit\u003e(Wallet.java:5)"}`,
    'kotlin.KotlinNullPointerException\n\tat a.b.MainKt$main$1.invoke(Main.kt:7)',
  ],
  Python: [
    'Traceback (most recent call last):\n  File "/app/main.py", line 3, in handle\n    x()',
    '{"detail":"  File \\"/app/main.py\\", line 3, in handle"}',
  ],
  Go: [
    'panic: x\n\ngoroutine 17 [running]:\nmain.handle(0x1)\n',
    'main.handle(...)\n\t/app/main.go:42 +0x1b',
  ],
  '.NET': [
    'System.Exception: x\n   at Auth.Start.Handle(String a) in /src/Start.cs:line 42',
    'System.Exception: x\n   at Auth.Start.Handle(String a)\n   at Auth.Server.Run()',
    'System.Exception: x\r\n   at Auth.Start.Handle(String a)\r\n   at Auth.Server.Run()',
    'System.Exception: x<br>\n   at Auth.Start.Handle(String a)<br>\n   at Auth.Server.Run()',
  ],
  PHP: [
    'Stack trace:\n#0 /var/www/app/Start.php(42): handle()',
    'Warning: Undefined index in /var/www/app/Start.php on line 42',
  ],
  Ruby: ["/app/start.rb:42:in `handle'"],
  Rust: ["thread 'main' panicked at src/main.rs:42:5:\nx"],
  Elixir: ['(phoenix 1.7.10) lib/phoenix/router.ex:484: Phoenix.Router.__call__/5'],
};

const refusals = [
  '',
  '{"code":"malformed","message":"Unexpected token } in JSON at position 17","details":[]}',
  '{"error":"Expected \',\' or \'}\' after property value (line 1 column 42)"}',
  '{"detail":"walletNetwork at /body/walletNetwork must be ETHEREUM or POLYGON"}',
  '{"timestamp":"2026-01-15T10:00:00.000Z","status":400,"path":"/v1/auth/cryptoWallet:start"}',
  '<!doctype html><title>Bad Request</title><h1>400</h1><p>Look at (our docs).</p>',
  'We meet at Cafe.Central (main hall) at 10:30:00.',
  'See https://docs.example.test/errors.html#at(1:2) and file a ticket.',
  '{"message":"JSON parse error: Unexpected end-of-input: line: 1, column: 12"}',
];

describe('a stack trace in a response', () => {
  it.each(Object.entries(traces))('is detected: %s', (language, texts) => {
    expect(texts.map(detectStackTrace)).toEqual(texts.map(() => language));
  });

  it.each(refusals)('is not detected in %j', (text) => {
    expect(detectStackTrace(text)).toBe(null);
  });

  it.each(['at ', '/a', 'at a.', '\n at a.b(', '#1 /', '" ', ' \n', '(a 1'])(
    'is searched for in a long text of %j without excessive backtracking',
    (part) => {
      expect(detectStackTrace(part.repeat(60_000))).toBe(null);
    },
  );
});
