import { Box, type DOMElement, measureElement } from 'ink';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface ScrollProps {
  /** Lines above the window. */
  readonly offset: number;
  /** Receives the maximum number of lines above the window, at which the end of the content is visible. */
  readonly onLimit?: ((limit: number) => void) | undefined;
  readonly children: ReactNode;
}

/** A window on content that may be higher than the available room. */
export function Scroll({ offset, onLimit, children }: ScrollProps): ReactNode {
  const view = useRef<DOMElement>(null);
  const content = useRef<DOMElement>(null);
  useLayoutEffect(() => {
    if (onLimit === undefined || view.current === null || content.current === null) return;
    onLimit(Math.max(0, measureElement(content.current).height - measureElement(view.current).height));
  });
  return (
    <Box ref={view} flexDirection="column" flexGrow={1} flexShrink={1} flexBasis={0} overflow="hidden" contentOffsetY={offset}>
      <Box ref={content} flexDirection="column" flexShrink={0}>
        {children}
      </Box>
    </Box>
  );
}
