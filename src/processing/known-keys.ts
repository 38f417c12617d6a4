import { normalizeEmail } from '../base/email-address.ts';
import type { AnswerField } from '../domain/form-mapping.ts';
import { normalizePhone } from './contact-values.ts';

/** The meaning of a key without a mapping. */
export interface KnownKey {
  readonly field: AnswerField;
  /** True for contact data at work, used only if there is no private one. */
  readonly isAtWork: boolean;
}

/** Longer keys are whole sentences and never known; folding them would only take time. */
const LONGEST_KEY = 120;

/** Words that forms put around the field they ask for: "Qual é o seu melhor e-mail?", "Informe seu telefone". */
const COURTESIES =
  /^(?:(?:qual|cual|what) (?:(?:e|es|is|s) )?)?(?:(?:informe|digite|insira|escreva|preencha|deixe|ingrese|ingresa|escriba|escribe|enter) )?(?:(?:o|a|el|la|the) )?(?:(?:seu|sua|teu|tua|su|tu|your) )?(?:(?:melhor|mejor|best) )?/;
const WITH_AREA_CODE = / (?:(?:com|con|e) )?(?:o )?ddd$/;

/** Without separators, accents and upper case: `número_de_telefone` is `numerodetelefone`. Contains only unambiguous keys. */
const KEYS: Readonly<Record<AnswerField, readonly string[]>> = {
  nome: [
    ...['nome', 'nomecompleto', 'nomeesobrenome', 'nomeinteiro', 'nombre', 'nombrecompleto', 'nombreyapellido', 'nombreyapellidos'],
    ...['name', 'fullname', 'firstandlastname'],
  ],
  primeiro_nome: ['primeironome', 'prenome', 'primernombre', 'nombredepila', 'firstname', 'givenname'],
  sobrenome: ['sobrenome', 'ultimonome', 'apellido', 'apellidos', 'lastname', 'familyname', 'surname'],
  email: [
    ...['email', 'mail', 'enderecodeemail', 'emailpessoal', 'emailparticular', 'emailprincipal', 'emailparacontato', 'emaildecontato'],
    ...['correo', 'correoelectronico', 'direcciondecorreo', 'direcciondecorreoelectronico', 'direcciondeemail', 'emailpersonal'],
    ...['emailaddress', 'personalemail'],
  ],
  telefone: [
    ...['telefone', 'fone', 'numerodetelefone', 'numerodotelefone', 'numerotelefone', 'telefonecelular', 'telefonemovel', 'telemovel'],
    ...[
      'celular',
      'numerodecelular',
      'numerodocelular',
      'telefonedecontato',
      'telefoneparacontato',
      'telefonepessoal',
      'telefoneprincipal',
    ],
    ...['whatsapp', 'numerodewhatsapp', 'numerodowhatsapp', 'numerowhatsapp', 'telefonewhatsapp', 'celularwhatsapp', 'whatsappnumber'],
    ...['telefono', 'numerodetelefono', 'numerotelefonico', 'telefonocelular', 'telefonomovil', 'movil', 'numerodemovil'],
    ...['telefonodecontacto', 'telefonoparacontacto', 'phone', 'phonenumber', 'telephone', 'telephonenumber', 'mobile', 'mobilephone'],
    ...['mobilenumber', 'mobilephonenumber', 'cellphone', 'cellphonenumber', 'contactnumber'],
  ],
  cidade: ['cidade', 'municipio', 'ciudad', 'city'],
  estado: ['estado', 'uf', 'estadouf', 'provincia', 'state', 'province', 'region'],
  cep: ['cep', 'codigopostal', 'zip', 'zipcode', 'postcode', 'postalcode'],
  pais: ['pais', 'country'],
  empresa: ['empresa', 'nomedaempresa', 'nomedasuaempresa', 'nombredelaempresa', 'nombredeempresa', 'compania', 'company', 'companyname'],
  cargo: ['cargo', 'puesto', 'puestodetrabajo', 'jobtitle'],
};

const KEYS_AT_WORK: Readonly<Partial<Record<AnswerField, readonly string[]>>> = {
  email: [
    ...['emailcomercial', 'emailcorporativo', 'emailprofissional', 'emailempresarial', 'emaildetrabalho', 'emaildotrabalho'],
    ...['correocorporativo', 'correolaboral', 'correodetrabajo', 'correodeltrabajo', 'workemail', 'businessemail', 'companyemail'],
  ],
  telefone: [
    ...['telefonecomercial', 'telefonecorporativo', 'telefonedetrabalho', 'telefonedotrabalho', 'telefonolaboral', 'telefonodetrabajo'],
    ...['telefonodeltrabajo', 'workphone', 'workphonenumber', 'businessphone', 'businessphonenumber'],
  ],
};

const KNOWN = new Map<string, KnownKey>([...entriesOf(KEYS, false), ...entriesOf(KEYS_AT_WORK, true)]);

/** The meaning of a key in Portuguese, Spanish or English; `undefined` for any other, and for ambiguous ones. */
export function knownKey(key: string): KnownKey | undefined {
  if (key.length > LONGEST_KEY) return undefined;
  const words = foldedWords(key);
  return KNOWN.get(joined(words)) ?? KNOWN.get(joined(words.replace(COURTESIES, '').replace(WITH_AREA_CODE, '')));
}

/** Whether a value is valid for its field: "WhatsApp?" may be answered with "yes". */
export function canBe(field: AnswerField, value: string): boolean {
  if (field === 'email') return normalizeEmail(value) !== null;
  if (field === 'telefone') return normalizePhone(value).phoneE164 !== null;
  return /\p{L}/u.test(value) && !value.includes('@');
}

/** Folds composed and decomposed accents the same way; everything except letters and digits becomes a space. */
function foldedWords(key: string): string {
  const plain = key.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

function joined(words: string): string {
  return words.replaceAll(' ', '');
}

function entriesOf(keys: Readonly<Partial<Record<AnswerField, readonly string[]>>>, isAtWork: boolean): readonly [string, KnownKey][] {
  return Object.entries(keys).flatMap(([field, spellings]) =>
    spellings.map((spelling): [string, KnownKey] => [spelling, { field: field as AnswerField, isAtWork }]),
  );
}
