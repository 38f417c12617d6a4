/** A notification on its way to a receiver. */
export interface WebhookPost {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a receiver answered; status 0: nothing came back. */
export interface WebhookAnswer {
  readonly status: number;
  readonly body: string;
}

export interface DeliveryRules {
  /** Whether the answer means that the platform tries again. */
  readonly triesAgain: (answer: WebhookAnswer) => boolean;
  /** Pauses between the tries, milliseconds; after the last one the notification is dropped. */
  readonly pausesMs: readonly number[];
}

interface Pending {
  readonly post: WebhookPost;
  tries: number;
  dueAt: number;
}

const MINUTE = 60_000;
const ANSWER_TIMEOUT_MS = 20_000;

/** Posts notifications to one address and tries again as a platform does. Time is what the caller says it is. */
export class WebhookDelivery {
  readonly answers: WebhookAnswer[] = [];
  readonly dropped: WebhookPost[] = [];
  /** Where it posts to; may move with the receiver. */
  url: string;

  readonly #rules: DeliveryRules;
  #pending: Pending[] = [];

  constructor(url: string, rules: DeliveryRules) {
    this.url = url;
    this.#rules = rules;
  }

  /** Notifications that wait for another try. */
  get waiting(): number {
    return this.#pending.length;
  }

  /** Tries a notification, and again at once where the rules say so. Returns the last answer. */
  async deliver(post: WebhookPost, now: number): Promise<WebhookAnswer> {
    this.#pending.push({ post, tries: 0, dueAt: now });
    await this.retryDue(now);
    return this.answers.at(-1) as WebhookAnswer;
  }

  /** Tries everything whose pause is over at `now` (UTC ms). */
  async retryDue(now: number): Promise<void> {
    for (let due = this.#takeDue(now); due.length > 0; due = this.#takeDue(now)) {
      for (const pending of due) await this.#try(pending);
    }
  }

  #takeDue(now: number): readonly Pending[] {
    const due = this.#pending.filter(({ dueAt }) => dueAt <= now);
    this.#pending = this.#pending.filter(({ dueAt }) => dueAt > now);
    return due;
  }

  async #try(pending: Pending): Promise<void> {
    const answer = await post(this.url, pending.post);
    this.answers.push(answer);
    if (answer.status === 200) return;
    const pause = this.#rules.triesAgain(answer) ? this.#rules.pausesMs[pending.tries] : undefined;
    if (pause === undefined) this.dropped.push(pending.post);
    else this.#pending.push({ post: pending.post, tries: pending.tries + 1, dueAt: pending.dueAt + pause });
  }
}

/** At once, then less and less often until 36 hours are over. */
export const SOCIAL_PAUSES_MS: readonly number[] = [0, 1, 5, 15, 60, 180, 360, 720, 819].map((minutes) => minutes * MINUTE);

/** The search platform's schedule is not published; only what it tries again is. */
export const SEARCH_PAUSES_MS: readonly number[] = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * MINUTE);

async function post(url: string, { body, headers }: WebhookPost): Promise<WebhookAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    return { status: response.status, body: await response.text() };
  } catch {
    return { status: 0, body: '' };
  }
}
