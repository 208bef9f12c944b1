import { readFileSync } from 'node:fs';
import { clientRulesIn } from './client-rule-list.mjs';

/**
 * The page docs/client-report.md: how to use the report, its rules, the parts of its coverage.
 *
 * @param {URL} rules openapi/client-rules.yaml
 * @param {URL} schema openapi/schemas/client-report.schema.json
 */
export function clientReportPage(rules, schema) {
  const list = clientRulesIn(rules);
  return [introduction(list.length), ruleTable(list), coverageTable(schema)].join('\n\n');
}

const introduction = (/** @type {number} */ rules) => `# The client report

The sandbox watches the calls of your app and tells what the app did wrong against the interface, by
clause, and what it never came across. There are ${rules} rules. A rule accuses on what was seen alone:
what a careful client, or its user, may do as well (a mistyped code, a session that has expired, a
browser that asks for /favicon.ico) is no mistake.

## Ask for it

Here an app has spelt a network wrong, then signed Eva in by SMS; KYC was submitted for her; nobody
has read her since.

<!-- run
npx flagbearer start
BASE=http://127.0.0.1:4020
CLIENT=(-H service-client-id:wallet-app -H service-client-secret:wallet-app-secret -H content-type:application/json)
curl -s $BASE/v1/auth/cryptoWallet:start "\${CLIENT[@]}" -d '{"walletAddress":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","walletNetwork":"ethereum"}'
PHONE=$(curl -s $BASE/v1/auth/otp/sms:send "\${CLIENT[@]}" -H 'authorization: Bearer wallet-app-token' -d '{"phoneNumber":"+12025550104"}' | jq -r .phoneId)
CODE=$(curl -s "$BASE/sandbox/inbox?to=%2B12025550104" | jq -r '.items[-1].code')
SESSION=$(curl -s $BASE/v1/auth/otp/sms:authenticate "\${CLIENT[@]}" -d "{\\"phoneId\\":\\"$PHONE\\",\\"otp\\":\\"$CODE\\"}" | jq -r .sessionJwt)
curl -s -X POST $BASE/sandbox/users/eva:submitKyc
-->

\`\`\`sh
npx flagbearer client-report --fail-on mistakes --fail-on coverage:90 -o client-report.md; echo "exit $?"
curl -s http://127.0.0.1:4020/sandbox/client-report | jq -c '.mistakes[] | {rule, clause, count, entries}'
curl -s http://127.0.0.1:4020/sandbox/client-report | jq '.mistakes[0]'
\`\`\`

\`\`\`
error: 3 rules broken: network-unknown, user-not-read, kyc-status-not-read.
error: Coverage is 9 %, less than 90 %.
exit 1
{"rule":"network-unknown","clause":"2.2","count":1,"entries":["mwqfaz5v-1-1"]}
{"rule":"user-not-read","clause":"7","count":1,"entries":["mwqfaz5v-1-3"]}
{"rule":"kyc-status-not-read","clause":"3.1","count":1,"entries":["mwqfaz5v-1-3"]}
{
  "rule": "network-unknown",
  "clause": "2.2",
  "title": "walletNetwork is neither ETHEREUM nor POLYGON",
  "message": "POST /v1/auth/cryptoWallet:start has the walletNetwork \\"ethereum\\".",
  "hint": "Map the chain of the wallet to one of the two, and show the user an error for other chains.",
  "count": 1,
  "clients": [
    "wallet-app"
  ],
  "entries": [
    "mwqfaz5v-1-1"
  ]
}
\`\`\`

Once Eva is read, the two mistakes about her are gone; the first one stays:

<!-- run
curl -s $BASE/user "\${CLIENT[@]}" -H "authorization: Bearer $SESSION"
-->

\`\`\`sh
npx flagbearer client-report | head -3
\`\`\`

\`\`\`
# Client report

❌ **Rules violated: 1, coverage 13 %.**
\`\`\`

- **Forms**: \`--format markdown\` (the default of the command), \`html\` (one file that loads nothing),
  \`junit\` (a case for each rule, and for each item of the coverage, skipped when it is missing),
  \`json\` (\`openapi/schemas/client-report.schema.json\`). Over HTTP: \`?format=\`, else what \`Accept\`
  prefers, so that a browser gets the page.
- **Exit codes**: 0 nothing to fail on, 1 something of \`--fail-on\`, 2 the sandbox refuses or an option
  is no good, 3 nothing answers.
- **Workspaces**: each has a report of its own: \`--workspace NAME\`, or its URL. Give each test a
  workspace, or ask once at the end for a suite that shares one. Where no call came, nothing was judged: the report
  says so, \`--fail-on\` warns, and ends with 0 all the same.
- **From when**: since the workspace was made, loaded or reset, or its journal emptied. The report
  knows of calls that the journal has dropped.
- **Entries** are ids of the journal: \`GET /sandbox/journal\` shows those calls.
- **What is owed**, a user read after a sign-in, a KYC submission, a failed or returned payment, is
  judged when the report is made: ask at the end of a run.
- **How fast** calls came is measured by the wall clock and the workspace clock, whichever went
  further: a clock that stands still, or is moved on, accuses nobody.
- **Dialects**: a body is read as the dialect of the workspace words it, and coverage asks for nothing
  that the dialect does not have.
- **Not seen**: whether each flag has its message (\`flagbearer messages check\` looks at that), and
  what an app shows of a user (\`GET /sandbox/users/{ref}/expectations\` tells what it has to).
- **Wallets in browsers**: the report compares the records of a wallet (\`POST /sandbox/wallet-records\`, sent by
  \`flagbearer/playwright\`) with the requests that follow, and blames no client for a signature that the wallet
  was set to make badly ([recipe](recipes/wallet.md#who-was-wrong)).
- Nothing secret is in a report.`;

function ruleTable(/** @type {import('./client-rule-list.mjs').ClientRule[]} */ rules) {
  return [
    '## Rules',
    '',
    '| rule | clause | what the client did | why it matters | how to fix it |',
    '|---|---|---|---|---|',
    ...rules.map(
      ({ id, clause, title, why, fix }) =>
        `| \`${id}\` | §${clause} | ${cell(title)} | ${cell(why)} | ${cell(fix)} |`,
    ),
  ].join('\n');
}

function coverageTable(/** @type {URL} */ schema) {
  /** @type {Record<string, { description: string, 'x-clause'?: string }>} */
  const parts = JSON.parse(readFileSync(schema, 'utf8')).$defs.coverage.properties;
  const rows = Object.entries(parts).flatMap(([name, part]) =>
    part['x-clause'] === undefined
      ? []
      : [`| \`${name}\` | §${part['x-clause']} | ${cell(part.description)} |`],
  );
  return [
    '## Coverage',
    '',
    'Each part lists what was `seen` and what is `missing`; `percent` is of all items together.',
    '',
    '| part | clause | what counts |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}

function cell(/** @type {string} */ text) {
  return text.replaceAll('|', '\\|').replaceAll('*', '\\*');
}
