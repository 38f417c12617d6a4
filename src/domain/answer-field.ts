/** What an answer of a form says about the person, where it is more than an answer. */
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
