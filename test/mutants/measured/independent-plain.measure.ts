import { independentDeployment } from '../deployments.ts';
import { measureMutants } from './measure.ts';

measureMutants('independent plain', () => independentDeployment('plain'));
