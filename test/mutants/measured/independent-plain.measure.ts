import { createIndependentDeployment } from '../deployments.ts';
import { measureMutants } from './measure.ts';

/** The mutants of the server in test/independent, without unusual choices. */
measureMutants('independent plain', () => createIndependentDeployment('plain'));
