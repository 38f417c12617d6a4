import type { ReactNode } from 'react';
import type { Client } from '../../../../domain/directory.ts';
import type { LeadView } from '../../../../domain/lead.ts';
import type { Erasure, PersonFound } from '../../../../domain/person.ts';
import { LONGEST_REASON } from '../../../../domain/stage-change.ts';
import { maskLead } from '../../../../presentation/masking.ts';
import { isNobody, type PersonView } from '../../../../presentation/person-data.ts';
import { erasurePath, PEOPLE_PATH } from '../../addresses/paths.ts';
import type { Field } from '../../requests/posted-form.ts';
import { useMessages, useWords } from '../context.tsx';
import { ClientLink, clientOptions } from '../directory/elements.tsx';
import { Form, FormStep, PostForm } from '../elements/form.tsx';
import { Count, FullMoment, Moment, Name } from '../elements/format.tsx';
import { Belonging, Person } from '../elements/person.tsx';
import { Section } from '../elements/section.tsx';
import { Table } from '../elements/table.tsx';
import { AdminPage } from '../frame/admin-page.tsx';
import { Places } from './places.tsx';

interface PeoplePageProps {
  readonly erasures: readonly Erasure[];
  readonly clients: readonly Client[];
  /** The fields of the search, to search again, export or erase. */
  readonly fields: readonly Field[];
  /** What was found; `undefined` before a search. */
  readonly person: PersonView | undefined;
}

export function PeoplePage(props: PeoplePageProps): ReactNode {
  const { erasures, clients, person } = props;
  const { words } = useWords('people');
  return (
    <AdminPage section="people" intro={words.intro}>
      <Search {...props} />
      {person === undefined ? null : <Found {...props} person={person} />}
      <Erasures erasures={erasures} clients={clients} />
    </AdminPage>
  );
}

function Search({ clients, fields: given }: PeoplePageProps): ReactNode {
  const { words, fields, jsonFields, labels, actions } = useWords('people');
  const typed = (name: string): string =>
    given
      .filter(([field, value]) => field === name && value !== '')
      .map(([, value]) => value)
      .join(', ');
  const several = (name: string, label: string) => ({ name, label, isAlternative: true, value: typed(name) });
  return (
    <Form
      id="person"
      action={PEOPLE_PATH}
      fields={[
        { ...several('email', fields.email), hint: words.several },
        several('telefone', fields.phone),
        several('click_id', fields.clickId),
        several('lead', fields.leadId),
        { ...several('cliente', fields.client), options: clientOptions(clients), none: labels.everyClient },
      ]}
      labels={{ motivo: jsonFields.motivo }}
      refusal={words.nothingDone}
      submit={{ label: actions.search }}
    />
  );
}

function Found(props: PeoplePageProps & { readonly person: PersonView }): ReactNode {
  const { person } = props;
  const { words, web } = useWords('people');
  const { people, errors } = useMessages();
  const { unassigned: count } = person.found;
  const unassigned = count === 0 ? null : <p>{people.unassigned({ count })}</p>;
  if (isNobody(person.found))
    return (
      <>
        <p className="empty">{errors.people.nothingStored.message}</p>
        {unassigned}
      </>
    );
  return (
    <Section id="found" title={words.found}>
      <div className="stack">
        {person.leads.length === 0 ? null : <Leads leads={person.leads} caption={web.frame.sections.leads} />}
        <Places places={person.found.places} caption={words.places} />
        {unassigned}
        <Shared {...props} found={person.found} />
        <Steps {...props} />
      </div>
    </Section>
  );
}

function Leads({ leads, caption }: { readonly leads: readonly LeadView[]; readonly caption: string }): ReactNode {
  const { web, labels, fields } = useWords('people');
  return (
    <Table
      look="flowing rows"
      caption={caption}
      rows={leads.map(maskLead)}
      columns={[
        {
          name: fields.name,
          look: 'subject',
          cell: (lead) => <Person href={`/admin/leads/${lead.id}`} lead={lead} otherwise={web.lead.title(lead.id)} />,
        },
        { name: fields.id, look: 'fit', cell: ({ id }) => <code>{id}</code> },
        { name: fields.campaign, look: 'belonging', cell: (lead) => <Belonging lead={lead} /> },
        { name: fields.source, cell: ({ origin }) => labels.origins[origin] },
        { name: fields.submitted, look: 'fit when', cell: ({ submittedAt, createdAt }) => <Moment at={submittedAt ?? createdAt} /> },
      ]}
    />
  );
}

/** Leads that may be of the same person, each with a button that adds it to the search. */
function Shared({ fields, found }: PeoplePageProps & { readonly found: PersonFound }): ReactNode {
  const { people } = useMessages();
  const { words } = useWords('people');
  if (found.shared.length === 0) return null;
  return (
    <div className="notice notice-warn">
      <strong>{words.perhaps}</strong>
      <ul className="lines">
        {found.shared.map(({ leadId, with: other, contact }) => (
          <li key={`${leadId} ${contact}`}>
            <a href={`/admin/leads/${leadId}`}>{people.sharesContact({ leadId, other, contact: people.contacts[contact] })}</a>
            <PostForm action={PEOPLE_PATH} hidden={[...fields, ['lead', leadId]]} label={words.add(leadId)} kind="secondary" />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Steps({ fields }: PeoplePageProps): ReactNode {
  const { people } = useMessages();
  const { words, jsonFields, language: current } = useWords('people');
  const reason = { name: 'motivo', label: jsonFields.motivo, hint: words.reasonHint, maxLength: LONGEST_REASON, required: true };
  const language = {
    name: 'idioma',
    label: words.language,
    value: current,
    isAlternative: true,
    options: [
      { value: 'pt', label: 'Português' },
      { value: 'en', label: 'English' },
    ],
  };
  return (
    <div className="buttons">
      <FormStep
        id="give"
        title={words.give}
        intro={<p className="quiet">{words.giveText}</p>}
        action={`${PEOPLE_PATH}/exportar`}
        hidden={fields}
        fields={[reason, language]}
        look="stack"
        submit={[
          { label: words.asPage, name: 'formato', value: 'html' },
          { label: words.asJson, name: 'formato', value: 'json', kind: 'secondary' },
        ]}
      />
      <FormStep
        id="erase"
        title={words.erase}
        intro={
          <div className="stack">
            <p>{words.eraseText}</p>
            {people.stays.map((text) => (
              <p key={text} className="quiet">
                {text}
              </p>
            ))}
          </div>
        }
        action={`${PEOPLE_PATH}/apagar`}
        hidden={fields}
        fields={[reason]}
        look="stack"
        submit={{ label: words.eraseSure, kind: 'danger' }}
      />
    </div>
  );
}

function Erasures({ erasures, clients }: Pick<PeoplePageProps, 'erasures' | 'clients'>): ReactNode {
  const { words, fields, web } = useWords('people');
  return (
    <Section id="erasures" title={words.erasures}>
      <Table
        rows={erasures}
        none={<p className="empty">{words.noErasures}</p>}
        columns={[
          { name: words.receipt, look: 'fit', cell: ({ id }) => <a href={erasurePath(id)}>{id}</a> },
          { name: fields.started, look: 'fit', cell: ({ startedAt }) => <FullMoment at={startedAt} /> },
          {
            name: fields.completed,
            look: 'fit',
            cell: ({ completedAt }) =>
              completedAt === null ? <span className="bad">{words.incomplete}</span> : <FullMoment at={completedAt} />,
          },
          { name: fields.leads, look: 'number', cell: ({ leads }) => <Count value={leads} /> },
          { name: web.frame.sections.events, look: 'number', cell: ({ events }) => <Count value={events} /> },
          { name: fields.client, cell: ({ clientId }) => <ClientLink id={clientId} clients={clients} /> },
          { name: fields.operator, look: 'whole', cell: ({ operator }) => <Name text={operator} /> },
        ]}
      />
    </Section>
  );
}
