/** What an answer of a form can say about the person, where it is more than an answer. */
export type AnswerField =
  | 'nome'
  | 'primeiro_nome'
  | 'sobrenome'
  | 'email'
  | 'telefone'
  | 'cidade'
  | 'estado'
  | 'cep'
  | 'pais'
  | 'empresa'
  | 'cargo';

/** What somebody says about an answer; `nenhum`: it is an answer and nothing else. */
export type MappedField = AnswerField | 'nenhum';
