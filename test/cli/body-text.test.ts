import { describe, expect, test } from 'vitest';
import { bodyText } from '../../src/cli/body-text.ts';

describe('a body on a terminal', () => {
  test('keeps its line breaks, and nothing in it can drive the terminal', () => {
    expect(bodyText(Buffer.from('{"nome":"a\u001B[31m\u0007\u202Eb\r"}\n\tç'))).toBe('{"nome":"a·[31m··b·"}\n\tç');
  });

  test('that is not UTF-8 is shown in base64', () => {
    expect(bodyText(Buffer.from([0xff, 0xfe]))).toBe('(2 bytes that are not UTF-8, in base64)\n//4=');
  });
});
