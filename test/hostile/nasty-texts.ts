/** Texts that have broken parsers, paths, databases and pages before. */
export const nastyTexts: readonly string[] = [
  ...['', ' ', '0', '-1', '1e999', '9007199254740993', 'NaN', 'null', 'true', '[]', '{}'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'],
  ...[
    '../../../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '..\\..\\windows',
    '/dev/zero',
    '.',
    '..',
  ],
  ...['file:///etc/passwd', 'C:\\boot.ini', 'scenarios/default.yaml', 'default\u0000.yaml'],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '${7*7}', '{{7*7}}', '%s%n'],
  ...["' OR 1=1 --", '$(id)', '`id`', 'a\r\nSet-Cookie: a=b', '\u0000', '\u202e\u200b\ufeff'],
  ...['\ud800', '\udfff\ud800', '\u{1F600}'.repeat(20), 'e\u0301'.repeat(50), 'ﬃ', 'İ', 'ß'],
  ...['a'.repeat(5000), '9'.repeat(400), '('.repeat(300), `${'a'.repeat(60)}!`, '@'.repeat(99)],
  ...[`${'a.'.repeat(200)}@${'b-'.repeat(200)}.test`, '+'.repeat(40), '+1202555014३', '0x', '0X00'],
  ...['PT', 'P1Y1M', 'PT1E9S', 'P999999999D', '-PT1S', '2026-02-30T99:99:99Z', '+275760-09-13'],
  ...[
    'eyJhbGciOiJub25lIn0.e30.',
    'a.b.c',
    '....',
    'Bearer',
    'Bearer Bearer',
    '%zz',
    '%00',
    '%C0%AE',
  ],
];

/** JSON values to put where the contract requires another type. */
export const nastyValues: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e308, 2 ** 53, '', [], {}, [[]], [null]],
  ...[{ __proto__: null, toString: 'x' }, { length: 1e9 }, { $ref: '#' }],
  JSON.parse(
    '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, "then": 1}',
  ),
  ...[Array.from({ length: 2000 }, (_, index) => index), 'x'.repeat(20_000)],
];
