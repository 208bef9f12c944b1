/** Runs one check against a deployment with scripted responses. */
import type { Attempt } from '../../conformance/attempt.ts';
import { check, section, type CheckAttributes } from '../../conformance/define-check.ts';
import type { CheckResult, InputProblem, OperationCoverage } from '../../conformance/outcome.ts';
import { runConformance } from '../../conformance/run-conformance.ts';
import type { RunPorts } from '../../conformance/run.ts';
import type { ConformSettings } from '../../conformance/settings.ts';
import type { HttpRequest } from '../../conformance/target/http-request.ts';
import { defaultDialect } from '../../src/dialect/keys.ts';
import { createPlainSettings } from './plain-settings.ts';
import { useServer } from './use-server.ts';

export interface ScriptedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}

/** Closes the connection instead of sending a response. */
export const DROP = 'drop';

/** An accepted startWalletAuth. */
export const CHALLENGE: ScriptedResponse = {
  status: 200,
  text: '{"challenge":"Sign: abcdefghijklmnop"}',
};

export interface ScriptedRun {
  readonly result: CheckResult;
  readonly operations: readonly OperationCoverage[];
  readonly unusableInputs: readonly InputProblem[];
  /** Every requested wait, in milliseconds. */
  readonly waits: readonly number[];
  readonly requestCount: number;
}

export function useScriptedServer() {
  let script: (ScriptedResponse | typeof DROP)[] = [];
  let requestCount = 0;
  const getUrl = useServer((request, response) => {
    request.resume();
    requestCount += 1;
    const scripted = script.shift() ?? CHALLENGE;
    if (scripted === DROP) {
      request.socket.destroy();
      return;
    }
    const headers = { 'content-type': 'application/json', ...scripted.headers };
    response.writeHead(scripted.status, headers).end(scripted.text ?? '{}');
  });

  return {
    /** Runs a check. Each request gets the next item of `responses`; later requests get a challenge. */
    async run(
      responses: readonly (ScriptedResponse | typeof DROP)[],
      run: (attempt: Attempt) => Promise<void>,
      {
        attributes = {},
        settings = {},
        ports = {},
      }: {
        attributes?: Partial<CheckAttributes>;
        settings?: Partial<ConformSettings>;
        ports?: Partial<RunPorts>;
      } = {},
    ): Promise<ScriptedRun> {
      const waits: number[] = [];
      script = [];
      let hasStarted = false;
      const scriptedCheck = check({
        requirement: '4.1.operation.starts',
        title: 'a scripted check',
        ...attributes,
        run(attempt) {
          // The requests before the first attempt of the check are not part of the script.
          if (!hasStarted) {
            script = [...responses];
            requestCount = 0;
            waits.length = 0;
          }
          hasStarted = true;
          return run(attempt);
        },
      });
      const { results, operations, unusableInputs } = await runConformance(
        createPlainSettings(getUrl(), settings),
        {
          assumedDialect: defaultDialect,
          sleep: (milliseconds) => {
            waits.push(milliseconds);
            return Promise.resolve();
          },
          ...ports,
        },
        [section('4.1', 'Start', [scriptedCheck])],
      );
      const result = results.find(({ requirement }) => requirement === scriptedCheck.requirement);
      if (result === undefined) throw new Error('the check has no result');
      return { result, operations, unusableInputs, waits, requestCount };
    },
  };
}

export function createStartRequest({ ctx }: Attempt): HttpRequest {
  const walletAddress = `0x${'12'.repeat(20)}`;
  return ctx.app.createStartRequest({ walletAddress, walletNetwork: 'ETHEREUM' }, null);
}
