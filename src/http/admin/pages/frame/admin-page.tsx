import type { ReactNode } from 'react';
import type { Asset } from '../../assets/assets.ts';
import { textFor, useFrame, useMessages, useRefused, useWords } from '../context.tsx';
import { Layout, type Section } from './layout.tsx';

interface Props {
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
  /** The step that was just tried failed: the title begins with that. Default: one of its forms was refused. */
  readonly isRefused?: boolean;
  readonly scripts?: readonly Asset[];
  readonly children: ReactNode;
}

/** A page of the admin: the way back, the result of the previous step, the heading, and the content. */
export function AdminPage(props: Props): ReactNode {
  const { section, subtitle, actions, back, notices = {}, answer, intro, scripts = [], children } = props;
  const isAnyRefused = useRefused() !== undefined;
  const { isRefused = isAnyRefused } = props;
  const { labels, web } = useMessages();
  const title = props.title ?? (section === 'api' ? web.api.title : web.frame.sections[section]);
  return (
    <Layout section={section} title={isRefused ? `${labels.fields.error}: ${title}` : title} scripts={scripts}>
      {back === undefined ? null : (
        <p className="back">
          <a href={back.href}>← {back.text}</a> {back.more}
        </p>
      )}
      <Notice notices={notices} />
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
function Notice({ notices }: { readonly notices: Notices }): ReactNode {
  const { done } = useFrame();
  const { number } = useWords('frame');
  const { word, count = 0 } = done;
  const notice = textFor(notices, word);
  if (notice === undefined) return null;
  return (
    <p className="notice notice-good" role="status">
      {typeof notice === 'string' ? notice : notice(number(count), count)}
    </p>
  );
}
