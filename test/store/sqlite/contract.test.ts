import { storeContract } from '../../store-contract/store-contract.ts';
import { openTempStore } from './open-temp-store.ts';

storeContract('SQLite file', openTempStore);
