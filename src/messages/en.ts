import { formatBytes } from '../base/bytes.ts';
import { formatDuration } from '../base/duration.ts';
import type { Translated } from '../base/language.ts';
import { counted } from '../base/text.ts';
import { clientConnect, type GraphOddity, graphMarks, type NamedThings, namedThings } from './fault-parts.ts';
import {
  type AccountInWords,
  type Age,
  type FindingWords,
  listOf,
  type Mark,
  MOST_NAMED,
  type RefusedCause,
  type Said,
} from './finding-words.ts';

const n = (value: number): string => value.toLocaleString('en-GB');

const after = (said: Said | null): string => (said === null ? '' : ` ${said}`);

const GENERATE_SECRET =
  '`lead-intake secret generate` makes a good one; keep the old one in …_PREVIOUS until every sender has the new one.';
const RESTORE_BACKUP = 'Keep a copy of the file, stop everything, and put the newest backup in its place with `lead-intake restore`.';
const MAKE_ROOM =
  'When the disk is full, nothing more can be received. Free space, `lead-intake queue prune` old jobs, or move the database to a larger disk.';
const LOCAL_DISK = 'Put the database on a local disk.';
const SYNCHRONISE = 'Switch on time synchronisation (`timedatectl set-ntp true`, or chrony).';
const NO_APP_ID = 'SOCIALADS_APP_ID or the app secret (WEBHOOK_SOCIALADS_SECRET) is not set.';
const OTHER_TOKEN = 'Give it another token, in the settings or with `lead-intake source connect` or `lead-intake client connect`.';
const RENEW_TOKEN = 'Make a new one, best of a system user of the business, and set it or connect it.';
const SET_UP_WEBHOOK =
  'In the app (Meta for Developers > Webhooks > Page), set the callback URL https://YOUR-HOST/webhooks/social_ads and subscribe to leadgen.';
const CHECK_DATASET =
  "Compare the id (in SOCIALADS_DATASET_ID, or of the client's account) with the one in the Events Manager of Meta, and create the token there for this dataset.";

const unusableDatabase = ({ message, hint }: { message: Said; hint: Said | null }): FindingWords => ({
  text: message,
  action: hint ?? RESTORE_BACKUP,
});

const wrongCredentials = ({ message, hint }: { message: Said; hint: Said }): FindingWords => ({ text: message, action: hint });

const noWorker = ({ waiting }: { waiting: number }): FindingWords => ({
  text: `No worker is running; waiting jobs: ${n(waiting)}.`,
  short: 'no worker',
  action:
    'Events are received and stored, but nobody turns them into leads. Start `lead-intake queue work` under a service manager, or `serve --work`.',
});

/** What is wrong with a line of a file. */
interface LineProblem {
  readonly line: number;
  readonly problem: Translated<string>;
}

/** Texts that belong to a list elsewhere, one for each entry: the compiler counts them in every other language. */
function inOrder<const T extends readonly string[]>(...texts: T): { readonly [K in keyof T]: string } {
  return texts as { readonly [K in keyof T]: string };
}

const LOOK_AT_BODY = 'Look at it with `lead-intake events show` and have the sender correct and send it again.';

/** An empty text may be personal data that was left out. */
function shown(text: string): string {
  return text === '' ? "(not shown because it may be personal data; see the event's body)" : `"${text}"`;
}

/** The end of a sentence: the command for everything that failed for the same reason, or for this event. */
function thenAgain(command: string): string {
  const what = command.startsWith('queue retry --all') ? 'the failed jobs' : 'the event';
  return `then run ${what} again with \`lead-intake ${command}\``;
}

function accountKind(platform: string): string {
  return platform === 'social_ads' ? 'Meta dataset' : 'Google Ads account';
}

/**
 * Every sentence and label of the program in English. A message with parameters is a function of one object, so that its code and its parameters
 * can be stored and sent, and it is read in the language of whoever looks at it.
 */
export const en = {
  /** Words that stand in many places: states, sources, error codes, columns. */
  labels: {
    /** How numbers are written, as BCP 47 names it. */
    locale: 'en-US',
    error: 'Error',
    /** Stands where there is no value. */
    none: '—',
    yes: 'yes',
    no: 'no',
  },

  /** What is wrong with a value that a person gave. */
  errors: {
    sealedBox: {
      cannotBeOpened: ({ label }: { label: string }) => ({
        message: `The credential of ${label} cannot be opened: CREDENTIALS_KEY is not the one it was sealed with, or the database was damaged.`,
        hint: 'Set CREDENTIALS_KEY to the key that was used before, or connect the account again with `lead-intake source connect`.',
      }),
    },
    backups: {
      existsAlreadyNothingWritten: ({ path }: { path: string }) => ({
        message: `${path} exists already; nothing was written.`,
        hint: 'Name another file, or replace this one with --force.',
      }),
      liveDatabase: 'The backup cannot be the live database itself.',
      keepCountsBackupsFolder: '--keep counts backups in a folder, and a file was named: leave FILE out, or name a folder.',
      theBackupCannotWritten: ({ folder, code }: { folder: string; code: string }) => ({
        message: `The backup cannot be written to ${folder} (${code}).`,
        hint: 'Check the permissions of the folder, or name a file elsewhere.',
      }),
      theCopyNotWhole: ({ database, problem }: { database: string; problem: Translated<string> | undefined }) => ({
        message: `The copy of ${database} is not whole, so the database itself is probably damaged; no backup was written. ${problem?.en ?? ''}`,
        hint: 'Keep earlier backups. `lead-intake doctor --full` looks at the database; `lead-intake restore` puts a backup in its place.',
      }),
      thereNoRoomCopy: ({ folder, needed, left }: { folder: string; needed: string; left: string }) => ({
        message: `There is no room for a copy of the database in ${folder}: it needs ${needed}, and ${left} are free.`,
        hint: 'Free space, or name a file on another disk.',
      }),
      unknownUser: 'another process',
      byProcesses: ({ userCount, names }: { userCount: number; names: string }): string =>
        `${userCount === 1 ? 'process' : 'processes'} ${names}`,
      theDatabaseUseNothing: ({ live, who }: { live: string; who: Translated<string> }) => ({
        message: `The database ${live} is in use by ${who.en}; nothing was changed.`,
        hint: 'Stop `serve`, every `queue work` and what a scheduler may start, then run it again.',
      }),
      theBackupPlaceBut: ({ names, kept }: { names: string; kept: string }) => ({
        message: `The backup is in place, but a process (${names}) opened the old database in the same moment and still writes to ${kept}.`,
        hint: 'Start that process anew at once.',
      }),
      afterStepsCopyNot: ({ sign }: { sign: string }): string =>
        `After the steps the copy is not whole: ${sign}. The database was not touched.`,
      theCounterSaysRows: ({ queue, group, counted, rows }: { queue: string; group: string; counted: number; rows: number }): string =>
        `The counter of ${queue}/${group} says ${counted}, and there are ${rows} rows.`,
      notADatabase: 'It is not a SQLite database.',
      empty: 'It is an empty database.',
      itIsDamaged: ({ sign, more }: { sign: undefined | string; more: string }): string => `It is damaged: ${sign}${more}.`,
      referencesRowsDoNot: ({ count }: { count: number }): string => `References to rows that do not exist: ${count}.`,
      eventsWaitWithoutJob: ({ count }: { count: number }): string => `Events that wait without a job: ${count}.`,
      itSchemaNextStart: ({ version, schemaVersion }: { version: number; schemaVersion: number }): string =>
        `It has schema ${version}; the next start brings it to ${schemaVersion}.`,
      theOldDatabaseCould: ({ name, code, file }: { name: string; code: undefined | string; file: string }) => ({
        message: `The old database could not be kept as ${name} (${code}); nothing was changed.`,
        hint: `Move ${file} away yourself, then run it again.`,
      }),
      thereIsNoBackup: ({ path }: { path: string }) => ({
        message: `There is no backup ${path}.`,
        hint: '`lead-intake backup` writes them to the folder `backups` beside the database.',
      }),
      theFolderDoesNot: ({ folder }: { folder: string }) => ({
        message: `The folder ${folder} does not exist.`,
        hint: 'Make it, or check DATABASE_URL.',
      }),
      sameFile: 'This file is the live database itself.',
      checksumDiffers: 'It is not the file that was written: its SHA-256 differs from the one beside it.',
    },
    clientAccounts: {
      /** An account in a sentence: its name, `of` it, its token, and `at` the platform as the beginning of a sentence. */
      named: {
        any_page: {
          name: (_: { id: string }): string => 'all other pages',
          of: (_: { id: string }): string => 'of all other pages',
          token: (_: { id: string }): string => 'the token for all pages',
          at: (_: { id: string }): string => 'Meta',
        },
        page: {
          name: ({ id }: { id: string }): string => `page ${id}`,
          of: ({ id }: { id: string }): string => `of page ${id}`,
          token: ({ id }: { id: string }): string => `the token of page ${id}`,
          at: (_: { id: string }): string => 'Meta',
        },
        dataset: {
          name: ({ id }: { id: string }): string => `dataset ${id}`,
          of: ({ id }: { id: string }): string => `of dataset ${id}`,
          token: ({ id }: { id: string }): string => `the token of dataset ${id}`,
          at: (_: { id: string }): string => 'Meta',
        },
        ads_account: {
          name: ({ id }: { id: string }): string => `Google Ads account ${id}`,
          of: ({ id }: { id: string }): string => `of Google Ads account ${id}`,
          token: ({ id }: { id: string }): string => `the token of Google Ads account ${id}`,
          at: (_: { id: string }): string => 'Google Ads',
        },
      },
      taken: {
        page: ({ id, ownerId, owner }: { id: string; ownerId: string; owner: string }): string =>
          `Page ${id} belongs to client ${ownerId} (${owner}) already, and an account belongs to one client.`,
        dataset: ({ id, ownerId, owner }: { id: string; ownerId: string; owner: string }): string =>
          `Dataset ${id} belongs to client ${ownerId} (${owner}) already, and an account belongs to one client.`,
        ads_account: ({ id, ownerId, owner }: { id: string; ownerId: string; owner: string }): string =>
          `Google Ads account ${id} belongs to client ${ownerId} (${owner}) already, and an account belongs to one client.`,
      },
      clientHasNoAccount: ({ client, id }: { client: string; id: string }) => ({
        message: `Client ${client} has no account ${id}.`,
        hint: '`lead-intake client show` shows the accounts of a client.',
      }),
      accountOneSettingsBelongs: ({ id, named }: { id: string; named: string }) => ({
        message: `Account ${id} is the one of the settings, which belongs to client ${named}.`,
        hint: 'Give this client another account, or set ACCOUNTS_CLIENT to the client that has this one.',
      }),
      theAccountNoConversion: 'The account has no conversion action. Give NAME=ID for each conversion name, or *=ID for all others.',
      theAccountCannotUse: ({ setting }: { setting: string }): string =>
        `The account cannot use the credential of the settings: ${setting} is not set.`,
      setConnectAccountCredential: ({ setting }: { setting: string }): string =>
        `Set ${setting}, or connect the account with a credential of its own.`,
      nothingKeptConnectAll: `Nothing was kept. To connect it all the same, leave the check out (\`--no-check\`; on the page and in its API \`sem_conferir\`).`,
      noAccountId: 'must be an id of digits; hyphens are left out.',
      noConversionAction: 'must be NAME=ID with the numeric id of a conversion action, or *=ID for all other names.',
      namesActionTwiceGive: ({ repeated }: { repeated: string }): string =>
        `names an action for "${repeated}" twice. Give one action for each name.`,
      noStageName: 'must be a name of 1 to 100 characters in one line.',
      noToken: 'What was given is no token: a token is one line of at least 8 characters without spaces.',
      disconnectFirstLeadIntake: ({ id, flag, accountId }: { id: string; flag: string; accountId: string }): string =>
        `Disconnect it there first, with \`lead-intake client disconnect ${id} --${flag} ${accountId}\` or on that client's page.`,
    },
    forms: {
      thereNoForm: ({ formId, origin }: { formId: string; origin: string }): string => `There is no form ${formId} of ${origin}.`,
      formsHint: '`lead-intake source form list` shows the forms. A form is known from its first lead on.',
      thereIsNoField: ({ text, meant }: { text: string; meant: undefined | string }): string =>
        `There is no field "${text}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
      theFieldsAre: ({ fields }: { fields: string }): string => `The fields are ${fields}.`,
      noKey: ({ key, meant }: { key: string; meant: undefined | string }): string =>
        `The form has no question and no answer with the key "${key}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
      keysHint: '`lead-intake source form show` lists the keys. --force maps a key that the form does not have yet.',
      keyTwice: ({ key }: { key: string }): string => `The key "${key}" is given twice.`,
    },
    namedSecrets: {
      theSecret: ({ problem }: { problem: Translated<string> }): string => `The secret ${problem.en}.`,
      nameClient: 'Choose the client, on the command line with --client.',
      credentialsKeyNotSet: {
        message: 'CREDENTIALS_KEY is not set, so the secret cannot be sealed; it was not added.',
        hint: 'Create one with `lead-intake secret generate`, put it into the settings of the service and of this command, restart the service and add the secret again.',
      },
      mustOneLineLetters: 'must be one line of letters, digits and signs without spaces or accents',
      mustHaveToCharacters: ({ shortest, longest }: { shortest: number; longest: number }): string =>
        `must have ${shortest} to ${longest} characters`,
      aSecretExportNeeds: 'A secret for the export needs a client: it hands out the conversions of that client, and of no other.',
    },
    pages: {
      credentialsKeyNotSet: {
        message: 'CREDENTIALS_KEY is not set, so there is nothing to seal the token with; it was not kept.',
        hint: 'Make one with `lead-intake secret generate`, put it into the settings of the service and of this command, restart the service, and connect again.',
      },
    },
    refused: {
      thereNoRefusedRequest: ({ id }: { id: string }) => ({
        message: `There is no refused request ${id}.`,
        hint: '`lead-intake refused list` shows those that are kept.',
      }),
      refusedRequestPutThrough: ({ id, eventId }: { id: string; eventId: string }) => ({
        message: `Refused request ${id} was put through already, as event ${eventId}.`,
        hint: `\`lead-intake events show ${eventId}\` shows what became of it; \`events replay\` processes it again.`,
      }),
      ofRefusedRequestOnly: ({ id }: { id: string }) => ({
        message: `Of refused request ${id} only the beginning is kept; it cannot be put through again.`,
        hint: 'Ask the sender to send it again; for a body that was too large raise MAX_BODY_BYTES first.',
      }),
    },
    settingsFile: {
      aDevelopmentSetupAsked: {
        message: 'A development setup was asked for while NODE_ENV is production.',
        hint: 'Start `lead-intake serve` without --dev and set the secrets in the environment.',
      },
      theBackendYourLanding: 'The backend of your landing page signs with it. It never stands in HTML or in a browser.',
      theSearchAdsPlatform: 'The search-ads platform: enter it as the key of the webhook of a lead form.',
      metaLeadAdsCopy: 'Meta lead ads: copy the app secret from your Meta app into the first line. The token is what you enter there.',
      theLoginAdminPages: 'The login of the admin pages, /admin/fila.',
      title:
        '# Settings of lead-intake. They hold secrets: only you can read this file, keep it out of git.\n# `lead-intake config` shows every setting; flags and the environment win over this file.',
      readers: '# A second login that sees personal data masked and changes nothing. `lead-intake secret generate` makes one.',
      rest: '# Where everything is stored, and where the service listens. These are the defaults.',
      production: '# In production: refuses settings that are only for development, and secrets under 16 characters.',
      existsAlreadySoLeft: ({ old, path }: { old: string; path: string }) => ({
        message: `${old} exists already, so ${path} was left as it is.`,
        hint: 'Move it away or delete it first: it may hold secrets that are in use.',
      }),
      theSettingsFileCannot: ({ path }: { path: string }) => ({
        message: `The settings file ${path} cannot be written.`,
        hint: 'Check the permissions of the folder, or set the secrets in the environment.',
      }),
    },
    values: {
      mustWholeNumberMost: 'must be a whole number of at most 15 digits',
      blankAround: 'must not begin or end with a blank',
      nothingVisible: 'must have at least one visible character',
      mustEMailAddress: ({ email }: { email: string }): string => `must be an e-mail address, not "${email}"`,
      mustMostCharacters: ({ longest }: { longest: number }): string => `must have at most ${longest} characters`,
      mustNotContainControl: 'must not contain control characters',
    },
    emptyText: 'must not be empty',
    schema: {
      newer: ({ version, newest }: { version: number; newest: number }) => ({
        message: `The database has schema ${version}, this program knows schemas up to ${newest}.`,
        hint: 'A newer lead-intake has used this database. Run that version, or restore a backup from before the update.',
      }),
      before02: {
        message: 'A lead-intake before 0.2 made the database, and this version cannot read it.',
        hint: 'Keep that version for this file, or move it away: the next start makes a new database.',
      },
      foreign: {
        message: 'The database holds tables of another program.',
        hint: 'Check DATABASE_URL: lead-intake needs a file of its own.',
      },
      stepFailed: ({ version, name, reason }: { version: number; name: string; reason: string }) =>
        `Step ${version} (${name}) of the schema failed and was undone: ${reason}`,
      unexpectedData: 'Has another program changed the database? Keep the version that ran before, and please report this message.',
    },

    /** Of the database and what is kept in it: what happened, and what to do. */
    store: {
      busy: {
        message: 'The database is locked by another process.',
        hint: 'It usually clears by itself; if it does not, look for a process that holds the file open (a backup, a database browser).',
      },
      full: {
        message: 'The disk of the database is full.',
        hint: 'Free space or move the database; nothing that was acknowledged is lost. `lead-intake queue prune` deletes old jobs.',
      },
      readOnly: {
        message: 'The database cannot be written: the file, its folder or the file system is read-only.',
        hint: 'Give the user that runs lead-intake write permission to the database file and to its folder.',
      },
      cannotOpen: {
        message: 'The database file cannot be opened.',
        hint: 'Check DATABASE_URL: the path must be a file, and its folder must be writable for the user that runs lead-intake.',
      },
      notADatabase: {
        message: 'The file is not a SQLite database, or it is damaged.',
        hint: 'Check DATABASE_URL. If the file was a database before, keep a copy of it and restore the newest backup.',
      },
      inputOutput: {
        message: 'The database file could not be read or written.',
        hint: 'Look at the disk and at the system log.',
      },
      operationRefused: {
        message: 'The database refused an operation.',
      },
      closed: {
        message: 'The database is closed.',
        hint: 'The program is stopping; try again.',
      },
      overloaded: {
        message: 'More writes are waiting than the database can take.',
        hint: 'Try again in a few seconds.',
      },
      tooManyReads: {
        message: 'More requests for the same figures are waiting than the database can answer.',
        hint: 'Try again in a few seconds.',
      },
      readerNotStarted: {
        message: 'The thread that reads the database for pages and lists could not be started.',
        hint: 'Try again: the next request starts it anew. Intake is not affected. If it stays so, the machine or the limits of the service allow too few threads or too little memory.',
      },
      readerDied: {
        message: 'The thread that reads the database for pages and lists has ended unexpectedly.',
        hint: 'Try again: the next request starts a new one. Intake is not affected.',
      },
      writerDied: {
        message: 'The thread that writes the database has ended unexpectedly; nothing more can be stored.',
        hint: 'What was not acknowledged is sent again by its senders, and nothing is done twice. Start the program again; if it happens repeatedly, look at memory and disk.',
      },
      noRoomToDelete: {
        message: 'The disk of the database is full, and deleting jobs needs some room at first.',
        hint: 'Free about 20 MB on that disk, for example by deleting an old log file, and run the command again.',
      },
      notMade: ({ path }: { path: string }) => ({
        message: `The database ${path} cannot be made.`,
        hint: 'Check DATABASE_URL and the permissions of the folder.',
      }),
      loneLog: ({ path, log }: { path: string; log: string }) => ({
        message: `There is no database at ${path}, but its log ${log} is there: the database was moved or deleted.`,
        hint: 'Put the database back beside its log, which may hold events that it lacks. To begin anew, move the log away too.',
      }),
      missing: ({ path }: { path: string }) => ({
        message: `There is no database at ${path}.`,
        hint: '`lead-intake init` makes it. If it exists elsewhere, check DATABASE_URL, --env-file and the working directory.',
      }),
      isDirectory: ({ path }: { path: string }) => ({
        message: `The database path ${path} is a directory.`,
        hint: 'DATABASE_URL must name a file, for example sqlite:data/lead-intake.db.',
      }),
      unreachable: ({ path, code }: { path: string; code: string }) => ({
        message: `This user may not reach the database ${path} (${code}).`,
        hint: 'Run the command as the user of the service (`sudo -u lead-intake …`), or give this user access to the folder. Check DATABASE_URL too.',
      }),
      wrongPath: ({ path }: { path: string }) => ({
        message: `The database path ${path} cannot be reached.`,
        hint: 'Check DATABASE_URL and the permissions of the folders on the way.',
      }),
      leadsNowhere: ({ path, target }: { path: string; target: string }) => ({
        message: `The database path ${path} is a symbolic link to ${target}, which does not exist.`,
        hint: 'Mount or restore what it points to. To begin a new database here, remove the link.',
      }),
      moved: ({ path }: { path: string }) => ({
        message: `The database ${path} was moved, deleted or replaced while this program has it open; nothing is stored in the old file any more.`,
        hint: 'Put the file back in its place with its -wal and -shm, or start every lead-intake process anew to use what stands there now.',
      }),
      logNotKept: ({ log }: { log: string }) => ({
        message: `The log ${log} is damaged: it holds events that were acknowledged and can no longer be read. No copy of it could be kept.`,
        hint: 'Free space on the disk, or copy the database with its -wal to another disk first, and start again.',
      }),
      logInUse: ({ log }: { log: string }) => ({
        message: `The log ${log} is damaged: it holds events that were acknowledged and can no longer be read. A copy of it was kept. While other connections have the database open it cannot be recovered, and nothing is stored.`,
        hint: 'Stop every lead-intake process and start again: the start recovers the database. Then `lead-intake doctor` says what to do about the events.',
      }),
      noClient: ({ client }: { client: string }) => ({
        message: `There is no client "${client}".`,
        hint: '`lead-intake client list` shows them all.',
      }),
      clientExists: ({ id }: { id: string }) => ({
        message: `A client with id ${id} exists already.`,
        hint: '`lead-intake client list` shows them all.',
      }),
      clientNameTaken: ({ name }: { name: string }) => ({
        message: `A client named "${name}" exists already.`,
        hint: '`lead-intake client list` shows them all.',
      }),
      notAClientId: ({ id }: { id: string }) => ({
        message: `"${id}" cannot be the id of a client.`,
        hint: 'Use a whole number of at most 15 digits.',
      }),
      clientInUse: ({ name }: { name: string }) => ({
        message: `Client "${name}" still has campaigns, users, leads or accounts at the platforms.`,
        hint: 'Remove its campaigns, users and accounts first; a client with leads stays.',
      }),
      userExists: ({ client }: { client: string }) => ({
        message: `Client "${client}" has a user with this e-mail already.`,
        hint: '`lead-intake user list` shows them all.',
      }),
      noUser: ({ id }: { id: string }) => ({
        message: `There is no user ${id}.`,
        hint: '`lead-intake user list` shows them all.',
      }),
      userInUse: {
        message: 'The user still has campaigns.',
        hint: 'Give its campaigns another user with `lead-intake campaign import --replace`, or remove them.',
      },
      campaignExists: ({ id }: { id: string }) => ({
        message: `A campaign with id ${id} exists already.`,
        hint: '`lead-intake campaign show ID` shows it; `campaign import --replace` updates existing ones.',
      }),
      noCampaign: ({ id }: { id: string }) => ({
        message: `There is no campaign ${id}.`,
        hint: '`lead-intake campaign list` shows them all.',
      }),
      campaignInUse: ({ name }: { name: string }) => ({
        message: `Campaign "${name}" still has leads.`,
        hint: 'It stays, so that they keep where they came from. To stop new leads, take its links off with `lead-intake campaign link --remove`.',
      }),
      linkTaken: ({ link, campaign }: { link: string; campaign: string }) => ({
        message: `The ${link} is linked to campaign ${campaign} already.`,
        hint: `Unlink it there first: lead-intake campaign link ${campaign} --remove …`,
      }),
      foreignPage: ({ page, owner, campaign, other }: { page: string; owner: string; campaign: string; other: string }) => ({
        message: `Page ${page} is connected for client ${owner}, and campaign ${campaign}, which it is linked to, belongs to another client (${other}).`,
        hint: `Unlink it with \`lead-intake campaign link ${campaign} --remove --social-ads-page ${page}\`, or connect it for the campaign's client.`,
      }),
      secretNameTaken: ({ name }: { name: string }) => ({
        message: `A secret named "${name}" exists already.`,
        hint: '`lead-intake secret list` shows them all.',
      }),
      noSecret: ({ name }: { name: string }) => ({
        message: `There is no secret named "${name}".`,
        hint: '`lead-intake secret list` shows them all.',
      }),
      secretOfClient: ({ name, client }: { name: string; client: string }) => ({
        message: `The secret "${name}" is limited to client ${client}.`,
        hint: 'Remove it first with `lead-intake secret remove`.',
      }),
      secretTaken: ({ name }: { name: string }) => ({
        message: `The secret named "${name}" has the same value, so nobody could tell who sends.`,
        hint: 'Give every client a secret of its own; left out, one is generated.',
      }),
      noLead: ({ id }: { id: string }) => ({
        message: `There is no lead ${id}.`,
        hint: '`lead-intake leads list` shows them.',
      }),
      testLead: ({ id }: { id: string }) => ({
        message: `Lead ${id} is a test: nothing of it is told to a platform.`,
        hint: 'Choose a real lead.',
      }),
      noConversion: ({ id }: { id: string }) => ({
        message: `There is no conversion ${id}.`,
      }),
      stageOfEvent: {
        message:
          'An event registered this conversion, so it is corrected where the event came from. Only stages that were registered by hand are changed here.',
        hint: '`lead-intake conversions show` names the event.',
      },
      stageWithdrawn: {
        message: 'This stage was withdrawn already. To count it again, register it again.',
        hint: '`lead-intake leads stage` registers it.',
      },
      stageBeingSent: {
        message:
          'The conversion is being sent right now, or the platform is still processing it. Nothing was changed. Try again in a few minutes.',
        hint: '`lead-intake conversions show` shows how far it is.',
      },
    },
    settings: {
      inFile: ({ file }: { file: string }): string => file,
      webhookAllowUnsignedMust: 'WEBHOOK_ALLOW_UNSIGNED must not be true when NODE_ENV is production: anyone could post leads',
      mustLeastCharactersWhen: ({ name, shortestSecret }: { name: string; shortestSecret: number }): string =>
        `${name} must have at least ${shortestSecret} characters when NODE_ENV is production, because it could be guessed; \`lead-intake secret generate\` makes one`,
      isSetWithoutSet: ({ previous, current }: { previous: string; current: string }): string =>
        `${previous} is set without ${current}: set the new secret too`,
      adminReadonlyTokenNeeds: 'ADMIN_READONLY_TOKEN needs ADMIN_TOKEN beside it: without one, nobody could change anything',
      adminReadonlyTokenMust: 'ADMIN_READONLY_TOKEN must not be the same as ADMIN_TOKEN: who has it could change everything',
      inNotSettingNo: ({ name, where, meant }: { name: string; where: Translated<string>; meant: undefined | string }): string =>
        `${name} in ${where.en} is not a setting and has no effect.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
      hasFewerThanCharacters: ({ name, shortestSecret }: { name: string; shortestSecret: number }): string =>
        `${name} has fewer than ${shortestSecret} characters and could be guessed; \`lead-intake secret generate\` makes a better one.`,
      theSettingsFileSets: ({ name }: { name: string }): string =>
        `The settings file sets ${name} more than once; only the last line counts.`,
      theEnvironment: 'the environment',
      theSettingsFileCannot: ({ path, code }: { path: string; code: undefined | string }): string =>
        `The settings file ${path} cannot be read (${code ?? 'unreadable'}).`,
      checkPathGivenEnv: 'Check the path given with --env-file and the permissions of the file.',
      isoneOneSettingNot: ({ isOne, problemCount }: { isOne: boolean; problemCount: number }): string =>
        isOne ? 'One setting is not usable' : `${problemCount} settings are not usable`,
      correctEnvironmentLeadIntake: ({ isOne, file }: { isOne: boolean; file: undefined | string }): string =>
        `Correct ${isOne ? 'it' : 'them'} in the environment or in ${file ?? 'the .env file'}; \`lead-intake config\` shows every setting and where it comes from.`,
      setCharacters: ({ characters }: { characters: number }): string => `(set, ${characters} characters)`,
      adPlatformEventsWithout: 'ad-platform events without a signature are accepted; for development only',
      signingSecretSearchAds: 'signing secret of the search-ads route, and its google_key',
      secondValidSearchAds: 'second valid search-ads secret while one is being rotated',
      signingSecretSocialAds: 'signing secret of the social-ads route (the app secret)',
      secondValidSocialAds: 'second valid social-ads secret while one is being rotated',
      comparedHubVerifyToken: 'compared with hub.verify_token when the social-ads platform verifies the subscription',
      secretSharedBackendLanding: 'secret shared with the backend of the landing page; never in a browser',
      secondValidOwnForm: 'second valid own-form secret while one is being rotated',
      allowedDifferenceOwnForms: "allowed difference of the own form's timestamp, seconds",
      whereEverythingStoredSqlite: 'where everything is stored: sqlite:PATH; the folder is created',
      mustNotBeEmpty: 'must not be empty',
      addressServeListensOn: 'address `serve` listens on',
      portServeListensTakes: 'port `serve` listens on; 0 takes a free one and prints it',
      credentialAdminPagesLeast: 'credential of the admin pages, at least 16 characters',
      secondCredentialAdminPages: 'second credential of the admin pages: sees everything masked and changes nothing',
      largestRequestBodyBytes: 'largest request body, bytes',
      attemptsJobBeforePassing: 'attempts at a job before passing faults end it; those of a platform may last 72 hours',
      howLongWorkerMay: 'how long a worker may hold a job without renewing, seconds',
      moreEventTypesName: 'more event types: NAME=lead, NAME=update or NAME=conversion, separated by commas',
      addressSocialAdsPlatform: 'address of the social-ads platform (Graph API)',
      mustVersionSuchV: 'must be a version such as v26.0',
      versionOfItsApi: 'version of its API',
      idMetaAppApp: 'id of the Meta app; with the app secret (WEBHOOK_SOCIALADS_SECRET) it inspects tokens and subscriptions',
      tokensFetchLeadsPage: 'tokens that fetch leads: PAGE=TOKEN, separated by commas, or one token for all pages',
      howOftenLeadsPlatform: 'how often the leads of the platform are compared with those stored, hours; 0: never',
      datasetPixelSocialAds: 'dataset (pixel) that social-ads conversions are sent to',
      nameEventTellsDataset:
        'name of the event that tells the dataset of the settings of each new lead of an instant form, such as lead; Meta wants it from whoever reports stages',
      tokenSendsSocialAds: 'token that sends social-ads conversions',
      addressSearchAdsPlatform: 'address of the search-ads platform (Data Manager API)',
      whereAccessTokensAsked: 'where its access tokens are asked for',
      jsonKeyServiceAccount:
        'JSON key of a service account, or of an authorized user with a refresh token, that sends search-ads conversions',
      advertiserSearchAdsConversions: 'advertiser that search-ads conversions are sent to',
      managerAccountThroughReached: 'manager account through which it is reached, where there is one',
      nameIdNumericId: 'NAME=ID with the numeric id of a conversion action',
      conversionActionsNameId: 'conversion actions: NAME=ID for each name of conversion, *=ID for all others',
      whoseAccountsSocialadsDataset:
        'whose the accounts of SOCIALADS_DATASET_ID and SEARCHADS_ACCOUNT_ID are: the id of a client, or `all`; left out: those of the only client',
      clientsWithoutGoogleAds:
        'clients without a Google Ads account of their own whose form leads without a click id are reported by hashed e-mail and phone: true (all), false, or client ids',
      namePlatformName: 'NAME=PLATFORM NAME',
      whatPlatformsCallConversion: 'what the platforms call a conversion: NAME=PLATFORM NAME, separated by commas',
      mustEveryLast: 'must be every or last',
      whoToldConversionWhose:
        'who is told of a conversion whose lead has click ids of both platforms: `every` platform, or only that of the `last` click',
      mustUnlessDeniedRequired: 'must be unless_denied or required',
      requiredOnlyConversionsPeople:
        '`required`: only conversions of people who consented are sent; `unless_denied`: those of people who refused are not',
      consentsCountPurposesOwn: 'consents that count for it: purposes of the own form, check boxes of the platforms, separated by commas',
      userPasswordOpensExport: 'USER:PASSWORD that opens /export/conversions.csv for the platform’s scheduled import',
      timeZoneExportedConversions: 'time zone of the exported conversions, and of times typed without an offset',
      sealsTokensSourceConnect: 'seals the tokens that `source connect` keeps in the database, at least 32 characters',
      healthIncludesTheQueue: '/health includes the queue',
      proxiesFrontWhoseX: 'proxies in front whose X-Forwarded-For is believed',
      mustFatalErrorWarn: 'must be fatal, error, warn, info, debug, trace or silent',
      leastImportantLogLine: 'least important log line that is written',
      mustJsonPretty: 'must be json or pretty',
      jsonPrettyLeftOut: 'json or pretty; left out: pretty on a terminal',
      productionRefusesSettingsOnly: '`production` refuses settings that are only for development, and secrets under 16 characters',
      mustTrueFalse: 'must be true or false',
      mustTrueFalseIds: 'must be true, false or ids of clients separated by commas',
      mustWholeNumber: ({ min, max }: { min: number; max: number }): string => `must be a whole number from ${min} to ${max}`,
      mustNotBeginEnd: 'must not begin or end with a blank',
      mustLeastCharactersLead: ({ shortestSecret }: { shortestSecret: number }): string =>
        `must have at least ${shortestSecret} characters; \`lead-intake secret generate\` makes one`,
      mustSqlitePathExample: 'must be sqlite:PATH, for example sqlite:data/lead-intake.db (other databases are not supported yet)',
      isNotNameLead: ({ pair }: { pair: string }): string => `"${pair}" is not NAME=lead, NAME=update or NAME=conversion`,
      mustHttpsAddressWithout: 'must be an https address without user, query or fragment (http only for this machine)',
      mustIdDigitsHyphens: 'must be an id of digits; hyphens are left out',
      mustIdClientAll: 'must be the id of a client, or all',
      entryIsNot: ({ index, what }: { index: number; what: Translated<string> }): string => `entry ${index + 1} is not ${what.en}`,
      pageToken: 'PAGE=TOKEN',
      mustTimeZoneSuch: 'must be a time zone such as America/Sao_Paulo',
      mustLeastCharactersLead2: 'must have at least 32 characters; `lead-intake secret generate` makes one',
      mustUserPasswordPassword: 'must be USER:PASSWORD, the password with at least 16 characters; `lead-intake secret generate` makes one',
    },
    adsCredentials: {
      theFile: ({ path }: { path: string }): string => `The search-ads credentials file ${path}`,
      notJson: 'is not a JSON object',
      unknownType: 'has a "type" that is neither service_account nor authorized_user',
      oauthClientOnly: 'describes an OAuth client only, without a refresh token',
      incompleteServiceAccount: 'is of a service account, but has no "client_email" or no "private_key"',
      badKey: 'has a "private_key" that is no RSA key in PEM',
      incompleteAuthorizedUser: 'is of an authorized user, but has no "client_id", "client_secret" or "refresh_token"',
      theText: 'The Google Ads credential',
      whereTextFrom:
        "Download a JSON key of a service account in the Google Cloud console, or make a file of an authorized user, and give the whole file's content.",
      whereFrom:
        "Download a JSON key of a service account in the console of the platform's cloud, or make a file of an authorized user, and name it in SEARCHADS_CREDENTIALS_FILE.",
      noFile: ({ path }: { path: string }): string => `There is no search-ads credentials file ${path}.`,
      fileCannotBeRead: ({ path, code }: { path: string; code: string }): string =>
        `The search-ads credentials file ${path} cannot be read (${code}).`,
      givePermission: 'Give the user that runs the program permission to read it, and nobody else.',
    },
    http: {
      listeningFailed: ({ host, port, message }: { host: string; port: number; message: string }): string =>
        `Listening on ${host}, port ${port}, failed: ${message}`,
      portInUse: ({ port, host }: { port: number; host: string }): string =>
        `Port ${port} on ${host} is already in use by another program.`,
      stopOrChoosePort: 'Stop that program, or choose another port with PORT or --port; port 0 takes a free one.',
      portForbidden: ({ port, host }: { port: number; host: string }): string => `This user may not listen on port ${port} of ${host}.`,
      choosePortAbove: 'Choose a port above 1023 with PORT or --port and put a reverse proxy in front for 80 and 443.',
      noAddressHere: ({ host }: { host: string }): string => `${host} is no address of this machine.`,
      setHost: 'Set HOST or --host to 127.0.0.1 (this machine only), 0.0.0.0 (every interface) or one of its own addresses.',
      answersOnly: ({ allow }: { allow: string }): string => `This address answers ${allow} only.`,
    },
    admin: {
      nothingHere: 'There is nothing at this address.',
      noConversionWasNamed: 'No conversion was named.',
      selectConversionsListSend: 'Select conversions in the list, or send conversao=ID once for each.',
      noEventWasNamed: 'No event was named.',
      selectEventsListSend: 'Select events in the list, or send evento=ID once for each, or todos=1 with a filter.',
      eventsAndFilter: 'The request names events and a filter.',
      sendEitherEventoId: 'Send either evento=ID, or todos=1 with a filter.',
      noFilter: 'No filter was named, and so every event would be meant.',
      nameWhatYouMean: 'Name what you mean: status=erro for all that failed, estacionado=1 for all that are parked.',
      unknownField: 'The request names a field that is not known here.',
      theFieldsAre: ({ names }: { names: string }): string => `The fields are ${names}.`,
      emptyField: ({ empty }: { empty: string }): string => `The field ${empty} is empty.`,
      fillLeaveOutThen: 'Fill it in, or leave it out: then it narrows nothing down.',
      missing: 'must not be empty',
      mustBeOneOf: ({ words }: { words: string }): string => `must be one of these: ${words}`,
      isLongerThanCharacters: ({ longestValue }: { longestValue: number }): string => `is longer than ${longestValue} characters`,
      isNoneOf: ({ list }: { list: string }): string => `is none of ${list}`,
      isNotAnId: 'is not an id: ids are whole numbers',
      canOnlyBe: ({ word }: { word: string }): string => `can only be ${word}, or be left out`,
      isNoTime: 'is no date or time that exists, written like 2026-11-20 or 2026-11-20T15:00:00Z',
      isNoWholeNumber: 'is not a whole number from 0 on',
      mustBeWithin: ({ mostRows }: { mostRows: number }): string => `must be a whole number from 1 to ${mostRows}`,
      isNoCursor: 'is not the `proximo` of a page of leads',
      correctOrLeaveOut: 'Correct the value, or leave it out.',
      addressTakesNoValues: 'The address of a change takes no values.',
      sendThemBodyFields: 'Send them in the body, as the fields of a form. Nothing was changed.',
      noJob: 'There is no job with this id.',
      mayBeForgotten: 'It may have been forgotten or pruned.',
      tooManyAsked:
        'The platforms are being asked about as many accounts as at one time may be. Nothing was changed; try again in a moment.',
      noFile: 'There is no such file.',
      noLink: ({ linkKindWords }: { linkKindWords: string }): string =>
        `must be origem:tipo:valor, with one of ${linkKindWords} before the id`,
      taken: 'is the id of a campaign that exists already',
      notLinked: ({ value }: { value: string }): string => `The id ${value} is not linked to this campaign.`,
      noCampaign: 'There is no campaign with this id.',
      theListIsAt: ({ path }: { path: string }): string => `The list is at ${path}.`,
      clientMissing: 'must be chosen, or named as a new client',
      unknownClient: 'is no client that exists',
      twoClients: 'cannot be given together with a client of the list',
      notNew: 'is the name or id of a client that exists: choose it in the list',
      notOfPage: 'must be left empty for a page. Connect its token with `lead-intake source connect`',
      ofGoogleAds: 'is for a Google Ads account only',
      ofDataset: 'is for a Meta dataset only',
      needed: 'is missing. Give it, or choose the credential of the settings.',
      oneOfThem: 'must be left empty when the credential of the settings is used.',
      noClient: 'There is no client with this id.',
      noUser: 'The client has no such user.',
      moreThanForeseen: 'More events match now than `previsto` says.',
      countAgain: 'Count them again, or leave `previsto` out.',
      noSuchBody: 'This event has no such body: nothing that differs was sent again, it came alone, or nothing was fetched for it.',
      noEvent: 'There is no event with this id.',
      noJobWasNamed: 'No job was named.',
      sendJobIdOnce: 'Send job=ID, once for each job, or todos=1 for all that the filter leaves.',
      noLead: 'There is no lead with this id.',
      mappingEntry: 'An entry of the mapping is not key=field.',
      noSource: 'There is no such source.',
      liesInTheFuture: 'lies in the future',
      isNoAmount: 'is no amount of money such as 2600.00',
      isNoCurrency: 'is no currency such as BRL',
      isNoLocalTime: 'is no time that exists, such as 2026-11-20T15:00',
      isNoStageKey: ({ longestStageKey }: { longestStageKey: number }): string =>
        `is no printable text of at most ${longestStageKey} characters`,
      stageWithOtherValues: ({ registered }: { registered: string }): string =>
        `The lead has this stage already, with other values: ${registered}. Nothing was changed.`,
      registeredByEvent: ({ id }: { id: string }): string =>
        `An event registered it as conversion ${id}, so correct it where the event came from.`,
      correctInForm: ({ id, leadId }: { id: string; leadId: string }): string =>
        `To correct or withdraw it, use the form of stage ${id} on the page of lead ${leadId}. For a second one of the same stage, give another order number.`,
      postCorrects: ({ id }: { id: string }): string => `POST /admin/conversoes/${id}/etapa corrects it.`,
      noClientNamed: ({ idOrName }: { idOrName: string }): string => `There is no client "${idOrName}".`,
      noCredentialsKey: 'CREDENTIALS_KEY is not set, so the secret cannot be sealed; it was not added.',
      noRefusedRequestNamed: 'No refused request was named.',
      selectRequestsListSend: 'Select requests in the list, or send recusa=ID once for each, or todos=1, with or without a filter.',
      noRefusedRequest: 'There is no refused request with this id.',
      mayHaveMadeRoom: ({ refusedPath }: { refusedPath: string }): string =>
        `It may have made room for newer ones. The list is at ${refusedPath}.`,
      noConversion: 'There is no conversion with this id.',
    },
    stages: {
      nothingWouldChange: 'Nothing would change: the stage has these values already.',
      nameWhat: 'Name what is to be corrected.',
    },
    remote: {
      unknownForm: 'The service answers in a form this version does not know.',
      connectionEnded: 'The service ended the connection.',
    },
  },

  /**
   * The sentences of faults: what keeps an event, a conversion or an account from going on. A fault is stored as the keys of its sentences with what
   * they are about, and read in the language of whoever looks at it. What may be personal is left out before: an empty text stands for it.
   */
  faults: {
    /** Somebody else's words, of a platform for instance. */
    words: ({ text }: { text: string }) => text,
    gaveUp: ({ attempts }: { attempts: number }) => `Gave up after ${attempts} attempts.`,
    workerDied: ({ attempts }: { attempts: number }) =>
      `The worker stopped without finishing this job, ${attempts} times. The event may be what stops it; look at its body before running it again.`,
    processingFailed: ({ kind }: { kind: string }) =>
      `Processing ended unexpectedly (${kind}). The log line with this job's id tells more.`,
    writeRejected: 'The database refused the result, for instance because its campaign or client was removed meanwhile.',
    eventForgotten: 'An operator removed the waiting job. `lead-intake events replay` runs the event again.',
    conversionForgotten: 'An operator removed the waiting job. `lead-intake conversions retry` sends the conversion again.',

    bodyEmpty: `The body of the event is empty. ${LOOK_AT_BODY}`,
    bodyNotUtf8: `The body of the event is not valid UTF-8. ${LOOK_AT_BODY}`,
    bodyNotJson: `The body of the event is not valid JSON. ${LOOK_AT_BODY}`,
    bodyTooDeep: `The body of the event is nested too deeply. ${LOOK_AT_BODY}`,
    bodyNotObject: `The body of the event is not a JSON object. ${LOOK_AT_BODY}`,
    bodyWithoutChange: `The body of the event holds no leadgen change with a \`value\` object, so it names no lead. ${LOOK_AT_BODY}`,
    unknownEventType: ({ type, again }: { type: string; again: string }) =>
      `The event type ${shown(type)} is not known on the ad routes. Map it with the setting EVENT_TYPES ` +
      `(NAME=lead, NAME=update or NAME=conversion), restart the workers, ${thenAgain(again)}.`,
    leadNotFound: ({ hasClickId, again }: { hasClickId: number; again: string }) =>
      'No lead of this client has the identity, click id, e-mail or phone that the event names, and the event itself carries no ' +
      `${hasClickId === 1 ? 'name, e-mail, phone or click id' : 'name, e-mail or phone'} to make a lead from. Have the lead itself sent first, ${thenAgain(again)}.`,
    leadOfOtherClient: ({ again }: { again: string }) =>
      'The lead that this event names belongs to another client than the event: its campaign, form or page is linked to the wrong campaign, or ' +
      `was given to another client since. Correct the link with \`lead-intake campaign link\`, ${thenAgain(again)}.`,
    leadOnItsWay:
      'The lead that this event names has arrived and is not made yet: its own event still waits. This one is tried again every few minutes, and ' +
      'goes on by itself when the lead is there.',
    wrongClient: ({ limitedTo, client, campaign, again }: { limitedTo: string; client: string; campaign?: string; again: string }) =>
      `The sender used a secret that is limited to client ${limitedTo}, but ` +
      `${campaign === undefined ? `the event names client ${client}` : `its campaign ${shown(campaign)} belongs to client ${client}`}, so no lead was created. ` +
      `If the sender works for client ${client}, give it a secret of that client with \`lead-intake secret add\` and have it send the event again. ` +
      `If the campaign or its link is wrong, correct it, ${thenAgain(again)}.`,
    noCampaignId: 'The event carries no `campanha_id` that is text or a number. Have the sender add it and send the event again.',
    unknownCampaign: ({ id, flag, again }: { id: string; flag: string; again: string }) =>
      `No campaign has the \`campanha_id\` ${shown(id)}. Add it with ` +
      `\`lead-intake campaign add ${flag} --name NAME --client CLIENT\`, ${thenAgain(again)}.`,
    noClientId: ({ id }: { id: string }) =>
      `No client has the \`cliente_id\` ${shown(id)}; \`lead-intake client list\` shows the ids. ` +
      'It has to be a whole number of at most 15 digits: have the sender correct it and send the event again.',
    unknownClient: ({ id, flag, again }: { id: string; flag: string; again: string }) =>
      `No client has the \`cliente_id\` ${shown(id)}; \`lead-intake client list\` shows the ids. ` +
      `Add it with \`lead-intake client add ${flag} --name NAME\`, ${thenAgain(again)}.`,
    notLinked: ({ again, links, ...named }: { again: string; links: string } & NamedThings) =>
      `None of what the event names is linked to a campaign: ${namedThings(named, shown)}. Link it with ` +
      `${links
        .split('\n')
        .map((link) => `\`lead-intake campaign link CAMPAIGN ${link}\``)
        .join(' or ')}, ${thenAgain(again)}.`,
    pageOfAnotherClient: ({ client, page, owner, again }: { client: string; page: string; owner: string; again: string }) =>
      `The event names \`cliente_id\` ${shown(client)}, and page ${shown(page)} is connected for client ${owner}. Connect the page for the right ` +
      `client with \`lead-intake client connect CLIENT --page ${page === '' ? 'ID' : page}\`, or have the sender correct the event, ${thenAgain(again)}.`,
    namesNobody:
      'The event names no form, campaign, page or client, so nobody can be found whom its lead belongs to. ' +
      'Have the sender add `cliente_id` or `campanha_id` and send the event again.',

    pageNotConnected: ({ page }: { page?: string }) =>
      'The event names the lead but does not carry its answers, and there is no token that could fetch them from the social-ads platform' +
      `${page === undefined ? '' : ` for page ${page}`}. Connect the page with \`lead-intake source connect social-ads --page ${page ?? 'ID'}\` ` +
      'or the setting WEBHOOK_SOCIALADS_TOKENS; the job then runs by itself. Until then the job waits without spending attempts, and nothing is ' +
      'lost. `lead-intake queue retry --all --parked` runs such jobs at once.',
    pageTokenRefused: ({ page }: { page: string }) => `The social-ads platform refuses the token of page ${page}.`,
    replacePageToken: ({ page }: { page: string }) =>
      `Make a new token and replace the old one with \`lead-intake source connect social-ads --page ${page}\`; the job then runs by itself. ` +
      'Until then the job waits without spending attempts, and nothing is lost.',
    pageBlocked: ({ page }: { page: string }) => `The social-ads platform blocks the account that reads page ${page}.`,
    liftPageBlock: ({ page }: { page: string }) =>
      `Have the block lifted there, then connect the page anew with \`lead-intake source connect social-ads --page ${page}\`. ` +
      'Until then the job waits without spending attempts, and nothing is lost.',
    pageNotListed: ({ page }: { page: string }) => `Meta does not show what belongs to page ${page}.`,
    checkPageAccess:
      'Check at Meta that the owner of the token (the system user) has full control of the page and that the token has `pages_show_list`, ' +
      '`pages_read_engagement`, `pages_manage_metadata`, `pages_manage_ads` and `leads_retrieval`.',
    comparedAgain:
      'Until then leads that Meta reports are still fetched, and leads it did not report are not found; lead-intake tries again at the next comparison.',
    pageThrottled: ({ page }: { page: string }) => `The social-ads platform throttles page ${page}.`,
    pageBusy: ({ page }: { page: string }) =>
      `Many leads of page ${page} are being fetched, a few at a time; this one has its turn in a moment.`,
    leadNotAvailable: 'The social-ads platform does not hand out this lead.',
    leadAskedAgain: 'The lead is asked for again by itself, a few times.',
    leadAskedInVain: ({ tries }: { tries: number }) =>
      `After ${tries} tries the job waits for a person: see whether the lead is there and the token may see it, then run it again with ` +
      '`lead-intake queue retry --all --parked --error lead_not_available`.',
    leadNotNamed:
      'The event carries no answers, and no `leadgen_id` of digits by which the social-ads platform could be asked for them. Look at it with ' +
      '`lead-intake events show`; `lead-intake source backfill social-ads` brings leads that were never told of properly.',
    testButtonPressed:
      'This is what the test button of the social-ads dashboard sends: ids of nothing but fours, without a lead behind them. It arrived, so ' +
      'the subscription works; nothing is to be done. To see a whole lead come in, make one with the Lead Ads Testing Tool.',

    conversionNotThere: 'The conversion of this job is not there any more.',
    conversionOfTestLead: 'The lead is a test of the platform; tests are never reported as conversions.',
    workerStopping: 'The worker was told to stop before this conversion was sent.',
    conversionNotYet: 'Many conversions are sent one by one; this one has its turn soon.',
    conversionNeverDecided:
      'The platform took the conversion a week ago and still does not say what became of it, so it is not asked any more. Look for it at the ' +
      'platform; `lead-intake conversions retry` sends it again, and the platform knows it by its id.',
    conversionWithoutPlatform: 'Neither a click id nor the origin of the lead names a platform that the conversion could be reported to.',
    platformNotConnected: ({ platform }: { platform: string }) =>
      `Conversions for ${platform} cannot be sent: the platform is not connected. They go on by themselves once it is.`,
    clientWithoutAccount: ({ client, platform }: { client: string; platform: string }) =>
      `Client ${client} has no ${accountKind(platform)} that its conversions could go to. Connect one with ${clientConnect(client, platform, 'ID')}, ` +
      'or set ACCOUNTS_CLIENT if the account of the settings is to be used. ' +
      "The conversion then goes on by itself, and no other client's account gets it.",
    accountWithoutCredential: ({
      client,
      platform,
      account,
      setting,
    }: {
      client: string;
      platform: string;
      account: string;
      setting: string;
    }) =>
      `The ${accountKind(platform)} ${account} of client ${client} is opened with the credential of the settings, and ${setting} is not set. Set it ` +
      `and restart the workers, or connect the account with a credential of its own: ${clientConnect(client, platform, account)}. The conversion then goes on by itself.`,
    accountSealed: ({ client, platform, account }: { client: string; platform: string; account: string }) =>
      `The credential of the ${accountKind(platform)} ${account} of client ${client} is sealed in the database and cannot be opened: CREDENTIALS_KEY is ` +
      `not set, or not the one that sealed it. Set it and restart the workers, or connect the account again with ${clientConnect(client, platform, account)}. ` +
      'The conversion then goes on by itself.',
    consentDenied: ({ keys }: { keys: string }) =>
      `The person refused, or took back, the consent to be told to ad platforms (${keys}). The conversion is not sent.`,
    consentMissing: ({ keys, isOfClient }: { keys: string; isOfClient: number }) =>
      `The lead carries no consent to be told to ad platforms (${keys}), and ${isOfClient === 1 ? "the client's consent rule" : 'CONVERSIONS_CONSENT'} requires one. ` +
      'Have the form send it in `consentimentos`, then send the conversion again with `lead-intake conversions retry`.',

    pageNotShown: ({ page }: { page: string }) => `The social-ads platform does not show page ${page}.`,
    formNotShown: ({ form }: { form: string }) => `The social-ads platform does not show form ${form}.`,
    formGone: ({ form }: { form: string }) =>
      `The social-ads platform has no form ${form} any more, or this token may not see it. It is asked again with every comparison.`,
    formNotConnected: ({ form, page }: { form: string; page?: string }) =>
      `There is no token that opens form ${form}${page === undefined ? '' : ` of page ${page}`}. Connect its page with ` +
      `\`lead-intake source connect social-ads --page ${page ?? 'ID'}\` or the setting WEBHOOK_SOCIALADS_TOKENS.`,
    stoppedTrying: ({ hours }: { hours: number }) => `lead-intake tried for ${hours} hours and stopped.`,
    bringAnswersLater:
      'When the platform answers again, `lead-intake source backfill social-ads` brings the answers of such leads, or try again with ' +
      '`lead-intake queue retry --all --error platform_unavailable`.',
    sendConversionsLater:
      'When the platform answers again, send it again with `lead-intake conversions retry --all --error platform_unavailable`.',
    answerNotObject: 'Its answer is not a JSON object.',

    callForbidden: ({ host }: { host: string }) => `${host} is none of the platforms' configured addresses, so it was not called.`,
    callRedirected: ({ host, status }: { host: string; status: number }) =>
      `${host} answers with a redirect (HTTP ${status}), which is not followed. Check the configured address.`,
    callGivenUp: ({ host }: { host: string }) => `The call to ${host} was given up because the program is stopping.`,
    callTooLate: ({ host, code }: { host: string; code: string }) => `${host} did not answer in time (${code}).`,
    callUntrusted: ({ host, code }: { host: string; code: string }) =>
      `The certificate or the encryption of ${host} is not to be trusted (${code}), so nothing was sent. ` +
      'A proxy that opens TLS needs its certificate in NODE_EXTRA_CA_CERTS; a wrong clock does the same.',
    answerTooLarge: ({ host }: { host: string }) => `The answer of ${host} is longer than any answer of the platform, so it was not read.`,
    callUnreachable: ({ host, code }: { host: string; code: string }) =>
      `${host} cannot be reached, or broke off the connection (${code}).`,
    callRepeated: 'The call is repeated by itself.',

    socialAnswerUnknown: ({ status, found, events = 0 }: { status: number; found: GraphOddity; events?: number }) =>
      `The social-ads platform answers with HTTP ${status} and something else than it documents (${
        {
          no_object: 'no JSON object',
          no_error: 'no error object with a code',
          other_lead: 'not the lead that was asked for',
          no_questions: 'no list of questions',
          no_list: 'no list',
          no_token: 'nothing about the token',
          endless: 'a list that does not go on',
          unconfirmed: `it does not confirm ${events} events`,
        }[found]
      }). The call is repeated by itself; if this lasts, look what stands between this machine and the platform.`,
    socialOutOfOrder: ({ status }: { status: number }) => `The social-ads platform is out of order at the moment (HTTP ${status}).`,
    tooManyCalls: ({ minutes }: { minutes: number }) =>
      `There were too many calls for this account, so nothing is asked of the platform for ${minutes} min. It goes on by itself.`,
    graphSays: ({ words, ...marks }: { words: string; code: number; subcode: number; trace: string }) =>
      `The platform says${words === '' ? ' no more' : `: "${words}"`} (${graphMarks(marks, { code: 'code', subcode: 'subcode', trace: 'trace' })}).`,
    idWithoutDigits: 'The id is not made of digits as those of the social-ads platform are, so the platform was not asked.',
    tokenUnusable: 'The token holds characters that no token of the platform has, a line break perhaps; it was not sent.',
    tokenInvalid: 'The token is no longer valid.',
    tokenAppRemoved: 'The person who gave the token removed the app: they have to log in to it again.',
    tokenLoginNeeded: 'The person who gave the token has to log in at the platform first and confirm who they are.',
    tokenPasswordChanged: 'The person who gave the token changed their password, which ends their tokens.',
    tokenExpired: 'The token has expired. Tokens of a system user, and page tokens made with a long-lived user token, do not expire.',
    tokenUnconfirmed: 'The person who gave the token has to confirm their account at the platform first.',
    tokenRevoked: 'The token was revoked, for instance because the person logged out.',
    tokenMayNotRead:
      'The token may not read leads: it lacks a permission (`leads_retrieval`, `pages_show_list`, `pages_read_engagement`, `ads_management`), ' +
      'or the Leads Access Manager of the business does not list the app.',
    tokenMayNotSend:
      'The token may not send conversions to this dataset: it lacks `ads_management`, or the dataset is not assigned to its user.',
    appSecretProofNeeded:
      'The Meta app that this token was made for requires a proof of the app secret with every call ("Require App Secret"), and ' +
      'WEBHOOK_SOCIALADS_SECRET is not the secret of that app. Set WEBHOOK_SOCIALADS_SECRET to it and restart, or connect a token that was made for the app of the webhook.',
    pageTokenNeeded: 'This call wants the token of the page itself, and this one is of a user or of a system user.',
    accountPolicyBreach:
      'The social-ads platform blocks this account for a breach of its policies. A person has to see to it at the platform (Account Quality).',
    objectNotShown:
      'It was deleted, or never was, or this token may not see it, for instance because it is of another page; the platform does not say which.',
    datasetNotShown:
      "There is no dataset with this id (in SOCIALADS_DATASET_ID, or of the client's account), or this token may not see it; compare both with the platform.",
    replaceDatasetToken:
      "Put a token that works into SOCIALADS_CONVERSIONS_TOKEN and restart, or connect the client's account again with `lead-intake client connect`; the conversions that wait are then sent by themselves.",
    socialRefusesConversion: 'The social-ads platform does not take the conversion.',
    conversionWithoutPerson:
      'The lead has nothing by which the social-ads platform could find the person: no lead id, click id, e-mail or phone. Add one to the lead ' +
      'by an event, then send the conversion again with `lead-intake conversions retry`.',
    conversionWithoutVisit: ({ missing }: { missing: string }) =>
      `The lead came from a landing page, and its form sent no ${missing.split(' ').join(' and no ')}. Meta takes conversions of such leads as website events ` +
      'only, which need the page and the browser. Have the form send `page_url` and `user_agent` (docs/attribution.md). For this lead, send them ' +
      'in an update, then send the conversion again with `lead-intake conversions retry`.',
    metaMayHaveIt: ({ id, ago }: { id: string; ago: string }) =>
      `lead-intake sent the conversion ${ago} ago and Meta did not answer, so Meta may have it. Meta recognizes a conversion that is sent ` +
      'again for 48 hours only; sent now, it could count twice, so it waits for you. Look for it in the Events Manager. If it is not there, send it ' +
      `with \`lead-intake conversions retry ${id}\`. If it is there, remove its job (\`lead-intake conversions show ${id}\` has the id) with ` +
      '`lead-intake queue forget`.',
    stageTooOld: ({ ago }: { ago: string }) =>
      `The lead was submitted ${ago} ago, and Meta takes the initial stage of a lead for 7 days only, so it is not sent. No action ` +
      'needed: later stages of the lead are still sent.',
    conversionTooOld: ({ ago }: { ago: string }) =>
      `The conversion happened ${ago} ago, and the social-ads platform takes none that is older than 7 days. It cannot be ` +
      'sent any more; register conversions sooner, and look why this one waited.',
  },

  /** What `doctor`, the home page, the terminal, `/health` and the metrics find; by code, each with what to do. Codes never change their meaning. */
  findings: {
    'settings.usable': ({ set }: { set: number }): FindingWords => ({ text: `All settings are usable (set: ${set}).` }),
    'settings.invalid': ({ problem }: { problem: Said }): FindingWords => ({
      text: `${problem}.`,
      action: '`lead-intake config` tells where each setting comes from.',
    }),
    'settings.unknown': ({ name, where, meant }: { name: string; where: Said; meant: string | null }): FindingWords => ({
      text: `${name} in ${where} is not a setting and has no effect.`,
      action: meant === null ? 'Remove it, or correct its name.' : `Did you mean ${meant}?`,
    }),
    'settings.repeated': ({ problem }: { problem: Said }): FindingWords => ({
      text: problem,
      action: 'Remove the lines that do not count. To rotate a secret, keep the old one under the name with _PREVIOUS.',
    }),
    'settings.file': ({ path }: { path: string | null }): FindingWords => ({
      text: path === null ? 'No settings file is read.' : `${path} cannot be read by every user.`,
    }),
    'settings.file_writable': ({ path }: { path: string }): FindingWords => ({
      text: `Every user of this machine can change ${path}.`,
      action: `chmod 600 ${path}`,
    }),
    'settings.file_readable': ({ path }: { path: string }): FindingWords => ({
      text: `Every user of this machine can read the secrets in ${path}.`,
      action: `chmod 600 ${path}`,
    }),
    'settings.unsigned': (): FindingWords => ({
      text: 'WEBHOOK_ALLOW_UNSIGNED is true: whoever reaches the ad-platform routes can post leads.',
      short: 'unsigned requests',
      action: 'Remove it outside of development; NODE_ENV=production refuses it.',
    }),
    'settings.plain_http': ({ host, hasToken }: { host: string; hasToken: boolean }): FindingWords => ({
      text: `HOST is ${host} and TRUST_PROXY is 0: leads${hasToken ? ' and ADMIN_TOKEN' : ''} travel unencrypted unless something in front adds TLS.`,
      action: 'Put a reverse proxy with TLS in front and set TRUST_PROXY to the number of proxies.',
    }),
    'settings.admin': ({ state }: { state: 'link' | 'closed' | 'token' | 'both_tokens' }): FindingWords => ({
      text: {
        link: 'ADMIN_TOKEN is not set: `serve` prints a link for the admin pages at each start.',
        closed: 'ADMIN_TOKEN is not set: the admin pages answer 503 on this address.',
        token: 'The admin pages are protected by ADMIN_TOKEN.',
        both_tokens: 'The admin pages are protected by ADMIN_TOKEN; ADMIN_READONLY_TOKEN opens them masked and to look only.',
      }[state],
    }),

    'secrets.none': ({ settings }: { settings: string }): FindingWords => ({
      text: 'No source has a secret: every event is answered 503.',
      action: `Set ${settings} for what you use.`,
    }),
    'secrets.sources': ({ sources }: { sources: string }): FindingWords => ({ text: `Open: ${sources}.` }),
    'secrets.closed': ({ settings }: { settings: string }): FindingWords => ({ text: `Without a secret, so answered 503: ${settings}.` }),
    'secrets.verify_token': (): FindingWords => ({
      text: 'WEBHOOK_SOCIALADS_VERIFY_TOKEN is not set: the platform cannot verify the subscription.',
      action: 'Set it to the text you enter at the platform.',
    }),
    'secrets.short': ({ name, shortest }: { name: string; shortest: number }): FindingWords => ({
      text: `${name} has fewer than ${shortest} characters and could be guessed.`,
      action: GENERATE_SECRET,
    }),
    'secrets.simple': ({ name }: { name: string }): FindingWords => ({
      text: `${name} repeats a few characters and could be guessed.`,
      action: GENERATE_SECRET,
    }),
    'secrets.repeated': ({ names }: { names: string }): FindingWords => ({
      text: `The same secret is used twice: ${names}.`,
      action: 'Give each its own: who knows one must not know the other.',
    }),
    'secrets.rotation': ({ setting, verdict }: { setting: string; verdict: Said | null }): FindingWords => ({
      text: verdict ?? `${setting} is still accepted.`,
      action: '`lead-intake source list` shows who used the old secret. Remove it when every sender uses the new one, and restart `serve`.',
    }),
    'secrets.strength': (): FindingWords => ({ text: 'No secret is short, simple or used twice.' }),
    'secrets.named': ({ count }: { count: number }): FindingWords => ({ text: `Named secrets: ${count}.` }),
    'secrets.unreadable': ({ names, hasKey }: { names: string; hasKey: boolean }): FindingWords => ({
      text: `CREDENTIALS_KEY is ${hasKey ? 'not the one they were sealed with' : 'not set'}, so requests with these secrets are refused: ${names}.`,
      action:
        'Set the key that was used before and restart the service, or remove the secrets and add them again. `lead-intake refused replay --all` stores what was refused meanwhile.',
    }),
    'secrets.limited_setting': ({
      setting,
      name,
      clientId,
      isRemoved,
    }: {
      setting: string;
      name: string;
      clientId: string;
      isRemoved: boolean;
    }): FindingWords => ({
      text: isRemoved
        ? `The secret "${name}" was removed, but ${setting} has the same value: requests with it are still accepted, for client ${clientId} alone.`
        : `${setting} has the same value as the secret "${name}", which is limited to client ${clientId}: requests with it create leads of this client alone.`,
      action: `Give ${setting} another value, or none. To lift the limit instead, remove the named secret and add the same value without --client.`,
    }),
    'secrets.limited_export': ({ name, clientId }: { name: string; clientId: string }): FindingWords => ({
      text: `CONVERSIONS_EXPORT_CREDENTIAL has the password that is or was the secret "${name}": it opens the conversions of client ${clientId} alone.`,
      action: 'Give CONVERSIONS_EXPORT_CREDENTIAL another password, or unset it.',
    }),
    'secrets.named_rotation': ({ name, verdict, word }: { name: string; verdict: Said; word: string }): FindingWords => ({
      text: `Secret "${name}": ${verdict}`,
      action: `\`lead-intake secret list\` shows who uses it; \`lead-intake secret remove ${word}\` removes it when it can be removed.`,
    }),

    'database.found': ({ path, bytes }: { path: string; bytes: number | null }): FindingWords => ({
      text: bytes === null ? path : `${path}, ${formatBytes(bytes)}`,
    }),
    'database.missing': ({ path }: { path: string }): FindingWords => ({
      text: `There is no database at ${path}.`,
      action: '`lead-intake init` makes it. If it exists elsewhere, check DATABASE_URL, --env-file and the working directory.',
    }),
    'database.newer': unusableDatabase,
    'database.forbidden': unusableDatabase,
    'database.unusable': unusableDatabase,
    'database.damaged': ({ sign, more }: { sign: string; more: number }): FindingWords => ({
      text: `The database is damaged: ${sign}${more === 0 ? '' : ` (+${more})`}.`,
      action: RESTORE_BACKUP,
    }),
    'database.whole': ({ full, ms }: { full: boolean; ms: number }): FindingWords => ({
      text: full
        ? `Pages and indexes are whole (integrity_check, ${formatDuration(ms)}).`
        : `All pages are whole (quick_check, ${formatDuration(ms)}; --full checks more).`,
    }),
    'database.schema': ({ version }: { version: number }): FindingWords => ({ text: `Schema ${version}, the newest.` }),
    'database.older': ({ version, newest }: { version: number; newest: number }): FindingWords => ({
      text: `Schema ${version}; this program has ${newest}.`,
      action: 'The next start migrates it; `lead-intake migrate --dry-run` tells how long that takes. Make a backup first.',
    }),
    'database.journal': (): FindingWords => ({ text: 'Journal mode wal.' }),
    'database.journal_mode': ({ mode }: { mode: string }): FindingWords => ({
      text: `Journal mode ${mode}: nothing has used the database since it was restored, or another program changed it.`,
      action: 'The next start of `serve` or a worker sets it to wal.',
    }),
    'database.wal': ({ bytes }: { bytes: number }): FindingWords => ({ text: `WAL ${formatBytes(bytes)}.` }),
    'database.wal_large': ({ bytes }: { bytes: number }): FindingWords => ({
      text: `The WAL of the database has grown to ${formatBytes(bytes)}.`,
      short: 'large WAL',
      action: 'A program reads the database in one long transaction: end it (a backup, a database browser).',
    }),
    'database.log_damaged': ({ written, path }: { written: Age; path: string | null }): FindingWords => ({
      text: `The disk damaged the write-ahead log: events acknowledged shortly before it was last written, ${written} ago, are lost${path === null ? '' : ` (${path})`}.`,
      short: 'events lost',
      action: `Fetch them from the platforms again (\`lead-intake source backfill social-ads\`, \`source import search-ads\`), ask the senders of your forms, and check the disk. Then move the damaged log away${path === null ? ': `lead-intake doctor` names it' : ''}.`,
    }),
    'database.readable': ({ path }: { path: string }): FindingWords => ({
      text: 'Every user of this machine can read the database, and with it personal data.',
      action: `chmod 600 ${path}`,
    }),
    'database.counters': (): FindingWords => ({ text: 'The counters of the queue agree with its rows.' }),
    'database.counters_wrong': ({
      queue,
      group,
      counted,
      rows,
    }: {
      queue: string;
      group: string;
      counted: number;
      rows: number;
    }): FindingWords => ({
      text: `The counter of ${queue}/${group} says ${counted}, and there are ${rows} rows.`,
      action: 'No lead is affected: figures are wrong. This is a fault of the program; please report it.',
    }),
    'database.relations': (): FindingWords => ({ text: 'References are whole, and every waiting event has its job.' }),
    'database.relations_broken': ({ references, orphans }: { references: number; orphans: number }): FindingWords => ({
      text: `References to rows that do not exist: ${references}; events that wait without a job: ${orphans}.`,
      action: 'Another program changed the database. `lead-intake events replay` gives an event a job; for the rest see a backup.',
    }),
    'database.backup': ({ made }: { made: Age | null }): FindingWords => ({
      text: made === null ? 'No backup yet, and no event to back up.' : `The last backup was made ${made} ago.`,
    }),
    'database.no_backup': (): FindingWords => ({
      text: '`lead-intake backup` was never run.',
      short: 'no backup',
      action: '`lead-intake backup --keep 14`, every night.',
    }),
    'database.backup_old': ({ made }: { made: Age }): FindingWords => ({
      text: `The last backup was made ${made} ago.`,
      short: 'backup old',
      action: '`lead-intake backup --keep 14`, every night.',
    }),
    'database.refused_delivery': ({ last, code }: { last: Age; code: string }): FindingWords => ({
      text: `Events are being refused: the database or its disk cannot take them. The last one ${last} ago (${code}).`,
      short: 'events refused',
      action: 'Senders get 503 and have to send again. Run `lead-intake doctor` on the host: it names what is wrong with disk or database.',
    }),

    'disk.writable': ({ folder }: { folder: string }): FindingWords => ({ text: `${folder} can be written.` }),
    'disk.not_writable': ({ folder, error }: { folder: string; error: string }): FindingWords => ({
      text: `This user may not write the database or its folder ${folder} (${error}).`,
      action: 'Give the user that runs lead-intake write permission to both: SQLite makes files beside the database.',
    }),
    'disk.space': ({ free }: { free: number }): FindingWords => ({ text: `${formatBytes(free)} are free on the disk of the database.` }),
    'disk.full': ({ free }: { free: number }): FindingWords => ({
      text: `The disk of the database is nearly full: ${formatBytes(free)} are free.`,
      short: 'disk full',
      action: MAKE_ROOM,
    }),
    'disk.little_space': ({ free, size }: { free: number; size: number }): FindingWords => ({
      text: `${formatBytes(free)} are free on the disk of the database${free < size ? `: a copy of the database (${formatBytes(size)}) does not fit` : ''}.`,
      short: 'little disk space',
      action: MAKE_ROOM,
    }),
    'disk.file_system': ({ name }: { name: string | null }): FindingWords => ({
      text: name === null ? 'Kind of file system: not known, so not checked.' : `File system ${name}.`,
    }),
    'disk.network': ({ name }: { name: string }): FindingWords => ({
      text: `The database lies on ${name}, a network file system: SQLite's WAL needs memory that processes share, and locks that hold.`,
      action: LOCAL_DISK,
    }),
    'disk.memory': ({ name }: { name: string }): FindingWords => ({
      text: `The database lies on ${name}: it is gone after a restart of the machine.`,
      action: LOCAL_DISK,
    }),
    'disk.layer': ({ name }: { name: string }): FindingWords => ({
      text: `The database lies on ${name}, probably inside a container's own layer: it is gone with the container.`,
      action: 'Mount a volume for the folder of the database.',
    }),
    'disk.bridge': ({ name }: { name: string }): FindingWords => ({
      text: `The database lies on ${name}: whether it syncs and locks as SQLite needs depends on what is behind it.`,
      action: LOCAL_DISK,
    }),

    'clock.time': ({ time }: { time: string }): FindingWords => ({ text: `It is ${time}; nothing stored is later.` }),
    'clock.behind': ({ time, ahead, limit }: { time: string; ahead: number; limit: number }): FindingWords => ({
      text: `It is ${time}, and the database holds times up to ${formatDuration(ahead)} later: the clock was set back, or was wrong before.${
        ahead <= limit ? '' : ` Own forms are refused when the clocks differ by more than ${formatDuration(limit)}.`
      }`,
      action: SYNCHRONISE,
    }),
    'clock.sync': ({ isKnown }: { isKnown: boolean }): FindingWords => ({
      text: isKnown ? 'The clock is synchronised.' : 'Synchronisation of the clock: the system does not tell, so not checked.',
    }),
    'clock.not_synchronised': (): FindingWords => ({ text: 'The clock is not synchronised.', action: SYNCHRONISE }),

    'port.any': (): FindingWords => ({ text: 'PORT is 0: a free port is taken at each start.' }),
    'port.serving': ({ origin }: { origin: string }): FindingWords => ({ text: `lead-intake answers at ${origin} and is healthy.` }),
    'port.unhealthy': ({ status, url }: { status: number; url: string }): FindingWords => ({
      text: `lead-intake answers ${status} at ${url}: it cannot write its database.`,
      action: 'See the findings about disk and database, and its log.',
    }),
    'port.taken': ({ port, host }: { port: number; host: string }): FindingWords => ({
      text: `Something that is not lead-intake listens on port ${port} of ${host}.`,
      action: 'Stop it, or choose another port with PORT.',
    }),
    'port.foreign_host': ({ host }: { host: string }): FindingWords => ({
      text: `HOST is ${host}, which is no address of this machine.`,
      action: 'Set HOST to 127.0.0.1 (this machine only), 0.0.0.0 (every interface) or one of its own addresses.',
    }),
    'port.free': ({ origin }: { origin: string }): FindingWords => ({
      text: `Nothing answers at ${origin}, and the port is free. If \`serve\` runs with another --host or --port, set HOST and PORT to those.`,
    }),
    'port.unusable': ({ port, host, error }: { port: number; host: string; error: string }): FindingWords => ({
      text: `\`serve\` could not listen on port ${port} of ${host} (${error}).`,
      action: 'Set PORT above 1023 for a user that is not root.',
    }),

    'queue.workers': ({ count }: { count: number }): FindingWords => ({ text: `Live workers: ${count}.` }),
    'queue.no_worker': noWorker,
    'queue.no_worker_yet': noWorker,
    'queue.open': (): FindingWords => ({ text: 'The queue is open.' }),
    'queue.paused': ({ since, waiting }: { since: Age; waiting: number }): FindingWords => ({
      text: `The queue has been paused for ${since}; waiting jobs: ${n(waiting)}.`,
      short: 'paused',
      action: 'Events are stored and nothing is processed. `lead-intake queue resume`, or the page of the queue, resumes it.',
    }),
    'queue.waiting': ({ waiting }: { waiting: number }): FindingWords => ({ text: `Waiting jobs: ${n(waiting)}.` }),
    'queue.late': ({ since, waiting }: { since: Age; waiting: number }): FindingWords => ({
      text: `The oldest waiting job has been due for ${since}; waiting jobs: ${n(waiting)}.`,
      short: 'late',
      action:
        'A worker is there but does not keep up, or its jobs fail and wait to be tried again. Look at the log of the workers; `queue work --concurrency` and more workers help when they are busy.',
    }),
    'queue.failed': (): FindingWords => ({ text: 'No job has failed.' }),
    'queue.failed_jobs': ({ failed, code, last }: { failed: number; code: string | null; last: Age | null }): FindingWords => ({
      text: `Failed jobs, each an event without a lead: ${n(failed)}${code === null ? '' : `; the newest: ${code}${last === null ? '' : `, ${last} ago`}`}.`,
      short: `${n(failed)} failed`,
      action: '`lead-intake queue failed --group` shows why. Fix the cause, then retry them: `queue retry`, or the list of failed events.',
    }),
    'queue.parked': ({ parked }: { parked: number }): FindingWords => ({
      text: `Jobs that wait for something outside: ${n(parked)}.`,
      short: `${n(parked)} parked`,
      action: 'They wait for something such as a platform that is not connected yet. `lead-intake queue failed --parked` lists them.',
    }),
    'queue.other_version': ({ worker, version, own }: { worker: string; version: string; own: string }): FindingWords => ({
      text: `Worker ${worker} runs version ${version}, this is ${own}.`,
      short: 'other version',
      action: 'Start it anew.',
    }),

    'sources.never': ({ origin }: { origin: string }): FindingWords => ({ text: `${origin}: no event yet.` }),
    'sources.event': ({ origin, last }: { origin: string; last: Age }): FindingWords => ({ text: `${origin}: last event ${last} ago.` }),
    'sources.closed': ({ origin, last }: { origin: string; last: Age | null }): FindingWords => ({
      text: `${origin} is not configured${last === null ? '' : `, and its last event came ${last} ago`}.`,
      short: `${origin} closed`,
      action: 'Its address answers 503 until its secret is set.',
    }),
    'sources.silent': ({ origin, last, longest }: { origin: string; last: Age; longest: number | null }): FindingWords => ({
      text: `${origin} has been silent for ${last}${longest === null ? '' : `; at the same time of day it was ${formatDuration(longest)} at most in the four weeks before`}.`,
      short: `${origin} silent`,
      action: 'If leads should come, look at the webhook in the platform or at the form; `lead-intake send` posts a test event.',
    }),
    'sources.refused': ({ count, causes }: { count: number; causes: readonly RefusedCause[] }): FindingWords => ({
      text:
        count === 0 ? 'No request was refused in the last 24 h.' : `Requests refused in the last 24 h: ${n(count)} (${listOf(causes)}).`,
    }),
    'sources.credential_refused': ({
      origin,
      code,
      count,
      oldest,
    }: {
      origin: string;
      code: string;
      count: number;
      oldest: Age;
    }): FindingWords => ({
      text: `${origin}: ${count === 1 ? '1 request that looks genuine was' : `${n(count)} requests that look genuine were`} refused for the credential (${code}), the oldest ${oldest} ago. It used to be right.`,
      short: 'credential refused',
      action: `Enter the same key or secret at the sender and here, then replay these requests, which nobody sends again: \`lead-intake refused replay --all --code ${code} --source ${origin}\`. If it was wrong at the sender, add --without-credential.`,
    }),
    'sources.refused_requests': ({
      count,
      oldest,
      causes,
    }: {
      count: number;
      oldest: Age;
      causes: readonly RefusedCause[];
    }): FindingWords => ({
      text: `${count === 1 ? '1 refused request was not replayed, it came' : `${n(count)} refused requests were not replayed, the oldest came`} ${oldest} ago: ${listOf(causes)}.`,
      short: `${n(count)} refused`,
      action:
        'Each may be a lead that nobody has. `lead-intake refused list --open` shows them. Fix the secret or the form and run `lead-intake refused replay --all`; `refused forget` deletes those that are dealt with.',
    }),
    'sources.resend_type': ({
      count,
      isMore,
      id,
      eventType,
      conflictType,
      last,
    }: {
      count: number;
      isMore: boolean;
      id: string;
      eventType: Mark;
      conflictType: Mark;
      last: Age;
    }): FindingWords => ({
      text: `Events sent again with another type in the last 7 days: ${n(count)}${isMore ? '+' : ''}, the newest ${last} ago is event ${id} (${eventType} → ${conflictType}). The first type counts.`,
      short: 'resent with other type',
      action: `If they are two events, their sender must give them different ids. \`lead-intake events show ${id}\` shows both.`,
    }),

    'platforms.pages': ({ count }: { count: number }): FindingWords => ({ text: `Meta: accounts that open leads: ${count}.` }),
    'platforms.no_pages': (): FindingWords => ({
      text: 'Meta: no page is connected, so leads whose event carries no answers wait. `lead-intake source connect` or WEBHOOK_SOCIALADS_TOKENS connects one.',
    }),
    'platforms.no_export': (): FindingWords => ({
      text: 'Google Ads: the export of conversions is closed (neither CONVERSIONS_EXPORT_CREDENTIAL nor a secret for the export is set).',
    }),
    'platforms.export': ({ hasSetting, secrets }: { hasSetting: boolean; secrets: number }): FindingWords => ({
      text: `Google Ads: the export of conversions is open (${[...(hasSetting ? ['CONVERSIONS_EXPORT_CREDENTIAL'] : []), ...(secrets === 0 ? [] : [`secrets of clients: ${secrets}`])].join('; ')}).`,
    }),
    'platforms.client_datasets': ({ count }: { count: number }): FindingWords => ({
      text: `Meta: clients with a dataset of their own: ${count}.`,
    }),
    'platforms.no_social_conversions': (): FindingWords => ({ text: 'Meta: conversions are not sent.' }),
    'platforms.social_conversions': ({ id }: { id: string }): FindingWords => ({ text: `Meta: conversions are sent to dataset ${id}.` }),
    'platforms.client_ads_accounts': ({ count }: { count: number }): FindingWords => ({
      text: `Google Ads: clients with an account of their own: ${count}.`,
    }),
    'platforms.no_search_conversions': (): FindingWords => ({ text: 'Google Ads: conversions are not sent by the service.' }),
    'platforms.search_conversions': ({ id, actions }: { id: string; actions: number }): FindingWords => ({
      text: `Google Ads: conversions are sent to account ${id}; conversion actions: ${actions}.`,
    }),
    'platforms.half_set': ({ set, missing }: { set: string; missing: string }): FindingWords => ({
      text: `${set} is set and ${missing} is not: no conversion is sent with it.`,
      action: `Set ${missing}, or take ${set} away.`,
    }),
    'platforms.credentials_missing': wrongCredentials,
    'platforms.credentials_unreadable': wrongCredentials,
    'platforms.credentials_wrong': wrongCredentials,
    'platforms.credentials_readable': ({ path }: { path: string }): FindingWords => ({
      text: `Every user of this machine can read ${path}.`,
      action: `chmod 600 ${path}`,
    }),
    'platforms.credentials': ({ path, who }: { path: string; who: string }): FindingWords => ({
      text: `Google Ads: ${path} is of ${who}.`,
    }),
    'platforms.enhanced_leads': ({ id }: { id: string }): FindingWords => ({
      text: `Google Ads account ${id}: leads without a click id are reported by hashed contact.`,
    }),
    'platforms.enhanced_leads_ignored': ({ clientId, id }: { clientId: string; id: string }): FindingWords => ({
      text: `SEARCHADS_ENHANCED_LEADS names client ${clientId}, which has a Google Ads account of its own (${id}): the setting does not apply to it.`,
      action: `If the client wants it, connect the account again, on the page of its accounts or with \`lead-intake client connect ${clientId} --account ${id} --enhanced-leads\` and the account’s other flags. Otherwise take the id out of the setting.`,
    }),
    'platforms.initial_stage': ({ id, stage }: { id: string; stage: string }): FindingWords => ({
      text: `Meta dataset ${id}: each new lead of an instant form is reported as "${stage}".`,
    }),
    'platforms.key_missing': ({ count }: { count: number }): FindingWords => ({
      text: `Credentials in the database: ${count}, sealed; CREDENTIALS_KEY, which opens them, is not set.`,
      action: 'Set CREDENTIALS_KEY to the key they were sealed with, or connect the accounts again.',
    }),
    'platforms.key_wrong': ({ account }: { account: AccountInWords }): FindingWords => ({
      text: `The credential ${account.of} in the database cannot be opened with CREDENTIALS_KEY.`,
      action: `Set CREDENTIALS_KEY to the key it was sealed with, or connect the account again with \`lead-intake ${account.command}\`.`,
    }),
    'platforms.no_credential': ({ account, setting }: { account: AccountInWords; setting: string }): FindingWords => ({
      text: `The credential ${account.of} is that of the settings, and ${setting} is not set: its conversions wait.`,
      action: `Set ${setting}, or connect the account with a credential of its own: \`lead-intake client connect\`.`,
    }),

    'platforms.refused': ({ account, since, fault }: { account: AccountInWords; since: Age; fault: Said | null }): FindingWords => ({
      text: `${account.at} has refused the credential ${account.of} for ${since}.${after(fault)}`,
      short: 'credential refused',
      action: `What needs this account waits, and nothing is lost. Give it another one, in the settings or with \`lead-intake ${account.command}\`; what waits then runs by itself.`,
    }),
    'platforms.blocked': ({ account, since, fault }: { account: AccountInWords; since: Age; fault: Said | null }): FindingWords => ({
      text: `${account.at} has blocked ${account.name} for ${since}.${after(fault)}`,
      short: 'account blocked',
      action: 'Do this in the account; what waits then runs by itself within two hours.',
    }),
    'platforms.away': ({ account, since, fault }: { account: AccountInWords; since: Age; fault: Said | null }): FindingWords => ({
      text: `${account.at} has not answered for ${account.name} for ${since}.${after(fault)}`,
      short: 'platform away',
      action:
        'lead-intake keeps trying, one job at a time, for 72 hours; what waits resumes automatically and nothing is lost. Check the network of this machine and the status page of the platform.',
    }),
    'platforms.paused': ({ account, until, fault }: { account: AccountInWords; until: Age; fault: Said | null }): FindingWords => ({
      text: `${account.at} throttles ${account.name}, for ${until} more.${after(fault)}`,
      short: 'throttled',
      action: 'The platform asks for fewer calls. It goes on by itself; nothing is lost.',
    }),
    'platforms.token_expires': ({ account, until }: { account: AccountInWords; until: Age }): FindingWords => ({
      text: `The token ${account.of} ends in ${until}.`,
      short: 'token ends soon',
      action: `What needs this token waits once it has ended. Create a new one, best of a system user of the business, and set it or connect it: \`lead-intake ${account.command}\`.`,
    }),
    'platforms.compared': ({ compared, forms }: { compared: Age; forms: number }): FindingWords => ({
      text: `The leads were compared with Meta ${compared} ago; forms: ${forms}.`,
    }),
    'platforms.missing_leads': ({ missing, forms }: { missing: number; forms: number }): FindingWords => ({
      text: `Leads that were missing at the last comparison with Meta, and have been stored: ${n(missing)} (forms: ${forms}).`,
      short: 'leads were missing',
      action:
        'Their webhook never came: is the page subscribed, was the service away? `lead-intake doctor` says whether the page is still subscribed to the app; `lead-intake source connect` subscribes it again.',
    }),
    'platforms.comparison_failed': ({ forms, code }: { forms: number; code: string }): FindingWords => ({
      text: `The last comparison with Meta failed (${code}); forms: ${forms}.`,
      short: 'comparison failed',
      action:
        'Leads whose webhook never came are not noticed until it succeeds. It is tried again by itself; the log of the worker tells more.',
    }),
    'platforms.comparison_late': ({ compared, everyHours }: { compared: Age; everyHours: number }): FindingWords => ({
      text: `The leads were last compared with Meta ${compared} ago; it should be every ${everyHours} h.`,
      short: 'comparison late',
      action:
        'A worker of the queue webhooks compares: is one running, what does its log say? Leads whose webhook never came are not noticed until then.',
    }),
    'platforms.worker': ({ count }: { count: number }): FindingWords => ({ text: `Workers that send conversions: ${count}.` }),
    'platforms.no_worker': ({ since, waiting }: { since: Age | null; waiting: number }): FindingWords => ({
      text: `Conversions wait${since === null ? '' : `, the oldest for ${since}`}, and no worker sends them${waiting === 0 ? '' : `; jobs in the queue: ${n(waiting)}`}.`,
      short: 'conversions not sent',
      action: 'Start `lead-intake queue work conversoes` under a service manager, or `serve --work`.',
    }),
    'platforms.no_worker_yet': ({ isPaused }: { isPaused: boolean }): FindingWords => ({
      text: isPaused ? 'The queue of conversions is paused.' : 'No worker sends conversions; none waits to be sent now.',
      short: isPaused ? 'conversions paused' : 'no worker for conversions',
      action: isPaused
        ? '`lead-intake queue resume conversoes`'
        : 'Start `lead-intake queue work conversoes` under a service manager, or `serve --work`.',
    }),
    'platforms.waiting_for_account': ({
      clients,
    }: {
      clients: readonly { readonly clientId: string; readonly count: number }[];
    }): FindingWords => ({
      text: `Conversions that wait because their client has no account at the platform: ${[
        ...clients.slice(0, MOST_NAMED).map(({ clientId, count }) => `client ${clientId}: ${n(count)}`),
        ...(clients.length > MOST_NAMED ? [`and ${clients.length - MOST_NAMED} more clients`] : []),
      ].join(', ')}.`,
      short: 'conversions without account',
      action:
        'Connect the accounts with `lead-intake client connect` or on the page of each client, or set ACCOUNTS_CLIENT if those of the settings are meant; the conversions then go on by themselves.',
    }),
    'platforms.on_hold': ({ count, isMore, codes }: { count: number; isMore: boolean; codes: readonly string[] }): FindingWords => ({
      text: `Conversions that wait for you: ${n(count)}${isMore ? '+' : ''} (${codes.join(', ')}).`,
      short: 'conversions on hold',
      action:
        'The list says what to do about each (`lead-intake queue failed conversoes --parked`). Afterwards send them again: `lead-intake conversions retry`.',
    }),
    'platforms.rejected': ({ count, isMore }: { count: number; isMore: boolean }): FindingWords => ({
      text: `Conversions that were rejected in the last 24 h: ${n(count)}${isMore ? '+' : ''}.`,
      short: 'conversions rejected',
      action: 'The list shows why each was rejected. Fix the cause, then send them again.',
    }),
    'platforms.old_conversion': ({ platform, since }: { platform: string; since: Age }): FindingWords => ({
      text: `A conversion for ${platform} has been waiting for ${since}.`,
      short: 'conversion late',
      action: 'A conversion is worth less with each day, and social ads takes none that is older than seven.',
    }),

    'platforms.offline': (): FindingWords => ({ text: 'The platforms were not asked (--offline).' }),
    'platforms.not_asked': ({
      about,
      account,
      action,
      fault,
    }: {
      about: 'token' | 'dataset' | 'webhook' | 'subscription' | 'action' | 'no_time';
      account: AccountInWords | null;
      action: string | null;
      fault: Said | null;
    }): FindingWords => ({
      text: `${
        {
          token: `Meta could not be asked about ${account?.token}`,
          dataset: `Meta could not be asked about ${account?.name}`,
          webhook: 'Meta could not be asked about the webhook of the app',
          subscription: `Meta could not be asked whether ${account?.name} is subscribed`,
          action: `Google Ads could not be asked about ${account?.name}, action ${action}`,
          no_time: `There was no time left to ask about ${account?.name}`,
        }[about]
      }${fault === null ? '.' : `: ${fault}`}`,
      action: 'Try again later.',
    }),
    'platforms.token': ({ account }: { account: AccountInWords }): FindingWords => ({ text: `Meta accepts ${account.token}.` }),
    'platforms.token_not_inspected': ({ account, hasApp }: { account: AccountInWords; hasApp: boolean }): FindingWords => ({
      text: `What ${account.token} may do and when it expires cannot be inspected: ${
        hasApp ? 'Meta shows it only to the app the token was made for, and that is not the one in SOCIALADS_APP_ID.' : NO_APP_ID
      }`,
    }),
    'platforms.token_refused': ({ account, fault }: { account: AccountInWords; fault: Said }): FindingWords => ({
      text: `Meta does not accept ${account.token}: ${fault}`,
      action: OTHER_TOKEN,
    }),
    'platforms.token_invalid': ({ account }: { account: AccountInWords }): FindingWords => ({
      text: `Meta says that ${account.token} is not valid.`,
      action: RENEW_TOKEN,
    }),
    'platforms.token_page': ({ account, profileId }: { account: AccountInWords; profileId: string }): FindingWords => ({
      text: `The token ${account.of} is a token of ${profileId}.`,
      action: 'Set the token of this page.',
    }),
    'platforms.token_scope': ({
      account,
      scope,
      isElsewhere,
    }: {
      account: AccountInWords;
      scope: string;
      isElsewhere: boolean;
    }): FindingWords => ({
      text: `The token ${account.of} lacks ${scope}${isElsewhere ? ' for this page (it has it for others)' : ''}: Meta hands out no lead.`,
      action: 'Make a token with the permissions that docs/meta-lead-ads.md names.',
    }),
    'platforms.token_scopes': ({ account, scopes }: { account: AccountInWords; scopes: string }): FindingWords => ({
      text: `The token ${account.of} lacks ${scopes}.`,
      action: 'Make a token with the permissions that docs/meta-lead-ads.md names.',
    }),
    'platforms.token_data_access': ({ account, until }: { account: AccountInWords; until: Age }): FindingWords => ({
      text: `What the token ${account.of} opens is closed in ${until}, unless its person logs in again.`,
      action: RENEW_TOKEN,
    }),
    'platforms.app_refused': ({ fault }: { fault: Said }): FindingWords => ({
      text: `Meta does not accept the app id with the app secret, so tokens and subscriptions cannot be inspected. ${fault}`,
      action: 'Set SOCIALADS_APP_ID and WEBHOOK_SOCIALADS_SECRET to the id and the secret of the same app (Meta: App settings > Basic).',
    }),
    'platforms.app_unknown': (): FindingWords => ({
      text: `Whether the page's app is yours and its webhook is set up cannot be inspected: ${NO_APP_ID}`,
    }),
    'platforms.app_webhook_refused': ({ fault }: { fault: Said }): FindingWords => ({
      text: `Meta does not show the webhook of the app: ${fault}`,
      action: SET_UP_WEBHOOK,
    }),
    'platforms.app_not_subscribed': ({ app, why }: { app: string; why: 'none' | 'fields' | 'inactive' }): FindingWords => ({
      text: `App ${app} ${
        {
          none: 'has no webhook for pages',
          fields: 'has a webhook for pages without the field leadgen',
          inactive: 'has a webhook for pages that is not active',
        }[why]
      }: Meta reports no lead.`,
      action: SET_UP_WEBHOOK,
    }),
    'platforms.app_webhook_elsewhere': ({ app, url }: { app: string; url: string }): FindingWords => ({
      text: `App ${app} reports leads to ${url}, which is not /webhooks/social_ads.`,
      action: SET_UP_WEBHOOK,
    }),
    'platforms.app_webhook': ({ app, url }: { app: string; url: string }): FindingWords => ({
      text: `App ${app} reports leads to ${url}.`,
    }),
    'platforms.no_lead_access': ({ account, reason }: { account: AccountInWords; reason: string }): FindingWords => ({
      text: `The Leads Access Manager does not let the token read leads ${account.of}.${reason === '' ? '' : ` Meta: "${reason}"`}`,
      action:
        'In the business settings (Integrations > Leads access), give the app, as a CRM, and the owner of the token access to the leads of the page.',
    }),
    'platforms.page_refused': ({
      account,
      fault,
      isOfToken,
    }: {
      account: AccountInWords;
      fault: Said;
      isOfToken: boolean;
    }): FindingWords => ({
      text: `Meta does not say whether ${account.name} is subscribed${isOfToken ? ':' : '.'} ${fault}`,
      action: isOfToken
        ? OTHER_TOKEN
        : 'docs/meta-lead-ads.md shows where to give the system user control of the page, and which permissions the token needs.',
    }),
    'platforms.subscribed': ({ account, app }: { account: AccountInWords; app: string | null }): FindingWords => ({
      text: `Leads ${account.of} are reported to ${app === null ? 'an app' : `app ${app}`}.`,
    }),
    'platforms.not_subscribed': ({
      account,
      pageId,
      app,
      why,
    }: {
      account: AccountInWords;
      pageId: string;
      app: string | null;
      why: 'unknown_fields' | 'only_others' | 'none';
    }): FindingWords => ({
      text: {
        unknown_fields: `App ${app} is subscribed to changes ${account.of}; Meta does not say whether to its leads.`,
        only_others: `Other apps are subscribed to the leads ${account.of}, and app ${app} is not: Meta does not report them to lead-intake.`,
        none: `No app is subscribed to the leads ${account.of}: Meta sends no webhook for them.`,
      }[why],
      action: `Connect the page again with \`lead-intake source connect social-ads --page ${pageId}\`, which subscribes it, or POST /${pageId}/subscribed_apps?subscribed_fields=leadgen with its own token.`,
    }),
    'platforms.dataset': ({ id }: { id: string }): FindingWords => ({ text: `Meta knows dataset ${id}.` }),
    'platforms.dataset_refused': ({ id, fault }: { id: string; fault: Said }): FindingWords => ({
      text: `Meta does not show dataset ${id} to its token: ${fault}`,
      action: CHECK_DATASET,
    }),
    'platforms.dataset_unchecked': ({ id }: { id: string }): FindingWords => ({
      text: `The token may not read dataset ${id}, so its id was not checked.`,
      action: CHECK_DATASET,
    }),
    'platforms.search_validated': ({ id, actions }: { id: string; actions: string }): FindingWords => ({
      text: `Google Ads account ${id} takes conversions; actions: ${actions} (validated only, nothing was sent).`,
    }),
    'platforms.search_refused': ({ id, action, fault }: { id: string; action: string; fault: Said }): FindingWords => ({
      text: `Google Ads account ${id} does not take conversions for action ${action}: ${fault}`,
      action: 'docs/google-ads.md says what the advertiser has to allow, and which actions take conversions.',
    }),
    'platforms.client_not_connected': ({ fault }: { fault: Said }): FindingWords => ({
      text: fault,
      action: "On the web, the client's page connects accounts too.",
    }),
  },

  /** What the command line says, by command. */
  cli: {
    clients: {
      nameAccountDatasetAccount: 'Name the account with --dataset, --account or --page.',
      actionProblem: ({ problem }: { problem: Translated<string> }): string => `--action ${problem.en}`,
      clientAdded: ({ id, name }: { id: string; name: string }): string => `Client ${id} added: ${name}`,
      accountConnectedClientWaited: ({ id, name, resumed }: { id: string; name: string; resumed: number }): string =>
        `Account ${id} is connected for client ${name}. ${counted(resumed, 'conversion')} that waited ${resumed === 1 ? 'runs' : 'run'} again.`,
      clientConsentRuleOwn: ({ name, mode, keys }: { name: string; mode: string; keys: string }): string =>
        `Client ${name} has a consent rule of its own: ${mode} (${keys}).`,
      clientUsesConsentRule: ({ name }: { name: string }): string => `Client ${name} uses the consent rule of the settings.`,
      accountDisconnectedClient: ({ id, name }: { id: string; name: string }): string =>
        `Account ${id} is disconnected from client ${name}.`,
      client: ({ id, name }: { id: string; name: string }): string => `client ${id} (${name})`,
      clientRemoved: ({ id, name }: { id: string; name: string }): string => `Client ${id} removed: ${name}`,
      clientIsNowNamed: ({ id, name }: { id: string; name: string }): string => `Client ${id} is now named: ${name}`,
      noClient: 'There is no client yet; `lead-intake client add` makes one.',
      enhancedLeads: ({ id, isReported }: { id: string; isReported: boolean }): string =>
        `Google Ads account ${id}, leads without a click id: ${isReported ? 'reported by hashed contact' : 'not reported'}`,
      instantFormLeads: ({ id, stage }: { id: string; stage: null | string }): string =>
        `Meta dataset ${id}, new leads of instant forms: ${stage === null ? 'not reported' : `reported as "${stage}"`}`,
      conversionsWait: ({ count }: { count: number }): string =>
        `Conversions that wait because the client has no account for them: ${count}`,
      consentRule: ({ named }: { named: string }): string => `Consent rule: ${named}`,
    },
    columns: {
      file: 'FILE',
      conversion: 'CONVERSION',
      name: 'NAME',
      value: 'VALUE',
      platform: 'PLATFORM',
      state: 'STATE',
      client: 'CLIENT',
      error: 'ERROR',
      user: 'USER',
      campaign: 'CAMPAIGN',
      links: 'LINKS',
      form: 'FORM',
      source: 'SOURCE',
      page: 'PAGE',
      noContact: 'NO CONTACT',
      unreadKeys: 'UNREAD KEYS',
      key: 'KEY',
      question: 'QUESTION',
      type: 'TYPE',
      readAs: 'READ AS',
      by: 'BY',
      answered: 'ANSWERED',
      examples: 'EXAMPLES',
      found: 'FOUND',
      missing: 'MISSING',
      stored: 'STORED',
      healed: 'HEALED',
      fault: 'FAULT',
      secret: 'SECRET',
      sender: 'SENDER',
      address: 'ADDRESS',
      nowUses: 'NOW USES',
      newSecret: 'NEW SECRET',
      account: 'ACCOUNT',
      credential: 'CREDENTIAL',
      keptIn: 'KEPT IN',
      measure: 'MEASURE',
      measured: 'MEASURED',
      must: 'MUST',
      best: 'BEST',
      met: 'MET',
      message: 'MESSAGE',
      event: 'EVENT',
      tries: 'TRIES',
      code: 'CODE',
      names: 'NAMES',
      seen: 'SEEN',
      done: 'DONE',
      failed: 'FAILED',
      setting: 'SETTING',
      from: 'FROM',
      meaning: 'MEANING',
      session: 'SESSION',
      access: 'ACCESS',
      browser: 'BROWSER',
      received: 'RECEIVED',
      identity: 'IDENTITY',
      when: 'WHEN',
      field: 'FIELD',
      before: 'BEFORE',
      after: 'AFTER',
      submitted: 'SUBMITTED',
      created: 'CREATED',
      phone: 'PHONE',
      test: 'TEST',
      refused: 'REFUSED',
      received2: 'RECEIVED',
      putThrough: 'PUT THROUGH',
      detail: 'DETAIL',
      step: 'STEP',
      added: 'ADDED',
    },
    conversions: {
      happened: 'HAPPENED',
      conversion: 'Conversion',
      putBackIntoQueue: ({ idCount }: { idCount: number }): string => `${counted(idCount, 'conversion')} put back into the queue.`,
      nothingSelected: 'No conversion is selected; nothing was changed.',
      selectedNothingWasChanged: ({ count }: { count: number }): string => `${counted(count, 'conversion')} selected; nothing was changed.`,
      sendNow: ({ count }: { count: number }): string => `Send ${counted(count, 'waiting conversion')} now?`,
      sendAgain: ({ count }: { count: number }): string => `Send ${counted(count, 'rejected conversion')} again?`,
      doesConversionsDoNot: ({ isOne, names, others }: { isOne: boolean; names: string; others: number }) => ({
        message:
          `${isOne ? `Conversion ${names} does` : `Conversions ${names} do`} not exist or ${isOne ? 'is' : 'are'} not rejected or waiting.` +
          (others === 0 ? '' : ` ${counted(others, 'other conversion')} put back into the queue.`),
        hint: '`lead-intake conversions list --state rejeitada` lists those that were rejected.',
      }),
      thereIsNoConversion: ({ id }: { id: string }) => ({
        message: `There is no conversion ${id}.`,
        hint: '`lead-intake conversions list` shows them.',
      }),
      notForMeta: 'The conversion is not for Meta, and only Meta has test event codes.',
      alreadySent: 'Meta has this conversion already; sent again, it could count twice.',
      choose:
        'Choose another one: `lead-intake conversions list --platform social_ads --state pendente`. `lead-intake client test` asks without sending.',
      waitsStill:
        'The conversion waits as before. `lead-intake client test` tells whether the account takes conversions, without sending one.',
      metaTookEventsManager: ({ dataset }: { dataset: string }): string =>
        `Meta took it: the Events Manager of dataset ${dataset} shows it under "Test events" within a minute. It counts, and is sent again in its turn; if that is within 48 hours, Meta knows it by its id and counts it once.`,
      nothingNamed: 'Name what is to be corrected: --value, --currency or --at.',
      exportingConversions: 'Exporting conversions',
      thereSeveralClientsFile:
        'There are several clients, and a file must not mix their conversions: name one with --client, or set ACCOUNTS_CLIENT.',
      leftOutWantConsent: ({ leftOut }: { leftOut: number }): string =>
        ` ${counted(leftOut, 'was', 'were')} left out for want of consent or of a usable click id.`,
      exported: ({
        written,
        file,
        leftOut,
        omitted,
      }: {
        written: number;
        file: undefined | string;
        leftOut: number;
        omitted: Translated<string>;
      }): string =>
        `${counted(written, 'conversion')} exported${file === undefined ? '' : ` to ${file}`}.${leftOut === 0 ? '' : omitted.en}`,
      nameOrSelect: {
        message: 'Conversions are either named, or selected with --all and filters.',
        hint: 'Name conversions by their ids, or select all rejected ones with --all; --error, --platform, --client and --since choose among them.',
      },
      noCode: { message: 'That cannot be a test event code.', hint: 'Copy it from the Events Manager, "Test events": TEST and digits.' },
      noConversionMatches: 'No conversion matches.',
      theConversion: ({ id }: { id: string }): string => `conversion ${id}`,
    },
    csv: {
      hasCellsHeader: ({ cells, expected }: { cells: number; expected: number }): string =>
        `has ${cells} cells, and the header has ${expected}`,
      notUtf8: 'the file is not UTF-8; save it as "CSV UTF-8"',
      theColumnNotKnown: ({ name, known }: { name: string; known: string }): string =>
        `the column "${name}" is not known; there are ${known}`,
      theColumnSaysWhat: ({ name }: { name: string }): string => `the column "${name}" says what another one says`,
      theFileEmptyMust: ({ headerExample }: { headerExample: string }): string =>
        `the file is empty; it must begin with a header such as ${headerExample}`,
      theLineCannotRead: ({ code }: { code: string }): string =>
        `the line cannot be read as CSV (${code}); look for a quotation mark that is not closed`,
    },
    directory: {
      removeQuestion: ({ what }: { what: Translated<string> }): string => `Remove ${what.en}?`,
      nothingImported: ({ problems }: { problems: readonly LineProblem[] }) => ({
        message: [
          `Nothing was imported, the file has ${counted(problems.length, 'problem')}:`,
          ...problems.map(({ line, problem }) => `  line ${line}: ${problem.en}`),
        ].join('\n'),
        hint: 'Correct these lines and import the file again; --dry-run only checks it.',
      }),
      notLinkedCampaignNothing: ({ campaignId, links }: { campaignId: string; links: string }) => ({
        message: `Not linked to campaign ${campaignId}: ${links}. Nothing was changed.`,
        hint: `\`lead-intake campaign show ${campaignId}\` shows its links.`,
      }),
      sentence: ({ problem }: { problem: Translated<string> }): string => `${problem.en}.`,
      addYes: 'Add --yes to remove it.',
      checking: 'Checking',
      storing: 'Storing',
      campaignsCounted: ({ verb, campaigns }: { verb: Translated<string>; campaigns: number }): string =>
        `${verb.en} ${counted(campaigns, 'campaign')}`,
      addedUpdatedMade: ({
        addedCount,
        updatedCount,
        linkCount,
      }: {
        addedCount: number;
        updatedCount: number;
        linkCount: number;
      }): string => `${counted(addedCount, 'campaign')} added, ${updatedCount} updated, ${counted(linkCount, 'link')} made.`,
      wouldNothingChanged: ({ done }: { done: Translated<string> }): string => `Would be: ${done.en} Nothing was changed.`,
      campaignExistsAlreadyReplace: ({ id }: { id: string }): string => `campaign ${id} exists already; --replace updates it`,
      isLinkedToCampaign: ({ name, holder }: { name: string; holder: string }): string => `${name} is linked to campaign ${holder}`,
      thereNoCampaignBelow: 'there is no campaign below the header',
      theHeaderNoColumn: ({ names }: { names: string }): string =>
        `the header has no column ${names}; it must have id, nome and cliente, in any order`,
      idStandsLineAlready: ({ id, first }: { id: string; first: number }): string => `id ${id} stands on line ${first} already`,
      campaign: ({ id }: { id: string }): string => `campaign "${id}"`,
      linkedTo: 'linked to',
      client: ({ idOrName }: { idOrName: string }): string => `client "${idOrName}"`,
      campaignAddedOfClient: ({
        id,
        name,
        clientId,
        clientName,
        userEmail,
      }: {
        id: string;
        name: string;
        clientId: string;
        clientName: string;
        userEmail: null | string;
      }): string => `Campaign ${id} added: ${name}, of client ${clientId} (${clientName})${userEmail === null ? '' : `, for ${userEmail}`}`,
      readingTheFile: 'Reading the file',
      noIdWasGiven: { message: 'No id was given.', hint: 'Name at least one, for example --search-ads-form 40000000000.' },
      campaignAnd: ({ id, name, linkCount }: { id: string; name: string; linkCount: number }): string =>
        `campaign ${id} (${name}) and ${counted(linkCount, 'link')}`,
      campaignRemoved: ({ id, name }: { id: string; name: string }): string => `Campaign ${id} removed: ${name}`,
      userAdded: ({ id, email }: { id: string; email: string }): string => `User ${id} added: ${email}`,
      noUser: 'There is no such user yet; `lead-intake user add` makes one.',
      user: ({ user }: { user: string }): string => `user ${user}`,
      user2: ({ id, email }: { id: string; email: string }): string => `user ${id} (${email})`,
      userRemoved: ({ id, email }: { id: string; email: string }): string => `User ${id} removed: ${email}`,
      noCampaign: 'There is no such campaign yet; `lead-intake campaign add` makes one.',
    },
    doctor: {
      groups: {
        settings: 'Settings',
        secrets: 'Secrets',
        database: 'Database',
        disk: 'Disk',
        clock: 'Clock',
        port: 'Port',
        queue: 'Queue',
        sources: 'Sources',
        platforms: 'Platforms',
      },
      severity: { ok: 'ok', note: 'note', warning: 'warning', problem: 'PROBLEM' },
      ofClient: ({ id, name }: { id: string; name: string }): string => `${name} (client ${id}): `,
      inOrder: 'Everything is in order.',
      nothingYet: 'Nothing is wrong, and no event has arrived yet. `lead-intake send form --campaign ID` sends a test.',
      count: ({ problems, warnings }: { problems: number; warnings: number }): string =>
        `${problems} ${problems === 1 ? 'problem' : 'problems'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`,
    },
    forms: {
      thereIsNoForm: ({ formId, meant }: { formId: string; meant: undefined | string }): string =>
        `There is no form "${formId}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
      bothPlatformsForm: ({ formId }: { formId: string }) => ({
        message: `Both platforms have a form ${formId}.`,
        hint: 'Name the source with --source search_ads or --source social_ads.',
      }),
      lastAsked: 'LAST ASKED',
      operator: 'operator',
      platform: 'platform',
      key: 'key',
      ofWouldChange: ({ changed, leads }: { changed: number; leads: number }): string =>
        `${changed} of ${counted(leads, 'lead')} would change.`,
      leadsWithoutEMail: ({ before, after }: { before: number; after: number }): string =>
        `Leads without e-mail and phone: ${before} now, ${after} then.`,
      fieldCount: ({ field, count }: { field: string; count: number }): string => `  ${field}: ${count}`,
      inAnswerUnderCannot: ({ count, key, field }: { count: number; key: string; field: string }): string =>
        `In ${counted(count, 'lead')} the answer under "${key}" cannot be ${field} and stays an answer.`,
      leadLine: ({ leadId, text }: { leadId: string; text: string }): string => `  lead ${leadId}: ${text}`,
      notUndone: 'Only what a lead lacks is filled in. A later change of the mapping does not take back what leads have got by this one.',
      ofChanged: ({ changed, leads }: { changed: number; leads: number }): string =>
        `${changed} of ${counted(leads, 'stored lead')} changed.`,
      nothingMapGiven: 'Nothing to map was given.',
      doesNotSayWhat: ({ text }: { text: string }): string => `"${text}" does not say what a key is.`,
      formOfPair: 'Write key=field, such as "qual_seu_contato?=telefone". --clear KEY goes back to the automatic reading.',
      saveMappingForm: ({ formId }: { formId: string }): string => `Save the mapping of form ${formId}?`,
      saved: 'The mapping is saved.',
      alreadyMapped: 'The mapping was like this already.',
      noForm: 'There is no lead form yet: a form is known from its first lead on.',
      unreached:
        'Some leads have neither e-mail nor phone. `lead-intake source form show FORM` shows how each answer is read; `source form map` says what it is.',
      noKey: 'No question and no answer of this form is known.',
    },
    leads: {
      exportingLeads: 'Exporting leads',
      exported: ({ leads, file }: { leads: number; file: undefined | string }): string =>
        `${counted(leads, 'lead')} exported${file === undefined ? '' : ` to ${file}`}.`,
      noLeadMatches: 'No lead matches.',
      theLead: ({ lead }: { lead: string }): string => `lead ${lead}`,
    },
    backfill: {
      leadsMissing: ({ missing }: { missing: number }): string => counted(missing, 'lead'),
      comparedSum: ({
        dryRun,
        leads,
        stored,
        healed,
      }: {
        dryRun: boolean;
        leads: Translated<string>;
        stored: number;
        healed: number;
      }): string => (dryRun ? `${leads.en} missing. Nothing was stored.` : `${leads.en} missing, ${stored} stored, ${healed} healed.`),
      stoppedBeforeEndRun: 'Stopped before the end; run it again.',
      noForm: 'There is no form to compare: none of the pages that are connected has one, and no campaign is linked to one.',
      page: ({ pageId }: { pageId: string }): string => `page ${pageId}`,
      form: ({ formId }: { formId: string }): string => `form ${formId}`,
      sayOrder: 'Add --dates day-first (22/11/2026) or --dates month-first (11/22/2026), and check the result with --dry-run.',
      splitFile: 'Correct the dates of those lines, or import the lines of each form as a file of its own.',
      dayOrderUndecided: ({ example }: { example: string }): string =>
        `The file does not show whether its dates begin with the day or the month: each can be read both ways, such as "${example}"`,
      yearMayBeFirst: ({ example }: { example: string }): string =>
        `The file does not show whether the year comes first or last in dates such as "${example}"`,
      writeThoseDatesYear: 'Write those dates with a year of four digits, such as 2026-11-22, or add --dates if the year comes last.',
      someDatesFileBegin: ({ days, months }: { days: Translated<string>; months: Translated<string> }): string =>
        `Some dates of the file begin with the day (${days.en}), others with the month (${months.en}); nothing was imported.`,
      theColumnSuggestsDates: ({ header, example }: { header: string; example: string }): string =>
        `The column "${header}" suggests dates that begin with the day, but some begin with the month, such as "${example}"`,
      withDatesSomeDates: ({ given, example }: { given: string; example: string }): string =>
        `With --dates ${given}, some dates do not exist, such as "${example}"`,
      refusedFile: ({ what, lines }: { what: Translated<string>; lines: Translated<string> }): string =>
        `${what.en} (${lines.en}); nothing was imported.`,
      theFileNeitherUtf: {
        message: 'The file is neither UTF-8 nor UTF-16, so letters with accents would be lost; nothing was imported.',
        hint: 'Take the file as the platform exports it, or save it as "CSV UTF-8".',
      },
      answer: 'answer',
      columns: 'Columns:',
      datesIs: ({ form, text, spelt }: { form: string; text: string; spelt: string }): string => `Dates: ${form}. "${text}" is ${spelt}.`,
      fromTimeZoneConversions: ({ spelt, until, timeZone }: { spelt: string; until: string; timeZone: string }): string =>
        `From ${spelt} to ${until}, in the time zone ${timeZone} (CONVERSIONS_TIME_ZONE).`,
      checkDatesFuture: ({ futureCount, futureLines }: { futureCount: number; futureLines: Translated<string> }): string =>
        `Check the dates: ${counted(futureCount, 'row')} in the future (${futureLines.en}).`,
      checkDatesOlderThan: ({
        oldCount,
        oldestDays,
        oldLines,
      }: {
        oldCount: number;
        oldestDays: number;
        oldLines: Translated<string>;
      }): string =>
        `Check the dates: ${counted(oldCount, 'row')} older than ${oldestDays} days (${oldLines.en}); Google Ads does not export leads that old.`,
      datesNoneCanRead: 'Dates: none that can be read. The leads get no submit time.',
      yearFirstMonthWords: 'year first, or the month in words',
      dayFirst: 'day first',
      monthFirst: 'month first',
      asShows: ({ order, line }: { order: string; line: Translated<string> }): string => `${order}, as ${line.en} shows`,
      asDatesSays: ({ order }: { order: string }): string => `${order}, as --dates says`,
      byLanguageHeader: ({ order }: { order: string }): string => `${order}, by the language of the header`,
      dayMonthEqualEach: 'day and month are equal in each',
      repeatedInTheFile: ({ repeatedCount }: { repeatedCount: number }): string => `${repeatedCount} repeated in the file`,
      importedSum: ({
        rows,
        isPreview,
        missing,
        stored,
        known,
        ofKnown,
        again,
      }: {
        rows: number;
        isPreview: boolean;
        missing: number;
        stored: number;
        known: number;
        ofKnown: Translated<string>;
        again: Translated<string>;
      }): string =>
        `${counted(rows, 'row')}: ${isPreview ? `${missing} missing` : `${stored} stored`}, ${known} known already${ofKnown.en}, ${again.en}.`,
      toBeHealed: ({ healed }: { healed: number }): string => ` (${healed} to be healed)`,
      healed: ({ healed }: { healed: number }): string => ` (${healed} healed)`,
      withoutSubmitTimeBecause: ({ untimedCount, lines }: { untimedCount: number; lines: string }): string =>
        `Without a submit time, because it cannot be read: ${counted(untimedCount, 'row')} (line ${lines}). Write it as 2026-11-20 09:00 before the file is imported; importing again changes nothing that is stored.`,
      lineProblem: ({ line, problem }: { line: number; problem: Translated<string> }): string => `line ${line}: ${problem.en}`,
      importQuestion: ({ missing }: { missing: number }): string => `Import ${counted(missing, 'lead')}?`,
      oneLine: ({ list }: { list: string }): string => `line ${list}`,
      severalLines: ({ list }: { list: string }): string => `lines ${list}`,
      notCsv: 'cannot be read as CSV; look for a quotation mark that is not closed',
      hasNoUsableLead: 'has no usable lead id',
      holdsNothingLead: 'holds nothing of a lead',
      wasRoundedSpreadsheetDigits: ({ name }: { name: string }): string =>
        `"${name}" was rounded by a spreadsheet, and its digits are lost; export the file again and do not open it before`,
      theFileNoHeader: {
        message: 'The file has no header with the columns of an export of leads; nothing was imported.',
        hint: 'Download the leads in Google Ads, at the lead form, as CSV. Known columns are Lead ID, GCLID, Full name, E-mail, Phone number, Submit time and others, in English, Portuguese or Spanish.',
      },
      comparingLeadsPlatform: 'Comparing leads with the platform',
      noPageSocialAds: {
        message: 'No page of the social-ads platform is connected, so there is nothing to compare with.',
        hint: 'Connect one with `lead-intake source connect social-ads --page ID`, or set WEBHOOK_SOCIALADS_TOKENS.',
      },
      nothingWasStored: 'Nothing was stored.',
      nothingImported: 'Nothing was imported.',
      importingLeads: 'Importing leads',
      thereNoCampaignNothing: ({ id }: { id: string }) => ({
        message: `There is no campaign ${id}; nothing was imported.`,
        hint: '`lead-intake campaign list` shows them.',
      }),
    },
    refused: {
      forgetQuestion: ({ preview, requests }: { preview: Translated<string>; requests: Translated<string> }): string =>
        `${preview.en} Delete ${requests.en} for good?`,
      selected: ({ requests }: { requests: Translated<string>; total: number }): string => `${requests.en} selected.`,
      selectedAndStorable: ({ selected, stored, total }: { selected: Translated<string>; stored: number; total: number }): string =>
        `${selected.en} ${stored} of ${total} would be stored now if replayed: \`lead-intake refused replay\`.`,
      deleted: ({ requests }: { requests: Translated<string>; count: number }): string => `${requests.en} deleted.`,
      noneOfThem: ({ missingCount, ids }: { missingCount: number; ids: string }): string =>
        missingCount === 1 ? `There is no refused request ${ids}.` : `There are no refused requests ${ids}.`,
      listShowsKept: '`lead-intake refused list` shows those that are kept.',
      requests: ({ count }: { count: number }): string => counted(count, 'refused request'),
      nameRequestsTheirIds:
        'Name requests by their ids, or select them with --all; --code, --source, --campaign, --since, --until and --search choose among them.',
      idsAllFiltersGiven: 'Ids and --all or filters were given together.',
      filtersNeedAll: 'Filters need --all.',
      noRefusedRequestNamed: 'No refused request was named.',
      throughEvent: ({ replayedEventId }: { replayedEventId: string }): string => `event ${replayedEventId}`,
      headers: 'Headers',
      body: 'Body',
      storedAsEvent: ({ id, eventIds }: { id: string; eventIds: string }): string => `Refused request ${id}: stored as event ${eventIds}.`,
      genuineWithoutLead: ({ id }: { id: string }): string => `Refused request ${id}: genuine, but there is no lead in it.`,
      refusedAgain: ({ id, code, detail }: { id: string; code: string; detail: string }): string =>
        `Refused request ${id}: refused again, ${code}. ${detail}`,
      vouch: 'If you know the sender and it was the key at the sender that was wrong, replay it with --without-credential.',
      storedWithoutCredential: ({ id, events }: { id: string; events: string }): string =>
        `Refused request ${id}: stored as event ${events}, without a valid credential.`,
      replayQuestion: ({ preview, requests }: { preview: Translated<string>; requests: Translated<string> }): string =>
        `${preview.en} Replay ${requests.en}?`,
      replayPreview: ({
        stored,
        total,
        withoutCredential,
        again,
        ignored,
        impossible,
      }: {
        stored: number;
        total: number;
        withoutCredential: number;
        again: string;
        ignored: number;
        impossible: number;
      }): string =>
        `${stored} of ${total} would be stored.` +
        (withoutCredential === 0 ? '' : ` Without a valid credential, because you vouch for the sender: ${withoutCredential}.`) +
        (again === '' ? '' : ` Still refused: ${again}.`) +
        (ignored === 0 ? '' : ` Without a lead: ${ignored}.`) +
        (impossible === 0 ? '' : ` Cannot be replayed: ${impossible}.`),
      noRefusedRequestMatches: 'No refused request matches.',
      theRefusedRequest: ({ refused }: { refused: string }): string => `refused request ${refused}`,
    },
    secrets: {
      putIntoSettingsBackend:
        'Put it into the settings of the backend of the landing page, which signs its requests with it; never into the page itself.',
      enterKeyLeadForm: 'Enter it as the key of the lead form in Google Ads (lead delivery, webhook).',
      inGoogleAdsSchedule:
        'In Google Ads, schedule an upload from https://YOUR-HOST/export/conversions.csv with any user name and this secret as the password.',
      ownForm: 'own form',
      googleAds: 'Google Ads',
      export: 'export',
      everyClient: 'all',
      added: 'ADDED',
      lastUsed: 'LAST USED',
      lastSeen: 'LAST SEEN',
      forEveryClient: 'for every client',
      limitedToClient: ({ id, name }: { id: string; name: string }): string => `limited to client ${id} (${name})`,
      secretAddedNotShown: ({
        name,
        limit,
        whereToEnter,
      }: {
        name: string;
        limit: Translated<string>;
        whereToEnter: Translated<string>;
      }): string =>
        `Secret "${name}" added, ${limit.en}. It is not shown again. ${whereToEnter.en} A running service accepts it within seconds.`,
      secret: ({ name }: { name: string }): string => `secret "${name}"`,
      neverUsed: 'never used',
      lastUsedAt: ({ time }: { time: string }): string => `last used ${time}`,
      theSecretUsed: ({ name, used }: { name: string; used: Translated<string> }): string => `the secret "${name}" (${used.en})`,
      secretRemovedRequestsRefused: ({ name }: { name: string }): string =>
        `Secret "${name}" removed; requests with it are refused within seconds.`,
      noSecret: 'There is no named secret; `lead-intake secret add` adds one. `lead-intake source list` shows the secrets of the settings.',
    },
    sources: {
      saveAnyway: 'Nothing was kept. Make a token that fits, or keep this one all the same with --no-check.',
      thisTokenDoesNot: ({ pageId }: { pageId: string }): string => `This token does not open page ${pageId}.`,
      openedNotInspected:
        'The token opens the page. Its permissions, its expiry and the Leads Access Manager were not checked: set SOCIALADS_APP_ID and WEBHOOK_SOCIALADS_SECRET (id and secret of the Meta app) to have them checked.',
      openedByAnotherApp: ({ appId }: { appId: string }): string =>
        `The token opens the page. Its permissions and its expiry were not checked: it was made for another app than ${appId}. Make one for that app, because Meta reports leads to it.`,
      notExchanged: `This is the token of a person, and Meta gave no long-lived one for it: it ends within hours. The token of a system user depends on no person.`,
      exchanged: `This is the token of a person. It was exchanged for a long-lived one, which ends in 60 days. The token of a system user depends on no person.`,
      pageTokenKept: `This is the token of a person, so the page's own token was made with it and kept: it does not expire, but it ends when the person changes the password or loses access to the page. The token of a system user depends on no person.`,
      metaDoesNotAccept: ({ said }: { said: Translated<string> }) => ({
        message: `Meta does not accept the app id with the app secret, so the token cannot be inspected. ${said.en}`,
        hint: 'Nothing was kept. Set SOCIALADS_APP_ID and WEBHOOK_SOCIALADS_SECRET to the id and the secret of the same app, or keep the token without asking with --no-check.',
      }),
      theLeadsAccessManager: ({ pageId, quote }: { pageId: string; quote: string }) => ({
        message: `The Leads Access Manager does not let this token read leads of page ${pageId}.${quote}`,
        hint: 'Nothing was kept. In the business settings (Integrations > Leads access), give the app, as a CRM, and the owner of the token access to the leads of the page, or keep the token all the same with --no-check.',
      }),
      thePlatformRefusesToken: ({ said }: { said: Translated<string> }): string => `The platform refuses this token. ${said.en}`,
      thePlatformCouldNot: ({ said }: { said: Translated<string> }) => ({
        message: `The platform could not be asked about the token. ${said.en}`,
        hint: 'Nothing was kept. Try again, or keep the token without asking with --no-check.',
      }),
      thePlatformSaysToken: 'The platform says that this token is not valid (any more).',
      thisTokenNotPage: ({ profileId, pageId }: { profileId: string; pageId: string }): string =>
        `This token is of ${profileId}, not of page ${pageId}.`,
      thisTokenPermissionOther: ({ neededScope, pageId }: { neededScope: string; pageId: string }): string =>
        `This token has the permission ${neededScope} for other pages, and not for page ${pageId}: the platform would hand out no lead.`,
      thisTokenLacksPermission: ({ neededScope }: { neededScope: string }): string =>
        `This token lacks the permission ${neededScope}: the platform would hand out no lead.`,
      theTokenLacksNames: ({ missing }: { missing: string }): string =>
        `The token lacks ${missing}: names of ads, or the subscription of the page, may not be seen with it.`,
      theTokenStopsOpening: ({ duration }: { duration: string }): string =>
        `The token stops opening leads in ${duration}; a token of a system user does not end.`,
      metaDoesNotList: ({ said }: { said: Translated<string> }): string => `Meta does not list the pages of this token. ${said.en}`,
      noPage: {
        message: 'This token opens no page.',
        hint: 'In the business settings of Meta, give the system user its pages with full control, and the token the permission pages_show_list.',
      },
      ofAPage: 'This token lists no pages: it seems to be the token of one page.',
      nameIt: 'Name the page with --page ID.',
      mustIdPageDigits: 'must be the id of a page: digits only, as in the address of its settings.',
      noTokenWasGiven: 'No token was given.',
      passStandardInputToken: 'Pass it on standard input or with --token-file; as a flag it would stand in the list of processes.',
      notYet: 'not yet',
      oldSecret: 'OLD SECRET',
      lastEvent: 'LAST EVENT',
      isSet: 'set',
      isNotSet: 'missing',
      metaPage: 'Meta page',
      metaDataset: 'Meta dataset',
      googleAds: 'Google Ads',
      inDatabase: 'database',
      everyClient: 'all',
      ok: 'ok',
      notUsedYet: 'not used yet',
      pausedUntil: 'paused until',
      noAnswerSince: 'no answer since',
      refusedSince: 'refused since',
      cannotOpenedAnotherCredentials: 'cannot be opened: another CREDENTIALS_KEY',
      notConnected: 'not connected',
      metaReportsLeadsPage: ({ pageId, appId }: { pageId: string; appId: null | string }): string =>
        `Meta reports the leads of page ${pageId} to app ${appId}.`,
      theAppToken: 'the app of the token',
      app: ({ appId }: { appId: string }): string => `app ${appId}`,
      pageSubscribedMetaNow: ({ pageId, app }: { pageId: string; app: Translated<string> }): string =>
        `Page ${pageId} is subscribed: Meta now reports its leads to ${app.en}.`,
      appsSubscribedPageWhether: ({ pageId }: { pageId: string }): string =>
        `Apps are subscribed to page ${pageId}, and whether yours is among them cannot be told: set SOCIALADS_APP_ID and WEBHOOK_SOCIALADS_SECRET and connect the page again.`,
      appSubscribedPageMeta: ({ appId, pageId }: { appId: string; pageId: string }): string =>
        `App ${appId} is subscribed to page ${pageId}, and Meta does not say to which changes. Check at Meta that leadgen is one of them.`,
      pageCouldNotSubscribed: ({ pageId, said }: { pageId: string; said: Translated<string> }): string =>
        `Page ${pageId} could not be subscribed, so Meta may not report its leads. ${said.en}`,
      nothingKeptConnectPage: 'Nothing was kept. Connect a page with --page ID.',
      pageConnectedFingerprintToken: ({ pageId, credential, resumed }: { pageId: string; credential: string; resumed: number }): string =>
        `Page ${pageId} is connected; the fingerprint of its token is ${credential}. ${counted(resumed, 'job')} that waited ${resumed === 1 ? 'runs' : 'run'} again.`,
      pageIsDisconnected: ({ pageId }: { pageId: string }): string => `Page ${pageId} is disconnected.`,
      webhookSocialadsTokensStill: 'WEBHOOK_SOCIALADS_TOKENS still has a token for it, which is used from now on.',
      theDatabaseNoToken: ({ pageId }: { pageId: string }) => ({
        message: `The database has no token of page ${pageId}.`,
        hint: '`lead-intake source list` shows what is connected, and where each token is kept.',
      }),
      noAccount: 'No account of a platform is connected; `lead-intake source connect social-ads` connects a page.',
    },
    stages: {
      imported: ({ added, known, different, problems }: { added: number; known: number; different: number; problems: number }): string =>
        [
          `${counted(added, 'stage')} registered`,
          `${known} registered already`,
          ...(different === 0 ? [] : [`${different} registered already with other values (not changed)`]),
          `${counted(problems, 'line')} left out.`,
        ].join(', '),
      lead: ({ leadId }: { leadId: string }): string => `lead ${leadId}`,
      wouldRegisterLeadNothing: ({ what, leadId }: { what: string; leadId: string }): string =>
        `Would register ${what} for lead ${leadId}. Nothing was changed.`,
      hasThisKey: ({ id, leadId }: { id: string; leadId: string }): string =>
        `Conversion ${id} of lead ${leadId} has this key already; nothing was changed. Another --key registers another one.`,
      conversionLeadWithdrawnRegistered: ({ id, leadId, what }: { id: string; leadId: string; what: string }): string =>
        `Conversion ${id} of lead ${leadId}, which was withdrawn, is registered again: ${what}.`,
      conversionRegisteredForLead: ({ id, leadId, what }: { id: string; leadId: string; what: string }): string =>
        `Conversion ${id} registered for lead ${leadId}: ${what}.`,
      itIsReportedTo: ({ platform }: { platform: string }): string => `It is reported to ${platform}.`,
      conversion: ({ id }: { id: string }): string => `conversion ${id}`,
      conversionWasWithdrawn: ({ conversionId }: { conversionId: string }): string => `Conversion ${conversionId} was withdrawn.`,
      conversionWasCorrected: ({ conversionId }: { conversionId: string }): string => `Conversion ${conversionId} was corrected.`,
      itHadNotBeen: 'It had not been sent to any platform yet.',
      theNewValueSent: 'The new value is sent as an adjustment.',
      lineSameStageLead: ({ line, leadId, what }: { line: number; leadId: string; what: string }): string =>
        `Line ${line} has the same stage of lead ${leadId} with other values: ${what}. Give one of them another key, or remove it.`,
      conversionLeadWithdrawnStays: ({ id, leadId }: { id: string; leadId: string }): string =>
        `conversion ${id} of lead ${leadId} was withdrawn and stays so; to register it again, use \`lead-intake leads stage ${leadId}\` for this lead`,
      wouldNothingChanged: ({ done }: { done: Translated<string> }): string => `Would be: ${done.en} Nothing was changed.`,
      lineProblem: ({ line, problem }: { line: number; problem: Translated<string> }): string => `line ${line}: ${problem.en}`,
      noStageRegisteredFile: ({ lines }: { lines: Translated<string> }) => ({
        message: `No stage was registered, the file cannot be used:\n${lines.en}`,
        hint: 'Correct the header and import the file again; --dry-run only checks it.',
      }),
      newStageNameNo: ({ name, stages, meant }: { name: string; stages: number; meant: undefined | string }): string =>
        `New stage name "${name}" (${counted(stages, 'stage')}): no conversion has had it.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
      ifNameWrongWithdraw:
        'If a name is wrong, withdraw its stages with `lead-intake conversions withdraw ID --reason …` before they are sent; `lead-intake conversions list` shows the ids.',
      noLeadColumn: 'the header has no column that names the lead: lead_id, identidade or gclid',
      noNameColumn: 'the header has no column etapa (or stage)',
      namesNoLead: 'names no lead',
      reasonTakesTextCharacters: ({ longestReason }: { longestReason: number }): string =>
        `--reason takes a text of 1 to ${longestReason} characters.`,
      hasOtherValues: ({ id, leadId, registered }: { id: string; leadId: string; registered: string }): string =>
        `Conversion ${id} of lead ${leadId} has this key already, with other values: ${registered}. Nothing was changed.`,
      anEventRegisteredSo: ({ id }: { id: string }): string =>
        `An event registered it, so correct it where the event came from; \`lead-intake conversions show ${id}\` names the event.`,
      toChangeNameLead: ({ id, kept }: { id: string; kept: undefined | Translated<string> }): string =>
        `To change its name: \`lead-intake conversions withdraw ${id} --reason …\`, then register it again with \`lead-intake leads stage\`.${kept ? ` ${kept.en}` : ''}`,
      toCorrectRegisterSecond: ({ command }: { command: string }): string =>
        `To correct it: ${command}. To register a second one of the same stage, give it another key.`,
      googleAdsAlreadyUnder:
        'Google Ads has it already: under a name of another conversion action it counts a new conversion, and the former one stays there until you retract it.',
      metaAlreadyKeepsName: 'Meta has it already and keeps the name it was sent: the new name counts in these lists and exports only.',
      noName: ({ longestStageName }: { longestStageName: number }): string =>
        `the stage needs a name of at most ${longestStageName} characters, such as qualified or won`,
      badKey: ({ longestStageKey }: { longestStageKey: number }): string =>
        `the key must be printable text of at most ${longestStageKey} characters`,
      isNotCertainAmount: ({ text }: { text: string }): string => `"${text}" is not a certain amount; write 2600.50 or 2.600,50`,
      isNotCurrencySuch: ({ text }: { text: string }): string => `"${text}" is not a currency such as BRL`,
      isNotATime: ({ text }: { text: string | undefined }): string =>
        `"${text}" is not a time that exists, such as 2026-11-20 09:00 or 2026-11-20T09:00:00-03:00`,
      isInTheFuture: ({ text }: { text: undefined | string }): string => `"${text}" is in the future`,
      thereIsNoLead: ({ shown }: { shown: Translated<string> }): string => `there is no lead ${shown.en}`,
      severalLeadsNameOne: ({ ids }: { ids: string }): string => `several leads have it: ${ids}; name one by lead_id`,
      leadTestPlatformTests: ({ id }: { id: string }): string => `lead ${id} is a test of the platform; tests have no conversions`,
      withTheIdentity: ({ text }: { text: string }): string => `with the identity ${text}`,
      withTheClickId: ({ text }: { text: string }): string => `with the click id ${text}`,
      leadOrFile: 'Name either a lead or a file with --file.',
      noStage: 'No stage was named.',
      seeHelp: 'For one lead: `lead-intake leads stage 17 --qualified`, `--won --value 2600` or `--name NAME`; for many: `--file FILE`.',
    },
    bench: {
      verdicts: { best: 'best', met: 'must', missed: 'no' },
      acknowledgedButNotStored: 'acknowledged but not stored',
      storedMoreThanOnce: 'stored more than once',
      storedAlthoughNobodySent: 'stored, although nobody sent them',
      notProcessed: 'not processed',
      withoutALead: 'without a lead',
      leadsTooManyTheir: 'leads too many: their events have one already',
      leadsBelongNoEvent: 'leads that belong to no event',
      leadsWithoutExactlyOne: 'leads without exactly one conversion',
      intakeSignedFormsAccepted: 'Intake: signed forms accepted',
      intakeBareNodeHttp: 'Intake: bare node:http server',
      intakeRatioTwo: 'Intake: ratio of the two',
      intakeAnswerMedian: 'Intake: answer, median',
      intakeAnswerP: 'Intake: answer, p99',
      sQueueWorkAnswer: '500/s, queue work: answer, median',
      sQueueWorkAnswer2: '500/s, queue work: answer, p99',
      sQueueWorkAnswer3: '500/s, queue work: answer, slowest',
      sQueueWorkLead: '500/s, queue work: lead stored, p99',
      sServeWorkAnswer: '500/s, serve --work: answer, median',
      sServeWorkAnswer2: '500/s, serve --work: answer, p99',
      sServeWorkAnswer3: '500/s, serve --work: answer, slowest',
      sServeWorkLead: '500/s, serve --work: lead stored, p99',
      queueWorkLeadsConversion: 'queue work: leads with conversion',
      serveReadyAfter: 'serve: ready after',
      version: '--version',
      serveMemoryIdle: 'serve: memory, idle',
      serveMemoryPeakS: 'serve: memory, peak at 1,000/s',
      afterKillReadyAgain: 'After kill -9: ready again, slowest',
      processor: 'Processor',
      countedMachineCoresCore: ({ cores }: { cores: number }): string => counted(cores, 'core'),
      memory: 'Memory',
      load: 'Load',
      beforeTheRun: 'before the run',
      system: 'System',
      folder: 'Folder',
      forWriteKib: 'for a write of 4 KiB',
      duration: 'Duration',
      stoppedBeforeEndNothing: 'Stopped before the end; nothing is left behind.',
      numberStyle: 'en-US',
      theMachineBusyBefore: ({ load }: { load: string }): string =>
        `The machine was busy before the run (load ${load}); on a quiet one the figures are better.`,
      theFolderMemoryWhere: ({ fileSystem }: { fileSystem: string }): string =>
        `The folder is in memory (${fileSystem}), where syncing costs nothing: measure on a disk with --folder.`,
      withoutMemory: 'Memory is left out: only Linux tells that of another process.',
      acknowledgedStoredLeads: ({ count, count2, count22 }: { count: string; count2: string; count22: string }): string =>
        `${count} acknowledged, ${count2} stored, ${count22} leads`,
      deliveryIsNotExact: ({ counts, found }: { counts: string; found: string }): string => `Delivery is NOT exact (${counts}): ${found}.`,
      optionsKillsServerWorker: ({ kills }: { kills: number }): string =>
        kills === 0 ? '' : `, server and worker killed ${counted(kills, 'time')} under load`,
      deliveryExactEachOne: ({ counts, kills }: { counts: string; kills: Translated<string> }): string =>
        `Delivery is exact: ${counts}, each with one conversion${kills.en}.`,
      exactDeliveryProcessingWhat: 'exact delivery: processing what is left, then comparing everything',
      theBenchmarkNeedsAbout: ({ megabytes, folder, megabytes2 }: { megabytes: string; folder: string; megabytes2: string }): string =>
        `The benchmark needs about ${megabytes} MB in ${folder}, and ${megabytes2} MB are free.`,
      nameFolderDiskMore: 'Name a folder on a disk with more space with --folder, or ask for less with --seconds, --turns and --jobs.',
      noTemporaryFolderCan: ({ folder, code }: { folder: string; code: string }): string =>
        `No temporary folder can be made in ${folder} (${code}).`,
      nameFolderExistsYou: 'Name a folder that exists and that you may write to with --folder.',
      leadIntakeDidNot: ({ name, log }: { name: string; log: string }): string =>
        `\`lead-intake ${name}\` did not run as it should.${log === '' ? '' : ` It wrote:\n${log}`}`,
      killUnderLoadOf: ({ kill, kills }: { kill: number; kills: number }): string => `kill -9 under load, ${kill} of ${kills}`,
      queueWorkWithJobs: ({ jobs }: { jobs: number }): string => `queue work with ${jobs} jobs`,
      jobsStayedQueueAlthough: 'Jobs stayed in the queue although a worker ran again and again.',
      intakeWarmingUp: 'intake: warming up',
      intakeTurnSEach: ({ turn, turns, seconds }: { turn: number; turns: number; seconds: number }): string =>
        `intake: turn ${turn} of ${turns}, ${seconds} s each for the program and for a bare server`,
      startingTimesMemoryS: ({ seconds, ratePerSecond }: { seconds: number; ratePerSecond: number }): string =>
        `starting times and memory, ${seconds} s at ${ratePerSecond} a second`,
      aSecondSWorker: ({ seconds }: { seconds: number }): string => `500 a second for ${seconds} s, worker in a process of its own`,
      aSecondSWorker2: ({ seconds }: { seconds: number }): string => `500 a second for ${seconds} s, worker inside the server`,
      beginning: 'Beginning',
    },
    queue: {
      /** What is done to jobs: the question before, the sentence after, and to which jobs it can be done. */
      changes: {
        retry: {
          question: (jobs: string): string => `Run ${jobs} again?`,
          done: (jobs: string): string => `${jobs} put back into the queue.`,
          eligible: 'failed, parked or waiting',
        },
        forget: {
          question: (jobs: string): string => `Delete ${jobs} for good?`,
          done: (jobs: string): string => `${jobs} deleted.`,
          eligible: 'failed or parked',
        },
      },
      jobs: ({ count, isParked }: { count: number; isParked: boolean }): string => counted(count, isParked ? 'parked job' : 'failed job'),
      selectedNothingWasChanged: ({ count }: { count: number }): string => `${counted(count, 'job')} selected; nothing was changed.`,
      noneTheseJobsExists: ({ eligible }: { eligible: string }): string =>
        `None of these jobs exists and is ${eligible}; nothing was changed.`,
      noJobSelectedNothing: ({ isParked }: { isParked: boolean }): string =>
        `No ${isParked ? 'parked' : 'failed'} job is selected; nothing was changed.`,
      parkedParkedSelects: ({ parked }: { parked: number }): string =>
        `${counted(parked, 'job is', 'jobs are')} parked: --parked selects ${parked === 1 ? 'it' : 'them'}.`,
      jobsNotEligible: ({ isOne, names, eligible }: { isOne: boolean; names: string; eligible: string }): string =>
        isOne ? `Job ${names} does not exist or is not ${eligible}.` : `Jobs ${names} do not exist or are not ${eligible}.`,
      otherJobs: ({ jobCount }: { jobCount: number }): string => counted(jobCount, 'other job'),
      failedListsJobs: '`lead-intake queue failed` lists the failed jobs with their ids, `queue failed --parked` the parked ones.',
      queued: 'QUEUED',
      failed: 'FAILED',
      others: '(others)',
      newest: 'NEWEST',
      aJobIdNumber: ({ input }: { input: string }): string => `A job id is a number, not "${input}".`,
      failedListsIds: '`lead-intake queue failed` lists the jobs with their ids.',
      jobIdsAllFilters: 'Job ids and --all or filters were given together.',
      nameJobsSelectThem: 'Name jobs, or select them with --all.',
      filtersNeedAll: 'Filters need --all.',
      noJobWasNamed: 'No job was named.',
      nameJobsTheirIds:
        'Name jobs by their ids, or select all failed jobs with --all; --parked, --error, --named, --source and --since choose among them.',
      deleteJobs: ({ jobs }: { jobs: Translated<string> }): string => `Delete ${jobs.en}?`,
      deleteTheirLeadsConversions: ({ jobs }: { jobs: Translated<string> }): string =>
        `Delete ${jobs.en}? Their leads or conversions are still missing, and the list of failures will no longer offer to retry them.`,
      pruned: ({ jobs, isDone }: { jobs: Translated<string>; isDone: boolean }): string =>
        `${jobs.en} ${isDone ? 'deleted' : 'would be deleted'}.`,
      days: ({ days }: { days: number }): string => counted(days, 'day'),
      finishedJobs: ({ count }: { count: number }): string => counted(count, 'finished job'),
      failedJobs: ({ count }: { count: number }): string => counted(count, 'failed job'),
      jobsOlderThan: ({ jobs, age }: { jobs: Translated<string>; age: Translated<string> }): string => `${jobs.en} older than ${age.en}`,
      walIsHeld: 'The WAL grows while another program reads the database in one long transaction: end it (a backup, a database browser).',
      maxExceededWaitingAllowed: ({ waiting, maxWaiting }: { waiting: number; maxWaiting: number }): string =>
        `--max exceeded: ${counted(waiting, 'job')} waiting, ${maxWaiting} allowed.`,
      maxAgeExceededOldest: ({ duration, duration2 }: { duration: string; duration2: string }): string =>
        `--max-age exceeded: the oldest job has been due for ${duration}, ${duration2} allowed.`,
      queue: 'Queue',
      state: 'State',
      oldest: 'Oldest',
      lastMin: ({ minutes }: { minutes: number }): string => `Last ${minutes} min`,
      doneFailed: ({ finished, failed }: { finished: number; failed: number }): string => `${finished} done, ${failed} failed`,
      database: 'Database',
      open: 'open',
      pausedSinceLeadIntake: ({ since, queueWord }: { since: string; queueWord: string }): string =>
        `paused since ${since}; \`lead-intake queue resume${queueWord}\` opens it`,
      noJobIsDue: 'no job is due',
      dueFor: ({ duration }: { duration: string }): string => `due for ${duration}`,
      waitSomethingOutsideLists: ({ command }: { command: string }): string => `wait for something outside; \`${command}\` lists them`,
      listsThem: ({ command }: { command: string }): string => `\`${command}\` lists them`,
      ofThemWaitTried: ({ delayed }: { delayed: number }): string => `${delayed} of them wait to be tried again`,
      noWorkerRunningLead: ({ queueWord }: { queueWord: string }): string =>
        `No worker is running. \`lead-intake queue work${queueWord}\` starts one.`,
      alive: 'alive',
      gone: 'gone',
      ago: ({ duration }: { duration: string }): string => `${duration} ago`,
      sentRejectedWaitingIn: ({
        processed,
        failed,
        waiting,
        duration,
      }: {
        processed: number;
        failed: number;
        waiting: number;
        duration: string;
      }): string => `sent ${processed}, rejected ${failed}, waiting ${waiting} in ${duration}`,
      processedFailedWaitingIn: ({
        processed,
        failed,
        waiting,
        duration,
      }: {
        processed: number;
        failed: number;
        waiting: number;
        duration: string;
      }): string => `processed ${processed}, failed ${failed}, waiting ${waiting} in ${duration}`,
      thereNoAdminToken: 'There is no admin token for --url.',
      theAdminTokenHolds: 'The admin token holds characters no token has.',
      setAdminTokenRunning: 'Set ADMIN_TOKEN to that of the running service, or name a file that holds it with --token-file.',
      theAdminTokenWould: ({ hostname }: { hostname: string }): string => `The admin token would travel to ${hostname} unencrypted.`,
      useHttpsTunnelSsh: ({ hostname }: { hostname: string }): string =>
        `Use https, or a tunnel: \`ssh -L 8080:127.0.0.1:8080 ${hostname}\`, then --url http://127.0.0.1:8080.`,
      adminToken: 'Admin token: ',
      mustAddressSuchHttps: ({ text }: { text: string }): string => `must be an address such as https://leads.example.com, not "${text}".`,
      mustNumberSecondsNot: ({
        shortestRefreshSeconds,
        longestRefreshSeconds,
        text,
      }: {
        shortestRefreshSeconds: number;
        longestRefreshSeconds: number;
        text: string;
      }): string => `must be a number of seconds from ${shortestRefreshSeconds} to ${longestRefreshSeconds}, not "${text}".`,
      olderCodes: ({ newestLookedAt }: { newestLookedAt: number }): string =>
        `The codes and what they name are those of the newest ${newestLookedAt} jobs; --error counts the jobs of one code.`,
      noParkedJobMatches: 'No parked job matches.',
      noFailedJobMatches: 'No failed job matches.',
      failedOrParked: 'failed or parked',
      theQueuePausedSince: ({ since, queueWord }: { since: string; queueWord: string }): string =>
        `The queue is paused since ${since}; nothing is processed until \`lead-intake queue resume${queueWord}\`.`,
      notConnected:
        'No platform is connected, so no conversion was sent. Connect an account of a client with `lead-intake client connect`, or set SEARCHADS_ACCOUNT_ID and SEARCHADS_CREDENTIALS_FILE, or SOCIALADS_DATASET_ID and SOCIALADS_CONVERSIONS_TOKEN.',
      queuePausedEventsStill: ({ queue }: { queue: string }): string =>
        `Queue ${queue} is paused: events are still received, no job is started.`,
      queueWasPausedAlready: ({ queue }: { queue: string }): string => `Queue ${queue} was paused already.`,
      days2: 'DAYS',
      deletingJobs: 'Deleting jobs',
      queueIsOpenAgain: ({ queue }: { queue: string }): string => `Queue ${queue} is open again.`,
      queueWasNotPaused: ({ queue }: { queue: string }): string => `Queue ${queue} was not paused.`,
      failedParkedOrWaiting: 'failed, parked or waiting',
    },
    usage: {
      nothingWasChanged: 'Nothing was changed.',
      missingArgument: ({ argument }: { argument: string }): string => `Missing argument ${argument}`,
      error: 'Error',
      seeHelp: ({ command }: { command: string }): string => `See \`${command} --help\`.`,
      somethingUnexpectedHappened: ({ message }: { message: string }): string => `Something unexpected happened: ${message}`,
      thisFaultProgramPlease: 'This is a fault of the program. Please report it with the command you ran and this message.',
      tooManyArguments: ({ words }: { words: string }): string => `Too many arguments: ${words}.`,
      unknownFlags: ({ flagCount, names, meant }: { flagCount: number; names: string; meant: undefined | string }): string =>
        `${flagCount === 1 ? 'Unknown flag' : 'Unknown flags'}: ${names}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
      yesOrDryRun: 'Add --yes to do it, or --dry-run to only see the number.',
      thereNoTerminalAsk: ({ question }: { question: Translated<string> }): string =>
        `${question.en} There is no terminal to ask on, so nothing was changed.`,
      yN: '[y/N]',
      aNumber: 'a number',
      suchAs: 'such as 1763800000000-17',
      mustCursorEarlierPage: ({ looks, input }: { looks: Translated<string>; input: string }): string =>
        `must be the cursor that an earlier page ended with, ${looks.en}, not "${input}".`,
      thereIsNoQueue: ({ name, meant }: { name: string; meant: undefined | string }): string =>
        `There is no queue "${name}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
      queueCanBeLeftOut: ({ queues }: { queues: readonly string[] }): string =>
        `The name can be left out: the queue is ${queues.join(' or ')}.`,
      mustWholeNumberUp: ({ isOpen, min, max, text }: { isOpen: boolean; min: number; max: number; text: string }): string =>
        `must be a whole number ${isOpen ? `from ${min} up` : `from ${min} to ${max}`}, not "${text}".`,
      mustLengthTimeSuch: ({ text }: { text: string }): string =>
        `must be a length of time such as 90s, 15m, 2h or 7d, or a day or moment that exists and is over (2026-11-01, 2026-11-01T09:00:00-03:00), not "${text}".`,
      mustOneNot: '$1 must be one of $3, not "$2"',
      isNotOneOf: '"$1" is not one of $2',
      missingRequiredFlag: 'Missing required flag --$1',
      needsAValue: '$1 needs a value',
      canGivenOnlyOnce: '$1 can be given only once',
      needsOneTheseValues: '$1 needs one of these values: $2',
      cannotGivenTogether: '$1 cannot be given together with $2',
      needsToo: '$1 needs $2 too',
      exactlyOneTheseMust: 'Exactly one of these must be given: $1',
      atLeastOneThese: 'At least one of these must be given: $1',
      readingTerminalCtrlD: 'Reading from the terminal; Ctrl-D ends the input.',
      theFileCannotRead: ({ path, code }: { path: string; code: string }): string => `The file ${path} cannot be read (${code}).`,
      checkPathPermissionsPass: 'Check the path and its permissions, or pass - to read from standard input.',
      leadIntakeShowsThem: ({ list }: { list: string }): string => `\`lead-intake ${list}\` shows them all.`,
      thereIsNo: ({ what }: { what: Translated<string> }): string => `There is no ${what.en}.`,
      theFlagStandsBefore: ({ first }: { first: string }): string => `The flag ${first} stands before the command.`,
      flagsComeAfterCommand: ({ bin, first }: { bin: string; first: string }): string =>
        `Flags come after the command: \`${bin} COMMAND ${first}\`.`,
      unknownCommand: ({ typed, meant }: { typed: string; meant: undefined | string }): string =>
        `Unknown command \`${typed}\`.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`,
      takesNoArguments: ({ prefix, extra }: { prefix: string; extra: string }): string => `\`${prefix}\` takes no arguments: ${extra}.`,
      errorOutputCouldNot: ({ why }: { why: string }): string => `Error: The output could not be written (${why}).`,
    },
    output: {
      en: 'en',
      of: 'of',
      listening: 'Listening',
      closedSetAdminToken: 'closed: set ADMIN_TOKEN to open it',
      health: 'Health',
      database: 'Database',
      theSecretsThoseEnvironment: 'The secrets are those of the environment. Where FORMULARIO_SECRET is set, send a signed lead with:',
      secretsDevelopmentSendSigned: ({ secretsFile }: { secretsFile: string }): string =>
        `Secrets for development are in ${secretsFile}. Send a signed lead with:`,
    },
    init: {
      orTryEverythingOut: 'or try everything out with sample data',
      nothingSetUpFolder: 'Nothing is set up in this folder yet. Begin with:',
      makeSettingsDatabaseFirst: 'make the settings, the database, a first client and campaign',
      thereSettingsFolderNo: 'There are settings in this folder, and no database yet. Go on with:',
      makeDatabaseFirstClient: 'make the database, a first client and campaign; your settings stay',
      showEverySettingWhere: 'show every setting and where it comes from',
      whatNeededEveryDay: 'What is needed every day:',
      howManyJobsWait: 'how many jobs wait, run and failed',
      whatFailedAndWhy: 'what failed, and why',
      runAgainOnceCause: 'run it again, once the cause is mended',
      whatReceivedNewestFirst: 'what was received, newest first',
      whatBecameOfIt: 'what became of it',
      whomLeadsBelongTo: 'whom leads belong to',
      receiveLeadsProcessThem: 'receive leads and process them',
      allCommandsHelpOne: ({ bin }: { bin: string }): string => `All commands: \`${bin} --help\`. One of them: \`${bin} COMMAND --help\`.`,
      it: 'It',
      client: 'Name of the first client',
      campaign: 'Name of its first campaign',
      campaignId: 'Id of the campaign, which forms send as campanha_id',
      user: 'E-mail of who works its leads (may be left out)',
      settings: 'Settings',
      database: 'Database',
      campaign2: 'Campaign',
      wasStays: ({ file }: { file: string }): string => `${file}, was there and stays as it is`,
      madeNewSecretsReadable: ({ file }: { file: string }): string => `${file}, made with new secrets, readable for you only`,
      theOldOneIs: ({ setAside }: { setAside: string }): string => `the old one is ${setAside}`,
      noneYetRunCommand: 'none yet; run this command again',
      ofClient: ({ id, name, clientName, made }: { id: string; name: string; clientName: string; made: string; made2: string }): string =>
        `${id} (${name}), of client ${clientName}, ${made}`,
      made: (_given: { ending: string }): string => 'made',
      wasThere: 'was there',
      notSetSoWhat: ({ names, file }: { names: string; file: string }): string =>
        `Not set, so that what they are for stays closed: ${names}.\n\`lead-intake secret generate\` makes one; put it into ${file}.`,
      startServiceWorkerInside: 'Start the service, with a worker inside:',
      thenSendSignedTest: 'Then send a signed test lead, from another terminal in this folder:',
    },
    operations: {
      addressSilent: ({ address, code }: { address: string; code: string }): string => `unhealthy: ${address} does not answer (${code})`,
      addressHealthy: ({ address }: { address: string }): string => `healthy: ${address} answers 200`,
      addressUnhealthy: ({ address, status }: { address: string; status: number }): string => `unhealthy: ${address} answers ${status}`,
      origins: { flag: 'flag', environment: 'environment', file: 'file', default: 'default', unset: 'unset' },
      copiedProvenWhole: ({ path, bytes, contents, took }: { path: string; bytes: string; contents: string; took: string }): string =>
        `${path}: ${bytes}, ${contents}; copied and proven whole in ${took}.`,
      olderBackupsDeleted: ({ removedCount }: { removedCount: number }): string => `Older backups deleted: ${removedCount}.`,
      theDatabaseCannotWritten: 'The database cannot be written now, so `doctor` will not know of this backup.',
      backup: 'Backup',
      size: 'Size',
      checksum: 'Checksum',
      schema: 'Schema',
      itWholeCanRestored: 'It is whole and can be restored.',
      itMustNotRestored: 'It must not be restored:',
      isNowTheBackup: ({ database, path }: { database: string; path: string }): string => `${database} is now the backup ${path}.`,
      theDatabaseBeforeKept: ({ kept }: { kept: string }): string => `The database before it is kept as ${kept}.`,
      startLeadIntakeServe: 'Start `lead-intake serve` and the workers again; `lead-intake doctor` looks over everything.',
      replaceBackupHoldsNo: ({ database }: { database: string }): string => `Replace ${database} with this backup? It holds no events.`,
      replaceBackupNewestEvent: ({ database, newest }: { database: string; newest: string }): string =>
        `Replace ${database} with this backup? Its newest event is of ${newest}; what came later is not in it.`,
      restoreHint: 'Add --yes to do it, or --check to only prove the backup.',
      matchesFileBeside: 'matches the file beside it',
      differsFileBeside: 'DIFFERS from the file beside it',
      notComparedNoSha: 'not compared: no .sha256 stands beside it',
      contents: 'Contents',
      newestEvent: 'Newest event',
      text: ({ events, leads, jobs }: { events: number; leads: number; jobs: number }): string =>
        `${counted(events, 'event')}, ${counted(leads, 'lead')}, ${counted(jobs, 'job')}`,
      unhealthy: ({ en }: { en: undefined | string; pt: undefined | string }): string => `unhealthy: ${en}`,
      unhealthyNoWorkerRunning: ({ queue }: { queue: string }): string => `unhealthy: no worker of ${queue} is running`,
      unhealthyLastWorkerSeen: ({ queue, age }: { queue: string; age: string }): string =>
        `unhealthy: the last worker of ${queue} was seen ${age} ago`,
      healthyWorkerSeenAgo: ({ queue, age }: { queue: string; age: string }): string => `healthy: a worker of ${queue} was seen ${age} ago`,
      theDatabaseSchemaNewest: ({ current }: { current: number }): string =>
        `The database has schema ${current}, the newest this program knows; there is nothing to do.`,
      thereNoDatabaseYet: 'There is no database yet',
      schema2: 'schema',
      step: ({ version, name, duration }: { version: number; name: string; duration: string }): string =>
        `Step ${version} ${name}: ${duration}`,
      theDatabaseSchemaNow: ({ target, took }: { target: number; took: string }): string =>
        `The database has schema ${target} now (${took}).`,
      nothingWasMade: 'Nothing was made.',
      triedCopyWithoutError: ({ took }: { took: string }): string =>
        `Tried on a copy without an error (${took} with copying); the database was not changed.`,
      stoppedBeforeEndNothing: 'Stopped before the end; nothing is left behind.',
      copying: 'Copying the database',
      checking: 'Checking the copy',
      noSettingsFileRead: 'No settings file was read.',
      settingsFile: ({ envFile }: { envFile: string }): string => `Settings file: ${envFile}`,
      warning: ({ warning }: { warning: Translated<string> }): string => `Warning: ${warning.en}`,
      firstMigration: 'makes the tables of events, jobs, leads, conversions and campaigns',
    },
    send: {
      theServiceKnowsAnother: ({ secretSetting }: { secretSetting: string }): string =>
        `The service knows another ${secretSetting} than this command. Give both the same one, and start the service again after a change.`,
      theServiceSawNo:
        'The service saw no credential. With --unsigned it has to run with WEBHOOK_ALLOW_UNSIGNED=true; otherwise a proxy in between removes the header of the signature.',
      theClocksTwoMachines: 'The clocks of the two machines differ by more than FORMULARIO_TIMESTAMP_TOLERANCE. Set both by NTP.',
      theServiceRunsWithout: ({ secretSetting }: { secretSetting: string }): string =>
        `The service runs without ${secretSetting}. Set it where the service runs and start it again.`,
      somethingFrontServiceRefused:
        'Something in front of the service refused the request: it never answers a test event with 403 itself. Look at the proxy or firewall.',
      thereNoAddressCheck: ({ path }: { path: string }): string =>
        `There is no ${path} at this address. Check host, port and path given with --url.`,
      anotherProgramMayListen:
        'Another program may listen at this address: the service takes POST here. Check host and port given with --url.',
      theBodyLargerThan: 'The body is larger than MAX_BODY_BYTES of the service, or than its proxy allows.',
      theServiceDoesNot: 'The service does not take this content type or encoding; a proxy in between may have changed it.',
      theCredentialRightContent: 'The credential is right, and the content is not usable. The answer names every field to mend.',
      aProxyLimitsRate: 'A proxy limits the rate of requests. Wait a little and send again.',
      theProxyAnswersService: 'The proxy answers, the service behind it does not. Is `lead-intake serve` running?',
      theServiceCouldNot:
        'The service could not store the event now (busy, full or stopping). Nothing is lost: send it again, and look at `lead-intake queue status`.',
      theProxyWaitedVain: 'The proxy waited in vain for the service behind it. Is `lead-intake serve` running?',
      theServiceKnowsEvent: ({ show }: { show: string }): string =>
        `The service knows this event already and made no second lead. ${show} shows what became of it.`,
      theEventStoredWaits: ({ show }: { show: string }): string =>
        `The event is stored and waits in the queue; the lead is made by a worker. ${show} shows what became of it.`,
      notOurAnswer: 'The service answered with success, but not as a lead-intake does. Check host and port given with --url.',
      theAddressRedirectsPlatforms: ({ location }: { location: null | string }): string =>
        `The address redirects ${location === null ? 'somewhere else' : `to ${location}`}. Platforms do not follow redirects for posted events, so give them (and --url) the final address.`,
      theServiceProxyBefore: ({ status }: { status: number }): string =>
        `The service, or a proxy before it, failed (HTTP ${status}). Look at its log; the event can be sent again.`,
      aLeadIntakeDoes: ({ status }: { status: number }): string =>
        `A lead-intake does not answer HTTP ${status} to a test event. Check host, port and path given with --url.`,
      closedConnectionWithoutAnswer: ({ host, protocolName }: { host: string; protocolName: Translated<string> }): string =>
        `${host} closed the connection without an answer. Is it the service, and does it speak ${protocolName.en}?`,
      thereNoWayHere: ({ hostname }: { hostname: string }): string => `There is no way to ${hostname} from here. Check the network.`,
      nothingListensStartService: ({ host }: { host: string }): string =>
        `Nothing listens at ${host}. Start the service with \`lead-intake serve\`, or pass the address where it runs with --url.`,
      theHostNameNot: ({ hostname }: { hostname: string }): string =>
        `The host name ${hostname} is not known. Check the spelling of --url.`,
      theHostNameCould: ({ hostname }: { hostname: string }): string =>
        `The host name ${hostname} could not be looked up now. Check the network and its name server.`,
      whatListensDoesNot: ({ host }: { host: string }): string =>
        `What listens at ${host} does not answer in HTTP. Check the port, and http or https, in --url.`,
      theRequestCouldNot: ({ code }: { code: string }): string =>
        `The request could not be sent (${code}). Check the address given with --url.`,
      noAnswerWithinFirewall: ({ duration }: { duration: string }): string =>
        `No answer within ${duration}. A firewall may swallow the request, or the service is stuck: look at its log.`,
      theEncryptedConnectionFailed: ({ code, hostname }: { code: string; hostname: string }): string =>
        `The encrypted connection failed (${code}): the certificate of ${hostname} is not valid for it, or the port speaks no TLS.`,
      https: 'HTTPS',
      httpWithoutTls: 'HTTP without TLS',
      mustAddressSuchHttp: ({ text }: { text: string }): string =>
        `must be an address such as http://127.0.0.1:8080 or https://leads.example.com, not "${text}".`,
      portSoServiceTakes: 'PORT is 0, so the service takes a free port at each start and this command cannot know it.',
      passAddressServePrinted: 'Pass the address that `serve` printed with --url.',
      holdsSecret: 'The command holds the secret as google_key: keep it out of tickets and chats.',
      httpInMsFrom: ({ status, durationMs, url }: { status: number; durationMs: number; url: string }): string =>
        `HTTP ${status} in ${durationMs} ms from ${url}`,
      mustAmountSuchNot: ({ input }: { input: string }): string => `must be an amount such as 2600.50, not "${input}".`,
      fieldNeedsKeyValue: ({ pair }: { pair: string }): string => `--field needs KEY=VALUE, not "${pair}".`,
    },
    signature: {
      anEmptyBodySigned:
        'An empty body was signed: the signature was made before the body was there, or the body was read twice. Sign the bytes that are sent.',
      signExactlyBytesSent: ({ en }: { en: string; pt: string }): string => `${en} Sign exactly the bytes that are sent.`,
      theSignatureBodyWithout: 'The signature is of the body without the line break at its end; the body here has one.',
      theSignatureBodyLine: 'The signature is of the body with a line break at its end, as `echo` without -n and many editors add one.',
      theSignatureBodyWindows: 'The signature is of the body with a Windows line break (CRLF) at its end.',
      theSignatureBodyWithout2: 'The signature is of the body without the blanks around it.',
      theSignatureBodyUnix: 'The signature is of the body with Unix line breaks (LF); the body here has Windows ones (CRLF).',
      theSignatureBodyWindows2: 'The signature is of the body with Windows line breaks (CRLF); the body here has Unix ones (LF).',
      theSignatureBodyWithout3: 'The signature is of the body without the byte order mark it begins with.',
      theSignatureBodyByte: 'The signature is of the body with a byte order mark before it.',
      theSignatureSameJson: ({ name }: { name: Translated<string> }): string =>
        `The signature is of the same JSON written another way (${name.en}). ` +
        'The body was serialised twice, once to sign it and once to send it: serialise once, sign those bytes, send those bytes.',
      theTimestampStoodBefore: ({ separator }: { separator: string }): string =>
        `The timestamp and ${separator === '' ? 'nothing' : `"${separator}"`} stood before the body when it was signed. Sign the body alone; its timestamp is in it.`,
      theSignatureBodyPacked: 'The signature is of the body packed once more as a JSON string. Sign the body itself.',
      theSignatureBodyBase: 'The signature is of the body in base64. Sign the body itself.',
      theSignatureBodySign: ({ name }: { name: string }): string =>
        `The signature is of the body in ${name}. Sign the UTF-8 bytes that are sent.`,
      ispastPastFuture: ({ isPast }: { isPast: boolean }): string => (isPast ? 'in the past' : 'in the future'),
      theTimestampWithinS: ({
        distance,
        place,
        toleranceSeconds,
      }: {
        distance: string;
        place: Translated<string>;
        toleranceSeconds: number;
      }): string => `The timestamp is ${distance} ${place.en}, within the ${toleranceSeconds} s that are allowed.`,
      theTimestampSAllowed: ({
        distance,
        place,
        toleranceSeconds,
        advice,
      }: {
        distance: string;
        place: Translated<string>;
        toleranceSeconds: number;
        advice: Translated<string>;
      }): string =>
        `The timestamp is ${distance} ${place.en}, and ${toleranceSeconds} s are allowed: sent now, the request is answered 401. ${advice.en}`,
      unreadable: 'The body has no numeric timestamp: the service answers 422. Send Unix time in seconds.',
      milliseconds: 'The timestamp is in milliseconds: the service reads seconds and answers 401. Divide it by 1000 and drop the fraction.',
      itWholeNumberHours: 'It is a whole number of hours, so the sender probably takes local time for UTC.',
      forOldRequestShould: 'For an old request that is as it should be; for a new one, set the clocks of both sides by NTP.',
      useHmacShaSecret: ({ en }: { en: string; pt: string }): string =>
        `${en} Use HMAC-SHA256 with the secret as the key and the body as the message.`,
      keyMessageExchangedSecret: 'Key and message were exchanged: the secret was signed with the body.',
      itPlainHashSecret: 'It is a plain hash of the secret followed by the body, not an HMAC.',
      itPlainHashBody: 'It is a plain hash of the body followed by the secret, not an HMAC.',
      itPlainHashBody2: 'It is a plain hash of the body, without any secret.',
      theSignatureRightOne: ({ truncatedCount }: { truncatedCount: number }): string =>
        `The signature is the right one, cut off after ${truncatedCount} of 64 digits. Look for a column, log or variable that is too short.`,
      theSignatureFitsNone: ({ byteLength }: { byteLength: number }): string =>
        `The signature fits none of the secrets known here, nor any usual mistake. Either the sender has another secret, or it signed another body ` +
        `than this one of ${byteLength} bytes. Compare the secrets on both sides, and the sender's byte count with this one.`,
      withoutBlanksJavascriptsJson: "without blanks, as JavaScript's JSON.stringify does",
      withBlanksUEscapes: "with blanks and \\u escapes, as Python's json.dumps does",
      withUEscapesPhps: "with \\u escapes and \\/, as PHP's json_encode does",
      withoutBlanksUEscapes: 'without blanks, with \\u escapes, as json_encode with JSON_UNESCAPED_SLASHES does',
      withJsonEncodeJson: 'with \\/, as json_encode with JSON_UNESCAPED_UNICODE does',
      withBlanksJsonDumps: 'with blanks, as json.dumps with ensure_ascii=False does',
      withUCGos: "with \\u003c for <, as Go's and Java's libraries do",
      withSortedKeysGos: "with sorted keys, as Go's json.Marshal does for a map",
      withSortedKeys: 'with sorted keys',
      withSortedKeysJson: 'with sorted keys, as json.dumps with sort_keys=True does',
      indentedByTwo: 'indented by two',
      indentedByFour: 'indented by four',
      indentedTwoUEscapes: 'indented by two, with \\u escapes',
      indentedFourUEscapes: 'indented by four, with \\u escapes',
      indentedJsonEncodeJson: 'indented, as json_encode with JSON_PRETTY_PRINT does',
      theNameVariableUsed: ({ name }: { name: string }): string =>
        `The name of the variable (${name}) was used as the secret, not its value.`,
      theSecretEmptyNot: ({ setting }: { setting: string }): string => `The secret was empty: ${setting} is not set where the sender runs.`,
      theSignatureMadeSecret: ({ label, secretSetting }: { label: Translated<string>; secretSetting: string }): string =>
        `The signature was made with the secret of ${label.en}. Use ${secretSetting}.`,
      aLineBreakEnd: 'a line break at its end (it was read from a file; trim it)',
      aWindowsLineBreak: 'a Windows line break at its end (it was read from a file; trim it)',
      aCarriageReturnEnd: 'a carriage return at its end (the settings file has Windows line breaks)',
      aBlankEnd: 'a blank at its end',
      aBlankBeforeIt: 'a blank before it',
      quotationMarksAroundThey: 'quotation marks around it (they belong to the settings file, not to the secret)',
      itsTextDecodedHexadecimal: 'its text decoded from hexadecimal (the text itself is the key)',
      itsTextDecodedBase: 'its text decoded from base64 (the text itself is the key)',
      itsTextEncodedBase: 'its text encoded in base64 (the text itself is the key)',
      theRightSecretUsed: ({ how }: { how: Translated<string> }): string => `The right secret was used with ${how.en}.`,
      sendShaHexadecimalDigits: ({ en }: { en: string; pt: string }): string => `${en} Send sha256= and 64 hexadecimal digits.`,
      theDigestWrittenBase: 'The digest is written in base64, not in hexadecimal.',
      theHexadecimalDigestEncoded: 'The hexadecimal digest was encoded once more, in base64.',
      theSignatureIsEmpty: 'The signature is empty.',
      theSignatureHexadecimalDigits: ({ valueCount }: { valueCount: number }): string =>
        `The signature has ${valueCount} hexadecimal digits, and 64 are needed: it was cut off or copied badly.`,
      theSignatureNeitherHexadecimal: 'The signature is neither hexadecimal nor base64 of a digest.',
      headerName: 'The value begins with the name of the header; only what comes after the colon is the signature.',
      quoted: 'The value stands in quotation marks; send it without them.',
      theSignatureMadeUse: ({ name }: { name: string }): string => `The signature was made with ${name}; use HMAC-SHA256.`,
      thePrefixShaMissing: 'The prefix sha256= is missing. Put it before the digest.',
      thePrefixShaExactly: ({ prefix }: { prefix: string }): string => `The prefix is ${prefix} and has to be sha256= exactly.`,
      theEnvironmentVariableNot: ({ name }: { name: string }): string => `The environment variable ${name} is not set.`,
      setCommandOnlyExample: ({ name }: { name: string }): string =>
        `Set it for this command only, for example with \`read -rs ${name} && export ${name}\`.`,
      theOwnForm: 'the own form',
      searchAds: 'search ads',
      socialAds: 'social ads',
      nothingCanSignedNot: ({ label, secretSetting }: { label: Translated<string>; secretSetting: string }): string =>
        `Nothing can be signed for ${label.en}: ${secretSetting} is not set.`,
      setEnvironmentEnvFile: ({ secretSetting }: { secretSetting: string }): string =>
        `Set ${secretSetting} in the environment or in the .env file; \`lead-intake secret generate\` makes one.`,
      validSignedSecret: ({ secret }: { secret: string; secret2: string }): string => `Valid: signed with the ${secret} secret.`,
      notValid: 'Not valid.',
    },
    service: {
      states: {
        new: 'new',
        same: 'as it is',
        changed: 'differs',
        kept: 'kept',
        'left over': 'left over',
        goes: 'to remove',
        foreign: 'kept: not made by `service install`',
      },
      thereNoUnitThese: ({ name }: { name: string }): string => `There is no unit "${name}" with these flags.`,
      thereAre: ({ names }: { names: string }): string => `There are: ${names}.`,
      failed: ({ line, why }: { line: string; why: string }): string => `\`${line}\` failed: ${why}`,
      mendRunSameCommand: 'Mend that and run the same command again: it goes on where it stopped.',
      othersMayReadSecrets: ({ path }: { path: string }): string => `Others may read the secrets in ${path}: chmod 600 ${path}`,
      theImageMakesUser: ({ user, envFile }: { user: string; envFile: string }): string =>
        `The image makes the user ${user} at its first start (systemd-sysusers); give it ${envFile} then.`,
      systemdDoesNotManage: 'Systemd does not manage this machine now, so nothing was told to read the units.',
      isLeftOverInstallation: ({ path }: { path: string }): string =>
        `${path} is left over from an installation with other flags; the first commands of those above end it.`,
      onlyRootMayInstall: 'Only root may install a service. Nothing was changed.',
      runSudoLeadIntake:
        'Run it with sudo. `lead-intake service print` shows the units without it, and --root DIR writes them below a folder of yours.',
      copyUsrLocalBin: 'Copy it to /usr/local/bin or below /opt and run it from there, or name the copy with --program.',
      thereNoProgramCan: ({ file }: { file: string }): string => `There is no program that can be started at ${file}. Nothing was changed.`,
      theseFilesAlreadyAnother: ({ list }: { list: string }): string =>
        `These files are there already, with another text:${list}\nNothing was changed.`,
      compareOneLeadIntake:
        'Compare one with `lead-intake service print UNIT | diff FILE -`. Keep changes of your own with `systemctl edit UNIT`, then replace the files with --force.',
      write: ({ count }: { count: number }): string => `Write ${counted(count, 'file')}?`,
      installHint: 'Add --yes to do it, or --dry-run to only see the list.',
      written: ({ writtenCount }: { writtenCount: number }): string =>
        writtenCount === 0 ? 'Everything is as it should be; nothing was written.' : `Written: ${counted(writtenCount, 'file')}.`,
      run: ({ ran }: { ran: string }): string => `Run: ${ran}.`,
      hasFreshSecretsAdd: ({ envFile }: { envFile: string }): string =>
        `${envFile} has fresh secrets. Add the app secret of the social-ads platform (WEBHOOK_SOCIALADS_SECRET), and give the others to whoever sends.`,
      nextAsRoot: 'Next, as root:',
      nextRootSystemRuns: 'Next, as root of the system that runs the image:',
      cannotBeRead: ({ path, code }: { path: string; code: undefined | string }): string => `${path} cannot be read (${code}).`,
      itStandsWhereFile: 'It stands where a file of the service belongs. Check what it is, and who may read it.',
      stopRemoveSettingsDatabase: ({ unitCount, removedCount }: { unitCount: number; removedCount: number }): string =>
        `Stop ${counted(unitCount, 'unit')} and remove ${counted(removedCount, 'file')}? Settings and database stay.`,
      removed: ({ files }: { files: number }): string =>
        files === 0 ? 'No unit made by `service install` is there; nothing was removed.' : `Removed: ${counted(files, 'file')}.`,
      theSettingsDatabaseUser: ({ user }: { user: string }): string =>
        `The settings, the database and the user ${user} are kept. When you are sure that nobody needs them any more, as root:`,
      nameRule: 'must be small letters, digits and hyphens, beginning with a letter, 31 at most',
      userRule: 'must not be root: the service needs no privileges',
      pathRule: 'must be an absolute path of letters, digits and ._@+,:~- without blanks, so that systemd reads it as it is',
      theProgramLiesUnits: ({ folder }: { folder: string }): string =>
        `The program lies in ${folder}, which the units hide from it: it would not start.`,
      given: ({ flag, rule, value }: { flag: string; rule: Translated<string>; value: string }): string =>
        `${flag} ${rule.en} (given: "${value}").`,
      onlyRootMayTake: 'Only root may take a service away. Nothing was changed.',
      runItWithSudo: 'Run it with sudo.',
      cannotReadRemoved: ({ path, code }: { path: string; code: string }): string => `${path} cannot be read or removed (${code}).`,
      checkWhatPermissionsRun: 'Check what it is and its permissions, and run the same command again: it goes on where it stopped.',
      cannotBeWritten: ({ path, why, others }: { path: string; why: string; others: undefined | string }): string =>
        `${path} cannot be written (${why}). ${others === undefined ? 'None of the files beside it was.' : `Written before it: ${others}.`}`,
      checkPermissionsFreeSpace:
        'Check the permissions and the free space of the folder, and run the same command again: it goes on where it stopped.',
      nothingWasWritten: 'Nothing was written.',
      nothingWasRemoved: 'Nothing was removed.',
    },
    sessions: {
      nobody: 'Nobody is logged in.',
      operator: 'operator',
      readOnly: 'read-only',
      lastUsed: 'LAST USED',
      ends: 'ENDS',
      countSessionEndedSessions: ({ count }: { count: number }): string => (count === 1 ? '1 session ended.' : `${count} sessions ended.`),
      thereIsNoSession: ({ name }: { name: string }): string => `There is no session "${name}".`,
      itMayEndedAlready: 'It may have ended already. `lead-intake session list` shows those that are open.',
      nameOneSessionGive: 'Name one session, or give --all.',
    },
    listing: {
      notUtf8: ({ size }: { size: string }): string => `(${size} that are not UTF-8, in base64)`,
      body: 'Body',
      changes: 'Changes',
      notSearched: ({ missing }: { missing: number }): string =>
        `${counted(missing, 'entry was', 'entries were')} not searched: the index is still being made. \`lead-intake serve\` makes it while it runs.`,
      refusedMatchToo: ({ count, command }: { count: number; command: string }): string =>
        `${count === 1 ? '1 refused request matches too' : `${count} refused requests match too`}: ${command}`,
      thereAreMore: ({ nextCursor }: { nextCursor: string }): string => `There are more: add --before ${nextCursor}`,
      queuedAgain: ({ eventId }: { eventId: string }): string => `Event ${eventId}: queued again.`,
      skipped: ({ eventId }: { eventId: string }): string =>
        `Event ${eventId}: skipped, a job of it waits or runs already. \`lead-intake queue retry\` runs a waiting job at once.`,
      noSuchEvent: ({ eventId }: { eventId: string }): string =>
        `Event ${eventId}: there is no such event. \`lead-intake events list\` shows them.`,
      theFileExistsAlready: ({ file }: { file: string }): string => `The file ${file} exists already.`,
      nameAnotherFileAdd: 'Name another file, or add --force to replace it.',
      theFileCannotWritten: ({ file, code }: { file: string; code: string }): string => `The file ${file} cannot be written (${code}).`,
      checkPathPermissionsFree: 'Check the path, its permissions and the free space, or leave --output out to write to standard output.',
      bothToStdout: '--json and CSV cannot both go to standard output.',
      nameAFile: 'Name a file for the CSV with --output.',
      noEventMatches: 'No event matches.',
      theEvent: ({ event }: { event: string }): string => `event ${event}`,
    },
  },

  /**
   * `--help`. What an argument or flag is comes from its command, else from the nearest topic around it, else from the whole program; the
   * descriptions of a command's examples stand in their order, empty where the example speaks for itself.
   */
  help: {
    program:
      'Receives leads from ad platforms and own forms, stores each one durably before it answers, and turns it into exactly one lead.',
    flags: {
      before: 'Go on after an earlier page, with the cursor it ended with.',
      campaign: 'Only of this campaign.',
      client: 'Only of this client, by id or name.',
      database: 'Database to use instead of the one in DATABASE_URL.',
      'dry-run': 'Show how many it would be, and change nothing.',
      'env-file': 'Settings file to read instead of .env in the working directory.',
      json: 'Print JSON instead of text; errors too.',
      limit: 'Maximum rows to show.',
      quiet: 'Print nothing unless something is wrong, for schedulers.',
      raw: 'Write the bytes of the body to standard output.',
      reveal: 'Show personal data.',
      search:
        'Only where this is found: an id, a name, an e-mail address, a phone number, a click id; whole words, the last one perhaps only begun.',
      since: 'Only from then on: a length of time such as 90s, 15m, 2h or 7d, a day such as 2026-11-01, or a moment.',
      source: 'Only from this source: search_ads, social_ads, formulario_proprio.',
      until: 'Only from before then, such as 1h or 2026-11-01 (its midnight).',
      value: 'What it is worth, such as 2600 or 2.600,50.',
      yes: 'Do it without asking.',
    },
    args: { file: 'Path of the file, or - for standard input.' },
    topics: {
      campaign: {
        summary: 'Campaigns: whom a lead belongs to, and which ids of the platforms are tied to them.',
        args: { campaign: 'Id of a campaign.' },
      },
      client: {
        summary: 'Clients of the agency: the companies leads are collected for.',
        args: { client: 'Id or name of a client.' },
        flags: {
          dataset: 'Id of a Meta dataset (pixel).',
          account: 'Id of a Google Ads account, such as 123-456-7890.',
          page: 'Id of a Meta page.',
        },
      },
      conversions: {
        summary: 'Offline conversions: what was sent to the platforms, and what became of it.',
        args: { conversion: 'Id of a conversion, as `lead-intake conversions list` shows it.' },
        flags: { reason: 'Why; it is kept with the conversion.', platform: 'Only for this platform: search_ads, social_ads.' },
      },
      events: { summary: 'Events as they were received, and what became of them.' },
      leads: {
        summary: 'Leads: list, show and export them, and register the stages they come to.',
        args: { lead: 'Id of a lead, as `lead-intake leads list` shows it.' },
      },
      queue: {
        summary: 'Process the queue, watch it, and mend what failed.',
        args: {
          queue: 'Name of the queue: webhooks, or conversoes, from which conversions are sent.',
          job: 'Ids of jobs, as `lead-intake queue failed` lists them.',
        },
        flags: {
          since: 'Only jobs that failed, or were queued and are parked, since then: 90s, 15m, 2h, 7d, 2026-11-01.',
          all: 'All failed jobs of the queue (with --parked: all parked ones), or those the filters leave.',
          error: 'Only jobs with this error code.',
          parked: 'Jobs that are parked, instead of failed ones.',
          named: 'Only jobs whose error names this, as `queue failed --group` shows it; - for those that name nothing.',
          queue: 'With --all: the queue (default webhooks).',
          batch: 'Most jobs to take at a time.',
        },
      },
      refused: {
        summary: 'Requests that were refused, kept so that they can be put through later.',
        args: { refused: 'Ids of refused requests, as `lead-intake refused list` shows them.' },
        flags: { campaign: 'Only of this campaign, by its id or by what is linked to it.', code: 'Only refused for this reason.' },
      },
      secret: {
        summary: 'Secrets of sources: one for each client or landing page, and new random ones.',
        args: { name: 'Name of the secret, such as the landing page that uses it.' },
      },
      send: {
        summary: 'Post a signed test event to a running service.',
        flags: {
          name: 'Name of the lead.',
          'dry-run': 'Print the request as a curl command, and send nothing.',
          type: 'With --flat: the event type; left out: conversion.',
          url: 'Address of the service, such as http://127.0.0.1:8080; left out: HOST and PORT of this configuration.',
          email: 'E-mail address of the lead.',
          phone: 'Phone number of the lead.',
          gclid: 'Search click id.',
          'form-id': 'Id of the lead form.',
          flat: 'Send the flat sample (event_type, click id, cliente_id, full_name).',
          'client-id': 'With --flat: id of the client.',
        },
      },
      service: {
        summary: 'Run this program as services of systemd.',
        flags: {
          'env-file': 'Settings file the units read; left out: /etc/PREFIX.env.',
          user: 'System user that runs the service; left out: the same as --prefix.',
          'dry-run': 'Show what it would do, and change nothing.',
          prefix: "Beginning of the units' names, and name of the folders in /var/lib and /var/cache.",
          program: 'Executable the units start; left out: this program, from where it lies now.',
          workers: 'Worker processes; more than one make a template unit.',
          once: 'Process the queue by a timer, once a minute, instead of by workers that keep running.',
          directory: 'Folder for the units.',
        },
      },
      session: { summary: "Logins of people in the operators' web: list them, end them." },
      signature: {
        summary: 'Sign a body, or find out why a signature does not match.',
        args: { body: 'File with the body, byte for byte, or - for standard input.' },
        flags: { source: 'Whose secret: form, search-ads, social-ads.' },
      },
      source: {
        summary: 'Sources of events, and the accounts of the platforms that are connected.',
        args: { platform: 'The platform: social-ads.' },
      },
      'source backfill': { summary: 'Fetch leads that never arrived.' },
      'source form': {
        summary: 'Lead forms of Meta and Google Ads: how their answers are read, and what operators say about them.',
        args: { form: 'Id of a form, as `lead-intake source form list` shows it.' },
        flags: {
          'dry-run': 'Show what would change, and change nothing.',
          source: 'Source of the form, where both platforms have one with this id: search_ads, social_ads.',
        },
      },
      'source import': { summary: 'Import leads from a file of the platform.' },
      user: {
        summary: 'Users of a client: the people a lead is handed to.',
        args: { user: 'Id of a user, as `lead-intake user list` shows it.' },
      },
    },
    commands: {
      backup: {
        summary: 'Copy the database while it is in use, and prove the copy.',
        description: `The copy is the database at one moment: every event that was answered before the start is in it. Intake and workers go on meanwhile.
It is checked from the first page to the last before it gets its name; its SHA-256 stands beside it, for \`sha256sum -c\`. Only its owner can read it.`,
        args: { file: 'File to write, or a folder; left out: `backups` beside the database, with the time in the name.' },
        flags: { keep: 'Delete older backups of this database in the folder; keep N with this one.', force: 'Replace a file that exists.' },
        examples: inOrder('', 'Every night, keeping two weeks:', 'To another disk, under a name of its own:'),
      },
      bench: {
        summary: 'Measure this program on this machine, and check that it delivers exactly.',
        description: `Takes about two minutes and never touches your database: it starts servers and workers of its own against a temporary one and removes everything.
What is measured is how fast the disk syncs as much as the program, so it runs where your database is, unless --folder names another place.
Exits 1 when an acknowledged submission was lost, stored twice or became more or less than one lead; figures below the goal do not fail it.

The bare server reads, checks and parses the same requests and stores nothing. At 500 a second an answer counts from the moment its request was planned for, and "lead stored" from the answer until another process, which looks every 2 ms, sees the lead.

--json prints \`maquina\`, \`pasta\`, \`sqlite\`, \`opcoes\`, \`medidas\` (each with \`medida\`, \`valor\`, \`unidade\`, \`exigido\`, \`melhor\`, and \`resultado\`: best, met, missed or null), \`entrega\` (\`exata\`, \`confirmados\`, \`eventos\`, \`leads\`, \`violacoes\`) and \`duracao_ms\`.`,
        flags: {
          seconds: 'Length of each turn and each load.',
          turns: 'Turns of the intake measurement; the middle one counts.',
          connections: 'Connections that send.',
          jobs: 'Jobs the worker is timed with.',
          kill: 'How often server and worker are killed under load.',
          folder: 'Existing folder on the disk to measure.',
        },
        examples: inOrder('', 'On another disk, with longer turns:'),
      },
      'campaign add': {
        summary: 'Add a campaign, and its client and user where they do not exist yet.',
        description:
          'The id is what the own form sends as `campanha_id`. Events of the ad platforms find the campaign by what `campaign link` ties to it. Events that failed because the campaign was missing run again by `queue retry`.',
        flags: {
          id: 'Id of the campaign: any text, unique.',
          name: 'Name of the campaign.',
          client: 'Id or name of the client.',
          user: 'E-mail address of the user who works its leads.',
        },
      },
      'campaign import': {
        summary: 'Import campaigns, with clients, users and links, from a CSV file.',
        description:
          'The header is id,nome,cliente,usuario in any order; without usuario, campaigns that exist keep theirs. The columns search_ads_campaign, search_ads_form, social_ads_form and social_ads_page hold platform ids to link, several in one cell with | between them. UTF-8, separated by commas or semicolons. When a line has a problem, all problems are told and nothing is imported.',
        flags: {
          replace: 'Update campaigns that exist; without it they are a problem.',
          'dry-run': 'Check the file, show what it would do, and change nothing.',
        },
        examples: inOrder('', '', 'From another program:'),
      },
      'campaign link': {
        summary: 'Tie ids of the ad platforms to a campaign.',
        description:
          'Events that carry a linked id belong to the campaign; a form id counts before a campaign or page id. Every flag can be given several times. An id is linked to one campaign at most.',
        flags: {
          'search-ads-campaign': 'Id of a campaign on the search-ads platform.',
          'search-ads-form': 'Id of a lead form on the search-ads platform.',
          'social-ads-form': 'Id of a lead form on the social-ads platform.',
          'social-ads-page': 'Id of a page on the social-ads platform.',
          remove: 'Untie the ids instead.',
        },
      },
      'campaign list': {
        summary: 'List the campaigns, of all clients or of one.',
        description: '`campaign show` tells the platform ids that are linked to one.',
      },
      'campaign remove': {
        summary: 'Remove a campaign that has no leads, and its links.',
        description:
          'While leads belong to it, nothing is removed and the command exits 1: they would lose where they came from. To stop new leads of the platforms, untie its ids by `campaign link --remove`. Once it is removed, events that name it end as `erro`.',
      },
      'campaign show': {
        summary: 'Show a campaign and the platform ids that are linked to it.',
        description: 'Events that carry a linked id belong to the campaign.',
      },
      'client add': {
        summary: 'Add a client, whose campaigns bring leads.',
        description: 'Ad-platform events may name a client by its id (`cliente_id`); give --id to keep one that is in use elsewhere.',
        flags: { name: 'Name of the client, unique.', id: 'Whole number to be its id; left out: the next free one.' },
      },
      'client connect': {
        summary: 'Connect an account at Meta or Google Ads for a client.',
        description: `Conversions of the client's leads go to its own Meta dataset and Google Ads account, and to no other. A page connected for a client makes its
leads that client's, unless a campaign says otherwise; the page's token is connected with \`source connect\`. Reads the credential from standard
input or a file (a Meta token, or a JSON key for Google Ads), checks it with the platform and seals it with CREDENTIALS_KEY; with --settings-credential the
account uses SOCIALADS_CONVERSIONS_TOKEN or SEARCHADS_CREDENTIALS_FILE. Conversions that waited resume; running workers need no restart.`,
        flags: {
          'login-account': 'Id of the manager account through which the Google Ads account is reached.',
          action: 'Conversion action of Google Ads for a conversion name; *=ID for all others. Repeat it for each name.',
          'enhanced-leads':
            'Report leads without a click id to Google Ads by hashed e-mail and phone (enhanced conversions for leads). Left out: as before; a new account does not.',
          'initial-stage':
            'Name of the event that tells Meta of each new lead of an instant form, such as lead; - for none. Left out: as before; a new dataset has none.',
          'credential-file': 'File that holds the credential; left out: standard input.',
          'settings-credential': 'Use the credential of the settings.',
          check: 'Ask the platform whether it takes the credential for this account.',
        },
        examples: inOrder('Paste the token, then Ctrl-D:', '', '', ''),
      },
      'client consent': {
        summary: 'Set which consent the conversions of a client need, instead of what the settings say.',
        description:
          'Counts for conversions sent from then on; running workers need no restart. --reset goes back to CONVERSIONS_CONSENT and CONVERSIONS_CONSENT_KEYS.',
        flags: {
          mode: 'Send only conversions of people who consented (required), or all but those of people who refused (unless_denied).',
          key: 'A consent that counts: a purpose of the own form, or a check box of a platform. Left out: those of the settings.',
          reset: 'Use the settings again.',
        },
      },
      'client disconnect': {
        summary: 'Take an account at Meta or Google Ads from a client, with its sealed credential.',
        description:
          'Conversions of the client wait from then on, until it has another account; none is lost and none goes to another account. The token of a page stays.',
      },
      'client list': {
        summary: 'List the clients.',
        description: '`client show` tells the users and campaigns of one.',
      },
      'client remove': {
        summary: 'Remove a client that has nothing left.',
        description: 'While users, campaigns or leads belong to it, nothing is removed and the command exits 1.',
      },
      'client rename': {
        summary: 'Give a client another name.',
        description: 'Its id stays, and so does everything that belongs to it. A name that another client has is refused.',
        flags: { name: 'The new name, unique.' },
      },
      'client show': {
        summary: 'Show a client with its users, campaigns and accounts at the platforms.',
        description: 'A client is named by its id or its exact name.',
      },
      'client test': {
        summary: 'Ask Meta and Google Ads whether conversions of a client can be sent to its accounts.',
        description:
          'Sends no conversion: Meta is asked for the dataset and its token, and Google Ads validates a made-up conversion for each conversion action. Exits 1 when there is a problem.',
      },
      completion: {
        summary: 'Print the script that completes commands with the Tab key in your shell.',
        description: `The script holds all commands, flags and values and needs no cache: make it again after an update.

To install in bash: \`lead-intake completion bash > ~/.local/share/bash-completion/completions/lead-intake\`, or the line of the example in ~/.bashrc.
In zsh: save it as \`_lead-intake\` in a folder of $fpath, before compinit.
In fish: \`lead-intake completion fish > ~/.config/fish/completions/lead-intake.fish\`.`,
        args: { shell: 'The shell: bash, zsh or fish.' },
        examples: inOrder('In this bash terminal only:', 'For all zsh terminals:', 'For all fish terminals:'),
      },
      config: {
        summary: 'Show every setting, its value and where it comes from.',
        description: `Flags win over the environment, the environment over the .env file, the file over defaults. Secrets are never shown.
Warns about misspelt variables and short secrets. Exits 3 and names every problem when a setting is not usable.`,
        examples: inOrder('', 'Check a settings file before it is put to use:'),
      },
      'conversions correct': {
        summary: 'Correct a stage that was registered by hand with a wrong value or time.',
        description:
          'A stage that was not sent yet is sent as it is now. Google Ads gets a new value of a sent one as an adjustment, and no new time; Meta changes nothing. The output says which it is. Who corrected it, when, why and what was registered before is kept. A stage that is just being sent is left alone (exit 1).',
        flags: { currency: 'Its currency.', at: 'When it happened, such as "2026-11-20 09:00".' },
      },
      'conversions export': {
        summary: 'Write search-ads conversions as the CSV that the platform imports.',
        description:
          'The same file that /export/conversions.csv hands out: conversions with a Google click id, times in CONVERSIONS_TIME_ZONE, names by CONVERSIONS_NAMES. Conversions of people whose consent forbids it, and of test leads, are left out. Importing a conversion again is safe: the platform knows it. Where there are several clients, --client or ACCOUNTS_CLIENT names whose conversions are written: a file does not mix them.',
        flags: {
          since: 'Only what happened since then, such as 12h, 7d or 2026-11-01; left out: 90 days.',
          output: 'File to write, replaced when it is complete; left out: standard output.',
        },
      },
      'conversions list': {
        summary: 'List offline conversions, the last one registered first.',
        description:
          '`pendente`: not sent yet, or sent and looked at by the platform; `enviada`: the platform has it; `rejeitada`: it will not take it, and `conversions show` tells why in its own words; `sem_destino`: the lead names no platform, so it is not reported to any; `retirada`: a person withdrew it.',
        flags: { state: 'Only in this state: pendente, enviada, rejeitada, sem_destino, retirada.', lead: 'Only of this lead.' },
        examples: inOrder('', 'What the platforms did not take:'),
      },
      'conversions retry': {
        summary: 'Send rejected or waiting conversions again.',
        description:
          'Google Ads knows a conversion that it has already by its key, and so does Meta for 48 hours: it counts once. Meta may count those with `conversion_outcome_unknown` twice: look for them in the Events Manager first; --all leaves them out unless --error names them. Named conversions are put back into the queue at once; --all takes the rejected ones, shows the number and asks first. A worker of the queue `conversoes` sends them.',
        args: { conversion: 'Ids of conversions, as `lead-intake conversions list` shows them.' },
        flags: {
          all: 'All rejected conversions, or those the filters leave.',
          waiting: 'With --all: those that wait after a try, instead of rejected ones.',
          error: 'With --all: only those with this error code.',
        },
        examples: inOrder('', 'After a conversion action was set up:', 'After you have fixed at the platform what conversions wait for:'),
      },
      'conversions show': {
        summary: 'Show one conversion: what was sent, and what the platform said.',
      },
      'conversions try': {
        summary: 'Send a waiting conversion to Meta so that it is shown under "Test events".',
        description:
          'Sends it now, to the dataset of its client, as the worker would, with the code that the Events Manager shows under "Test events". Meta does not drop such events: the conversion counts. The worker still sends it in its turn; if that is within 48 hours, Meta knows it by its id and counts it once. `lead-intake client test` asks without sending.',
        flags: { 'test-event-code': 'The code that the Events Manager shows.' },
      },
      'conversions withdraw': {
        summary: 'Withdraw a stage that was registered by mistake.',
        description:
          'It is not sent, and counts in no export. What a platform was sent already it keeps: the output says what you can do there. The same stage can be registered again with `leads stage`. Who withdrew it, when and why is kept. A stage that is just being sent is left alone (exit 1).',
      },
      doctor: {
        summary: 'Look over everything the service needs, and say what to do about each finding.',
        description: `Settings, secrets, database, disk, clock, port, queue, sources and platforms. Changes nothing, and never shows a secret. Platforms that
are connected are asked about every account, those of clients too, for 60 seconds at most; with --offline nothing is sent.
Exits 1 when there is a problem, so that it can gate a deploy: run it with the settings and as the user of the service.

--json prints \`resultado\` (ok, warning or problem) and \`achados\`, each with \`grupo\`, \`codigo\`, \`nivel\`, \`mensagem\`, \`acao\`, \`dados\`, \`cliente_id\` and \`cliente\`. The codes never change their meaning.`,
        flags: {
          full: 'Also compare indexes with tables and follow every reference; takes longer.',
          offline: 'Do not ask the platforms whether they take the credentials.',
          strict: 'Exit 1 for warnings too.',
        },
        examples: inOrder('', 'Before a deploy, with the settings it will have:', 'Every week, the whole database:'),
      },
      'events list': {
        summary: 'List received events, newest first.',
        description: 'Filters can be combined. `events show` tells the whole way of one event.',
        flags: {
          status: 'Only with this status: recebido, processado, erro.',
          type: 'Only of this event type.',
          error: 'Only with this error code.',
          identity: "Only with exactly this identity: the form's id, a lead id, a leadgen id.",
        },
        examples: inOrder('', 'What came of a person who says that nobody called:', 'What became of one submission of a form:'),
      },
      'events replay': {
        summary: 'Process events again, processed ones too.',
        description:
          'Each event gets a new job and becomes `recebido`. No lead is made twice: an event that has one finds it again. Events whose job still waits or runs are skipped. Exits 1 when no event was queued.',
        args: { event: 'Ids of events, as `lead-intake events list` shows them.' },
      },
      'events show': {
        summary: 'Show the way of one event: request, job, attempts, lead, conversions.',
        description:
          'Personal data are masked. --reveal shows them and the body; --raw writes the exact bytes of the body and nothing else. Both are written to the log of what operators do.',
        args: { event: 'Id of an event, as `lead-intake events list` shows it.' },
        flags: { reveal: 'Show personal data and the body.' },
        examples: inOrder('', '', 'Keep the body, byte for byte:'),
      },
      healthcheck: {
        summary: 'Ask whether the service, or a worker, is healthy; for containers and monitors.',
        description: `Exits 0 when healthy and 1 otherwise, also when the settings or the database cannot be used, and prints one line.
Without --worker it asks /ready at HOST and PORT; a service that listens on every interface is asked over loopback.`,
        flags: {
          url: 'Address to ask instead; /ready when it names no path.',
          worker: 'Look in the database for a live worker instead.',
          timeout: 'Seconds to wait for the answer.',
        },
        examples: inOrder('', 'In a Dockerfile:', 'In the container of a worker:'),
      },
      help: {
        summary: 'Show what a command does and takes.',
        description:
          'The same as --help behind a command. With --json: the commands whose names begin so, with their arguments, flags and examples.',
        args: { command: 'Words of a command or topic; left out: all of them.' },
      },
      init: {
        summary: 'Set this folder up: settings with secrets, the database, a first client and campaign.',
        description:
          'On a terminal it asks for what no flag says; with --yes, or without a terminal, it takes the defaults. The .env file gets new secrets of 256 bits and is readable for its owner only. What is there already stays as it is and is told, so doing it again is safe. It ends with the two commands that come next.',
        flags: {
          client: 'Name of the first client.',
          campaign: 'Name of the first campaign.',
          'campaign-id': 'Id of the first campaign, which forms send as campanha_id; left out: made from its name.',
          user: 'E-mail address of who works its leads.',
          yes: 'Take the defaults without asking.',
          force: 'Keep a settings file that exists as .env.old, and write a new one with new secrets.',
        },
        examples: inOrder('', 'Without questions, as in a script:'),
      },
      'leads export': {
        summary: 'Write leads as CSV by the time of submission, newest first, personal data included.',
        description:
          "Test leads are left out. Cells that a spreadsheet would run as a formula begin with ', phone numbers such as '+5511987654321 too: remove it when you import them elsewhere, or take them from `leads show --json`. Each export is written to the log of what operators do.",
        flags: {
          'include-tests': 'Test leads of the platforms too.',
          output: 'File to write; left out: standard output.',
          force: 'Replace a file that exists, once the new one is complete.',
          delimiter: 'What stands between cells.',
          excel: 'Begin with a byte order mark, by which Excel knows UTF-8.',
        },
      },
      'leads list': {
        summary: 'List leads by the time of submission, newest first, personal data masked.',
        description: '`leads show --reveal` shows the personal data of one lead, `leads export` writes those of many.',
      },
      'leads show': {
        summary: 'Show a lead with its conversions and events.',
        description: 'Personal data are masked; --reveal shows them and is written to the log of what operators do.',
      },
      'leads stage': {
        summary: 'Register a stage that a lead has come to, and report it to its platform.',
        description:
          'A stage is an offline conversion: `lead_qualified` (--qualified), `sale` (--won) or a name of your own. A worker of the queue `conversoes` sends it. The same stage of a lead happens once, unless --key tells orders apart. With --file, the columns are lead_id, identidade or gclid; etapa (qualificado, ganho or a name); and, where known, valor, moeda, ocorrida_em and chave. Lines with a problem are listed with their number and left out, all others are registered; a file may be imported again: a stage that is registered with other values, or was withdrawn, is listed and stays as it is. The output names stage names that no conversion has had, with the name that was probably meant; --dry-run shows them before anything is sent. Times without an offset are of CONVERSIONS_TIME_ZONE. Exits 1 when a line was left out, or a key is registered already with other values.',
        flags: {
          qualified: 'The lead is qualified: `lead_qualified`.',
          won: 'The lead has bought: `sale`.',
          name: 'Another stage, by its name.',
          currency: 'Its currency (default BRL).',
          at: 'When it happened, such as "2026-11-20 09:00"; left out: now.',
          key: 'Tells stages of the same name apart, such as the id of an order; left out: the name.',
          file: 'CSV file with stages of many leads, or - for standard input.',
          'dry-run': 'Check, show what would be done, and change nothing.',
        },
        examples: inOrder('', '', 'From a spreadsheet of the sales team:'),
      },
      migrate: {
        summary: 'Bring the schema of the database up to date, or see what that would do.',
        description: `Every start does the same; run it by itself to do it at a time of your choosing. Makes the database when there is none.
Each step is one transaction; one that fails changes nothing, and those before it stay. A database of a newer program is left alone, with exit 3.`,
        flags: { 'dry-run': 'Run the steps on a copy, tell how long each took, and change nothing.' },
        examples: inOrder('', 'Before an update: which steps, how long, and whether they succeed:'),
      },
      'queue failed': {
        summary: 'List failed jobs with the reason, newest first.',
        description: `\`events show EVENT\` tells one in full; \`queue retry\` runs jobs again once the cause is mended.
With --parked: jobs that wait for something outside, such as a platform that is not connected.`,
        flags: { group: 'Count the jobs by error code and what it names.' },
        examples: inOrder('', 'How many for each reason:', 'What waits for something outside:'),
      },
      'queue forget': {
        summary: 'Delete failed or parked jobs for good.',
        description: `The events stay, with status \`erro\`, and \`events replay\` can still enqueue them again.
Named jobs are deleted at once; --all takes the failed ones (with --parked the parked ones), shows the number and asks first.`,
        examples: inOrder('', 'See how many it would be:', 'Give up what waits for a platform:'),
      },
      'queue once': {
        summary: 'Process every job that is due now, then exit.',
        description: `For tests, and for a scheduler on hosts without a service manager; it may run while another one runs.
Jobs that fail are recorded with their reason and do not change the exit code; \`queue failed\` lists them.`,
        flags: { quiet: 'Say nothing unless a job was processed, failed or has to wait.' },
        examples: inOrder('', 'Every minute, as a cron line; cron sends mail only when something was done:'),
      },
      'queue pause': {
        summary: 'Stop workers from taking new jobs.',
        description: 'Events are still received and stored. Jobs that already run are finished. `queue resume` opens the queue again.',
      },
      'queue prune': {
        summary: 'Delete jobs that are done and older than a number of days.',
        description: `Jobs that wait or failed are never deleted, nor are events and leads: the list of failed jobs offers to retry them.
With --failed it deletes failed jobs instead, and always asks first. Run it every week in production.`,
        args: { days: 'Age in whole days, counted from the moment the job ended; 0 means all.' },
        flags: { failed: 'Delete failed jobs instead. Their leads are still missing and can no longer be retried from the queue.' },
        examples: inOrder('', 'See how many it would be:', 'Give up failures of last year:'),
      },
      'queue resume': {
        summary: 'Let workers take jobs again after `queue pause`.',
      },
      'queue retry': {
        summary: 'Run failed or parked jobs again.',
        description: `Failed and parked jobs start again with their first attempt; jobs that wait for a later time run now.
Their events become \`recebido\` until they are processed. Named jobs are run at once, whichever of these they are; --all takes the
failed ones (with --parked the parked ones), shows the number and asks first. Conversions that Meta may have (\`conversion_outcome_unknown\`)
are sent again only when you name their jobs or give that code with --error.`,
        examples: inOrder('', 'After a missing campaign was added:', 'After a platform was connected:'),
      },
      'queue status': {
        summary: 'Show how many jobs wait, run and failed, and who works on them.',
        description: 'With --max or --max-age it exits 1 when the queue is beyond them, for monitoring.',
        flags: {
          max: 'Exit 1 when more jobs than this wait.',
          'max-age': 'Exit 1 when the oldest job has been due for more than this many seconds.',
        },
        examples: inOrder('', 'Alarm when jobs pile up:'),
      },
      'queue watch': {
        summary: 'Watch the queue live: figures, events, failures, workers, leads.',
        description: `A view for the whole day, over the database of this machine or, with --url, over a running service. ? shows the keys.
Personal data are masked until you ask for them, which is recorded. Without a terminal it prints the state once and exits 0.`,
        flags: {
          url: 'Watch a running service at this address instead of the database of this machine.',
          'token-file':
            'With --url: file that holds the admin token; - reads it from standard input. Left out: ADMIN_TOKEN, or it is asked for.',
          refresh: 'Shortest time between two updates, in seconds; 1 when left out.',
          readonly: 'Change nothing and reveal nothing.',
          ascii: 'Draw with ASCII only; left out: by locale and terminal.',
          'screen-reader': 'Sentences instead of a picture, for screen readers.',
        },
        examples: inOrder('', 'A service on another machine; ADMIN_TOKEN holds its token:', 'On a screen on the wall:'),
      },
      'queue work': {
        summary: 'Process the queue until told to stop.',
        description: `For production, under a service manager. On SIGTERM or SIGINT it finishes or gives back what it holds and exits 0; a second signal ends it at once.
Exits 12 when it reached its memory limit, so that the service manager starts a fresh one (Restart=on-failure does). --max-time and
--max-jobs end it with 0: then the unit needs Restart=always.`,
        flags: {
          concurrency: 'Batches worked on at the same time.',
          'max-jobs': 'Exit after this many jobs; 0: no limit.',
          'max-time': 'Exit after this many seconds; 0: no limit.',
          memory: 'Exit with 12 when the process uses this many megabytes.',
          'stop-when-empty': 'Exit when no job is due.',
          sleep: 'Look again after at most this many seconds without work; 0: no pause.',
        },
        examples: inOrder('', 'A fresh process every hour, in a unit with Restart=always:', 'Work off what is there, then exit:'),
      },
      'refused forget': {
        summary: 'Delete refused requests for good, once they are dealt with.',
        description:
          'Their bodies are deleted, they can no longer be replayed, and they are no longer reported as open. Events of requests that were replayed stay. Named requests are deleted at once; --all takes those that were not replayed, shows how many there are and how many could be stored now, and asks first. What is deleted is written to the log of what operators do.',
        flags: { all: 'All requests that were not replayed, or those the filters leave.' },
      },
      'refused list': {
        summary: 'List requests that were refused, newest first.',
        description:
          'Requests answered 401, 413, 415 or 422 are kept, and 429 where the `google_key` was wrong: the newest thousand from verified senders, and the newest thousand from all others. Once a secret or a form has been fixed, `refused replay` replays them.',
        flags: { open: 'Only what was not replayed yet; without what came without any signature, as from strangers.' },
        examples: inOrder('', '', 'A person whose form was refused:'),
      },
      'refused replay': {
        summary: 'Replay refused requests, after a secret or a form was fixed.',
        description:
          "The credential has to be valid now; the age of the form's timestamp does not matter. When the key was wrong at the sender and was corrected there, what is kept still has the wrong one: --without-credential replays it, and the log of what operators do records that you vouched for it. Name requests by their ids, or select all that can be replayed with --all and filters: what would happen is shown first, then confirmed. Each request is reported by itself: one that is unknown, cut or replayed already does not keep the others back. Exits 1 unless all of them went through. What is stored is written to the log of what operators do.",
        flags: {
          all: 'All requests that can be replayed, or those the filters leave.',
          'without-credential': 'Replay also what has no valid credential. You vouch for the sender: anybody may have sent it.',
          'dry-run': 'Show what would happen, and change nothing.',
        },
      },
      'refused show': {
        summary: 'Show a refused request: why, from where, and its headers.',
        description:
          'The body is shown by --reveal, or written byte for byte by --raw; both are written to the log of what operators do. With the raw body, `signature verify` explains why a signature does not match.',
        args: { refused: 'Id of a refused request, as `lead-intake refused list` shows it.' },
        flags: { reveal: 'Show the body, as far as it is kept.' },
      },
      restore: {
        summary: 'Put a backup in the place of the database, or only prove it.',
        description: `Copies the backup beside the database, proves the copy, and exchanges the two. The database before it is kept under a name with the time, never deleted.
Refuses while anything uses the database: stop \`serve\` and the workers first. Exits 1 when the backup is not whole; nothing is changed then.`,
        args: { file: 'Backup to restore.' },
        flags: { check: 'Only prove the backup; change nothing.' },
        examples: inOrder('Every week, so that a backup is known to be good before it is needed:', 'When the service is stopped:'),
      },
      'secret add': {
        summary: 'Add a secret for one sender or for the export of conversions, limited to one client.',
        description: `Several secrets of a source are valid at once, beside those of the settings. With --client, events that come by the secret create leads
of that client only: another client's campaign, form or cliente_id is an error (wrong_client). A secret for the export needs a client, whose
conversions Google Ads fetches with it from /export/conversions.csv. The secret is generated, or read with
--secret-file; it is printed once, sealed with CREDENTIALS_KEY and kept in the database. A running service accepts it within seconds.`,
        flags: {
          source:
            'Where it is used: form (the backend of a landing page signs with it), search-ads (key of a Google Ads lead form), export (password with which Google Ads fetches the conversions of the client).',
          client: 'The only client whose leads it may create, or whose conversions it hands out, by id or name; left out: all.',
          'secret-file': 'File that holds the secret, or - for standard input; left out: one is generated.',
        },
        examples: inOrder('', '', 'The key that the lead forms of a client in Google Ads have already:'),
      },
      'secret generate': {
        summary: 'Make a new random secret.',
        description: 'Prints it as base64url, which needs no quoting in shells, settings files and headers. It is stored nowhere.',
        flags: { bytes: 'Random bytes in it; 32 are as strong as the signature itself.' },
        examples: inOrder('', 'In the settings file, in place of the old one:'),
      },
      'secret list': {
        summary: 'List the named secrets, who uses each and since when; never the secrets themselves.',
        description: `To replace a secret, add a second one for the same client, change the senders, and remove the old one when the list says that it can be removed: it
was not used for 7 days, and each of its senders uses another one now.`,
      },
      'secret remove': {
        summary: 'Remove a named secret.',
        description: `Requests with it are refused (401) within seconds, by running services too; Google Ads does not send a refused lead again. Its events stay. What is
refused is kept: "refused replay" stores it when the secret was added again.`,
      },
      'send form': {
        summary: 'Send a signed test submission of the own form.',
        description:
          'Posts to /integracoes/leads of a running service, signed with FORMULARIO_SECRET, and shows what came back. Exits 1 unless the service took it. What becomes of the event is told by `events show`.',
        flags: {
          campaign: 'Id of the campaign (campanha_id).',
          type: 'Event type.',
          id: 'Id of the submission; left out: a new one. The same id again is a resend.',
          fbclid: 'Social click id.',
          value: 'Value of a conversion, in BRL.',
          field: 'One more key of the form.',
        },
        examples: inOrder('', '', 'As a curl command, sending nothing:'),
      },
      'send search-ads': {
        summary: 'Send a test event as the search-ads platform does.',
        description:
          'Posts to /webhooks/search_ads of a running service and shows what came back. The request is signed; with --google-key the secret stands in the body instead, as the platform does it. Tie the form or campaign id to a campaign with `campaign link` first.',
        flags: {
          'campaign-id': "The platform's id of the campaign.",
          id: 'Id of the lead or event; left out: a new one. The same id again is a resend.',
          test: 'Mark the lead as a test of the platform.',
          'google-key': 'Send the secret in the body instead of a signature.',
          unsigned: 'Send no credential at all (WEBHOOK_ALLOW_UNSIGNED).',
        },
      },
      'send social-ads': {
        summary: 'Send a test event as the social-ads platform does.',
        description:
          'Posts to /webhooks/social_ads of a running service, signed with WEBHOOK_SOCIALADS_SECRET, and shows what came back. The platform sends ids only, and the answers are fetched from it later; --with-answers puts them into the event, so that it becomes a lead now.',
        flags: {
          'page-id': 'Id of the page.',
          'leadgen-id': 'Id of the lead; left out: a new one.',
          'with-answers': 'Put name, e-mail and phone into the event.',
          unsigned: 'Send no signature (WEBHOOK_ALLOW_UNSIGNED).',
          id: 'With --flat: id of the event; left out: a new one.',
          fbclid: 'With --flat: social click id.',
        },
      },
      serve: {
        summary: 'Receive webhooks and forms, and serve the admin pages.',
        description: `Stores every event before it answers. The queue is processed by \`queue work\`, or here with --work.
On SIGTERM or SIGINT it answers what it has begun and exits 0; a second signal ends it at once.`,
        flags: {
          host: 'Address to listen on instead of HOST.',
          port: 'Port to listen on instead of PORT; 0 takes a free one.',
          work: 'Process the queue in this process too.',
          dev: 'Set up for development: writes missing secrets to .env, adds a sample client and campaign, and works the queue.',
        },
        examples: inOrder('', 'Everything in one process:', 'To try it out on this machine:'),
      },
      'service install': {
        summary: 'Install this program as systemd services.',
        description: `Makes the system user, a settings file with fresh secrets (mode 600) and the units that \`service print\` shows, and prints what is left
to do. Nothing is started or enabled. A settings file that is there stays as it is; units with another text are replaced with --force only.
Running it again goes on where it stopped, and changes nothing when all is there.`,
        flags: {
          root: 'Write everything below this folder instead of into this machine; needs no root, makes no user, reloads nothing.',
          force: 'Replace units that have another text.',
        },
        examples: inOrder('See what it would do:', 'The usual way:', 'Into an image that is being built:'),
      },
      'service print': {
        summary: 'Print systemd units for this program.',
        description: `Units for \`serve\`, for the queue workers, and timers for the weekly prune and the nightly backup. They come back 5 seconds after
a failure, but not after exit 3, and are shut into a sandbox. Nothing is written; \`service install\` does that.`,
        args: { unit: 'Only this unit, such as serve, worker or backup.timer.' },
        examples: inOrder('', 'One unit, as its file:', 'A timer that starts `queue once` in place of the worker:'),
      },
      'service uninstall': {
        summary: 'Stop and remove the systemd services, and keep settings and database.',
        description: `Finds what \`service install\` made with this --prefix, shows it, asks, stops the units and removes their files. The settings, the
database with its backups and the user stay; it prints the commands that remove them too. Files of those names that somebody else made stay.
Running it again goes on where it stopped, and changes nothing when nothing is left.`,
        flags: {
          'env-file': 'Settings file to read instead of .env in the working directory.',
          root: 'Remove from below this folder instead of from this machine; needs no root, stops nothing.',
        },
        examples: inOrder('See what it would do:', 'The usual way:'),
      },
      'session list': {
        summary: "List who is logged in to the operators' web.",
        description:
          'A session ends 12 hours after the login (30 days with ADMIN_READONLY_TOKEN), 2 hours after its last use (an open live page is one), when the person logs out, when ADMIN_TOKEN changes, or with `session revoke`. A restart of `serve` ends none. Programs that send the token with each request have no session.',
      },
      'session revoke': {
        summary: "End a login of the operators' web, or all of them.",
        description:
          'It counts at once in every running `serve` on the database; open live pages end within some seconds. Whoever knows the token can log in again: when the token itself is known to others, change ADMIN_TOKEN and restart, which ends its sessions too.',
        args: { session: 'Id of a session, as `lead-intake session list` shows it.' },
        flags: { all: 'Ends every session.' },
      },
      'signature sign': {
        summary: 'Sign a body as a sender has to.',
        description:
          'Prints sha256=<hex>, the HMAC-SHA256 of exactly these bytes with the current secret of the source. The secret comes from the configuration, or from the environment variable named by --secret-env; never from the command line, where others could read it.',
        flags: { 'secret-env': 'Environment variable that holds another secret.' },
      },
      'signature verify': {
        summary: 'Say whether a signature is valid, or explain why it is not.',
        description:
          'Exits 0 when it is valid and 1 when it is not. The explanation comes from trying the mistakes senders make: another secret, JSON written anew, line ends, base64 for hex and many more. For the form the timestamp is checked against the clock too, without changing the exit code.',
        flags: { signature: 'Value of the header, as the sender sends it.' },
        examples: inOrder('', 'Why was a request refused?'),
      },
      'source backfill social-ads': {
        summary: 'Fetch social-ads leads that never arrived.',
        description:
          'Compares the forms of every connected page, and those that campaigns are linked to, with the platform, and stores the leads that are missing as ordinary events; a worker makes leads of them. Leads that are here without their answers, because their event failed or waits, get them and run again (healed). Other leads are left alone, so it can be run again at any time. Without --since it begins where each form was compared last. `serve --work` and `queue work` do the same every SOCIALADS_RECONCILE_HOURS. Exits 1 when a form could not be compared to its end; the others are stored all the same.',
        flags: {
          since: 'Leads made from then on: a day, a moment, or a length of time such as 30d.',
          page: 'Only the forms of this page.',
          form: 'Only this form.',
        },
        examples: inOrder('', 'See how many are missing:'),
      },
      'source connect': {
        summary: 'Connect a Meta page, so that the answers of its leads are fetched.',
        description: `Reads the token from standard input or a file, checks it with Meta, subscribes the page so that Meta reports its leads, seals the token with
CREDENTIALS_KEY and keeps it in the database, in place of an older one. Leads that waited for it run again; workers that are running take it over
by themselves. The token is never printed: the fingerprint tells it from another one. Without --page, lists the pages that the token opens and keeps
nothing. With SOCIALADS_APP_ID and WEBHOOK_SOCIALADS_SECRET set, also checks permissions, expiry and leads access, and exchanges the
short-lived token of a person.`,
        flags: {
          page: 'Id of the page; left out: lists the pages that the token opens.',
          'token-file': 'File that holds the token; left out: standard input.',
          check: 'Ask Meta whether the token can fetch leads of the page.',
          subscribe: 'Subscribe the page, so that Meta reports its leads; --no-check leaves that out too.',
        },
        examples: inOrder('Paste the token, then Ctrl-D:', 'List the pages to choose from:', ''),
      },
      'source disconnect': {
        summary: 'Remove the token of a page from the database.',
        description:
          'Leads of the page that only name themselves wait from then on; none is lost. A token in WEBHOOK_SOCIALADS_TOKENS is not touched, and is used again.',
        flags: { page: 'Id of the page, as the platform writes it.' },
      },
      'source form list': {
        summary: 'List the lead forms of Meta and Google Ads, with their leads that have no contact.',
        description:
          'Unread keys are those of the newest leads without e-mail and phone that nobody says anything about: neither an operator, nor the platform, nor the key itself.',
      },
      'source form map': {
        summary: 'Say which answers of a lead form are the name, the e-mail, the phone.',
        description: `Counts before what the platform or the key itself says, for leads that come from then on and for stored ones: what a stored lead lacks is
filled in from its own answers, and conversions that waited for a contact are sent. An answer that cannot be what it is mapped to (an e-mail without @)
stays an answer. Fields: nome, primeiro_nome, sobrenome, email, telefone, cidade, estado, cep, pais, empresa, cargo, nenhum; nenhum: an answer and nothing else. Shows what would change and asks first.
An e-mail or phone that cannot be used counts as lacking. Nothing else is overwritten, so a correction of a wrong mapping does not take back what stored
leads got by it: look at --dry-run first. Running workers need no restart.`,
        args: { mapping: 'A key of the form and its field: key=field.' },
        flags: {
          clear: 'Key that is read automatically again. Can be given several times.',
          force: 'Map a key that the form does not have yet; with --source, also a form that has no lead yet.',
        },
        examples: inOrder('See what it would do:', '', 'Back to the automatic reading:'),
      },
      'source form refill': {
        summary: 'Read the answers of the stored leads of a form again, and fill in what they lack.',
        description:
          'Workers do this by themselves when the questions of a form come or its mapping changes; this does it at once, for example after an upgrade that knows more keys. What a lead has stays. Conversions that waited for a contact are sent.',
      },
      'source form show': {
        summary: 'Show how the answers of a lead form are read, and who says so.',
        description:
          'An operator counts before the platform, the platform before the key. Keys and examples are of the 500 newest leads. Examples are masked; --reveal shows them and is written to the log of what operators do.',
      },
      'source import search-ads': {
        summary: 'Import leads from the CSV that Google Ads exports.',
        description:
          'Reads the export as Google Ads writes it: English, Portuguese or Spanish headers in any order, UTF-8 or UTF-16, separated by commas, semicolons or tabs. Columns that are not known are kept as answers. Dates may be in ISO, in numbers, or with the month in words. Whether the day or the month comes first is decided for the whole file, by a day above 12 or by a Portuguese or Spanish header; where neither decides it, nothing is imported without --dates. On a terminal, and with --dry-run, the command shows what it understood before it stores anything. Each row that is missing becomes an ordinary event; it is known by its lead id or its GCLID, so the same file can be imported again. A lead that ended as `wrong_client` goes on as one of the client that the file or --campaign names, and is reported as healed. Lines that cannot be used are reported with their number, and the command exits 1; the others are stored.',
        flags: {
          form: 'Id of the form at the platform, for rows that name none.',
          campaign: 'Id of the campaign, as `campaign list` shows it, of all leads of the file.',
          dates: 'What comes first in dates such as 03/04/2026.',
          'dry-run': 'Show what was understood and how many are missing, and change nothing.',
        },
      },
      'source list': {
        summary: 'List the sources of events, and the accounts of the platforms that are connected.',
        description:
          'Tells for each account whether the platform takes its credential, where that is kept, and its fingerprint; never the credential itself.',
      },
      'user add': {
        summary: 'Add a user, who works the leads of a client.',
        description: 'The client has to exist. A user is told by the e-mail address, which is unique within the client.',
        flags: { client: 'Id or name of the client.', email: 'E-mail address of the user.', name: 'Name of the user.' },
      },
      'user list': {
        summary: 'List the users, of all clients or of one.',
        description: 'Users are the people who work leads; they do not log in here.',
      },
      'user remove': {
        summary: 'Remove a user who has no campaigns left.',
        description: 'While campaigns belong to the user, nothing is removed and the command exits 1.',
      },
      'user show': {
        summary: 'Show a user with the campaigns whose leads the user receives.',
        description: 'Users are the people who work leads; they do not log in here.',
      },
    },
    /** What oclif writes of its own. */
    terms: {
      USAGE: 'USAGE',
      ARGUMENTS: 'ARGUMENTS',
      FLAGS: 'FLAGS',
      'GLOBAL FLAGS': 'GLOBAL FLAGS',
      DESCRIPTION: 'DESCRIPTION',
      EXAMPLES: 'EXAMPLES',
      TOPICS: 'TOPICS',
      COMMANDS: 'COMMANDS',
      VERSION: 'VERSION',
      COMMAND: 'COMMAND',
      '[COMMAND]': '[COMMAND]',
      '[FLAGS]': '[FLAGS]',
      '[default: ': '[default: ',
      '(required)': '(required)',
    },
    /** What arguments and values of flags are called. */
    placeholders: {
      ADDRESS: 'ADDRESS',
      AMOUNT: 'AMOUNT',
      BODY: 'BODY',
      CAMPAIGN: 'CAMPAIGN',
      CLIENT: 'CLIENT',
      CODE: 'CODE',
      COMMAND: 'COMMAND',
      CONVERSION: 'CONVERSION',
      DAYS: 'DAYS',
      DIR: 'DIR',
      DURATION: 'DURATION',
      EMAIL: 'EMAIL',
      EVENT: 'EVENT',
      FILE: 'FILE',
      'ID|NAME': 'ID|NAME',
      KEY: 'KEY',
      'KEY=VALUE': 'KEY=VALUE',
      NAME: 'NAME',
      PATH: 'PATH',
      PHONE: 'PHONE',
      PLATFORM: 'PLATFORM',
      QUEUE: 'QUEUE',
      REFUSED: 'REFUSED',
      SOURCE: 'SOURCE',
      STATE: 'STATE',
      TIME: 'TIME',
      TYPE: 'TYPE',
      USER: 'USER',
      'sqlite:PATH': 'sqlite:PATH',
    },
  },

  /** What is said beside a record or a secret, in every face. */
  remarks: {
    conversion: {
      nobodyToTell:
        'It is not reported to any platform: the lead came from none and has no click id. It becomes pendente if an update brings the click id of the lead. For later leads, have the form send gclid or fbclid.',
      neverSent: 'It was withdrawn before it was sent, so it is not reported to any platform.',
      toBeRestated:
        'Google Ads has the value from before. The new one waits to be sent as an adjustment, which replaces the value and counts no second conversion.',
      keptBySocialAds:
        'Meta has it as it was sent: its Conversions API takes nothing back and changes nothing. The change counts in these lists and exports only; if the amount matters for a campaign, ask Meta’s support.',
      timeKeptBySearchAds:
        'Google Ads keeps the time it was sent: an adjustment changes values only. The corrected time counts in these lists and exports only; no action needed.',
      underFormerName: ({ former, platformKey }: { former: string; platformKey: null | string }): string =>
        `Google Ads has it under its former name, "${former}". If SEARCHADS_CONVERSION_ACTIONS gives both names the same conversion action, the value there is adjusted. If not, Google Ads counts a new conversion and keeps the former one: in Google Ads, open Goals, Conversions, Uploads and upload an adjustment (RETRACT) with the former conversion action and the order ID ${platformKey}.`,
      keptBySearchAds: ({ key }: { key: string }): string =>
        `Google Ads has it as it was sent: the API in use changes values only and takes nothing back. In Google Ads, open Goals, Conversions, Uploads and upload an adjustment (RETRACT) with the order ID ${key}. Until then it is withdrawn in these lists and exports only.`,
    },
    ownerlessAccounts: ({ accounts }: { accounts: string }): string =>
      `There are several clients, and ACCOUNTS_CLIENT is not set. Nobody knows whose the accounts of the settings are (${accounts}), so conversions of clients without an ` +
      'account of their own wait. Set ACCOUNTS_CLIENT to the id of the client that has them, or to `all`, and restart the service and its workers; or connect an ' +
      'account for each client, on its page or with `lead-intake client connect`.',
    rotation: {
      noneUnderWay: ({ name }: { name: string }): string =>
        `None under way. To rotate the secret, move it to ${name}, set the new one, restart, then change the senders.`,
      settingCanGo: ({ name, unusedFor }: { name: string; unusedFor: string }): string =>
        `${name} can be removed: it has not been used for ${unusedFor}, and every sender that lead-intake can tell apart now uses the new secret.`,
      namedInUse: ({
        unused,
        moved,
        senderCount,
        quietDays,
      }: {
        unused: string;
        moved: number;
        senderCount: number;
        quietDays: number;
      }): string =>
        `Keep it: it was last used ${unused} ago, and ${moved} of ${senderCount} senders ${moved === 1 ? 'uses' : 'use'} another secret now. It can be removed once every sender uses another one and it has not been used for ${quietDays} days.`,
      namedOneLeft: ({ unused }: { unused: string }): string =>
        `It was last used ${unused} ago, but 1 sender that used it has not sent with another secret since. Check it before you remove the secret.`,
      namedManyLeft: ({ unused, left }: { unused: string; left: number }): string =>
        `It was last used ${unused} ago, but ${left} senders that used it have not sent with another secret since. Check them before you remove the secret.`,
      namedCanGo: ({ unused }: { unused: string }): string =>
        `It can be removed: it was last used ${unused} ago, and every sender that lead-intake can tell apart uses another secret now.`,
      form: 'form',
      campaign: 'campaign',
      page: 'page',
      platformCampaign: 'platform campaign',
      client: 'client',
      address: 'address',
      condition: ({ quietDays }: { quietDays: number }): string =>
        `It can be removed once it has not been used for ${quietDays} days and the new secret has been used.`,
      notStarted: ({ name, condition }: { name: string; condition: Translated<string> }): string =>
        `Keep ${name}: no \`serve\` has started with the new secret yet. ${condition.en}`,
      newUnused: ({ name, since, condition }: { name: string; since: string; condition: Translated<string> }): string =>
        `Keep ${name}: no sender has used the new secret yet, which has been the current one for ${since}. ${condition.en}`,
      oldUnused: ({ name, unused, condition }: { name: string; unused: string; condition: Translated<string> }): string =>
        `Keep ${name}: it has not been used since the new secret became current ${unused} ago. ${condition.en}`,
      oldUsed: ({ name, unused, condition }: { name: string; unused: string; condition: Translated<string> }): string =>
        `Keep ${name}: senders still use it, the last time ${unused} ago. ${condition.en}`,
      oneLeft: ({ name, unused }: { name: string; unused: string }): string =>
        `${name} has not been used for ${unused}, but 1 sender that used it has not sent with the new secret since. Check it before you remove the old secret.`,
      manyLeft: ({ name, unused, count }: { name: string; unused: string; count: number }): string =>
        `${name} has not been used for ${unused}, but ${count} senders that used it have not sent with the new secret since. Check them before you remove the old secret.`,
    },
  },

  /** The way of an event: what its steps are called, and what is told of them. */
  timeline: {
    names: {
      refused: 'refused',
      received: 'received',
      resent: 'sent again',
      queued: 'queued',
      gone: 'no job',
      parked: 'parked',
      retry: 'retry',
      lease_expired: 'lease expired',
      failed: 'failed',
      held: 'parked',
      waiting: 'waiting',
      running: 'running',
      done: 'done',
      ended: 'failed',
    },
    refused: 'the request first arrived then; it was replayed when it was received',
    received: (params: { bytes: number; address: string; credential: string; request: string }): string =>
      `${params.bytes} bytes from ${params.address}, ${params.credential}, request ${params.request}`,
    resent: ({ resends, conflicts, type }: { resends: number; conflicts: number; type: string | null }): string =>
      `${resends === 1 ? '1 time' : `${resends} times`}, this is the last` +
      `${conflicts === 0 ? '' : `, ${conflicts} with other content (the first is kept)`}${type === null ? '' : `, with the type ${type}`}`,
    queued: ({ job, queue }: { job: string; queue: string }): string => `job ${job} on ${queue}`,
    conversion: ({ id }: { id: string }): string => `conversion ${id}`,
    gone: 'the ended jobs of this event have been removed from the queue',
    attempt: ({ job, attempt }: { job: string; attempt: number }): string => `job ${job}, attempt ${attempt}`,
    job: ({ job, attempts }: { job: string; attempts: number }): string =>
      `job ${job}, ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}`,
    at: ({ worker }: { worker: string }): string => `at ${worker}`,
    because: ({ reason }: { reason: string }): string => `because of ${reason}`,
    lead: ({ id }: { id: string }): string => `lead ${id}`,
  },

  /** The view of `queue watch`. */
  terminal: {
    tabs: { queue: 'Queue', events: 'Events', failures: 'Failures', workers: 'Workers', leads: 'Leads' },
    health: {
      ok: 'ok',
      empty: 'no jobs yet',
      starting: 'reading …',
      lost: ({ age }: { age: string }): string => `no answer for ${age}`,
      since: ({ time }: { time: string }): string => `since ${time}`,
      asOf: ({ time, word }: { time: string; word: string }): string => `as of ${time}: ${word}`,
    },
    readonly: 'read-only',
    frozen: 'view paused, p goes on',
    oldest: ({ age }: { age: string }): string => `oldest ${age}`,
    noneDue: 'nothing due',
    workers: ({ alive, gone }: { alive: number; gone: number }): string =>
      `${alive === 1 ? '1 worker' : `${alive} workers`}${gone > 0 ? `, ${gone} gone` : ''}`,
    rates: { received: 'in', finished: 'done', failed: 'failed' },
    perSecond: '/s',
    perMinute: '/min',
    lastMinutes: ({ minutes, finished, failed }: { minutes: number; finished: string; failed: string }): string =>
      `last ${minutes} min: ${finished} done, ${failed} failed`,
    stale: ({ time, reason }: { time: string; reason: string }): string => `Figures of ${time}. ${reason}`,
    meanings: {
      pendente: 'wait for their turn',
      adiado: 'of these, tried again later',
      estacionado: 'wait for something outside',
      processando: 'at a worker now',
      concluido: 'done',
      falhou: 'ended with an error',
    },
    queuePaused: ({ since }: { since: string }): string => `Paused since ${since}: events are received, no job is started.`,
    noWorkerHelp: 'Nobody works the queue. `lead-intake queue work` starts a worker.',
    charts: {
      received: 'received',
      finished: 'done',
      failed: 'failed',
      waiting: 'waiting',
      per: ({ minutes }: { minutes: number }): string => (minutes === 1 ? 'per minute' : `per ${minutes} min`),
    },
    columns: {
      evento: 'EVENT',
      recebido: 'RECEIVED',
      status: 'STATE',
      origem: 'SOURCE',
      tipo: 'TYPE',
      identidade: 'IDENTITY',
      erro: 'ERROR',
      alvo: 'NAMES',
      lead: 'LEAD',
      reenvios: 'RESENT',
      total: 'JOBS',
      quando: 'WHEN',
      mensagem: 'MESSAGE',
      job: 'JOB',
      tentativas: 'TRIES',
      trabalhador: 'WORKER',
      host: 'HOST',
      pid: 'PID',
      versao: 'VERSION',
      desde: 'SINCE',
      visto: 'SEEN',
      processados: 'DONE',
      falhas: 'FAILED',
      enviado: 'SUBMITTED',
      criado: 'CREATED',
      cliente: 'CLIENT',
      campanha: 'CAMPAIGN',
      nome: 'NAME',
      email: 'E-MAIL',
      telefone: 'PHONE',
      conversoes: 'CONV',
    } as Readonly<Record<string, string>>,
    alive: 'alive',
    gone: 'gone',
    olderGroups: 'older errors',
    empty: {
      events: 'No event has been received yet.',
      groups: 'Nothing failed, nothing is parked.',
      jobs: 'No job is left in this group.',
      workers: 'No worker is running. `lead-intake queue work` starts one.',
      leads: 'There is no lead yet.',
    },
    emptyFiltered: 'No row matches the filter.',
    emptySearched: ({ rows }: { rows: string }): string => `None of the newest ${rows} rows matches the filter.`,
    loading: 'Reading …',
    rows: ({ shown, isMore }: { shown: string; isMore: boolean }): string =>
      isMore ? `${shown}+ rows` : shown === '1' ? '1 row' : `${shown} rows`,
    marked: ({ count }: { count: number }): string => `${count} marked`,
    filterShown: ({ text }: { text: string }): string => `filter ${text}`,
    searched: ({ rows }: { rows: string }): string => `newest ${rows} searched`,
    filterPrompt: 'Filter: ',
    filterHelp: 'text  /regex/  !not  status:erro   Enter keeps, Esc clears',
    notRegex: 'not a regular expression',
    confirm: {
      retryJobs: ({ jobs }: { jobs: string }): string => `Run ${jobs} again?`,
      retryEvents: ({ events }: { events: string }): string => `Put ${events} through again?`,
      forget: ({ jobs }: { jobs: string }): string => `Delete ${jobs} for good?`,
      pause: 'Pause the queue? Events are still received, no job is started.',
      resume: ({ jobs }: { jobs: string }): string => `Open the queue again? ${jobs} wait.`,
      reveal: ({ event }: { event: string }): string => `Show the personal data of event ${event}? It is recorded.`,
      keys: 'y yes   any other key no',
    },
    done: {
      retryJobs: ({ jobs }: { jobs: string }): string => `${jobs} put back into the queue.`,
      retryEvents: ({ events }: { events: string }): string => `${events} put through again.`,
      forget: ({ jobs }: { jobs: string }): string => `${jobs} deleted.`,
      pause: 'The queue is paused.',
      resume: 'The queue is open again.',
      nothing: 'Nothing was changed.',
    },
    jobs: ({ count, isOne }: { count: string; isOne: boolean }): string => (isOne ? '1 job' : `${count} jobs`),
    events: ({ count, isOne }: { count: string; isOne: boolean }): string => (isOne ? '1 event' : `${count} events`),
    refusedReadonly: 'Read-only: nothing is changed or revealed from here.',
    refusedStale: 'No connection: nothing can be changed now.',
    nothingToActOn: 'There is nothing here for this key to act on.',
    working: 'Working …',
    detail: {
      title: ({ id }: { id: string }): string => `Event ${id}`,
      missing: 'This event does not exist any more.',
      way: 'Way',
      lead: 'Lead',
      conversion: 'Conversion',
      body: 'Body',
      bodyHidden: ({ bytes }: { bytes: string }): string => `${bytes} bytes, hidden; V shows it`,
      masked: 'personal data masked',
      shown: 'personal data shown, recorded',
    },
    hints: {
      tabs: '1-5 tabs',
      move: 'j k move',
      filter: '/ filter',
      sort: 's sort',
      detail: 'Enter open',
      close: 'Esc back',
      mark: 'space mark',
      retry: 'R retry',
      forget: 'F forget',
      pause: 'P pause',
      resume: 'P resume',
      reveal: 'V reveal',
      freeze: 'p freeze',
      help: '? help',
      quit: 'q quit',
      full: 'Enter full',
      scroll: 'j k scroll',
    },
    help: {
      title: 'Keys',
      lines: [
        ['1 … 5, Tab, ← →', 'open a tab'],
        ['j k ↑ ↓', 'next and previous row'],
        ['PgUp PgDn, h l', 'a page up and down'],
        ['g Home, End', 'first row, last row that is loaded'],
        ['Enter', 'open: a group, the way of an event; again: the whole screen'],
        ['Esc', 'back: closes what is open, clears the filter'],
        ['space, a', 'mark a row, mark all or none'],
        ['/', 'filter: text, /regex/, !not, status:erro, erro:…, origem:…, tipo:…, identidade:…'],
        ['s o', 'sort by the next column, the other way round'],
        ['p', 'pause the view; nothing moves until p'],
        ['R', 'retry what is marked, or the selected row'],
        ['F', 'forget failed or parked jobs: deletes them'],
        ['P', 'pause or resume the queue'],
        ['V', 'show the personal data of the open event; it is recorded'],
        ['?', 'this page'],
        ['q, Ctrl-C', 'quit'],
        ['Ctrl-Z', 'stop, `fg` comes back'],
      ] as readonly (readonly [string, string])[],
      upper: 'UPPERCASE keys change something. They ask first and name the number.',
    },
    /** Why a source has nothing to show. */
    source: {
      fileGone: 'The database file is gone.',
      otherAnswer: 'What answers at this address is not lead-intake.',
      tokenRefused: 'The service refuses the admin token.',
      tokenHint: 'Compare it with ADMIN_TOKEN of the running service; --token-file reads it from a file.',
      tokenReadOnly: 'This token is read-only: it sees masked data and changes nothing. Start with ADMIN_TOKEN for that.',
      answers: ({ status, detail }: { status: number; detail: string }): string => `The service answers ${status}.${detail}`,
      noAnswer: ({ code }: { code: string }): string => `The service does not answer (${code}).`,
      noAnswerHint: 'Check the address and that `lead-intake serve` runs there.',
    },
    tooSmall: 'The window is too small.',
    spoken: {
      view: ({ name }: { name: string }): string => `lead-intake, watching ${name}`,
      tab: ({ name }: { name: string }): string => `Tab ${name}`,
      selected: 'selected',
      isMarked: 'marked',
      row: ({ index, count }: { index: number; count: number }): string => `Row ${index} of ${count}`,
    },
  },

  /** The pages, by page. */
  web: {
    /** How accounts at the platforms are called. */
    accounts: { page: 'page', dataset: 'dataset', ads_account: 'Google Ads account', anyPage: 'every other page' },

    accountsTable: {
      account: 'Account',
      use: 'For',
      uses: { page: 'fetching leads', dataset: 'sending conversions', ads_account: 'sending conversions' },
      client: 'Client',
      everyClient: 'all clients',
      state: 'State',
      states: {
        ok: 'ok',
        unused: 'not used yet',
        paused: 'throttled',
        away: 'no answer',
        refused: 'credential refused',
        unconnected: 'no credential',
        blocked: 'blocked',
      },
      /** What a state means and what to do. */
      advice: {
        paused: 'The platform asks for fewer calls. It goes on by itself; nothing is lost.',
        away: 'lead-intake keeps trying, one job at a time, for 72 hours. What waits resumes automatically; nothing is lost.',
        refused:
          'What needs this account waits, and nothing is lost. Give it another credential: in the settings, on the page of its client, or for a page with “lead-intake source connect”. What waits then resumes automatically.',
        unconnected: 'Set one in the settings, or connect the account again.',
        blocked:
          'What needs this account waits, and nothing is lost. Do at the platform what is said above; what waits then runs by itself within two hours.',
      },
      pageWithoutToken: (id: string): string => `Connect its token: \`lead-intake source connect social-ads --page ${id}\``,
      until: 'until',
      since: 'since',
      expires: 'The token expires',
      expired: 'The token expired',
      renew: 'Create a new one and connect it in time.',
      credential: 'Credential',
      inSettings: 'settings:',
      inDatabase: 'database, kept since',
      none: '—',
      lastUsed: 'Last used',
      never: 'never',
    },

    activity: {
      title: 'Activity',
      intro: 'What operators did, in the browser and by commands, newest first. Lines are only ever added.',
      table: 'What operators did',
      when: 'When',
      who: 'Who',
      what: 'What',
      on: 'On',
      detail: 'Detail',
      empty: 'Nobody has done anything yet.',
      emptyFiltered: 'Nothing fits the filter.',
      onlyThis: (who: string): string => `only ${who}`,
      actions: {
        repetir: 'retried what had failed',
        esquecer: 'deleted failed jobs',
        reprocessar: 'processed events again',
        pausar: 'paused the queue',
        retomar: 'resumed the queue',
        limpar: 'deleted finished jobs',
        registrar_etapa: 'registered a stage of a lead',
        corrigir_etapa: 'corrected a stage',
        retirar_etapa: 'withdrew a stage',
        testar_conversao: 'sent a conversion to Meta with a test event code',
        conectar: 'connected an account at a platform',
        desconectar: 'disconnected an account at a platform',
        encerrar_sessao: 'ended a login of the web',
        backup: 'made a backup',
        restaurar: 'put a backup in place',
        revelar: 'looked at personal data',
        reaproveitar_recusada: 'replayed a refused request',
        reaproveitar_recusada_sem_credencial: 'replayed a refused request without a valid credential',
        esquecer_recusada: 'deleted refused requests',
        conferir_leads: 'compared the leads with the platform',
        buscar_leads: 'fetched leads that had not arrived',
        importar_leads: 'imported leads from a file',
        mapear_formulario: 'mapped answers of a form',
        incluir_segredo: 'added a secret of a sender',
        remover_segredo: 'removed a secret of a sender',
        incluir_cliente: 'added a client',
        renomear_cliente: 'renamed a client',
        remover_cliente: 'removed a client',
        definir_consentimento: 'changed the consent rule of a client',
        incluir_usuario: 'added a user',
        remover_usuario: 'removed a user',
        incluir_campanha: 'added a campaign',
        alterar_campanha: 'changed a campaign',
        remover_campanha: 'removed a campaign',
        vincular_campanha: 'linked an id of a platform',
        desvincular_campanha: 'unlinked an id of a platform',
      },
    },

    /**
     * What to do about each fault, in the words of somebody at the web: the fault's own sentence names commands. `found` tells whether the
     * event names an id that the form can be filled in with. A test holds the list against the faults there are.
     */
    advice: {
      title: 'How to fix it',
      foundSince: 'What was missing when the event was processed has been added or linked since. Retry the event.',
      advice: {
        unusable_body: (): string =>
          'The sender has to correct the body: below, the place is marked where it stops being what it should be. Sent again under the same id, the event runs by itself.',
        unknown_event_type: (): string =>
          'Map this type with the setting EVENT_TYPES of the service (for a new lead: the type, then =lead; else =update or =conversion), restart the service and its workers, then retry here.',
        platform_not_connected: (): string =>
          'The event only names the lead; its answers are at the platform. Connect the page (lead-intake source connect social-ads, or WEBHOOK_SOCIALADS_TOKENS); the event then runs by itself. Until then it waits without spending attempts, and nothing is lost.',
        credential_refused: (): string =>
          'The platform does not take the token any more. Make a new one there and connect the page again with it (lead-intake source connect social-ads); the event then runs by itself, and nothing is lost. Where a permission was given back at the platform, press “Try now” here.',
        account_blocked: (): string =>
          'The platform blocks the account. A person has to have the block lifted there; then press “Try now” here, and the other events of the account follow by themselves.',
        platform_busy: (): string =>
          'Nothing is wrong: many leads of this page came at once, and the platform is asked for a few at a time. This one has its turn in a moment.',
        platform_throttled: (): string =>
          'Nothing is to be done: the platform asked for a pause, and the event runs by itself afterwards. If this happens often, look who else makes calls with the same token.',
        platform_unavailable: (): string =>
          'The platform does not answer as it should. The event is tried again by itself; if it lasts, look whether this machine reaches the platform, then press “Try now” here.',
        lead_not_available: (): string =>
          'The platform does not hand out this lead: it was deleted there, or the token may not see it. Look for it at the platform, give the token leads_retrieval and the app access in the Leads Access Manager; then press “Try now” here.',
        test_lead: (): string =>
          'Nothing is to be done: the test button of the platform sends an event without a lead behind it. It arrived, so the subscription works.',
        lead_not_found: (): string =>
          'The lead that the event is about has not arrived. Look among the leads whether it came under another id, or have the sender send the lead itself; then retry here.',
        unknown_campaign: (found: boolean): string =>
          found
            ? 'Add the campaign: the link opens the form with its id filled in. Then come back and retry.'
            : 'The event names no campaign id that could be used. Have the sender put campanha_id into the form and send it again.',
        unknown_client: (found: boolean): string =>
          found
            ? 'Add the client under this id: the link opens the form with the id filled in. Then come back and retry.'
            : 'The client id that the event names cannot be one: it has to be a whole number. Have the sender correct cliente_id and send the event again.',
        not_linked: (found: boolean): string =>
          found
            ? 'Tell which campaign these leads belong to: link one of the ids that the event names. The link opens the form with the id filled in. Then come back and retry.'
            : 'The event names no form, campaign, page or client that could be linked. Have the sender add cliente_id or campanha_id and send it again.',
        lead_on_its_way: (): string =>
          'Nothing is to be done here: as soon as the lead is made, this event goes on. If it takes long, look why the event of the lead itself waits.',
        lead_of_other_client: (): string =>
          'The form, campaign or page of this event is linked to a campaign of the wrong client, or has changed hands. Correct the link among the campaigns, then retry here.',
        wrong_client: (): string =>
          'The secret that the sender used is limited to another client than the campaign, form or client that the event names. If the sender mixed up its secret, give it one of the right client (Sources) and have it send the event again. If the campaign or a link is wrong, correct it, then retry here. If you do not know the sender, remove the secret: somebody may be forging leads.',
        page_of_another_client: (): string =>
          'The event names a client, and its page belongs to another one. Correct “cliente_id” at the sender, or give the page to the right client (“lead-intake client connect --page”), then retry here.',
        processing_failed: (): string =>
          'Nobody foresaw this fault, so it is in the program and not in the event. It is tried again by itself while attempts are left. The log of the worker tells more under the id of the job; retry here after an update.',
        write_rejected: (): string =>
          'Most often the campaign or the client was removed while the event was being processed. See whether it is there, then retry here.',
        worker_died: (): string =>
          'The worker ended while it had this event, each time. Look at the body (very large, very deep?) and at the memory of the worker before you retry.',
        forgotten: (): string => 'An operator removed the job, so nobody processes the event. Retry makes a new job for it.',
        other: (): string => 'The sentence above says what happened. When its cause is gone, retry here.',
      },
      steps: {
        addCampaign: 'Add campaign',
        linkForm: 'Link form',
        linkCampaign: 'Link platform campaign',
        linkPage: 'Link page',
        addClient: 'Add client',
        campaign: 'Campaign',
        client: 'Client',
        campaigns: 'Campaigns and their links',
        sources: 'Sources',
        leads: 'Leads',
        body: 'See the body',
        sameError: 'All events with this error',
      },
    },

    /** What an answer of a form can be. */
    answerFields: {
      nome: 'name',
      primeiro_nome: 'first name',
      sobrenome: 'last name',
      email: 'e-mail',
      telefone: 'phone',
      cidade: 'city',
      estado: 'state',
      cep: 'postal code',
      pais: 'country',
      empresa: 'company',
      cargo: 'job title',
      nenhum: 'only an answer',
    },

    bulk: {
      titles: { repetir: 'Retry events', esquecer: 'Forget events' },
      questions: {
        repetir: (count: string): string => (count === '1' ? 'event will run again' : 'events will run again'),
        esquecer: (count: string): string => (count === '1' ? 'event will lose its job, for good' : 'events will lose their job, for good'),
      },
      meanings: {
        repetir:
          'What failed runs again from attempt 1; what is parked or waits for later runs now. Events that are processed, being processed, or already due stay as they are.',
        esquecer:
          'The failed or parked jobs are deleted for good and cannot be run again as jobs. The events stay in the list, with status erro; nothing of what was received is lost.',
      },
      atLeast: 'at least',
      atLeastNote: 'There are more than were counted. All of them will be touched, and the number is told afterwards.',
      changing: {
        repetir: 'The number may change until you confirm: what matches then is touched, and the real number is told.',
        esquecer: 'Should more match when you confirm, you are asked again.',
      },
      grown: (before: string, now: string): string =>
        `Nothing was forgotten: more came since the question. There were ${before}, now there are ${now}.`,
      chosen: (count: string): string => `${count} selected in the list`,
      leftAlone: (count: string): string => `${count} of them stay as they are.`,
      matching: 'All that match:',
      kinds: 'What they are',
      kindsNewest: (count: string): string => `Of the newest ${count}.`,
      none: 'Nothing to do',
      nones: {
        repetir: 'None of these events has failed, is parked or waits for later, so there is nothing to run again.',
        esquecer: 'None of these events has a failed or parked job, so there is nothing to delete.',
      },
      confirm: {
        repetir: (count: string): string => (count === '1' ? 'Retry 1 event' : `Retry ${count} events`),
        esquecer: (count: string): string => (count === '1' ? 'Forget 1 event' : `Forget ${count} events`),
      },
      cancel: 'Back to the list',
    },

    charts: {
      now: 'now',
      minutesAgo: (minutes: number): string => `−${minutes} min`,
      between: (from: number, to: number): string => `${from} to ${to} min ago`,
      table: 'As a table',
      nothing: 'Nothing happened in the last hour.',
      leftOut: 'What is not listed had nothing.',
      newest: 'The newest step still runs: it is dashed.',
      throughput: {
        title: 'Jobs that ended, by minute',
        description: (finished: string, failed: string, most: string): string =>
          `Last hour: ${finished} finished, ${failed} failed. Most in one minute: ${most}.`,
        finished: 'finished',
        failed: 'failed',
        point: (when: string, finished: string, failed: string): string => `${when}: ${finished} finished, ${failed} failed`,
        minute: 'Minute',
      },
      times: {
        wait: 'Wait, until a worker takes the job',
        run: 'Run, until the job has ended',
        description: (p50: string, p95: string, p99: string): string =>
          `Last hour: half took up to ${p50}, 95 of 100 up to ${p95}, 99 of 100 up to ${p99}. Logarithmic scale.`,
        unknown: 'Nothing was measured in the last hour.',
        point: (when: string, p50: string, p95: string, p99: string, jobs: string): string =>
          `${when}: p50 ${p50}, p95 ${p95}, p99 ${p99}, ${jobs} jobs`,
        from: 'From',
        jobs: 'Jobs',
        lastHour: 'last hour',
        none: '—',
      },
    },

    clientAccounts: {
      accounts: 'Accounts at Meta and Google Ads',
      manage: 'Connect, test or disconnect accounts',
      look: 'More about these accounts',
      intro:
        'Conversions of this client’s leads go to its own Meta dataset and Google Ads account, and to no other. Credentials are sealed in the database and never shown.',
      none: 'No account yet. Conversions of this client wait until it has one.',
      ofSettings: 'from the settings',
      through: 'through manager account',
      actions: 'Conversion actions',
      allOthers: (count: number): string => (count === 1 ? 'all conversions' : 'all others'),
      waiting: (count: string, number: number): string =>
        number === 1 ? '1 conversion waits for an account.' : `${count} conversions wait for an account.`,
      waitingText: 'Connect one: they resume automatically, and go to no other client’s account in the meantime.',
      showWaiting: 'Show the conversions',
      disconnect: 'Disconnect',
      disconnectNamed: (id: string): string => `Disconnect account ${id}`,
      willWait:
        'From then on, conversions of this client wait until it has another account. None is lost, and none goes to another account.',
      willGoTo: (id: string): string => `From then on, conversions of this client go to account ${id} of the settings.`,
      waitAlready: (count: string, number: number): string => (number === 1 ? '1 waits already.' : `${count} wait already.`),
      pageLeaves: 'From then on, only linked campaigns say whose the leads of this page are. Its token stays, and leads still arrive.',
      inSettings: 'set in the settings',
      test: 'Test',
      testText: 'Asks Meta and Google Ads whether conversions of this client can be sent. Nothing is sent. It takes up to half a minute.',
      testNow: 'Test now',
      result: 'Result of the test',
      connectDataset: 'Connect a Meta dataset',
      replaceDataset: 'Replace the Meta dataset',
      connectAdsAccount: 'Connect a Google Ads account',
      replaceAdsAccount: 'Replace the Google Ads account',
      connectPage: 'Connect a Meta page',
      replaces: 'Conversions stop going to the account above and go to the one that you give here.',
      datasetId: 'Dataset (pixel) id',
      datasetHint: 'In the Events Manager of Meta. Digits only.',
      adsAccountId: 'Account id',
      adsAccountHint: 'Such as 123-456-7890.',
      loginAccount: 'Manager account id',
      loginAccountHint: 'If the account is reached through a manager account.',
      actionsField: 'Conversion actions, one a line',
      actionsHint: 'NAME=ID, such as sale=7712337565. *=ID is for all other names.',
      withoutClick: 'Leads without a click id',
      withoutClickHint: 'For enhanced conversions for leads, which must be turned on in Google Ads.',
      reportedByContact: 'reported by hashed e-mail and phone',
      notReported: 'not reported',
      initialStage: 'New leads of instant forms',
      initialStageHint: 'Name of the event that tells Meta of each, such as lead. Left empty, Meta is not told.',
      token: 'Token',
      tokenHint: 'Meta shows it once. It is checked, sealed, and not shown again.',
      key: 'JSON key',
      keyHint: 'The whole content of the file: of a service account, or of an authorized user. It is checked, sealed, and not shown again.',
      ofTheSettings: (setting: string): string => `Use the credential of the settings (${setting})`,
      dontCheck: 'Connect without asking the platform first',
      connect: 'Connect',
      replace: 'Replace',
      noKey: 'CREDENTIALS_KEY is not set, so no credential can be sealed here. Set it and restart the service.',
      noKeyButSettings:
        'CREDENTIALS_KEY is not set, so only the credential of the settings can be used. Set it and restart the service to seal others.',
      pageIntro:
        'Leads of the page then belong to this client, unless a campaign linked to the form or page says otherwise. The page’s token is connected on the server with `lead-intake source connect social-ads --page ID`.',
      pageId: 'Page id',
      pageHint: 'Digits only, as in the page’s settings at Meta.',
      consent: 'Consent rule',
      consentText: 'Which consent the people behind this client’s conversions must have given.',
      consentMode: 'Send',
      consentModes: {
        unless_denied: 'Conversions are sent unless the person refused one of these consents:',
        required: 'Conversions are sent only if the person gave one of these consents and refused none:',
      },
      consentOptions: {
        configuracoes: 'as the settings say',
        unless_denied: 'all but those of people who refused',
        required: 'only those of people who consented',
      },
      keys: 'Consents that count',
      keysHint: (keys: string): string => `With commas between. Left out: ${keys}.`,
      ownRule: '(this client’s own rule)',
      settingsRule: '(the rule of the settings)',
      save: 'Save',
      notices: {
        conta_conectada: 'The account was connected. Conversions that waited for it run again.',
        pagina_conectada: 'The page was connected. New leads of the page belong to this client.',
        conta_desconectada: 'The account was disconnected.',
        consentimento_alterado: 'The consent rule was changed. It counts for conversions sent from now on.',
      },
    },

    conversions: {
      title: 'Conversions',
      intro: 'What leads became later: sales, qualified leads. The last one registered comes first.',
      states: {
        pendente:
          'Registered here; it waits until a connector sends it to the platform. Until one is connected it stays, and nothing is lost. With a code it was tried, and is tried again.',
        enviada: 'Sent to the platform, and taken by it.',
        rejeitada: 'The platform did not take it, or it may not be sent; the code says why. It can be sent again.',
        sem_destino:
          'It is not reported to any platform: the lead came from none and has no click id. It counts in these lists only, and no job waits for it.',
        retirada: 'A person withdrew the stage, because it was registered by mistake. It is not sent, and no export has it.',
      },
      statesTitle: 'What the states mean',
      state: 'State',
      platform: 'Platform',
      client: 'Client',
      lead: 'Lead id',
      table: 'Conversions',
      name: 'Name',
      value: 'Value',
      clickId: 'Click id',
      happenedAt: 'Happened',
      createdAt: 'Registered',
      leadColumn: 'Lead',
      event: 'Event',
      empty: 'No conversion yet. Events of a type like conversion or sale register them, and so does a stage, on the page of a lead.',
      emptyFiltered: 'No conversion fits the filter.',
      noPlatform: 'for no platform',
      sentAt: 'sent',
      atPlatform: 'handed over; the platform says later whether it takes it',
      errorCode: 'Error code',
      byHand: 'by hand',
      choose: 'Choose',
      chooseOne: (id: string): string => `Choose conversion ${id}`,
      retry: 'Send the chosen ones again',
      retryHint:
        'Rejected conversions, and those that wait. Google Ads recognizes a repeated one by its key and counts it once; Meta does so for 48 hours. Look for conversions with conversion_outcome_unknown in the Events Manager first.',
      stage: 'Register a stage',
      stageText: 'What became of the lead. It is reported to the platform that the lead came from.',
      stageWord: 'Stage',
      stages: { qualificado: 'qualified', ganho: 'won' },
      stageValue: 'Value',
      stageValueHint: 'For example 2600.00; of a lead that was won.',
      currency: 'Currency',
      stageAt: 'When',
      stageAtHint: (timeZone: string): string => `Time zone ${timeZone} (CONVERSIONS_TIME_ZONE). Left out: now.`,
      stageKey: 'Order number',
      stageKeyHint: 'For more than one sale of the same lead; the same number is counted once.',
      register: 'Register',
      change: (id: string, what: string): string => `Correct or withdraw stage ${id} (${what})`,
      changeText: 'Leave a field as it is to keep it. Who changed it, when and why is kept with the conversion.',
      changeAtHint: (timeZone: string): string => `Time zone ${timeZone} (CONVERSIONS_TIME_ZONE).`,
      reason: 'Reason',
      correct: 'Correct',
      withdraw: 'Withdraw',
      notices: {
        reenviadas: (_text: string, count: number): string =>
          count === 0
            ? 'None of them had to be sent again.'
            : count === 1
              ? '1 conversion is sent again.'
              : `${count} conversions are sent again.`,
        etapa: 'The stage was registered.',
        etapa_repetida: 'This stage was registered before with the same values. Nothing was changed.',
        etapa_reaberta: 'The stage is registered again. The platform has it from before: what it is sent now is in its line below.',
        not_sent: 'The stage was changed. It had not been sent to a platform, so only the new version counts.',
        restated: 'The stage was corrected. The new value is sent to the platform as an adjustment.',
        beyond_reach: 'The stage was changed here. The platform keeps what it was sent: what you can do there is in its line below.',
      },
      corrections: { correct: 'corrected by', withdraw: 'withdrawn by', register: 'registered again by' },
      before: (what: string): string => `Before: ${what}.`,
    },

    directory: {
      campaigns: 'Campaigns',
      backToEvent: (id: string): string => `Back to event ${id}, to retry it`,
      clients: 'Clients',
      tabs: 'Campaigns and clients',
      campaign: 'Campaign',
      client: 'Client',
      search: 'Id, name or linked id',
      campaignsIntro: 'Whom a lead belongs to. Own forms send the id as campanha_id; ids of the ad platforms are linked.',
      campaignsTable: 'Campaigns by client and name',
      noCampaigns: 'No campaign yet. Add the first one.',
      noCampaignsHere: 'This client has no campaign yet.',
      noCampaignsFound: 'No campaign fits the filter.',
      name: 'Name',
      id: 'Id',
      user: 'User',
      links: 'Linked ids',
      leads: 'Leads',
      added: 'Since',
      linkKinds: {
        'search_ads:form': 'search_ads · form',
        'search_ads:campaign': 'search_ads · campaign',
        'social_ads:form': 'social_ads · form',
        'social_ads:page': 'social_ads · page',
      },
      linkHere: 'Link here',
      linkHereTo: (campaign: string): string => `Link here: campaign ${campaign}`,
      linkWish: 'Choose the campaign that this id of the platform belongs to',
      linkWishText:
        'Events that carry it will become leads of that campaign. Find it in the list, or add a new campaign: the id is linked to it in the same step.',
      linkWishReader: 'An operator can link it.',
      linkedAlready: 'This id is linked already, to campaign',
      forgetWish: 'Do not link now',
      missing: 'No campaign has this id yet',
      missingText: 'Add it here. Events that failed because it was missing can be retried right afterwards.',
      existsAlready: 'A campaign with this id exists:',
      addCampaign: 'Add campaign',
      idHint: 'Exactly what the form sends as campanha_id; any text, up to 255 characters.',
      newClient: 'New client',
      newClientHint: 'Only if it is not in the list.',
      chooseClient: 'choose…',
      userEmail: 'E-mail of the user',
      userEmailHint: 'Who works its leads. Is made if the client has no such user.',
      save: 'Save',
      add: 'Add',
      edit: 'Edit',
      leadsOfCampaign: (count: number): string => (count === 1 ? 'lead of this campaign' : 'leads of this campaign'),
      secrets: 'Secrets',
      secretsOfClient: 'Secrets of its senders',
      leadsOfClient: (count: number): string => (count === 1 ? 'lead of this client' : 'leads of this client'),
      moreThan: (count: string): string => `more than ${count}`,
      linksTitle: 'Ids of the ad platforms',
      linksIntro: 'Events that carry one of these ids belong to this campaign.',
      noLinks: 'Nothing is linked yet.',
      linkKind: 'Kind',
      linkValue: 'Id at the platform',
      link: 'Link',
      unlink: 'Unlink',
      unlinkNamed: (link: string): string => `Unlink ${link}`,
      linkedElsewhere: 'Unlink it there first.',
      remove: 'Remove',
      removeCampaign: 'Remove campaign',
      removeCampaignText: 'Removes the campaign and its linked ids. Events that name it will end as erro.',
      removeCampaignLeads:
        'It has leads and stays, so that they keep where they came from. To stop new leads from the ad platforms, unlink its ids.',
      removeClient: 'Remove client',
      removeClientText: 'Only a client without campaigns, users and leads can be removed.',
      removeClientUsed: 'It has campaigns, users or leads and stays. Remove its campaigns and users first; a client with leads stays.',
      removeUserAdvice: 'Give its campaigns another user first.',
      failures: (count: string, code: string): string => `${count} ${count === '1' ? 'failed event' : 'failed events'}: ${code}`,
      failuresText: {
        unknown_campaign: 'They name this campaign, which did not exist then. They become leads now.',
        not_linked:
          'They name this campaign, or an id of a platform that was linked to nothing then and is linked to it now. They become leads now.',
        unknown_client: 'They name this client, which did not exist then. They become leads now.',
      },
      retry: (count: string): string => (count === '1' ? 'Retry 1 event' : `Retry ${count} events`),
      lookAtThem: 'Show the events',
      clientsIntro: 'The companies leads are collected for, with the people who work them.',
      clientsTable: 'Clients by name',
      noClients: 'No client yet. Add one below, or with the first campaign.',
      campaignCount: 'Campaigns',
      userCount: 'Users',
      addClient: 'Add client',
      clientId: 'Id',
      clientIdHint: 'Whole number, when one is in use elsewhere; left out: the next free one.',
      rename: 'Rename',
      users: 'Users',
      usersIntro: 'The people who work the leads. They do not log in here.',
      noUsers: 'No user yet.',
      email: 'E-mail',
      personName: 'Name',
      addUser: 'Add user',
      removeUserNamed: (email: string): string => `Remove ${email}`,
      notices: {
        incluida: 'The campaign was added.',
        alterada: 'The campaign was changed.',
        vinculada: 'The id was linked.',
        desvinculada: 'The id was unlinked.',
        removida: 'The campaign was removed.',
        cliente_incluido: 'The client was added.',
        cliente_alterado: 'The client was renamed.',
        cliente_removido: 'The client was removed.',
        usuario_incluido: 'The user was added.',
        usuario_removido: 'The user was removed.',
        repetidos: 'The failed events are in the queue again.',
      },
    },

    errorPage: {
      request: 'Request',
      home: 'Go to the overview',
      titles: {
        not_found: 'Not found',
        conflict: 'Not possible',
        admin_not_configured: 'The admin is not configured',
        other_origin: 'Request from another page',
        csrf_token_invalid: 'Page out of date',
        form_expected: 'Not a form',
        read_only: 'Read-only access',
        invalid_input: 'Something is not filled in correctly',
        too_many_streams: 'Too many live pages',
        too_many_own_streams: 'Too many live pages of your login, or of readers',
        wrong_token: 'Wrong token',
        too_many_logins: 'Too many attempts',
        method_not_allowed: 'Not a page',
        body_too_large: 'Too much at once',
        overloaded: 'The service is busy',
        metrics_forbidden: 'Metrics are not public',
        query_too_expensive: 'That took too long',
        store: 'Database not available',
        other: 'Something went wrong',
      },
      sentences: {
        not_found: 'There is nothing at this address. The entry may have been removed, or the address is incomplete.',
        conflict: 'What was asked for does not fit what is stored. Nothing was changed.',
        admin_not_configured:
          'The service listens beyond this machine and has no ADMIN_TOKEN. Set ADMIN_TOKEN (“lead-intake secret generate” makes one) and start the service again.',
        other_origin: 'The request came from a page at another address and was refused. Repeat the step on the admin page itself.',
        csrf_token_invalid: 'The page was opened in another session. Go back, reload it and repeat the step.',
        form_expected: 'What was sent is no form of these pages. Nothing was changed.',
        read_only:
          'This login sees personal data masked, so it does not search by words, and it changes nothing. Log in with ADMIN_TOKEN to do more.',
        invalid_input: 'Go back and correct it. Nothing was changed.',
        too_many_streams: 'Too many live pages are open. Close one and reload.',
        too_many_own_streams:
          'As many live pages are open with your login, or by all readers together, as may be. Close one, or try again later.',
        wrong_token: 'The token in the Authorization header is not an admin token.',
        too_many_logins: 'This token is wrong, and so were several others from this address. The right token is always accepted.',
        method_not_allowed: 'This address only takes what a form sends. Nothing was changed.',
        body_too_large: 'What was sent is longer than any form of these pages. Nothing was changed; choose less and try again.',
        overloaded: 'As many forms are being sent as the service takes at once. Nothing was changed; try again in a moment.',
        metrics_forbidden: 'Metrics are for the machine itself, and for programs that send an admin token.',
        query_too_expensive:
          'The database did not answer in time. Choose less: a shorter period, one source, one client or one campaign. If small lists take as long, check the load of the machine and its disk.',
        store: 'The service cannot read or write its database right now. Try again in a moment; the log of the service tells more.',
        other: 'The service failed in an unexpected way. Its log tells more under the number of the request.',
      },
    },

    event: {
      title: (id: string): string => `Event ${id}`,
      back: 'Webhooks',
      retry: 'Retry',
      retryNow: 'Try now',
      forget: 'Forget…',
      forgetNote:
        'The job of this event is removed from the queue, and nobody processes it any more. The event and its body stay, and can be retried.',
      forgetSure: 'Forget the job',
      notices: {
        repetido: 'The event is in the queue again.',
        nada_a_repetir: 'Nothing changed: a worker has the job of this event now, or it already waits in the queue.',
        esquecido: 'The job is removed. The event stays, and can be retried.',
        nada_a_esquecer: 'Nothing changed: only a job that failed, or waits for something outside, can be removed.',
      },
      way: 'What happened to it',
      credentials: {
        hmac: 'HMAC-SHA256 signature',
        hmac_previous: 'HMAC-SHA256 signature',
        google_key: 'google_key',
        google_key_previous: 'google_key',
        unsigned: 'no signature, let pass by WEBHOOK_ALLOW_UNSIGNED',
        operator: 'sent by an operator',
        backfill: 'fetched from the platform afterwards',
      },
      withSecret: {
        current: 'with the current secret',
        previous: 'with the previous secret (rotation under way)',
        former: 'with a secret that is no longer set',
      },
      withNamedSecret: 'with the secret',
      limitedTo: 'limited to',
      clientOf: (id: string): string => `client ${id}`,
      secretRemoved: 'removed since',
      bytes: (bytes: string): string => `${bytes} bytes`,
      took: (duration: string): string => `took ${duration}`,
      by: 'by',
      lead: 'Lead',
      leadMissing: 'There is no lead yet.',
      leadMade: 'created by this event',
      leadChanged: (fields: number): string => (fields === 1 ? '1 field changed' : `${fields} fields changed`),
      leadUnchanged: 'found; nothing of it changed',
      changes: 'What it changed',
      conversions: 'Conversions',
      fetched: 'Fetched from the platform',
      fetchedNote: 'The event only points to the lead; these are its answers.',
      body: 'Body',
      bodyText: 'Text of the body',
      bodyEmpty: 'The body is empty.',
      bodyMasked: 'Personal data hidden; everything else as received.',
      bodyExact: 'As received. Invisible characters appear as codes.',
      layouts: 'Layout of the body',
      formatado: 'Formatted',
      recebido: 'As received',
      copy: 'Copy original',
      copied: 'Copied',
      copyFailed: 'Could not be copied',
      download: 'Download original bytes',
      downloadBatch: 'Download the whole request',
      downloadResend: 'Download the resend',
      bodyPlace: (from: string, to: string, length: string): string => `Characters ${from} to ${to} of ${length}.`,
      bodyParts: 'Parts of the body',
      bodyFirst: 'From the beginning',
      bodyNext: 'Next part',
      notUtf8: 'The body is not valid UTF-8: what cannot be read appears as �. The download has every byte.',
      brokenAt: (line: number, column: number): string => `Not JSON from line ${line}, column ${column} on.`,
      brokenEnd: (line: number, column: number): string => `Not whole JSON: the text ends too early, at line ${line}, column ${column}.`,
      brokenShow: 'Show the place',
      batch: 'This event came in a batch; the body is its part.',
      conflict: 'Resend that differs (it changed nothing)',
      conflictNote: 'The first body counts. Where the newest resend says something else:',
      conflictType: (first: string, second: string): string =>
        `A resend names the type “${second}” instead of “${first}”, and the first one counts. If they are two events, their sender must give them different ids.`,
      conflictFields: 'Fields that differ',
      conflictField: 'Field',
      conflictFirst: 'First body',
      conflictSecond: 'Resend',
      conflictMissing: 'not there',
      conflictLooksEqual: 'Another value: it differs in what is masked or cut off here.',
      conflictWhole: '(the whole body)',
      conflictMore: (count: string): string => `${count} more fields differ; the downloads have them.`,
      notCompared: {
        not_json: 'One of the two is not JSON, so they cannot be compared field by field. The downloads have both.',
        too_large: 'Too large to be compared here field by field. The downloads have both.',
      },
    },

    events: {
      title: 'Webhooks',
      searchHint: 'Id, click id, name, e-mail, phone …',
      more: 'More filters',
      anyTime: 'any time',
      clear: 'Clear filter',
      fields: {
        busca: 'Search',
        origem: 'Origin',
        status: 'Status',
        estacionado: 'Parked',
        event_type: 'Type',
        erro_codigo: 'Error code',
        erro_alvo: 'Error names',
        identidade: 'Identity',
        cliente: 'Client',
        campanha: 'Campaign',
        periodo: 'Time',
        desde: 'From',
        ate: 'Before',
      },
      periods: { '1h': 'last hour', '24h': 'last 24 hours', '7d': 'last 7 days', '30d': 'last 30 days' },
      onlyParked: 'only parked',
      yes: 'yes',
      active: 'Active filters',
      remove: 'remove',
      manyChoices: 'Too many for a list: type the id.',
      table: 'Received events, newest first',
      receivedAt: 'Received',
      origin: 'Origin',
      type: 'Type',
      identity: 'Identity',
      status: 'Status',
      lead: 'Lead',
      resends: 'Resends',
      choose: 'Select',
      conflicts: (count: string): string => `${count} in conflict`,
      leadNumber: (id: string): string => `lead ${id}`,
      empty: 'No event received yet.',
      emptyHint: 'Send a test event with “lead-intake send form”.',
      emptyFiltered: 'No event fits the filter.',
      emptySoFar: 'None among the events looked at so far. Older ones may fit.',
      event: (id: string): string => `event ${id}`,
      chooseEvent: (id: string): string => `Select event ${id}`,
      olderPage: 'An older page, which does not change by itself. Only the first page is live.',
      toNewest: 'Go to the newest',
      shown: (count: string): string => `${count} events on this page`,
      shownOne: '1 event on this page',
      newOne: '1 new event',
      newMany: 'new events',
      unsearched: (count: string): string =>
        `${count} events are not in the search index yet. It is being made while the service runs; search again a little later.`,
      withoutLead: 'Only events that became a lead: those that failed or wait before that belong to no client or campaign yet.',
      withoutLeadLink: 'Without this filter',
      groups: 'What failed, and what is parked',
      manyTargets: 'The errors name more than 50 different things. The list shows them one by one.',
      parked: 'parked',
      moreGroups: (groups: string, events: string): string => `${groups} more codes with ${events} events`,
      retryGroup: (count: string): string => `Retry ${count}…`,
      forgetGroup: (count: string): string => `Forget ${count}…`,
      ofGroup: (code: string): string => `with ${code}`,
      bulk: 'Selected events',
      choosePage: 'All of this page',
      chosenNone: 'none selected',
      chosenOne: '1 selected',
      chosenMany: 'selected',
      retryChosen: 'Retry selected…',
      forgetChosen: 'Forget selected…',
      allOfFilter: 'All that match:',
      allFailed: 'All in erro:',
      retryAll: 'Retry all…',
      forgetAll: 'Forget all…',
      keys: 'Keys',
      keysOn: 'Keys are on',
      keySearch: 'search',
      keyRows: 'from row to row, inside the list',
      keyOpen: 'open the event of the row',
      keyChoose: 'select the row',
      notices: {
        repetir: (count: string): string => `Events that run again now: ${count}.`,
        esquecer: (count: string): string => `Events whose job was deleted: ${count}.`,
        repetirNone: 'No event was run again: none of them has failed or is parked any more.',
        esquecerNone: 'No job was deleted: none of the events has a failed or parked one any more.',
        expected: (count: string): string => `When you were asked, it was ${count}.`,
      },
    },

    fields: {
      nothingChanged: 'Nothing was changed.',
      optional: '(optional)',
      error: 'Error',
    },

    /** The words of every filter. `since` is at or after, `until` is before. */
    filter: { name: 'Filter', apply: 'Filter', clear: 'Clear filter', any: 'any', since: 'From', until: 'Before', utc: '(UTC)' },

    forget: {
      title: 'Forget refused requests',
      requests: (count: number): string =>
        count === 1 ? 'refused request will be deleted for good' : 'refused requests will be deleted for good',
      wouldBeStored: (text: string, count: number): string =>
        count === 1 ? '1 of them would be stored now if you replayed it.' : `${text} of them would be stored now if you replayed them.`,
      replay: 'Replay instead…',
      meaning: 'The body is deleted too. What is deleted can no longer be replayed and is no longer reported as open.',
      meaningOfReplayed: 'What is still kept of it is deleted. The event that it became stays.',
      confirm: (text: string, count: number): string => (count === 1 ? 'Forget 1 request' : `Forget ${text} requests`),
      none: 'Nothing to do',
      nothing: 'No refused request that was not replayed matches.',
      cancel: 'Back to the list',
      selected: 'Forget selected…',
      all: 'Forget all that match…',
      forget: 'Forget…',
      sure: 'Forget the request',
      forgotten: (text: string, count: number): string =>
        count === 1 ? '1 refused request deleted.' : `${text} refused requests deleted.`,
    },

    forms: {
      title: 'Lead forms',
      sources: 'Sources',
      intro:
        'The forms of Meta and Google Ads that leads came from. Where leads have neither e-mail nor phone, open the form and say what its answers are.',
      empty: 'There is no lead form yet: a form is known from its first lead on.',
      form: 'Form',
      source: 'Source',
      origins: { search_ads: 'Google Ads', social_ads: 'Meta', formulario_proprio: 'own form' },
      page: 'Page',
      client: 'Client',
      leads: 'Leads',
      withoutContact: 'Without contact',
      unreadKeys: 'Unread keys',
      lastAsked: 'Last asked',
      unreached: (leads: string, all: string): string =>
        `${leads} of ${all} leads have neither e-mail nor phone. Say below which answers they are, and fill the stored leads.`,
      id: 'Form ID',
      questions: 'Questions',
      questionsCount: (count: number): string => `${count} from Meta`,
      notAsked: 'not asked',
      error: 'Error',
      toFill: 'A worker is still to read the stored leads again.',
      reading: 'How the answers are read',
      readingIntro: (leads: string): string =>
        `What you say counts before what the platform says, and that before what the key says. Keys and examples are of the ${leads} newest leads.`,
      noKeys: 'No question and no answer of this form is known.',
      question: 'Question',
      type: 'Type',
      answers: 'Answers',
      readAs: 'Read as',
      nothing: 'nothing',
      by: { operator: 'by an operator', platform: 'by the platform', key: 'by its key' },
      mapping: 'Your mapping',
      mappingOf: (key: string): string => `Your mapping of ${key}`,
      automatic: 'Automatic',
      tooMany: 'with source form map',
      preview: 'Preview',
      previewNote: 'Shows what would change. Nothing is saved yet.',
      previewTitle: 'Preview',
      wouldChange: (changed: string, leads: string): string => `${changed} of ${leads} would change.`,
      partly: 'There was no time for all leads of this form; the counts are of those that were read.',
      contactNow: 'Leads without e-mail and phone',
      fromTo: (before: string, after: string): string => `${before} now, ${after} then`,
      gain: (field: string): string => `Would gain: ${field}`,
      leadsCount: (leads: string, count: number): string => (count === 1 ? '1 lead' : `${leads} leads`),
      unusable: (leads: string, key: string, field: string): string =>
        `In ${leads} the answer under “${key}” cannot be what you chose (${field}); it stays an answer.`,
      examples: 'Examples',
      lead: 'Lead',
      gains: 'Gains',
      notUndone:
        'Only what a lead lacks is filled in. If you change the mapping later, leads keep what they got by this one. To correct a single lead, send a lead_updated event.',
      save: 'Save and fill',
      cancel: 'Cancel',
      saved: (changed: string): string => `The mapping is saved. Leads that changed: ${changed}.`,
      savedPartly: (changed: string): string =>
        `The mapping is saved. Leads that changed so far: ${changed}. A worker reads the others within a few minutes.`,
    },

    frame: {
      product: 'lead-intake',
      skipToContent: 'Skip to content',
      menu: 'Menu',
      find: 'Find an event or lead',
      findShort: 'Find…',
      mainNavigation: 'Main',
      sections: {
        home: 'Overview',
        queue: 'Queue',
        events: 'Webhooks',
        leads: 'Leads',
        conversions: 'Conversions',
        directory: 'Campaigns',
        refused: 'Refused',
        sources: 'Sources',
        activity: 'Activity',
      },
      logOut: 'Log out',
      version: 'version',
      readOnly: 'read-only',
      readOnlyMeaning: 'This login sees personal data masked and changes nothing.',
      otherLanguage: 'Português',
      none: '—',
      cut: (characters: string): string => `… (${characters} more characters)`,
      moreRows: (rows: string): string => `${rows} more fields, not shown here`,
      pages: 'Pages',
      newest: 'Newest',
      older: 'Older',
      firstPage: 'First page',
      nextPage: 'Next page',
      ago: (duration: string): string => `${duration} ago`,
      live: {
        off: 'Not updated by itself. Reload the page for new figures.',
        on: 'Live',
        connecting: 'Connecting…',
        paused: 'Paused while the tab is hidden',
        lost: 'Connection lost, trying again…',
        full: 'Too many live pages are open, trying again…',
        ageBefore: 'Figures are',
        ageAfter: 'old.',
      },
    },

    home: {
      title: 'Overview',
      verdict: { ok: 'Everything is fine', warning: 'Worth a look', problem: 'Something is wrong' },
      checked: 'Queue, sources, disk and backup, looked at',
      severity: { ok: 'Fine', note: 'Note', warning: 'Attention', problem: 'Problem' },
      problems: 'What is wrong',
      notes: 'Good to know',
      numbers: 'Figures',
      waiting: 'Waiting',
      waitingMeaning: 'events whose turn has not come',
      oldest: 'Longest wait',
      oldestNone: 'no job waits',
      oldestMeaning: 'of the oldest job that is due',
      lastHour: 'Last hour',
      finished: 'finished',
      failed: ({ count }: { count: string }): string => `${count} failed`,
      received: 'Received in 24 h',
      refused: 'Refused in 24 h',
      refusedMeaning: 'requests, replayed or not',
      moreThan: ({ count }: { count: string }): string => `more than ${count}`,
      none: '—',
      /** Where a finding is understood and put right. */
      places: {
        queue: 'Look at the queue',
        failedEvents: 'Show the failed events',
        parkedEvents: 'Show the waiting events',
        refused: 'Show those not replayed',
        event: 'Show the newest event',
        sources: 'Look at the sources',
        forms: 'Look at the lead forms',
        database: 'Look at the database',
        conversionQueue: 'Look at the queue of conversions',
        rejectedConversions: 'Show the rejected conversions',
        waitingConversions: 'Show the waiting conversions',
      },
      nothingArrived: 'Nothing has arrived yet',
      firstSteps: 'First steps',
      stepStates: { done: 'done', open: 'to do', unseen: 'not visible here' },
      steps: {
        fonte: { name: 'Connect a source', text: 'Set its secret and enter its address at the platform or in your form.' },
        campanha: { name: 'Add a campaign', text: 'It decides which client and user get the lead.' },
        evento: { name: 'Receive the first event', text: 'Send a test: lead-intake send form --campaign ID.' },
        lead: { name: 'See the first lead', text: 'A worker creates it from the event: serve --work or queue work.' },
        backup: { name: 'Make a backup', text: 'Run “lead-intake backup --keep 14” every night.' },
        alerta: {
          name: 'Set an alert',
          text: 'Let Prometheus read /metrics with docs/monitoring/alerts.yml, or run lead-intake doctor on a timer.',
        },
      },
    },

    lead: {
      title: (id: string): string => `Lead ${id}`,
      back: 'Leads',
      lead: 'Lead',
      test: 'Test lead of the platform: not counted, and not sent as a conversion.',
      groups: {
        person: 'Person',
        belonging: 'Belongs to',
        origin: 'Where it came from',
        marks: 'Platform',
        answers: 'Answers',
        others: 'Other fields',
      },
      openLead: 'Open the lead',
      history: 'History',
      made: 'Created',
      changed: 'Changed',
      byEvent: (id: string): string => `by event ${id}`,
      field: 'Field',
      before: 'Before',
      after: 'After',
      changes: 'Changed fields',
      empty: 'empty',
      events: 'Events',
      eventsNote: 'Everything that was received about this lead, newest first.',
      receivedAt: 'Received',
      event: 'Event',
      type: 'Type',
      status: 'Status',
      resends: 'Resends',
      conversions: 'Conversions',
    },

    leads: {
      title: 'Leads',
      intro: 'By the time of submission, newest first, personal data masked. A lead’s page shows them.',
      search: 'Search',
      searchHint: 'Name, e-mail, phone, click id, id',
      origin: 'Origin',
      client: 'Client',
      campaign: 'Campaign id',
      test: 'Test leads',
      tests: { also: 'also', without: 'without', only: 'only' },
      table: 'Leads',
      submittedAt: 'Submitted',
      created: 'created',
      name: 'Name',
      email: 'E-mail',
      phone: 'Phone',
      owner: 'Client',
      campaignColumn: 'Campaign',
      conversions: 'Conversions',
      testBadge: 'test',
      open: (id: string): string => `lead ${id}`,
      empty: 'No lead yet.',
      emptyFiltered: 'No lead fits the filter.',
      emptySoFar: 'None found so far. “Older” looks further.',
      export: 'Export as CSV',
      exportNote: 'All leads of this filter with their personal data; is written into the log of activity.',
      exportSheet: 'For a spreadsheet (;)',
      exportPlain: 'Plain (,)',
    },

    login: {
      title: 'Log in',
      token: 'Admin token',
      submit: 'Log in',
      hintToken: 'The value of ADMIN_TOKEN in the settings of the service, or of ADMIN_READONLY_TOKEN to look only.',
      hintOneTime: 'Open the link that the service showed when it started, or paste its token here. It works once.',
      wrongToken: 'Wrong token. Compare it with ADMIN_TOKEN in the settings of the running service and try again.',
      wrongOneTime:
        'This token is wrong, or was used already. Restart the service for a new link, or set ADMIN_TOKEN to have a lasting one.',
      manyFailures: 'Several attempts from this address failed before. The right token is always accepted.',
      unsentForm: 'Your session has ended, so the form was not sent. After you log in, you can check it and send it.',
      continueTitle: 'Continue',
      continueText: 'Opening the admin page…',
      continueLink: 'Continue',
    },

    namedSecrets: {
      title: 'Secrets of senders',
      sources: 'Sources',
      intro:
        'Give each client or landing page a secret of its own, limited to its client: nobody can then create leads of another client. The secrets of the settings stay valid beside these. A secret for the export lets Google Ads fetch the conversions of one client.',
      ofClient: 'Only those of client',
      all: 'Show all',
      empty: 'There are none yet.',
      name: 'Name',
      source: 'Source',
      origins: { formulario_proprio: 'own form', search_ads: 'Google Ads', exportacao: 'export of conversions' },
      client: 'Client',
      everyClient: 'all clients',
      since: 'Since',
      lastUsed: 'Last used',
      never: 'not yet',
      senders: 'Senders',
      sendersCount: (count: number): string => (count === 1 ? '1 sender' : `${count} senders`),
      lastSeen: 'last seen',
      nowUses: 'now uses',
      remove: 'Remove',
      removeNamed: (name: string): string => `Remove the secret ${name}`,
      removeText:
        'Requests with this secret are refused within seconds, and Google Ads does not send a refused lead again. Check that every sender uses another secret.',
      removed: 'The secret was removed; requests with it are refused within seconds.',
      add: 'Add a secret',
      addSecret: 'Add secret',
      nameHint: 'Such as the landing page or the Google Ads account that uses it.',
      chooseSource: 'Choose…',
      clientHint: "Only leads of this client can be created with it. The export of conversions needs one: it hands out only this client's.",
      value: 'Secret',
      valueHint: 'Leave it empty to have one generated. At least 16 characters.',
      noKey: 'Set CREDENTIALS_KEY and restart the service to add secrets here: it seals them in the database.',
      added: (name: string): string => `The secret “${name}” was added. Copy it now: it is not shown again.`,
      enter: {
        formulario_proprio: 'Put it into the settings of the backend of the landing page, which signs with it; never into the page itself.',
        search_ads: 'Enter it as the key of the lead form in Google Ads (lead delivery, webhook).',
        exportacao:
          'In Google Ads, schedule an upload from https://YOUR-HOST/export/conversions.csv with any user name and this secret as the password.',
      },
    },

    platforms: {
      titles: { search_ads: 'Connection with Google Ads', social_ads: 'Connection with Meta' },
      connect: {
        social_ads:
          'Nothing is connected: leads whose event carries no answers wait, and conversions stay here. “lead-intake source connect social-ads” or WEBHOOK_SOCIALADS_TOKENS connects a page; SOCIALADS_DATASET_ID and SOCIALADS_CONVERSIONS_TOKEN what conversions are sent to.',
        search_ads:
          'Nothing is connected: leads come complete, and conversions stay here. SEARCHADS_CREDENTIALS_FILE and SEARCHADS_ACCOUNT_ID connect the advertiser they are sent to.',
      },
      comparison: 'Comparison of the leads',
      comparedEvery: (hours: number): string =>
        `A worker of the queue webhooks compares the leads of each form with those stored, every ${hours} h.`,
      comparedNever: 'Switched off (SOCIALADS_RECONCILE_HOURS is 0): leads whose webhook never came are not noticed.',
      notCompared: 'No form has been compared yet.',
      form: 'Form',
      page: 'Page',
      comparedAt: 'Compared',
      found: 'Leads there',
      missing: 'Missing here',
      healed: 'Healed',
      missingNote: 'Leads that were missing have been fetched and stored.',
      result: 'Result',
      complete: 'complete',
    },

    queue: {
      title: (queue: string): string => `Queue ${queue}`,
      pause: 'Pause queue',
      resume: 'Resume queue',
      noWorkerTitle: 'No worker is running',
      pausedTitle: 'Queue paused',
      queues: {
        events: {
          noWorkerText: 'Events are received and stored, but nobody processes them. Start one with “lead-intake queue work”.',
          pausedText: 'Events are received and stored; no job begins until the queue is resumed. Paused at',
          meanings: {},
        },
        conversions: {
          noWorkerText: 'Conversions are registered, but nobody sends them. Start one with “lead-intake queue work conversoes”.',
          pausedText: 'Conversions are registered; none is sent until the queue is resumed. Paused at',
          meanings: {
            falhou: 'conversions that were rejected',
            concluido: 'conversions that were sent',
            estacionado: 'wait for a credential or a platform',
          },
        },
      },
      conversionsWait: 'conversions to be sent',
      conversionsParked: (count: string): string => `to be sent; ${count} more wait for a credential`,
      conversionsUnworked: 'start one with “lead-intake queue work conversoes”',
      figures: 'Jobs by state',
      meanings: {
        pendente: 'wait for their turn',
        processando: 'with a worker now',
        falhou: 'ended with an error',
        concluido: 'ended well',
        adiado: 'of the pendente, due later',
        estacionado: 'wait for the platform to be connected',
      },
      oldest: 'Longest wait',
      oldestNone: 'no job waits',
      oldestMeaning: 'of the oldest job that is due',
      lastHour: 'Last hour',
      asOf: 'Figures of',
      workers: 'Workers',
      workersEmpty: 'No worker is registered.',
      worker: 'Worker',
      machine: 'Machine',
      heartbeat: 'Last heartbeat',
      since: 'Since',
      processed: 'Processed',
      failures: 'Failed',
      alive: 'alive',
      gone: 'gone',
      version: 'Version',
      none: '—',
      database: {
        title: 'Database',
        file: 'File',
        size: 'Size',
        wal: 'WAL',
        free: 'Free on disk',
        schema: 'Schema',
        backup: 'Last backup',
        never: 'never',
        unknown: 'unknown',
        backupHint: 'Make one with “lead-intake backup --keep 14”, every night.',
      },
    },

    /** The words around what was received, on every page that shows one entry. */
    record: {
      reveal: 'Show personal data',
      hide: 'Hide personal data',
      revealNote: 'Is written into the log of activity.',
      headers: 'Headers',
      headersNone: 'No headers are kept.',
    },

    refused: {
      title: 'Refused requests',
      intro:
        'Requests that were not accepted, by cause. The newest thousand from verified senders and the newest thousand from all others are kept. Fix the cause, then replay them.',
      groups: 'By cause',
      cause: 'Cause',
      count: 'Kept',
      newest: 'Newest',
      origin: 'Origin',
      table: 'Refused requests, newest first',
      receivedAt: 'Received',
      from: 'From',
      status: 'HTTP',
      became: 'Put through',
      event: (id: string): string => `event ${id}`,
      open: 'not yet (without unsigned ones)',
      empty: 'No request was refused. Nothing to do here.',
      emptyFiltered: 'No refused request fits the filter.',
      back: 'Refused requests',
      one: (id: string): string => `Refused request ${id}`,
      why: 'Why it was refused',
      whatToDo: 'What to do',
      told: 'The sender was told',
      mayPut: 'Put through again',
      mayPutText:
        'It is checked again with the secrets and settings of now, as of the moment it came. What it becomes is an event like any other.',
      alreadyPut: 'It was put through already and became',
      onlyBeginning: 'Only its beginning is kept, so it cannot be put through again. Have the sender send it again.',
      wrongAtSender: 'Was the key or secret wrong at the sender, and has it been corrected there?',
      withoutCredential: 'Replay without a valid credential…',
      stillRefused: 'Still refused:',
      notices: { sem_lead: 'It is genuine, but there is no lead in it. Nothing was stored.' },
      request: 'The request',
      method: 'Asked',
      requestId: 'Request id',
      proven: 'Sender',
      isProven: 'verified: it knows the secret',
      notProven: 'not verified',
      body: 'Body',
      bodySize: (bytes: string): string => `${bytes} bytes kept`,
      bodyWhole: 'all of it',
      bodyBeginning: 'only its beginning',
      bodyMasked: 'what is personal is masked',
      bodyExact: 'as it was received',
      bodyCut: (characters: string): string => `The first ${characters} characters are shown.`,
      bodyEmpty: 'The body was empty.',
      reasons: {
        signature_missing: {
          why: 'The request carries no signature and no key, so nobody can tell who sent it.',
          todo: 'If it is one of your senders: give it the secret and have it sign. Where a source takes unsigned events, that is a setting of its own. Otherwise there is nothing to do: strangers try such addresses.',
        },
        signature_malformed: {
          why: 'The signature is not written as it has to be: sha256= followed by 64 hexadecimal digits.',
          todo: 'Usual causes: Base64 in place of hexadecimal, the prefix missing, another algorithm, or two signatures in one header. Correct the sender, then have it send again.',
        },
        signature_invalid: {
          why: 'The signature does not fit the body. Either the secret differs on the two sides, or the bytes that were signed are not the bytes that were sent.',
          todo: 'First compare the secret of the sender with the setting (blanks and line feeds at its end count). If they are the same, the body was written anew after it was signed: JSON that is parsed and written again has other blanks or escapes; sign the exact text that is sent. “lead-intake signature verify” names the difference.',
        },
        google_key_invalid: {
          why: 'The key in the body is not the one that is set here.',
          todo: 'Enter the same key at the platform and in WEBHOOK_SEARCHADS_SECRET. While you exchange it, keep the old one in WEBHOOK_SEARCHADS_SECRET_PREVIOUS. Google does not send it again: replay it. If the key was wrong in Google Ads, replay it without a valid credential.',
        },
        timestamp_out_of_window: {
          why: 'The timestamp is too far from the clock of this server, so it could be a copy of an old request.',
          todo: 'Check both clocks, send Unix seconds (not milliseconds), and sign at the moment of sending: a form that waits in a queue needs a fresh timestamp for each attempt. It can be put through again now: what counts is when it came.',
        },
        fields_invalid: {
          why: 'Fields that are required are missing, or hold something that cannot be used. The sender was told which.',
          todo: 'Correct the form, and have it send again. Putting the same request through would be refused the same way.',
        },
        body_empty: { why: 'The request has no body.', todo: 'Have the sender send the event as a JSON object in the body of a POST.' },
        body_not_json: {
          why: 'The body is no JSON.',
          todo: 'Usual causes: a form that sends application/x-www-form-urlencoded, text cut off, or quotes that were not escaped. Write the body with a JSON library.',
        },
        body_not_utf8: {
          why: 'The body is not UTF-8.',
          todo: 'Have the sender encode its JSON as UTF-8, not as ISO-8859-1 or Windows-1252.',
        },
        body_not_object: {
          why: 'The body is JSON, but no object.',
          todo: 'Have the sender send {"…": …}: one event, not a list and not a text that holds JSON.',
        },
        body_too_deep: { why: 'The JSON is nested more deeply than any real event.', todo: 'Look at the sender: this is no lead.' },
        body_too_large: {
          why: 'The body is larger than this service takes.',
          todo: 'Look at what the sender puts into it. If it is right, raise MAX_BODY_BYTES and have it send again.',
        },
        content_encoding_unsupported: {
          why: 'The body is compressed, which is not supported: the signature is of the plain bytes.',
          todo: 'Have the sender leave out Content-Encoding.',
        },
        too_many_changes: {
          why: 'The request holds more changes than the platform ever sends at once.',
          todo: 'Have the sender split it into several requests.',
        },
        other: { why: 'The request was refused.', todo: 'Read what the sender was told, correct its cause, then put it through again.' },
      },
    },

    refusedMatches: {
      found: (text: string, count: number): string =>
        count === 1 ? '1 refused request matches too.' : `${text} refused requests match too.`,
      see: (count: number): string => (count === 1 ? 'See it' : 'See them'),
    },

    replay: {
      title: 'Replay refused requests',
      requests: (count: number): string => (count === 1 ? 'refused request' : 'refused requests'),
      wouldBeStored: (text: string, _count: number): string => `${text} would be stored`,
      wereStored: (text: string, count: number): string => `${text} ${count === 1 ? 'was' : 'were'} stored`,
      stillRefused: (text: string, _count: number): string => `${text} still refused:`,
      ignored: (text: string): string => `${text} without a lead`,
      impossible: (text: string, count: number): string =>
        `${text} cannot be replayed: only the beginning is kept, or ${count === 1 ? 'it was' : 'they were'} replayed already`,
      meaning:
        'Replaying checks again with the current secrets and settings. What is still refused stays in the list. No lead is created twice.',
      withoutCredential:
        'Replay also those without a valid credential. I know their sender, whose key or secret was wrong; the log records that I vouched for them.',
      vouchedFor: (text: string): string => `${text} of them without a valid credential`,
      confirm: (text: string, count: number): string => (count === 1 ? 'Replay 1 request' : `Replay ${text} requests`),
      cancel: 'Cancel',
      back: 'Back to the list',
      all: 'Replay all that match…',
      selected: 'Replay selected…',
      select: (id: string): string => `Select refused request ${id}`,
      selection: 'Selection',
      search: 'Search',
      searchHint: 'name, e-mail, phone, id',
      campaign: 'Campaign',
    },

    sources: {
      title: 'Sources',
      intro: 'Where events come from: what is set here, what to enter there, and who has fallen silent.',
      ready: 'ready',
      open: 'open to everybody',
      notConfigured: 'not configured',
      notConfiguredText: (setting: string): string =>
        `It answers 503 until \`${setting}\` is set. “lead-intake secret generate” makes a secret; put it into the settings and start the service again.`,
      unsignedText:
        'Events without a signature are accepted (WEBHOOK_ALLOW_UNSIGNED). Whoever reaches the address can post leads; for development only.',
      address: 'Address',
      enter: {
        search_ads: 'Enter it as the webhook URL of the lead form, and the secret as its key.',
        social_ads: 'Enter it as the callback URL of the page webhooks, field leadgen. The secret is the secret of the app.',
        formulario_proprio: 'Post to it from your own server, signed as shown below.',
      },
      localAddress:
        'This page was opened by an address of this machine. The platforms need the public https address of the service: open this page by that one to see it here.',
      lastEvent: 'Last event',
      never: 'never sent any',
      silent: (duration: string): string => `silent for ${duration}`,
      unusuallySilent: (usual: string): string =>
        `Longer than usual: in the four weeks before, it was silent for ${usual} at most at the same time of day (workdays apart from weekends), and now for more than three times as long again. It stays here until the source sends.`,
      provenBy: 'Verified by',
      credentials: {
        hmac: 'signature',
        hmac_previous: 'signature',
        google_key: 'key in the body',
        google_key_previous: 'key in the body',
        unsigned: 'nothing (unsigned)',
        operator: 'an operator put it through',
        backfill: 'fetched from the platform afterwards',
      },
      last24h: 'Last 24 h',
      events: (text: string, { received24h, isMoreThanCounted }: { received24h: number; isMoreThanCounted: boolean }): string =>
        `${isMoreThanCounted ? 'more than ' : ''}${text} ${received24h === 1 ? 'event' : 'events'}`,
      secret: 'Secret',
      secretSet: (setting: string): string => `\`${setting}\` is set`,
      secretMissing: (setting: string): string => `\`${setting}\` is not set`,
      forms: 'Lead forms',
      formsRead: 'how their answers are read',
      namedSecrets: 'Secrets of senders',
      namedSecretsCount: (count: number): string =>
        count === 0
          ? 'none: give each client a secret of its own'
          : count === 1
            ? '1, limited to its client or sender'
            : `${count}, each limited to its client or sender`,
      rotation: 'Rotation',
      senders: (count: string): string => `Senders that used the previous secret: ${count}`,
      lastSeen: 'last seen with it',
      notMoved: 'not seen with the new secret yet',
      moved: 'uses the new secret, last seen',
      movedBack: 'used the old secret again after the new one, last seen with the new one',
      verifyToken: 'Verify token',
      verifyTokenMissing: (setting: string): string =>
        `\`${setting}\` is not set: the platform cannot verify the subscription. Set it to the text you enter there.`,
      refused: 'Refused',
      refusedOpen: (text: string, _count: number): string => `${text} not replayed`,
      refusedCount: (text: string, _count: number): string => `${text} kept`,
      refusedNone: 'none kept',
      signing: 'How a form signs',
      signingText:
        'HMAC-SHA256 of the exact bytes that are sent, as hexadecimal. The secret stays on your server, never in the browser. Replace the id of the campaign and put the secret into the variable yourself; this page does not know it.',
      signingRetry: 'An attempt that is repeated later needs a fresh timestamp; the same id makes it the same lead.',
    },

    unsentForm: {
      title: 'Your form was not sent',
      text: 'The session had ended. Check the values and send the form.',
      path: 'Sent to',
      send: 'Send',
      leave: 'Do not send; go to the overview',
    },
  },
};
