/** The 26 states of Brazil and its federal district: name without accents and blanks → code. */
const CODES: ReadonlyMap<string, string> = new Map([
  ['acre', 'ac'],
  ['alagoas', 'al'],
  ['amapa', 'ap'],
  ['amazonas', 'am'],
  ['bahia', 'ba'],
  ['ceara', 'ce'],
  ['distritofederal', 'df'],
  ['espiritosanto', 'es'],
  ['goias', 'go'],
  ['maranhao', 'ma'],
  ['matogrosso', 'mt'],
  ['matogrossodosul', 'ms'],
  ['minasgerais', 'mg'],
  ['para', 'pa'],
  ['paraiba', 'pb'],
  ['parana', 'pr'],
  ['pernambuco', 'pe'],
  ['piaui', 'pi'],
  ['riodejaneiro', 'rj'],
  ['riograndedonorte', 'rn'],
  ['riograndedosul', 'rs'],
  ['rondonia', 'ro'],
  ['roraima', 'rr'],
  ['santacatarina', 'sc'],
  ['saopaulo', 'sp'],
  ['sergipe', 'se'],
  ['tocantins', 'to'],
]);

/**
 * The code of a state, two letters in lower case, by its name or code however a person writes it: `São Paulo`, `Estado do Ceará`,
 * `Campinas - SP`. Two letters alone are taken for a code, also one of another country; undefined: no state is named.
 */
export function stateCode(text: string): string | undefined {
  const folded = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const whole = letters(folded);
  if (whole.length === 2) return whole;
  const codes = [...CODES.values()];
  return folded
    .split(/[^a-z\s.']+/)
    .map((part) => letters(part.trim().replace(/^estado\s+(?:d[aeo]\s+)?/, '')))
    .map((part) => CODES.get(part) ?? codes.find((code) => code === part))
    .findLast((code) => code !== undefined);
}

function letters(text: string): string {
  return text.replaceAll(/[^a-z]/g, '');
}
