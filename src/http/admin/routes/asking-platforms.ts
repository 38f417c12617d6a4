import { inEveryLanguage } from '../../../messages/messages.ts';
import { HttpProblem } from '../../problem.ts';

/** Each holds a connection for as long as a platform takes to answer. */
const MOST_AT_ONCE = 4;

/** Requests that wait for a platform: only some at a time. */
export class AskingPlatforms {
  #running = 0;

  /** @throws HttpProblem 503 when as many are waiting as may */
  async atMost(ask: () => Promise<void>): Promise<void> {
    if (this.#running >= MOST_AT_ONCE) throw tooMany();
    this.#running += 1;
    try {
      await ask();
    } finally {
      this.#running -= 1;
    }
  }
}

function tooMany(): HttpProblem {
  const localDetail = inEveryLanguage((m) => m.errors.admin.tooManyAsked);
  return new HttpProblem(503, 'overloaded', localDetail.en, { headers: { 'Retry-After': '5' }, localDetail });
}
