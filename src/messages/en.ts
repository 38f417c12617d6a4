import type { Translated } from '../base/language.ts';
import { counted } from '../base/text.ts';

/** What is wrong with a line of a file. */
interface LineProblem {
  readonly line: number;
  readonly problem: Translated<string>;
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
    yes: 'yes',
    no: 'no',
  },

  /** What is wrong with a value that a person gave. */
  errors: {
    sealedBox: {
      cannotBeOpened: ({ label }: { label: string }): string =>
        `The credential of ${label} cannot be opened: CREDENTIALS_KEY is not the one it was sealed with, or the database was damaged.`,
      setKeyUsedBefore:
        'Set CREDENTIALS_KEY to the key that was used before, or connect the account again with `lead-intake source connect`.',
    },
    backups: {
      existsAlreadyNothingWritten: ({ path }: { path: string }): string => `${path} exists already; nothing was written.`,
      nameAnotherFileReplace: 'Name another file, or replace this one with --force.',
      liveDatabase: 'The backup cannot be the live database itself.',
      keepCountsBackupsFolder: '--keep counts backups in a folder, and a file was named: leave FILE out, or name a folder.',
      theBackupCannotWritten: ({ folder, code }: { folder: string; code: string }): string =>
        `The backup cannot be written to ${folder} (${code}).`,
      checkPermissionsFolderName: 'Check the permissions of the folder, or name a file elsewhere.',
      theCopyNotWhole: ({ database, problem }: { database: string; problem: Translated<string> | undefined }): string =>
        `The copy of ${database} is not whole, so the database itself is probably damaged; no backup was written. ${problem?.en ?? ''}`,
      keepEarlierBackupsLead:
        'Keep earlier backups. `lead-intake doctor --full` looks at the database; `lead-intake restore` puts a backup in its place.',
      thereNoRoomCopy: ({ folder, needed, left }: { folder: string; needed: string; left: string }): string =>
        `There is no room for a copy of the database in ${folder}: it needs ${needed}, and ${left} are free.`,
      freeSpaceNameFile: 'Free space, or name a file on another disk.',
      unknownUser: 'another process',
      byProcesses: ({ userCount, names }: { userCount: number; names: string }): string =>
        `${userCount === 1 ? 'process' : 'processes'} ${names}`,
      theDatabaseUseNothing: ({ live, who }: { live: string; who: Translated<string> }): string =>
        `The database ${live} is in use by ${who.en}; nothing was changed.`,
      stopServeEveryQueue: 'Stop `serve`, every `queue work` and what a scheduler may start, then run it again.',
      theBackupPlaceBut: ({ names, kept }: { names: string; kept: string }): string =>
        `The backup is in place, but a process (${names}) opened the old database in the same moment and still writes to ${kept}.`,
      startProcessAnewOnce: 'Start that process anew at once.',
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
      theOldDatabaseCould: ({ name, code }: { name: string; code: undefined | string }): string =>
        `The old database could not be kept as ${name} (${code}); nothing was changed.`,
      moveAwayYourselfThen: ({ file }: { file: string }): string => `Move ${file} away yourself, then run it again.`,
      thereIsNoBackup: ({ path }: { path: string }): string => `There is no backup ${path}.`,
      leadIntakeBackupWrites: '`lead-intake backup` writes them to the folder `backups` beside the database.',
      theFolderDoesNot: ({ folder }: { folder: string }): string => `The folder ${folder} does not exist.`,
      makeCheckDatabaseUrl: 'Make it, or check DATABASE_URL.',
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
      googleAdsAccountDoes: ({ accountId, action }: { accountId: string; action: string }): string =>
        `Google Ads account ${accountId} does not take conversions for action ${action}`,
      googleAdsCouldNot: ({ accountId, action }: { accountId: string; action: string }): string =>
        `Google Ads could not be asked about account ${accountId}, action ${action}`,
      seeDocs: 'docs/google-ads.md says what the advertiser has to allow, and which actions take conversions.',
      checkId:
        "Compare the id (in SOCIALADS_DATASET_ID, or of the client's account) with the one in the Events Manager of Meta, and create the token there for this dataset.",
      metaDoesNotShow: ({ id }: { id: string }): string => `Meta does not show dataset ${id} to its token`,
      datasetNotAsked: ({ id }: { id: string }): string => `Meta could not be asked about dataset ${id}`,
      theTokenMayNot: ({ id }: { id: string }): string => `The token may not read dataset ${id}, so its id was not checked.`,
      thereNoTimeLeft: ({ name }: { name: Translated<string> }): string => `There was no time left to ask about ${name.en}.`,
      otherToken: 'Give it another token, in the settings or with `lead-intake source connect` or `lead-intake client connect`.',
      otherApp: 'Meta shows it only to the app the token was made for, and that is not the one in SOCIALADS_APP_ID.',
      metaDoesNotAccept: ({ name }: { name: Translated<string> }): string => `Meta does not accept ${name.en}`,
      metaCouldNotBeAsked: ({ name }: { name: Translated<string> }): string => `Meta could not be asked about ${name.en}`,
      noAppId: 'SOCIALADS_APP_ID or the app secret (WEBHOOK_SOCIALADS_SECRET) is not set.',
      appNotAccepted: ({ said }: { said: Translated<string> }): string =>
        `Meta does not accept the app id with the app secret, so tokens and subscriptions cannot be inspected. ${said.en}`,
      setSocialadsAppId:
        'Set SOCIALADS_APP_ID and WEBHOOK_SOCIALADS_SECRET to the id and the secret of the same app (Meta: App settings > Basic).',
      clientHasNoAccount: ({ client, id }: { client: string; id: string }): string => `Client ${client} has no account ${id}.`,
      leadIntakeClientShow: '`lead-intake client show` shows the accounts of a client.',
      accountOneSettingsBelongs: ({ id, named }: { id: string; named: string }): string =>
        `Account ${id} is the one of the settings, which belongs to client ${named}.`,
      giveClientAnotherAccount: 'Give this client another account, or set ACCOUNTS_CLIENT to the client that has this one.',
      theAccountNoConversion: 'The account has no conversion action. Give NAME=ID for each conversion name, or *=ID for all others.',
      theAccountCannotUse: ({ setting }: { setting: string }): string =>
        `The account cannot use the credential of the settings: ${setting} is not set.`,
      setConnectAccountCredential: ({ setting }: { setting: string }): string =>
        `Set ${setting}, or connect the account with a credential of its own.`,
      nothingKeptConnectAll: `Nothing was kept. To connect it all the same, leave the check out (\`--no-check\`; on the page and in its API \`sem_conferir\`).`,
      metaSaysNotValid: ({ token }: { token: Translated<string> }): string => `Meta says that ${token.en} is not valid.`,
      renew: 'Make a new one, best of a system user of the business, and set it or connect it.',
      tokenOfAnother: ({ of, profileId }: { of: Translated<string>; profileId: string }): string =>
        `The token ${of.en} is a token of ${profileId}.`,
      setTokenPage: 'Set the token of this page.',
      makeTokenPermissionsDocs: 'Make a token with the permissions that docs/meta-lead-ads.md names.',
      theTokenLacksMeta: ({
        of,
        neededScope,
        elsewhere,
      }: {
        of: Translated<string>;
        neededScope: string;
        elsewhere: Translated<string>;
      }): string => `The token ${of.en} lacks ${neededScope}${elsewhere.en}: Meta hands out no lead.`,
      theTokenLacks: ({ of, missing }: { of: Translated<string>; missing: string }): string => `The token ${of.en} lacks ${missing}.`,
      forPageOthers: ' for this page (it has it for others)',
      theTokenEndsIn: ({ of, left }: { of: Translated<string>; left: string }): string => `The token ${of.en} ends in ${left}.`,
      whatTokenOpensClosed: ({ of, left }: { of: Translated<string>; left: string }): string =>
        `What the token ${of.en} opens is closed in ${left}, unless its person logs in again.`,
      onWebClientsPage: "On the web, the client's page connects accounts too.",
      trouble: ({ what, said }: { what: Translated<string>; said: Translated<string> }): string => `${what.en}: ${said.en}`,
      tryLater: 'Try again later.',
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
    },
    namedSecrets: {
      theSecret: ({ problem }: { problem: Translated<string> }): string => `The secret ${problem.en}.`,
      nameClient: 'Choose the client, on the command line with --client.',
      credentialsKeyNotSet: 'CREDENTIALS_KEY is not set, so the secret cannot be sealed; it was not added.',
      createOneLeadIntake:
        'Create one with `lead-intake secret generate`, put it into the settings of the service and of this command, restart the service and add the secret again.',
      mustOneLineLetters: 'must be one line of letters, digits and signs without spaces or accents',
      mustHaveToCharacters: ({ shortest, longest }: { shortest: number; longest: number }): string =>
        `must have ${shortest} to ${longest} characters`,
      aSecretExportNeeds: 'A secret for the export needs a client: it hands out the conversions of that client, and of no other.',
    },
    pages: {
      credentialsKeyNotSet: 'CREDENTIALS_KEY is not set, so there is nothing to seal the token with; it was not kept.',
      makeOneLeadIntake:
        'Make one with `lead-intake secret generate`, put it into the settings of the service and of this command, restart the service, and connect again.',
    },
    refused: {
      leadIntakeRefusedList: '`lead-intake refused list` shows those that are kept.',
      thereNoRefusedRequest: ({ id }: { id: string }): string => `There is no refused request ${id}.`,
      refusedRequestPutThrough: ({ id, eventId }: { id: string; eventId: string }): string =>
        `Refused request ${id} was put through already, as event ${eventId}.`,
      leadIntakeEventsShow: ({ eventId }: { eventId: string }): string =>
        `\`lead-intake events show ${eventId}\` shows what became of it; \`events replay\` processes it again.`,
      ofRefusedRequestOnly: ({ id }: { id: string }): string =>
        `Of refused request ${id} only the beginning is kept; it cannot be put through again.`,
      askSenderSendAgain: 'Ask the sender to send it again; for a body that was too large raise MAX_BODY_BYTES first.',
    },
    settingsFile: {
      aDevelopmentSetupAsked: 'A development setup was asked for while NODE_ENV is production.',
      startLeadIntakeServe: 'Start `lead-intake serve` without --dev and set the secrets in the environment.',
      theBackendYourLanding: 'The backend of your landing page signs with it. It never stands in HTML or in a browser.',
      theSearchAdsPlatform: 'The search-ads platform: enter it as the key of the webhook of a lead form.',
      metaLeadAdsCopy: 'Meta lead ads: copy the app secret from your Meta app into the first line. The token is what you enter there.',
      theLoginAdminPages: 'The login of the admin pages, /admin/fila.',
      title:
        '# Settings of lead-intake. They hold secrets: only you can read this file, keep it out of git.\n# `lead-intake config` shows every setting; flags and the environment win over this file.',
      readers: '# A second login that sees personal data masked and changes nothing. `lead-intake secret generate` makes one.',
      rest: '# Where everything is stored, and where the service listens. These are the defaults.',
      production: '# In production: refuses settings that are only for development, and secrets under 16 characters.',
      existsAlreadySoLeft: ({ old, path }: { old: string; path: string }): string => `${old} exists already, so ${path} was left as it is.`,
      moveAwayDeleteFirst: 'Move it away or delete it first: it may hold secrets that are in use.',
      theSettingsFileCannot: ({ path }: { path: string }): string => `The settings file ${path} cannot be written.`,
      checkPermissionsFolderSet: 'Check the permissions of the folder, or set the secrets in the environment.',
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
  },

  /** What keeps an event, a conversion or an account from going on; stored as code and parameters. */
  faults: {
    worker_died: ({ attempts }: { attempts: number }): string =>
      `The worker stopped without finishing this job, ${attempts} times. The event may be what stops it; look at its body before running it again.`,
  },

  /** What `doctor`, the home page, the terminal, `/health` and the metrics find; by code, each with what to do. */
  findings: {},

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
    },
    columns: {
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
    },
    conversions: {
      happened: 'HAPPENED',
      conversion: 'Conversion',
      nothingWasChanged: 'Nothing was changed.',
      putBackIntoQueue: ({ idCount }: { idCount: number }): string => `${counted(idCount, 'conversion')} put back into the queue.`,
      nothingSelected: 'No conversion is selected; nothing was changed.',
      selectedNothingWasChanged: ({ count }: { count: number }): string => `${counted(count, 'conversion')} selected; nothing was changed.`,
      sendNow: ({ count }: { count: number }): string => `Send ${counted(count, 'waiting conversion')} now?`,
      sendAgain: ({ count }: { count: number }): string => `Send ${counted(count, 'rejected conversion')} again?`,
      doesConversionsDoNot: ({ isOne, names, others }: { isOne: boolean; names: string; others: number }): string =>
        `${isOne ? `Conversion ${names} does` : `Conversions ${names} do`} not exist or ${isOne ? 'is' : 'are'} not rejected or waiting.` +
        (others === 0 ? '' : ` ${counted(others, 'other conversion')} put back into the queue.`),
      leadIntakeConversionsList: '`lead-intake conversions list --state rejeitada` lists those that were rejected.',
      thereIsNoConversion: ({ id }: { id: string }): string => `There is no conversion ${id}.`,
      seeList: '`lead-intake conversions list` shows them.',
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
      nameOrSelect: 'Conversions are either named, or selected with --all and filters.',
      howToSelect:
        'Name conversions by their ids, or select all rejected ones with --all; --error, --platform, --client and --since choose among them.',
      noCode: 'That cannot be a test event code.',
      whereTestCode: 'Copy it from the Events Manager, "Test events": TEST and digits.',
    },
    csv: {
      hasCellsHeader: ({ cells, expected }: { cells: number; expected: number }): string =>
        `has ${cells} cells, and the header has ${expected}`,
      notUtf8: 'the file is not UTF-8; save it as "CSV UTF-8"',
      theFileEmptyMust: ({ headerExample }: { headerExample: string }): string =>
        `the file is empty; it must begin with a header such as ${headerExample}`,
      theLineCannotRead: ({ code }: { code: string }): string =>
        `the line cannot be read as CSV (${code}); look for a quotation mark that is not closed`,
    },
    directory: {
      nothingImported: ({ problems }: { problems: readonly LineProblem[] }): string =>
        [
          `Nothing was imported, the file has ${counted(problems.length, 'problem')}:`,
          ...problems.map(({ line, problem }) => `  line ${line}: ${problem.en}`),
        ].join('\n'),
      notLinkedCampaignNothing: ({ campaignId, links }: { campaignId: string; links: string }): string =>
        `Not linked to campaign ${campaignId}: ${links}. Nothing was changed.`,
      leadIntakeCampaignShow: ({ campaignId }: { campaignId: string }): string =>
        `\`lead-intake campaign show ${campaignId}\` shows its links.`,
      sentence: ({ problem }: { problem: Translated<string> }): string => `${problem.en}.`,
      addYes: 'Add --yes to remove it.',
      nothingWasChanged: 'Nothing was changed.',
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
      correctTheseLinesImport: 'Correct these lines and import the file again; --dry-run only checks it.',
      campaignExistsAlreadyReplace: ({ id }: { id: string }): string => `campaign ${id} exists already; --replace updates it`,
      isLinkedToCampaign: ({ name, holder }: { name: string; holder: string }): string => `${name} is linked to campaign ${holder}`,
      thereNoCampaignBelow: 'there is no campaign below the header',
      theColumnNotKnown: ({ column, columns }: { column: string; columns: string }): string =>
        `the column "${column}" is not known; there are ${columns}`,
      theColumnStandsTwice: ({ column }: { column: string }): string => `the column ${column} stands there twice`,
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
      nameLeastOneExample: 'Name at least one, for example --search-ads-form 40000000000.',
      noIdWasGiven: 'No id was given.',
      campaignAnd: ({ id, name, linkCount }: { id: string; name: string; linkCount: number }): string =>
        `campaign ${id} (${name}) and ${counted(linkCount, 'link')}`,
      campaignRemoved: ({ id, name }: { id: string; name: string }): string => `Campaign ${id} removed: ${name}`,
    },
    forms: {
      thereIsNoForm: ({ formId, meant }: { formId: string; meant: undefined | string }): string =>
        `There is no form "${formId}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
      bothPlatformsForm: ({ formId }: { formId: string }): string => `Both platforms have a form ${formId}.`,
      nameSourceSourceSearch: 'Name the source with --source search_ads or --source social_ads.',
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
      nothingWasChanged: 'Nothing was changed.',
      saveMappingForm: ({ formId }: { formId: string }): string => `Save the mapping of form ${formId}?`,
      saved: 'The mapping is saved.',
      alreadyMapped: 'The mapping was like this already.',
    },
    leads: {
      exportingLeads: 'Exporting leads',
      exported: ({ leads, file }: { leads: number; file: undefined | string }): string =>
        `${counted(leads, 'lead')} exported${file === undefined ? '' : ` to ${file}`}.`,
    },
    missedLeads: {
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
      theFileNeitherUtf: 'The file is neither UTF-8 nor UTF-16, so letters with accents would be lost; nothing was imported.',
      takeFilePlatformExports: 'Take the file as the platform exports it, or save it as "CSV UTF-8".',
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
      theFileNoHeader: 'The file has no header with the columns of an export of leads; nothing was imported.',
      downloadLeadsGoogleAds:
        'Download the leads in Google Ads, at the lead form, as CSV. Known columns are Lead ID, GCLID, Full name, E-mail, Phone number, Submit time and others, in English, Portuguese or Spanish.',
      comparingLeadsPlatform: 'Comparing leads with the platform',
      noPageSocialAds: 'No page of the social-ads platform is connected, so there is nothing to compare with.',
      connectOneLeadIntake: 'Connect one with `lead-intake source connect social-ads --page ID`, or set WEBHOOK_SOCIALADS_TOKENS.',
      nothingWasStored: 'Nothing was stored.',
      nothingImported: 'Nothing was imported.',
      importingLeads: 'Importing leads',
      leadIntakeCampaignList: '`lead-intake campaign list` shows them.',
      thereNoCampaignNothing: ({ id }: { id: string }): string => `There is no campaign ${id}; nothing was imported.`,
    },
    refused: {
      nothingWasChanged: 'Nothing was changed.',
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
      metaDoesNotAccept: ({ said }: { said: Translated<string> }): string =>
        `Meta does not accept the app id with the app secret, so the token cannot be inspected. ${said.en}`,
      nothingKeptSetSocialads:
        'Nothing was kept. Set SOCIALADS_APP_ID and WEBHOOK_SOCIALADS_SECRET to the id and the secret of the same app, or keep the token without asking with --no-check.',
      theLeadsAccessManager: ({ pageId, quote }: { pageId: string; quote: string }): string =>
        `The Leads Access Manager does not let this token read leads of page ${pageId}.${quote}`,
      nothingKeptBusinessSettings:
        'Nothing was kept. In the business settings (Integrations > Leads access), give the app, as a CRM, and the owner of the token access to the leads of the page, or keep the token all the same with --no-check.',
      thePlatformRefusesToken: ({ said }: { said: Translated<string> }): string => `The platform refuses this token. ${said.en}`,
      thePlatformCouldNot: ({ said }: { said: Translated<string> }): string =>
        `The platform could not be asked about the token. ${said.en}`,
      nothingKeptTryAgain: 'Nothing was kept. Try again, or keep the token without asking with --no-check.',
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
      noPage: 'This token opens no page.',
      givePages:
        'In the business settings of Meta, give the system user its pages with full control, and the token the permission pages_show_list.',
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
      theDatabaseNoToken: ({ pageId }: { pageId: string }): string => `The database has no token of page ${pageId}.`,
      leadIntakeSourceList: '`lead-intake source list` shows what is connected, and where each token is kept.',
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
      noStageRegisteredFile: ({ lines }: { lines: Translated<string> }): string =>
        `No stage was registered, the file cannot be used:\n${lines.en}`,
      correctHeaderImportFile: 'Correct the header and import the file again; --dry-run only checks it.',
      newStageNameNo: ({ name, stages, meant }: { name: string; stages: number; meant: undefined | string }): string =>
        `New stage name "${name}" (${counted(stages, 'stage')}): no conversion has had it.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
      ifNameWrongWithdraw:
        'If a name is wrong, withdraw its stages with `lead-intake conversions withdraw ID --reason …` before they are sent; `lead-intake conversions list` shows the ids.',
      theColumnNotKnown: ({ name, known }: { name: string; known: string }): string =>
        `the column "${name}" is not known; there are ${known}`,
      theColumnSaysWhat: ({ name }: { name: string }): string => `the column "${name}" says what another one says`,
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
  },

  /** `--help`, by command. */
  help: {},

  /** The view of `queue watch`. */
  terminal: {
    tabs: { queue: 'Queue', events: 'Events', failures: 'Failures', workers: 'Workers', leads: 'Leads' },
    health: {
      ok: 'ok',
      empty: 'no jobs yet',
      starting: 'reading …',
      paused: 'paused',
      noWorker: 'no worker',
      late: 'late',
      failed: ({ count }: { count: string }): string => `${count} failed`,
      parked: ({ count }: { count: string }): string => `${count} parked`,
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
      received: 'received',
      refused: 'refused',
      refusedMeaning: 'first arrival; replayed later',
      resent: 'sent again',
      queued: 'queued',
      waiting: 'waiting',
      parked: 'parked',
      running: 'running',
      done: 'done',
      failed: 'failed',
      attempt: ({ number }: { number: string }): string => `attempt ${number}`,
      times: ({ count }: { count: number }): string => (count === 1 ? 'once' : `${count} times`),
      conflicts: ({ count }: { count: number }): string => `, ${count} with other content (the first is kept)`,
      bytes: ({ count }: { count: string }): string => `${count} bytes`,
      from: 'from',
      job: ({ id }: { id: string }): string => `job ${id}`,
      at: 'at',
      results: { parked: 'parked', retry: 'again later', lease_expired: 'worker gone', failed: 'failed' } as Readonly<
        Record<string, string>
      >,
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
  web: {},
};
