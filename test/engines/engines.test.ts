import { lowdbStore } from '../../src/store/lowdb.ts';
import { describeEngine } from './suite.ts';

describeEngine({
  name: 'lowdb in memory',
  lasts: 'whileOpen',
  place: async () => ({
    open: async (clock, tenancy) => lowdbStore(clock, tenancy),
    remove: async () => {},
  }),
});
