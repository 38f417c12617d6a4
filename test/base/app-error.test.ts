import { describe, expect, test } from 'vitest';
import { AppError, ERROR_CODES, toAppError } from '../../src/base/app-error.ts';

describe('AppError', () => {
  test('carries code, message, hint and cause', () => {
    const cause = new Error('deeper');
    const error = new AppError('not_found', 'There is no job 7.', { hint: 'List them.', cause });
    expect(error).toMatchObject({ name: 'AppError', code: 'not_found', message: 'There is no job 7.', hint: 'List them.' });
    expect(error.cause).toBe(cause);
    expect(new AppError('usage', 'x').hint).toBeUndefined();
  });

  test('speaks English to machines and the language of the person to people', () => {
    const hint = { en: 'List them.', pt: 'Veja a lista.' };
    const error = new AppError('not_found', { en: 'There is no job 7.', pt: 'O job 7 não existe.' }, { hint });
    expect(error).toMatchObject({ message: 'There is no job 7.', hint: 'List them.' });
    expect(error.inLanguage('pt')).toEqual({ message: 'O job 7 não existe.', hint: 'Veja a lista.' });
    expect(new AppError('usage', 'Only English.').inLanguage('pt')).toEqual({ message: 'Only English.', hint: undefined });
  });

  test('has every code once', () => {
    expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
  });
});

describe('toAppError', () => {
  test('leaves an AppError as it is and makes anything else internal', () => {
    const error = new AppError('usage', 'x');
    expect(toAppError(error)).toBe(error);
    const cause = new TypeError('broken');
    expect(toAppError(cause)).toMatchObject({ code: 'internal', message: 'broken' });
    expect(toAppError(cause).cause).toBe(cause);
    expect(toAppError('text')).toMatchObject({ code: 'internal', message: 'text' });
    expect(toAppError(undefined)).toMatchObject({ code: 'internal', message: 'undefined' });
  });
});
