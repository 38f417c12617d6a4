import { storeContract } from '../../store-contract/store-contract.ts';
import { openTempStore } from './open-temp-store.ts';

storeContract('sqlite, written by a thread', () => openTempStore({ writerThread: true }));
