import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { Layout } from '../layout.ts';
import { Labelled, useLook, Words } from './words.tsx';

/** The help page with all keys. */
export function Help({ layout }: { readonly layout: Layout }): ReactNode {
  const { help } = useLook().texts;
  const isRoomy = layout.bodyLines > help.lines.length + 3;
  return (
    <Box flexDirection="column" paddingX={2} paddingTop={isRoomy ? 1 : 0}>
      {help.lines.map(([keys, meaning]) => (
        <Labelled
          key={keys}
          label={
            <Words tone="accent" bold>
              {keys}
            </Words>
          }
          width={layout.width < 50 ? 8 : 17}
          text={meaning}
        />
      ))}
      <Box marginTop={isRoomy ? 1 : 0}>
        <Words tone="warn" fit="wrap">
          {help.upper}
        </Words>
      </Box>
    </Box>
  );
}
