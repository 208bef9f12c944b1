import { X509Certificate } from 'node:crypto';

import { dataFolder } from '../config.ts';
import { systemClock } from '../ports/clock.ts';
import type { Command } from './command/command.ts';
import { exitCode } from './command/exit-code.ts';
import { isGiven } from './command/option-value.ts';

const json = {
  flag: 'json',
  schema: { type: 'boolean', description: 'Print one JSON object.', default: false },
} as const;

/** How each platform trusts an authority. {file} is its certificate. */
const TRUST: readonly { readonly platform: string; readonly steps: string }[] = [
  {
    platform: 'macOS',
    steps:
      'sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain {file}',
  },
  { platform: 'Windows', steps: 'certutil -addstore -user Root {file}' },
  {
    platform: 'Debian, Ubuntu',
    steps:
      'sudo cp {file} /usr/local/share/ca-certificates/flagbearer.crt && sudo update-ca-certificates',
  },
  { platform: 'Fedora, Arch', steps: 'sudo trust anchor {file}' },
  {
    platform: 'Chrome on Linux',
    steps: 'certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n flagbearer -i {file}',
  },
  { platform: 'Firefox', steps: 'Settings > Certificates > View Certificates > Import: {file}' },
  { platform: 'iOS simulator', steps: 'xcrun simctl keychain booted add-root-cert {file}' },
  {
    platform: 'Android emulator',
    steps:
      'adb push {file} /sdcard/Download/flagbearer.crt, then Settings > Security > Install a certificate > CA certificate; the app has to trust user certificates (network_security_config)',
  },
  { platform: 'Node.js', steps: 'NODE_EXTRA_CA_CERTS={file}' },
  { platform: 'Python', steps: 'SSL_CERT_FILE={file}, with requests REQUESTS_CA_BUNDLE={file}' },
  {
    platform: 'Java',
    steps:
      'keytool -importcert -cacerts -storepass changeit -noprompt -alias flagbearer -file {file}',
  },
  { platform: 'curl', steps: 'curl --cacert {file}' },
];

/** `flagbearer certificate`: where the local authority of `--https` is, and how to trust it. */
export const certificate: Command = {
  name: 'certificate',
  summary: 'Print where the local authority of --https is, and how to trust it.',
  options: [json],
  notes: [
    'The authority is created on first use, in the data folder of the user: XDG_DATA_HOME where it is set, else ~/.local/share on Linux, ~/Library/Application Support on macOS and %LOCALAPPDATA% on Windows. Its private key lies beside it, readable by its owner only: who has the key can impersonate any site to clients that trust the authority. To remove it, delete the folder and the trust of each platform.',
  ],
  examples: [
    { line: 'flagbearer certificate', does: 'The path, and the commands for each platform.' },
    {
      line: 'flagbearer certificate --json',
      does: 'For scripts: the path as "certificate", for NODE_EXTRA_CA_CERTS.',
    },
  ],
  async run({ flags }) {
    const { localAuthority } = await import('../server/tls/local-authority.ts');
    const { certificate: pem, file } = await localAuthority(dataFolder(), systemClock.now());
    const parsed = new X509Certificate(pem);
    const trust = TRUST.map(({ platform, steps }) => ({
      platform,
      steps: steps.replaceAll('{file}', quoted(file)),
    }));
    const facts = {
      certificate: file,
      expiresAt: new Date(parsed.validTo).toISOString(),
      sha256: parsed.fingerprint256,
    };
    process.stdout.write(
      isGiven(json, flags)
        ? `${JSON.stringify({ ...facts, trust })}\n`
        : [
            `certificate: ${facts.certificate}`,
            `expires: ${facts.expiresAt}`,
            `SHA-256: ${facts.sha256}`,
            '',
            ...trust.map(({ platform, steps }) => `${platform}:\n  ${steps}`),
            '',
          ].join('\n'),
    );
    return exitCode.done;
  },
};

/** A path as a shell takes it. */
function quoted(path: string): string {
  return /^[\w./:\\~-]+$/.test(path) ? path : `"${path}"`;
}
