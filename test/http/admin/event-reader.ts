/** Reads server-sent events as the HTML standard specifies (section 9.2.6), as far as the admin uses them. */
export class EventReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #decoder = new TextDecoder();
  readonly #counts = new Map<string, number>();
  #buffer = '';

  constructor(body: ReadableStream<Uint8Array>) {
    this.#chunks = body[Symbol.asyncIterator]();
  }

  /** The data of the next event of this name. */
  async next(name: string): Promise<string> {
    for (;;) {
      const event = await this.#read();
      if (event === undefined) throw new Error('the stream ended');
      if (event.name === name) return event.data;
    }
  }

  /** The data of the next event of this name that contains the text. */
  async nextWith(name: string, text: string): Promise<string> {
    for (;;) {
      const data = await this.next(name);
      if (data.includes(text)) return data;
    }
  }

  /** The number of events with this name so far. */
  seen(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Resolves when the server has ended the stream. */
  async ended(): Promise<boolean> {
    while ((await this.#read()) !== undefined);
    return true;
  }

  async #read(): Promise<{ name: string; data: string } | undefined> {
    for (;;) {
      const end = this.#buffer.indexOf('\n\n');
      if (end === -1) {
        const chunk = await this.#chunks.next();
        if (chunk.done === true) return undefined;
        this.#buffer += this.#decoder.decode(chunk.value, { stream: true });
        continue;
      }
      const lines = this.#buffer.slice(0, end).split('\n');
      this.#buffer = this.#buffer.slice(end + 2);
      const data = valuesOf(lines, 'data');
      if (data.length === 0) continue;
      const name = valuesOf(lines, 'event').join('') || 'message';
      this.#counts.set(name, this.seen(name) + 1);
      return { name, data: data.join('\n') };
    }
  }
}

function valuesOf(lines: readonly string[], field: string): readonly string[] {
  return lines.filter((line) => line.startsWith(`${field}: `)).map((line) => line.slice(field.length + 2));
}

export async function openEvents(response: Response): Promise<EventReader> {
  if (response.status !== 200 || response.body === null)
    throw new Error(`the stream answered ${response.status}: ${await response.text()}`);
  return new EventReader(response.body);
}
