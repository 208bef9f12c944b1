import { lowdbStore } from '../../src/store/lowdb.ts';
import { describeEngine } from './suite.ts';

describeEngine('lowdb in memory', async (clock, tenancy) => lowdbStore(clock, tenancy));
