import type { ReactNode } from 'react';
import type { Activity, OperatorAction } from '../../../../domain/activity.ts';
import type { Page } from '../../../../domain/report-ports.ts';
import { campaignPath, clientPath } from '../../addresses/directory-paths.ts';
import { type ActivityFilter, activityList } from '../../addresses/lists.ts';
import { formOf, formPath, PEOPLE_PATH, queuePath } from '../../addresses/paths.ts';
import { refusedPath } from '../../addresses/refused-paths.ts';
import type { ListLook } from '../../read/list-look.ts';
import { textFor, useMessages, useWords } from '../context.tsx';
import { Foreign, ForeignCode, Moment, Name } from '../elements/format.tsx';
import { ListTools } from '../elements/list-tools.tsx';
import { type Column, Pager, Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';

interface ActivityPageProps {
  readonly filter: ActivityFilter;
  readonly page: Page<Activity>;
  readonly isFirst: boolean;
  readonly look: ListLook;
}

export function ActivityPage({ filter, page, isFirst, look }: ActivityPageProps): ReactNode {
  const { words, labels } = useWords('activity');
  const columns = useActivityColumns(filter);
  const isFiltered = Object.keys(filter).length > 0;
  const names: Readonly<Record<OperatorAction, string>> = words.actions;
  const actions = Object.entries(names).map(([action, text]) => ({ value: action, label: text }));
  return (
    <AdminPage section="activity" intro={words.intro}>
      <ListTools look={look} list={activityList} filter={filter} columns={columns} options={{ acao: actions }} />
      {page.items.length === 0 ? (
        <p className="empty">{isFiltered ? labels.nothingMatches : words.empty}</p>
      ) : (
        <Table look="flowing activities" caption={words.table} rows={page.items} columns={columns} chosen={look.columns} />
      )}
      <Pager page={page} isFirst={isFirst} path={(before) => activityList.address(filter, before)} />
    </AdminPage>
  );
}

function useActivityColumns(filter: ActivityFilter): readonly Column<Activity>[] {
  const { words, fields } = useWords('activity');
  return [
    { name: fields.when, look: 'fit', cell: ({ at }) => <Moment at={at} /> },
    {
      name: fields.operator,
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
  campanha: campaignPath,
  apagamento: () => `${PEOPLE_PATH}#erasures`,
  fila: queuePath,
};

/** The id of a campaign may contain spaces; it is always the only target. */
const CAMPAIGN = /^campanha:(.*)$/su;
/** An account (`social_ads/page/104`) or a linked id (`search_ads form 8812`). */
const PLATFORM_NAME = /^(search_ads|social_ads)[/ ](page|dataset|ads_account|form|campaign)[/ ](\S+)$/u;
/** `formulario:social_ads/1700` */
const FORM = /^formulario:([a-z_]+)\/(.+)$/su;
/** `lead:7`, `fila:webhooks` */
const NAMED = /^(?:(?:evento|job|lead|recusa|cliente|usuario|conversao|apagamento):[1-9]\d{0,17}|fila:(?:webhooks|conversoes))$/;

/** The targets in a line of the log (`job:7 job:8`, `campanha:any text`), with links to their pages. */
function ActivityTarget({ text }: { readonly text: string }): ReactNode {
  const [, campaign] = CAMPAIGN.exec(text) ?? [];
  if (campaign !== undefined) return <Place kind="campanha" id={campaign} />;
  const [, platform, kind, id] = PLATFORM_NAME.exec(text) ?? [];
  if (platform !== undefined && kind !== undefined) return <PlatformName text={text} platform={platform} kind={kind} id={id ?? ''} />;
  const [, origem, formId] = FORM.exec(text) ?? [];
  const form = origem === undefined ? undefined : formOf({ origem, id: formId });
  if (form !== undefined) return <Place kind="formulario" id={form.formId} path={formPath(form)} />;
  return text.split(/(\s+)/u).map((part, index, all) => {
    const [kind = '', id = ''] = part.split(':');
    if (NAMED.test(all[index - 1] ?? '') && NAMED.test(all[index + 1] ?? '')) return ', ';
    // biome-ignore lint/suspicious/noArrayIndexKey: static markup, never reordered
    return NAMED.test(part) ? <Place key={index} kind={kind} id={id} /> : <Name key={index} text={part} />;
  });
}

/** An object at a platform, by kind and id; the stored text on hover. */
function PlatformName({ text, platform, kind, id }: { text: string; platform: string; kind: string; id: string }): ReactNode {
  const { accounts, directory } = useMessages().web;
  const name = textFor(directory.linkKinds, `${platform}:${kind}`) ?? textFor(accounts, kind) ?? kind;
  return (
    <span title={text} className="account-name">
      <Foreign text={`${name} ${id}`} />
    </span>
  );
}

/** A changed object, by kind and id, with a link if it has a page; the stored text on hover. */
function Place({ kind, id, path = textFor(PLACES, kind)?.(id) }: { kind: string; id: string; path?: string | undefined }): ReactNode {
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
