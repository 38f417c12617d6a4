/** Whom a test event is about. */
export interface TestPerson {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

export const DEFAULT_PERSON: TestPerson = { name: 'Maria Teste', email: 'maria@example.com', phone: '+55 11 98765-4321' };
