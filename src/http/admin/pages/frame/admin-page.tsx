import type { ReactNode } from 'react';
import type { Asset } from '../../assets.ts';
import type { Frame } from '../../entrance/visitor.ts';
import { Notice, type Notices } from '../elements/notice.tsx';
import { useMessages } from '../language.tsx';
import { Layout, type Section } from './layout.tsx';

interface Props {
  readonly frame: Frame;
  readonly section: Section;
  readonly title: string;
  /** What stands in the heading, where it is more than the title. */
  readonly heading?: ReactNode;
  /** Beside the heading. */
  readonly beside?: ReactNode;
  /** The page above this one, or what else this one was reached from. */
  readonly back?: { readonly href: string; readonly text: ReactNode; readonly more?: ReactNode };
  readonly notices?: Notices;
  /** What comes before the heading, as an answer to the step before. */
  readonly answer?: ReactNode;
  readonly intro?: ReactNode;
  /** A form of it was refused: the title says so first. */
  readonly isRefused?: boolean;
  readonly scripts?: readonly Asset[];
  readonly children: ReactNode;
}

/** A page of the admin: the way back, what the step before did, the heading, and what it is for. */
export function AdminPage(props: Props): ReactNode {
  const { frame, section, title, heading = title, beside, back, notices = {}, answer, intro, isRefused, scripts = [], children } = props;
  const { labels } = useMessages();
  return (
    <Layout frame={frame} section={section} title={isRefused === true ? `${labels.error}: ${title}` : title} scripts={scripts}>
      {back === undefined ? null : (
        <p className="back">
          <a href={back.href}>← {back.text}</a> {back.more}
        </p>
      )}
      <Notice frame={frame} notices={notices} />
      {answer}
      <div className="heading">
        <h1>{heading}</h1>
        {beside}
      </div>
      {intro === undefined ? null : <p className="quiet">{intro}</p>}
      {children}
    </Layout>
  );
}
