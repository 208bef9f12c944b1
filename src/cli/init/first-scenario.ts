/** The scenario that a project begins with: loads without a warning, and says what it can say. */
export const firstScenario = `# yaml-language-server: $schema=https://unpkg.com/flagbearer/openapi/schemas/scenario.schema.json
# Check it: npx flagbearer scenario check scenarios/first.yaml
# See what an app has to show: npx flagbearer scenario show scenarios/first.yaml
name: first
description: Two users to begin with.

# Where the clock of the sandbox starts; without it, at the present time.
# clock: 2026-01-15T10:00:00.000Z

# Without clients there are wallet-app and exchange-app.
# clients:
#   - { id: my-app, secret: my-app-secret, accessToken: my-app-token }

users:
  # Signs in by wallet, SMS or email, and has nothing to worry about.
  - key: rita
    phoneNumber: '+12025550143' # 555-01XX is reserved for fiction
    emailAddress: rita@example.test
    personalInformation: { firstName: Rita, lastName: Example }
    # Wallet 0 is the first of the public test wallets; of your own, write address: '0x...'
    wallets: [{ wallet: 0, network: ETHEREUM, status: verified }]
    kyc: { status: APPROVED }
    transactions:
      # FAILED half a minute after the sandbox starts, with its flag
      - { key: first-purchase, cryptoStatus: PENDING, settles: { after: PT30S, outcome: failure } }

  # KYC is being looked at: the app shows the text of the flag K1001.
  - key: omar
    emailAddress: omar@example.test
    kyc: { status: IN_REVIEW }
    flags: [K1001]

# More of them, made up, always the same for one seed:
# generate: { seed: 7, users: 50 }
`;
