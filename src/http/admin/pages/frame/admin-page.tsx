import type { ReactNode } from 'react';
import type { Asset } from '../../assets/assets.ts';
import type { Frame } from '../../requests/visitor.ts';
import { formatCount } from '../elements/format.tsx';
import { textFor, useLanguage, useMessages } from '../language.tsx';
import { Layout, type Section } from './layout.tsx';

interface Props {
  readonly frame: Frame;
  readonly section: Section;
  /** Default: the name of the section. */
  readonly title?: string;
  /** The content of the heading, if it is more than the title. */
  readonly heading?: ReactNode;
  /** Next to the heading, quiet: the state of the live connection, the subject, tabs. */
  readonly subtitle?: ReactNode;
  /** At the end of the heading line: at most one primary button, the others secondary or in a `Menu`. */
  readonly actions?: ReactNode;
  /** The parent page, or the page this one was opened from. */
  readonly back?: { readonly href: string; readonly text: ReactNode; readonly more?: ReactNode };
  readonly notices?: Notices;
  /** Before the heading: the result of the previous step. */
  readonly answer?: ReactNode;
  readonly intro?: ReactNode;
  /** One of its forms was refused: the title begins with that. */
  readonly isRefused?: boolean;
  readonly scripts?: readonly Asset[];
  readonly children: ReactNode;
}

/** A page of the admin: the way back, the result of the previous step, the heading, and the content. */
export function AdminPage(props: Props): ReactNode {
  const { frame, section, subtitle, actions, back, notices = {}, answer, intro, isRefused, scripts = [], children } = props;
  const { labels, web } = useMessages();
  const title = props.title ?? (section === 'api' ? web.api.title : web.frame.sections[section]);
  return (
    <Layout frame={frame} section={section} title={isRefused === true ? `${labels.fields.error}: ${title}` : title} scripts={scripts}>
      {back === undefined ? null : (
        <p className="back">
          <a href={back.href}>← {back.text}</a> {back.more}
        </p>
      )}
      <Notice frame={frame} notices={notices} />
      {answer}
      <div className="heading">
        <h1>{props.heading ?? title}</h1>
        {subtitle}
        {actions === undefined || actions === null ? null : <div className="actions">{actions}</div>}
      </div>
      {intro === undefined ? null : <p className="quiet">{intro}</p>}
      {children}
    </Layout>
  );
}

/** The messages about the previous step, by the word in the URL; with a number if the step affects several items. */
type Notices = Readonly<Record<string, string | ((text: string, count: number) => string)>>;

/** The result of the previous step, shown once at the top of the page it led to. */
function Notice({ frame, notices }: { readonly frame: Pick<Frame, 'done'>; readonly notices: Notices }): ReactNode {
  const language = useLanguage();
  const { word, count = 0 } = frame.done;
  const notice = textFor(notices, word);
  if (notice === undefined) return null;
  return (
    <p className="notice notice-good" role="status">
      {typeof notice === 'string' ? notice : notice(formatCount(count, language), count)}
    </p>
  );
}
