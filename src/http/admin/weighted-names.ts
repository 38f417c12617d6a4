/** One name of a header such as `Accept`, and how much it is wanted, from 0 to 1. */
export interface WeightedName {
  readonly name: string;
  readonly weight: number;
}

/** The names of such a header in their order, in lower case (RFC 9110 section 12.4.2). */
export function weightedNames(header: string | undefined): readonly WeightedName[] {
  return (header ?? '').split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return { name, weight: weightOf(parameters) };
  });
}

function weightOf(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const weight = text === undefined ? 1 : Number(text);
  return Number.isFinite(weight) ? Math.min(weight, 1) : 0;
}
