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

The sandbox observes the requests of your app and reports what violates the interface, by clause (${rules} rules), and what the app
never encountered. Only certain mistakes are reported: a mistyped code, an expired session or a request for /favicon.ico is not
a mistake.

## Create a report

In this example, an app sent an invalid network and signed Eva in by SMS. KYC was submitted for her, and the app did not read
her since.

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

After Eva is read, the two mistakes about her are gone:

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

| topic         | behaviour                                                                                                                       |
|---|---|
| formats | \`--format markdown\` (default), \`html\`, \`junit\` (one case per rule and per coverage item), \`json\` ([schema](reference/client-report.md)); over HTTP \`?format=\` or \`Accept\` |
| exit codes | 0 nothing to fail on, 1 a condition of \`--fail-on\` is met, 2 invalid usage or rejected by the sandbox, 3 unreachable |
| workspaces | each has its own report: \`--workspace NAME\`, or its URL |
| no requests | the report says so, \`--fail-on\` prints a warning and exits with 0 |
| period | since the workspace was created, loaded or reset, or the journal cleared; includes requests that the journal has dropped |
| entries | ids of journal entries |
| missing reads | judged when the report is created: request it at the end of a run |
| pauses | measured by real time and workspace time, whichever is longer |
| dialect | coverage requires nothing that the dialect does not have |
| not covered | whether each flag has a message (\`flagbearer messages check\`), and what an app displays (\`GET /sandbox/users/{ref}/expectations\`) |
| wallets | the records of a [browser wallet](recipes/wallet.md#who-was-wrong) are compared with the requests that follow |

Reports contain no secrets.`;

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
