/** Dialect files by name. The deployment of `staging.yaml` has undetected keys. */
export const dialectFiles = {
  'staging.yaml': `version: 1
values:
  wallet: {variant: network}
  user: {path: /v1/user}
unknown: [wallet.challenge.ttl, limits.sends]
evidence:
  wallet.challenge.ttl: {note: 'Still valid after 30 seconds | \`not\` more'}
`,
  'production.yaml': `version: 1
values:
  wallet: {variant: type, challenge: {ttl: PT1M}}
  user: {path: /v1/user}
`,
  'default.yaml': 'version: 1\n',
  'bad.yaml': 'version: 1\nvalues:\n  wallet:\n    varient: network\n',
};
