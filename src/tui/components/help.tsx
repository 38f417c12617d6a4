import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { Layout } from '../layout.ts';
import { useLook, Words } from './words.tsx';

/** The help page with all keys. */
export function Help({ layout }: { readonly layout: Layout }): ReactNode {
  const { help } = useLook().texts;
  const isRoomy = layout.bodyLines > help.lines.length + 3;
  return (
    <Box flexDirection="column" paddingX={2} paddingTop={isRoomy ? 1 : 0}>
      {help.lines.map(([keys, meaning]) => (
        <Box key={keys} columnGap={2}>
          <Box width={layout.width < 50 ? 8 : 17} flexShrink={0}>
            <Words tone="accent" bold>
              {keys}
            </Words>
          </Box>
          <Box flexGrow={1} flexShrink={1} flexBasis={0}>
            <Words fit="wrap">{meaning}</Words>
          </Box>
        </Box>
      ))}
      <Box marginTop={isRoomy ? 1 : 0}>
        <Words tone="warn" fit="wrap">
          {help.upper}
        </Words>
      </Box>
    </Box>
  );
}
