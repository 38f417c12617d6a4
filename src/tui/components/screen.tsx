import { Box } from 'ink';
import type { ReactNode } from 'react';
import { type Layout, layoutOf, type PartProps, SIDE_RULE } from '../layout.ts';
import { openList, type WatchState } from '../state.ts';
import { Detail } from './detail.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import { QueueTab } from './queue-tab.tsx';
import { Scroll } from './scroll.tsx';
import { Table } from './table.tsx';
import { Line, Rule, useLook, Words } from './words.tsx';

/** Below this size, nothing is readable. */
const FEWEST_COLUMNS = 12;
const FEWEST_ROWS = 3;

interface ScreenProps {
  readonly state: WatchState;
  /** Receives how far the content of the screen can be scrolled. */
  readonly onScrollLimit: (limit: number) => void;
}

/** All of the terminal. After a resize, Ink first draws the view once more as it was for the size before: it is cut, so that no line wraps. */
export function Screen(props: ScreenProps): ReactNode {
  return (
    <Box width="100%" overflowX="hidden">
      <View {...props} />
    </Box>
  );
}

function View({ state, onScrollLimit }: ScreenProps): ReactNode {
  const { texts } = useLook();
  const { columns, rows } = state.size;
  if (columns < FEWEST_COLUMNS || rows < FEWEST_ROWS) {
    return (
      <Line width={Math.max(1, columns - 1)}>
        <Words fit="clip">{texts.tooSmall}</Words>
      </Line>
    );
  }
  const layout = layoutOf(state);
  return (
    <Box flexDirection="column" width={columns} height={rows} flexShrink={0}>
      <Header state={state} layout={layout} />
      <Box flexDirection="column" height={layout.bodyLines} flexShrink={0}>
        <Body state={state} layout={layout} onScrollLimit={onScrollLimit} />
      </Box>
      <Footer state={state} layout={layout} />
    </Box>
  );
}

function Body({ state, layout, onScrollLimit }: ScreenProps & PartProps): ReactNode {
  const { detail, scroll } = state;
  if (state.isHelpOpen) {
    return (
      <Scroll offset={scroll.offset} onLimit={onScrollLimit}>
        <Help layout={layout} />
      </Scroll>
    );
  }
  const list = <OpenTab state={state} layout={layout} />;
  if (detail === null) return list;
  const { place, width } = layout.detail;
  const isFull = place === 'full';
  const pane = <Detail detail={detail} width={width} offset={isFull ? scroll.offset : 0} onLimit={isFull ? onScrollLimit : undefined} />;
  if (isFull) return pane;
  return place === 'side' ? <Beside left={list} right={pane} layout={layout} /> : <Below above={list} below={pane} layout={layout} />;
}

function OpenTab({ state, layout }: PartProps): ReactNode {
  const id = openList(state);
  return id === null ? <QueueTab state={state} layout={layout} /> : <Table state={state} id={id} {...layout.list} hasCursor />;
}

const DIVIDER = { borderTop: false, borderRight: false, borderBottom: false, borderDimColor: true } as const;

function Beside({ left, right, layout }: { readonly left: ReactNode; readonly right: ReactNode; readonly layout: Layout }): ReactNode {
  const { isAscii } = useLook();
  return (
    <Box height={layout.bodyLines}>
      <Box flexDirection="column" width={layout.list.width} flexShrink={0}>
        {left}
      </Box>
      <Box {...DIVIDER} borderStyle={isAscii ? 'classic' : 'single'} width={layout.detail.width + SIDE_RULE} paddingLeft={1}>
        {right}
      </Box>
    </Box>
  );
}

function Below({ above, below, layout }: { readonly above: ReactNode; readonly below: ReactNode; readonly layout: Layout }): ReactNode {
  return (
    <>
      <Box flexDirection="column" height={layout.bodyLines - layout.detail.lines - 1} flexShrink={0}>
        {above}
      </Box>
      <Line>
        <Rule width={layout.width} />
      </Line>
      <Box height={layout.detail.lines} flexShrink={0}>
        {below}
      </Box>
    </>
  );
}
