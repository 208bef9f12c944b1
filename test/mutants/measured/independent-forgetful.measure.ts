import { variants } from '../../independent/server.ts';
import { createIndependentDeployment } from '../deployments.ts';
import { measureMutants } from './measure.ts';

/**
 * Measures the variant `forgetful`: the response to a send has an empty body, and the response to a correct code
 * has only the phone or email record. A run cannot detect the names of its code fields, so the dialect declares
 * them.
 */
function createForgetfulDeployment() {
  const deployment = createIndependentDeployment('forgetful');
  const { sms, email } = variants.forgetful.otp.codeField;
  const dialect = {
    version: 1,
    values: { otp: { sms: { codeField: sms }, email: { codeField: email } } },
  } as const;
  return {
    ...deployment,
    async start() {
      const running = await deployment.start();
      return {
        ...running,
        settings: (target: string) => ({ ...running.settings(target), dialect }),
      };
    },
  };
}

measureMutants('independent forgetful', createForgetfulDeployment);
