import { currentLanguage } from '../../base/language.ts';

/** The help of one command in another language than that of its class, from which the manifest is made. */
export interface HelpWords {
  readonly summary: string;
  readonly description?: string;
  /** By the name of the argument. */
  readonly args?: Readonly<Record<string, string>>;
  /** By the name of the flag. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Of the examples that have a description, in their order. */
  readonly examples?: readonly string[];
}

/** Everything `--help` says besides what the commands say. */
export interface HelpCatalogue {
  /** By the id as typed: `queue status`. */
  readonly commands: Readonly<Record<string, HelpWords>>;
  /** The flags that every command has. */
  readonly baseFlags: Readonly<Record<string, string>>;
  readonly topics: Readonly<Record<string, string>>;
  readonly program: string;
  /** Headings, `[FLAGS]`, `(required)` and the like, by what oclif writes. */
  readonly terms: Readonly<Record<string, string>>;
  /** What arguments and values of flags are called: `DAYS`, `FILE`. */
  readonly placeholders: Readonly<Record<string, string>>;
}

/** The catalogue of this person's language; undefined for English, which stands in the commands themselves. */
export async function helpCatalogue(): Promise<HelpCatalogue | undefined> {
  return currentLanguage() === 'pt' ? (await import('./portuguese.ts')).PORTUGUESE : undefined;
}

/** Name and meaning of arguments, by the names they have in the program. */
export type ArgumentWords = Readonly<Record<string, { readonly name: string; readonly description: string }>>;

/** The arguments of one command in this person's language; undefined for English. */
export async function argumentWords(id: string): Promise<ArgumentWords | undefined> {
  const catalogue = await helpCatalogue();
  if (catalogue === undefined) return undefined;
  const args = Object.entries(catalogue.commands[id]?.args ?? {});
  return Object.fromEntries(
    args.map(([name, description]) => [name, { name: catalogue.placeholders[name.toUpperCase()] ?? name, description }]),
  );
}
