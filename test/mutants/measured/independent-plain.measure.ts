import { createIndependentDeployment } from '../deployments.ts';
import { measureMutants } from './measure.ts';

/** Measures the variant `plain`, which has no unusual choices. */
measureMutants('independent plain', () => createIndependentDeployment('plain'));
