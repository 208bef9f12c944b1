import { createIndependentDeployment } from '../deployments.ts';
import { measureMutants } from './measure.ts';

measureMutants('independent chatty', () => createIndependentDeployment('chatty'));
