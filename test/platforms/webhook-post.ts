/** A notification for a receiver. */
export interface WebhookPost {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A receiver's answer; status 0 if there was none. */
export interface WebhookAnswer {
  readonly status: number;
  readonly body: string;
}

export interface DeliveryRules {
  /** Whether the platform retries after this answer. */
  readonly triesAgain: (answer: WebhookAnswer) => boolean;
  /** Pauses between the attempts in milliseconds; after the last one the notification is dropped. */
  readonly pausesMs: readonly number[];
}

interface Pending {
  readonly post: WebhookPost;
  tries: number;
  dueAt: number;
}

const MINUTE = 60_000;
const ANSWER_TIMEOUT_MS = 20_000;

/** Posts notifications to one URL and retries as a platform does. The caller sets the time. */
export class WebhookDelivery {
  readonly answers: WebhookAnswer[] = [];
  readonly dropped: WebhookPost[] = [];
  /** The URL it posts to; may change with the receiver. */
  url: string;

  readonly #rules: DeliveryRules;
  #pending: Pending[] = [];

  constructor(url: string, rules: DeliveryRules) {
    this.url = url;
    this.#rules = rules;
  }

  /** The number of notifications that wait for another attempt. */
  get waiting(): number {
    return this.#pending.length;
  }

  /** Sends a notification, and retries immediately where the rules allow. Returns the last answer. */
  async deliver(post: WebhookPost, now: number): Promise<WebhookAnswer> {
    this.#pending.push({ post, tries: 0, dueAt: now });
    await this.retryDue(now);
    return this.answers.at(-1) as WebhookAnswer;
  }

  /** Sends everything whose pause has passed at `now` (UTC ms). */
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

/** Immediately, then with growing pauses until 36 hours have passed. */
export const SOCIAL_PAUSES_MS: readonly number[] = [0, 1, 5, 15, 60, 180, 360, 720, 819].map((minutes) => minutes * MINUTE);

/** Google Ads publishes what it retries, but not when. */
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
