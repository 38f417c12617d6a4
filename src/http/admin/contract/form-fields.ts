import { AppError } from '../../../base/app-error.ts';

/**
 * A misspelled filter would not be one, and more would be changed than was meant.
 *
 * @param fields what there is, by name; the token of the session may stand beside it
 * @throws AppError invalid_input
 */
export function refuseUnknownFields(values: URLSearchParams, fields: Readonly<Record<string, unknown>>): void {
  if ([...values.keys()].every((name) => Object.hasOwn(fields, name) || name === 'csrf')) return;
  const names = Object.keys(fields).join(', ');
  throw new AppError(
    'invalid_input',
    { en: 'The request names a field that is not known here.', pt: 'O pedido cita um campo que não é conhecido aqui.' },
    { hint: { en: `The fields are ${names}.`, pt: `Os campos são ${names}.` } },
  );
}

/**
 * A field that was not filled in: taken for no filter, it would change more than was meant.
 *
 * @throws AppError invalid_input
 */
export function refuseEmptyFields(values: URLSearchParams, names: readonly string[]): void {
  const empty = names.find((name) => values.getAll(name).some((value) => value.trim() === ''));
  if (empty === undefined) return;
  throw new AppError(
    'invalid_input',
    { en: `The field ${empty} is empty.`, pt: `O campo ${empty} está vazio.` },
    {
      hint: {
        en: 'Fill it in, or leave it out: then it narrows nothing down.',
        pt: 'Preencha-o, ou deixe-o de fora: então ele não filtra nada.',
      },
    },
  );
}
