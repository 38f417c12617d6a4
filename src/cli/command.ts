import type { Arg, ArgInput, BooleanFlag, FlagInput, OptionFlag } from '@oclif/core/interfaces';
import type { StoreContext } from '../app/context.ts';
import type { Operator } from '../domain/ports.ts';
import { BaseCommand } from './base-command.ts';
import { databaseFlag } from './flags.ts';

/** The values of flags, as parsed by oclif. */
export type FlagValues<Flags> = {
  readonly [Name in keyof Flags]: Flags[Name] extends BooleanFlag<infer Value> | OptionFlag<infer Value> ? Value : never;
};

/** Flags and arguments as parsed by oclif. */
export interface Typed<Flags, Args> {
  readonly flags: FlagValues<Flags> & { readonly 'env-file': string | undefined };
  readonly args: { readonly [Name in keyof Args]: Args[Name] extends Arg<infer Value> ? Value : never };
}

/** How a command is called and what it does; its summary and its flags are described in the catalogue. */
interface Definition<Flags, Args, Given> {
  /** What follows the name of the command. An example that starts differently contains the name itself. */
  readonly examples: readonly string[];
  readonly flags?: Flags;
  readonly args?: Args;
  readonly hiddenAliases?: string[];
  /** With `--json` its return value is printed, and `this.log` prints nothing. */
  run(this: BaseCommand, given: Given): Promise<unknown>;
}

type None = Record<never, never>;

const NAME = '<%= config.bin %> <%= command.id %>';

/** A command: parse, one call, render. */
export function command<Flags extends FlagInput = None, Args extends ArgInput = None>({
  examples,
  flags,
  args,
  hiddenAliases = [],
  run,
}: Definition<Flags, Args, Typed<Flags, Args>>): typeof BaseCommand {
  return class extends BaseCommand {
    static override examples = examples.map((example) => (example.includes('<%=') ? example : `${NAME} ${example}`.trimEnd()));
    static override flags: FlagInput = eachItsOwn(flags);
    static override args: ArgInput = eachItsOwn(args);
    static override hiddenAliases = hiddenAliases;

    override async run(): Promise<unknown> {
      return await run.call(this, (await this.parse(this.ctor)) as unknown as Typed<Flags, Args>);
    }
  };
}

/** oclif writes the name into a flag, so two names cannot share one. */
function eachItsOwn<Input extends object>(input: Readonly<Record<string, Input>> = {}): Record<string, Input> {
  return Object.fromEntries(Object.entries(input).map(([name, one]) => [name, { ...one }]));
}

/** What a command that works on the database receives. */
interface Opened<Flags, Args> extends Typed<Flags & { readonly database: typeof databaseFlag }, Args>, StoreContext {
  /** For functions that take the whole context. */
  readonly context: StoreContext;
  /** The author of the current action in the operators' log. */
  readonly operator: () => Operator;
}

/** A command with the database open; it is always closed again. `create`: the command may create a new one. */
export function storeCommand<Flags extends FlagInput = None, Args extends ArgInput = None>({
  create = false,
  run,
  flags,
  ...rest
}: Definition<Flags, Args, Opened<Flags, Args>> & { readonly create?: boolean }): typeof BaseCommand {
  return command({
    ...rest,
    flags: { database: databaseFlag, ...flags },
    async run(typed) {
      const opened = (context: StoreContext) => ({ ...typed, ...context, context, operator: () => this.operator(context.clock()) });
      const use = (context: StoreContext) => run.call(this, opened(context) as unknown as Opened<Flags, Args>);
      return await this.withStore(typed.flags, use, { create });
    },
  });
}
