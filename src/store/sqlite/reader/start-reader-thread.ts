/** Where the reader's thread begins. */
import { runReaderThread } from './reader-thread.ts';

runReaderThread();
