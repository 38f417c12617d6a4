/** A person the platforms know; conversions are matched with their data. */
export interface Person {
  readonly name: string;
  readonly email: string;
  /** E.164, `+5511987654321`. */
  readonly phone: string;
}

/** A different person for each number from 0. */
export function personOf(number: number): Person {
  return {
    name: `João da Silva ${number}`,
    email: `Joao.Silva${number}@Example.com.br`,
    phone: `+55119${String(80_000_000 + number)}`,
  };
}
