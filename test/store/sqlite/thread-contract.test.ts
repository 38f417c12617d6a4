import { storeContract } from '../../store-contract/store-contract.ts';
import { openTempStore } from './open-temp-store.ts';

storeContract('sqlite, written and read by threads', () => openTempStore({ writerThread: true, readerThread: true }));
