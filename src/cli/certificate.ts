import { X509Certificate } from 'node:crypto';
import { getDataFolder } from '../config.ts';
import { systemClock } from '../ports/clock.ts';
import { exitCode, type Command } from './command/command.ts';
import { isOn, createSwitch } from './command/option-value.ts';

const json = createSwitch('json', 'Print one JSON object.');

/** Commands that make a platform trust an authority. {file} stands for the path of its certificate. */
const TRUST = {
  macOS:
    'sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain {file}',
  Windows: 'certutil -addstore -user Root {file}',
  'Debian, Ubuntu':
    'sudo cp {file} /usr/local/share/ca-certificates/flagbearer.crt && sudo update-ca-certificates',
  'Fedora, Arch': 'sudo trust anchor {file}',
  'Chrome on Linux': 'certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n flagbearer -i {file}',
  Firefox: 'Settings > Certificates > View Certificates > Import: {file}',
  'iOS simulator': 'xcrun simctl keychain booted add-root-cert {file}',
  'Android emulator':
    'adb push {file} /sdcard/Download/flagbearer.crt, then Settings > Security > Install a certificate > CA certificate; the app has to trust user certificates (network_security_config)',
  'Node.js': 'NODE_EXTRA_CA_CERTS={file}',
  Python: 'SSL_CERT_FILE={file}; for the package requests: REQUESTS_CA_BUNDLE={file}',
  Java: 'keytool -importcert -cacerts -storepass changeit -noprompt -alias flagbearer -file {file}',
  curl: 'curl --cacert {file}',
};

export const certificate: Command = {
  name: 'certificate',
  summary:
    'Print the path of the local certificate authority that --https uses, and how to trust it.',
  options: [json],
  notes: [
    'The authority is created on first use, in the folder flagbearer/https/authority of the data folder of the user: XDG_DATA_HOME if set, else ~/.local/share on Linux, ~/Library/Application Support on macOS and %LOCALAPPDATA% on Windows. The private key of the authority is in the same folder, readable only by its owner. Anyone with this key can impersonate any site to clients that trust the authority. To remove the authority, delete the folder of the printed certificate (not the data folder), and remove the certificate from each platform that trusts it.',
  ],
  examples: [
    {
      line: 'flagbearer certificate',
      description: 'Print the path, and the commands for each platform.',
    },
    {
      line: 'flagbearer certificate --json',
      description:
        'For scripts: print the path as the property certificate of a JSON object, for NODE_EXTRA_CA_CERTS.',
    },
  ],
  async run({ flags }) {
    const { ensureAuthority } = await import('../server/tls/local-authority.ts');
    const { certificate: pem, file } = await ensureAuthority(getDataFolder(), systemClock.now());
    const parsed = new X509Certificate(pem);
    const trust = Object.entries(TRUST).map(([platform, steps]) => ({
      platform,
      // A function, because `$` has a special meaning in a replacement string.
      steps: steps.replaceAll('{file}', () => quote(file)),
    }));
    const facts = {
      certificate: file,
      expiresAt: new Date(parsed.validTo).toISOString(),
      sha256: parsed.fingerprint256,
    };
    process.stdout.write(
      isOn(json, flags)
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
    return exitCode.success;
  },
};

/** Returns a path, quoted for a shell if necessary. Only a POSIX shell expands `$` within double quotes. */
function quote(path: string): string {
  if (/^[\w./:\\~-]+$/.test(path)) return path;
  return process.platform === 'win32' ? `"${path}"` : `"${path.replaceAll(/["$`\\]/g, '\\$&')}"`;
}
