/** Words and phrases that must not occur in a text of this language. */
export type ReadingLanguage = 'en' | 'pt';

/** Not between letters, digits or characters of a name, so that `campanha_id`, `/admin/fila` and `example.com` do not match. */
function wholeWords(words: readonly string[], flags = 'iu'): RegExp {
  return new RegExp(`(?<![\\p{L}\\d_./:=@#-])(?:${words.join('|')})(?![\\p{L}\\d_/:=@-]|\\.\\p{L})`, `g${flags}`);
}

const ENGLISH = wholeWords(
  (
    'the and of with from this that these those is are was were not has have had been you your its it they them their which when then than ' +
    'because without only every each into about after before should must cannot could would will more most none left new old empty missing ' +
    'failed parked queued delayed received processed waiting sent refused unknown unreachable connected settings source sources'
  ).split(' '),
);
const PORTUGUESE = wholeWords([
  ...(
    'que não nao são uma um está estão dos das pelo pela pelos pelas seu sua foi você ou sem já ainda quando porque nenhum nenhuma mais ' +
    'evento eventos erro erros cliente clientes campanha campanhas conversão conversões fila filas origem origens formulário formulários ' +
    'usuário segredo banco aguardando conta contas página páginas recebido enviado'
  ).split(' '),
  '\\p{L}*[ãõç]\\p{L}*',
]);
/** Stored values, which need a label; for Portuguese, only those that are not Portuguese words. */
const STORED: Readonly<Record<ReadingLanguage, RegExp>> = {
  en: wholeWords(
    (
      'recebido processado pendente processando concluido falhou adiado estacionado enviada rejeitada sem_destino retirada ' +
      'formulario_proprio search_ads social_ads'
    ).split(' '),
    'u',
  ),
  pt: wholeWords(['concluido', 'sem_destino', 'formulario_proprio', 'search_ads', 'social_ads'], 'u'),
};

/** `docs/glossary.md` has the terms to use instead. */
const HOME_MADE: Readonly<Record<ReadingLanguage, readonly RegExp[]>> = {
  en: [
    /\bmend(?:s|ed|ing)?\b/i,
    /\b(?:is|are|was|were|be|been|being) told\b/i,
    /\btell(?:s|ing)? of\b/i,
    /\bstands? (?:in|beside|at|on|for|there|under)\b/i,
    /\bput(?:s|ting)? (?:\S+ )?through\b/i,
    /\b(?:its|their) turns?\b/i,
    /\bturn(?:s|ed)? round\b/i,
    /\bdead token|token dies\b/i,
    /\bgo(?:es)? on\b/i,
    /\bby (?:itself|themselves)\b/i,
    /\bwhom\b/i,
    /\bin vain\b/i,
    /\banew\b/i,
    /\bown[- ]forms?\b/i,
    /\b(?:search|social)[- ]ads (?:platform|route)s?\b/i,
    /\b(?:search|social) ads\b/i,
    /\blooked at\b/i,
    /\bas it is\b/i,
    /\bthrottle[sd]?\b/i,
    /\bnothing due\b/i,
    /\bmay go\b/i,
  ],
  pt: [
    /(?<!cheg(?:ou|a) )\bsozinh[oa]s?\b/i,
    /\ba vez (?:dele|dela|deste|desta)\b/i,
    /\bestacionad[oa]s?\b/i,
    /\besquec(?:er|id[oa]s?|e)\b/i,
    /\b(?:re)?aproveitad[oa]s?\b/i,
    /\bformulários? próprios?\b/i,
    /\b(?:search|social)[- ]ads\b/i,
    /\b(?:vai|vão|irá|irão) estar \S+ndo\b/i,
    /\bde novo sozinho\b/i,
  ],
};

/** Removes commands, quotes and URLs, which belong to no language. */
function prose(text: string): string {
  return text
    .replaceAll(/`[^`]*`|“[^”]*”|"[^"\n]*"|«[^»]*»/g, ' … ')
    .replaceAll(
      /https?:\/\/\S+|(?<![\p{L}\d])\/[\w{}:.?=&/-]+|\b[\w.]+=\S*|\B--?[\w-]+(?:[ =](?:[A-Z][A-Z_]*|\w+_\w+))?|\b\w+(?:\.\w+)+\b/gu,
      ' … ',
    );
}

/** Words of the other language, stored values and invented words in a text for users. */
export function strangeWords(text: string, language: ReadingLanguage): readonly string[] {
  const read = prose(text);
  return [language === 'en' ? PORTUGUESE : ENGLISH, STORED[language], ...HOME_MADE[language]].flatMap((words) => read.match(words) ?? []);
}
