export const firstScenario = `# yaml-language-server: $schema=https://unpkg.com/flagbearer/openapi/schemas/scenario.schema.json
# Check this file: npx flagbearer scenario check scenarios/first.yaml
# See what an app must show for each user: npx flagbearer scenario show scenarios/first.yaml
name: first
description: Two users for a first test.

# Start time of the sandbox clock. Default: the current time.
# clock: 2026-01-15T10:00:00.000Z

# Default: the clients wallet-app and exchange-app.
# clients:
#   - { id: my-app, secret: my-app-secret, accessToken: my-app-token }

users:
  # Can sign in by wallet, SMS and email; no flags.
  - key: rita
    phoneNumber: '+12025550143' # 555-01XX is reserved for fiction
    emailAddress: rita@example.test
    personalInformation: { firstName: Rita, lastName: Example }
    # Wallet 0 is the first public test wallet. For your own wallet: address: '0x...'
    wallets: [{ wallet: 0, network: ETHEREUM, status: verified }]
    kyc: { status: APPROVED }
    transactions:
      # becomes FAILED, with its flag, 30 seconds after the sandbox starts
      - { key: first-purchase, cryptoStatus: PENDING, settles: { after: PT30S, outcome: failure } }

  # KYC is in review: the app must show the message of flag K1001.
  - key: omar
    emailAddress: omar@example.test
    kyc: { status: IN_REVIEW }
    flags: [K1001]

# Generate more users; the same seed gives the same users:
# generate: { seed: 7, users: 50 }
`;
