import type { ReactNode } from 'react';
import type { Activity, OperatorAction } from '../../../../domain/activity.ts';
import type { FormName } from '../../../../domain/form-fields.ts';
import type { Page } from '../../../../domain/report-ports.ts';
import { campaignPath, clientPath } from '../../addresses/directory-paths.ts';
import { type ActivityFilter, activityList } from '../../addresses/lists.ts';
import { formOf, formPath, PEOPLE_PATH, queuePath } from '../../addresses/paths.ts';
import { refusedPath } from '../../addresses/refused-paths.ts';
import type { ListLook } from '../../read/list-look.ts';
import type { Frame } from '../../requests/visitor.ts';
import { Foreign, ForeignCode, Name } from '../elements/format.tsx';
import { ListTools } from '../elements/list-tools.tsx';
import { Moment } from '../elements/moment.tsx';
import { Pager } from '../elements/pager.tsx';
import { type Column, Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { textFor, useMessages, useWords } from '../language.tsx';

interface ActivityPageProps {
  readonly frame: Frame;
  readonly filter: ActivityFilter;
  readonly page: Page<Activity>;
  readonly isFirst: boolean;
  readonly look: ListLook;
}

export function ActivityPage({ frame, filter, page, isFirst, look }: ActivityPageProps): ReactNode {
  const { words } = useWords('activity');
  const columns = useActivityColumns(filter);
  const isFiltered = Object.keys(filter).length > 0;
  const labels: Readonly<Record<OperatorAction, string>> = words.actions;
  const actions = Object.entries(labels).map(([action, text]) => ({ value: action, label: text }));
  return (
    <AdminPage frame={frame} section="activity" intro={words.intro}>
      <ListTools frame={frame} look={look} list={activityList} filter={filter} columns={columns} options={{ acao: actions }} />
      {page.items.length === 0 ? (
        <p className="empty">{isFiltered ? words.emptyFiltered : words.empty}</p>
      ) : (
        <Table
          look="flowing activities"
          caption={words.table}
          rows={page.items}
          keyOf={({ id }) => id}
          columns={columns}
          chosen={look.columns}
        />
      )}
      <Pager page={page} isFirst={isFirst} path={(before) => activityList.address(filter, before)} />
    </AdminPage>
  );
}

/** All columns of the list. */
function useActivityColumns(filter: ActivityFilter): readonly Column<Activity>[] {
  const { labels, web } = useMessages();
  const { fields } = labels;
  const words = web.activity;
  return [
    { name: fields.when, look: 'fit', cell: ({ at }) => <Moment at={at} /> },
    {
      name: words.who,
      look: 'whole',
      key: 'quem',
      cell: ({ operator }) => (
        <a href={activityList.address({ ...filter, operator })} title={words.onlyThis(operator)}>
          <Name text={operator} />
        </a>
      ),
    },
    {
      name: words.what,
      cell: ({ action }) => <span title={action}>{textFor(words.actions, action) ?? <ForeignCode text={action} />}</span>,
    },
    { name: words.on, look: 'target', key: 'alvo', cell: ({ target }) => targets(target) },
    { name: fields.detail, key: 'detalhe', cell: ({ detail }) => targets(detail) },
    { name: fields.id, look: 'fit', key: 'registro_id', isExtra: true, cell: ({ id }) => <code>{id}</code> },
  ];
}

function targets(text: string): ReactNode {
  return text === '' ? null : (
    <span>
      <ActivityTarget text={text} />
    </span>
  );
}

const PLACES: Readonly<Record<string, (id: string) => string>> = {
  evento: (id) => `/admin/webhooks/${id}`,
  job: (id) => `/admin/jobs/${id}`,
  lead: (id) => `/admin/leads/${id}`,
  recusa: refusedPath,
  cliente: clientPath,
  apagamento: () => `${PEOPLE_PATH}#erasures`,
  fila: queuePath,
};

/** The targets in a line of the log (`job:7 job:8`, `campanha:any text`), with links to their pages. */
function ActivityTarget({ text }: { readonly text: string }): ReactNode {
  // The id of a campaign may contain spaces; it is always the only target.
  if (text.startsWith('campanha:')) {
    const id = text.slice('campanha:'.length);
    return <Place path={campaignPath(id)} kind="campanha" id={id} />;
  }
  const other = PLATFORM_NAMES.exec(text);
  if (other !== null) return <PlatformName text={text} platform={other[1] ?? ''} kind={other[2] ?? ''} id={other[3] ?? ''} />;
  const form = formTarget(text);
  if (form !== undefined) return <Place path={formPath(form)} kind="formulario" id={form.formId} />;
  return text.split(/(\s+)/u).map((part, index, all) => {
    const [kind, id] = NAMED.test(part) ? part.split(':') : [];
    const isBetween = NAMED.test(all[index - 1] ?? '') && NAMED.test(all[index + 1] ?? '');
    if (isBetween) return ', ';
    return kind === undefined || id === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
      <Name key={index} text={part} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
      <Place key={index} path={pathOf(kind, id)} kind={kind} id={id} />
    );
  });
}

/** `formulario:social_ads/1700` */
function formTarget(text: string): FormName | undefined {
  const [, origem, id] = /^formulario:([a-z_]+)\/(.+)$/su.exec(text) ?? [];
  return origem === undefined ? undefined : formOf({ origem, id });
}

/** An account (`social_ads/page/104`) or a linked id (`search_ads form 8812`). */
const PLATFORM_NAMES = /^(search_ads|social_ads)[/ ](page|dataset|ads_account|form|campaign)[/ ](\S+)$/u;

interface PlatformNameProps {
  readonly text: string;
  readonly platform: string;
  readonly kind: string;
  readonly id: string;
}

/** An object at a platform, by kind and id; the stored text on hover. */
function PlatformName({ text, platform, kind, id }: PlatformNameProps): ReactNode {
  const { accounts, directory } = useMessages().web;
  const name = textFor(directory.linkKinds, `${platform}:${kind}`) ?? textFor(accounts, kind) ?? kind;
  return (
    <span title={text} className="account-name">
      <Foreign text={`${name} ${id}`} />
    </span>
  );
}

/** `lead:7`, `fila:webhooks` */
const NAMED = /^(?:(?:evento|job|lead|recusa|cliente|usuario|conversao|apagamento):[1-9]\d{0,17}|fila:(?:webhooks|conversoes))$/;

interface PlaceProps {
  /** `undefined` if it has no page of its own. */
  readonly path: string | undefined;
  readonly kind: string;
  readonly id: string;
}

/** A changed object, by kind and id; the stored text on hover. */
function Place({ path, kind, id }: PlaceProps): ReactNode {
  const { kinds, queues } = useMessages().web.activity;
  const text = kind === 'fila' ? (textFor(queues, id) ?? id) : `${textFor(kinds, kind) ?? kind} ${id}`;
  const name = <Foreign text={text} />;
  const stored = `${kind}:${id}`;
  return path === undefined ? (
    <span title={stored}>{name}</span>
  ) : (
    <a href={path} title={stored}>
      {name}
    </a>
  );
}

function pathOf(kind: string, id: string): string | undefined {
  return Object.hasOwn(PLACES, kind) ? PLACES[kind]?.(id) : undefined;
}
