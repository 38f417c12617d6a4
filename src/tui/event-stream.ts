/** One server-sent event. */
export interface ServerSentEvent {
  readonly name: string;
  readonly data: string;
}

/** A stream with longer lines or events does not come from lead-intake. */
const LONGEST_EVENT = 4_194_304;

/**
 * Parses a stream of server-sent events (WHATWG HTML, section 9.2.6) from chunks of text with arbitrary boundaries.
 * @throws Error if an event is longer than any of ours
 */
export async function* readEventStream(chunks: AsyncIterable<string>): AsyncGenerator<ServerSentEvent> {
  let rest = '';
  let name = '';
  let data: string[] = [];
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { name: name === '' ? 'message' : name, data: data.join('\n') };
        name = '';
        data = [];
      } else if (line.startsWith('event:')) name = fieldValue(line, 'event:');
      else if (line.startsWith('data:')) data.push(fieldValue(line, 'data:'));
    }
    if (rest.length > LONGEST_EVENT || data.length > LONGEST_EVENT / 64) throw new Error('an event of the stream is too long');
  }
}

function fieldValue(line: string, prefix: string): string {
  return line.slice(prefix.length).replace(/^ /, '');
}
