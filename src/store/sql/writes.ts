import type { Bound } from './bound.ts';
import * as accounts from './operations/accounts.ts';
import { forgetBlanked } from './operations/blanked-rows.ts';
import * as directory from './operations/change-directory.ts';
import { claim } from './operations/claim-jobs.ts';
import * as clientAccounts from './operations/client-accounts.ts';
import { changeConsent } from './operations/consents.ts';
import * as control from './operations/control.ts';
import * as eventChanges from './operations/event-changes.ts';
import * as failedLogins from './operations/failed-logins.ts';
import { finish } from './operations/finish-jobs.ts';
import * as forms from './operations/forms.ts';
import * as inbox from './operations/inbox.ts';
import * as leases from './operations/leases.ts';
import * as namedSecrets from './operations/named-secrets.ts';
import * as outbox from './operations/outbox.ts';
import * as reconciliation from './operations/reconciliation.ts';
import * as requestQuotas from './operations/request-quotas.ts';
import * as savedViews from './operations/saved-views.ts';
import * as sessions from './operations/sessions.ts';
import { changeStage } from './operations/stage-changes.ts';
import * as expired from './privacy/delete-expired.ts';
import { beginErasure, endErasure, eraseRows, forgetSought } from './privacy/erase-people.ts';

export const WRITES = {
  ...accounts,
  claim,
  ...clientAccounts,
  ...control,
  ...directory,
  ...eventChanges,
  ...failedLogins,
  finish,
  ...forms,
  ...inbox,
  ...leases,
  ...namedSecrets,
  ...outbox,
  ...reconciliation,
  ...requestQuotas,
  ...savedViews,
  ...sessions,
  changeStage,
  changeConsent,
  beginErasure,
  eraseRows,
  forgetSought,
  endErasure,
  ...expired,
  forgetBlanked,
};

/** Every write that both databases run in the same way, by name. */
export type Writes = Bound<typeof WRITES>;
