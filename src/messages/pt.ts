import { formatBytes } from '../base/bytes.ts';
import { formatDuration } from '../base/duration.ts';
import { counted } from '../base/text.ts';
import { clientConnect, graphMarks, namedThings } from './fault-parts.ts';
import { listOf, MOST_NAMED, type Said } from './finding-words.ts';
import type { Messages } from './messages.ts';

const LOOK_AT_BODY = 'Veja com `lead-intake events show` e peça ao remetente que corrija e envie de novo.';

/** An empty text may be personal data that was left out. */
function shown(text: string): string {
  return text === '' ? '(não mostrado porque pode ser dado pessoal; veja o corpo do evento)' : `"${text}"`;
}

/** The end of a sentence: the command for everything that failed for the same reason, or for this event. */
function thenAgain(command: string): string {
  const what = command.startsWith('queue retry --all') ? 'execute de novo os jobs com falha' : 'execute o evento de novo';
  return `e depois ${what}: \`lead-intake ${command}\``;
}

function accountKind(platform: string): string {
  return platform === 'social_ads' ? 'conjunto de dados da Meta' : 'conta do Google Ads';
}

function accountName(platform: string): string {
  return platform === 'social_ads' ? 'conjunto de dados da Meta' : 'Google Ads';
}

const n = (value: number): string => value.toLocaleString('pt-BR');

const after = (said: Said | null): string => (said === null ? '' : ` ${said}`);

const GENERATE_SECRET =
  '`lead-intake secret generate` cria um bom; mantenha o antigo em …_PREVIOUS até que todos os remetentes tenham o novo.';
const RESTORE_BACKUP = 'Guarde uma cópia do arquivo, pare tudo e ponha o backup mais novo no lugar dele com `lead-intake restore`.';
const MAKE_ROOM =
  'Com o disco cheio, nada mais pode ser recebido. Libere espaço, apague jobs antigos com `lead-intake queue prune` ou mova o banco para um disco maior.';
const LOCAL_DISK = 'Ponha o banco em um disco local.';
const SYNCHRONISE = 'Ative a sincronização de horário (`timedatectl set-ntp true` ou chrony).';
const NO_APP_ID = 'SOCIALADS_APP_ID ou o app secret (WEBHOOK_SOCIALADS_SECRET) não está definido.';
const OTHER_TOKEN = 'Dê outro token, nas configurações ou com `lead-intake source connect` ou `lead-intake client connect`.';
const RENEW_TOKEN = 'Gere um novo, de preferência de um usuário do sistema da empresa, e defina-o ou conecte-o.';
const SET_UP_WEBHOOK =
  'No aplicativo (Meta for Developers > Webhooks > Page), defina a URL de retorno https://SEU-HOST/webhooks/social_ads e assine leadgen.';
const CHECK_DATASET =
  'Compare o id (em SOCIALADS_DATASET_ID, ou da conta do cliente) com o que está no Gerenciador de Eventos da Meta e gere lá o token deste conjunto de dados.';

const unusableDatabase: Messages['findings']['database.unusable'] = ({ message, hint }) => ({
  text: message,
  action: hint ?? RESTORE_BACKUP,
});

const wrongCredentials: Messages['findings']['platforms.credentials_wrong'] = ({ message, hint }) => ({ text: message, action: hint });

const noWorker: Messages['findings']['queue.no_worker'] = ({ waiting }) => ({
  text: `Nenhum worker está em execução; jobs em espera: ${n(waiting)}.`,
  short: 'sem worker',
  action:
    'Os eventos são recebidos e guardados, mas ninguém os transforma em leads. Inicie `lead-intake queue work` sob um gerenciador de serviços, ou `serve --work`.',
});

/** Every sentence and label of the program in Portuguese. */
export const pt: Messages = {
  labels: {
    /** How numbers are written, as BCP 47 names it. */
    locale: 'pt-BR',
    error: 'Erro',
    none: '—',
    yes: 'sim',
    no: 'não',
  },

  errors: {
    sealedBox: {
      cannotBeOpened: ({ label }) => ({
        message: `Não foi possível abrir a credencial de ${label}: CREDENTIALS_KEY não é a que a selou, ou o banco de dados foi danificado.`,
        hint: 'Defina CREDENTIALS_KEY com a chave usada antes, ou conecte a conta de novo com `lead-intake source connect`.',
      }),
    },
    backups: {
      existsAlreadyNothingWritten: ({ path }) => ({
        message: `${path} já existe; nada foi gravado.`,
        hint: 'Indique outro arquivo ou substitua este com --force.',
      }),
      liveDatabase: 'O backup não pode ser o próprio banco de dados em uso.',
      keepCountsBackupsFolder: '--keep conta os backups de uma pasta, e foi indicado um arquivo: deixe FILE de fora ou indique uma pasta.',
      theBackupCannotWritten: ({ folder, code }) => ({
        message: `O backup não pode ser gravado em ${folder} (${code}).`,
        hint: 'Verifique as permissões da pasta ou indique um arquivo em outro lugar.',
      }),
      theCopyNotWhole: ({ database, problem }) => ({
        message: `A cópia de ${database} não está íntegra; provavelmente o próprio banco está danificado, e nenhum backup foi gravado. ${problem?.pt ?? ''}`,
        hint: 'Guarde os backups anteriores. `lead-intake doctor --full` examina o banco; `lead-intake restore` põe um backup no lugar dele.',
      }),
      thereNoRoomCopy: ({ folder, needed, left }) => ({
        message: `Não há espaço para uma cópia do banco de dados em ${folder}: são necessários ${needed} e há ${left} livres.`,
        hint: 'Libere espaço ou indique um arquivo em outro disco.',
      }),
      unknownUser: 'por outro processo',
      byProcesses: ({ userCount, names }) => `${userCount === 1 ? 'pelo processo' : 'pelos processos'} ${names}`,
      theDatabaseUseNothing: ({ live, who }) => ({
        message: `O banco de dados ${live} está em uso ${who.pt}; nada foi alterado.`,
        hint: 'Pare o `serve`, todos os `queue work` e o que um agendador possa iniciar; depois repita.',
      }),
      theBackupPlaceBut: ({ names, kept }) => ({
        message: `O backup está no lugar, mas um processo (${names}) abriu o banco antigo no mesmo momento e ainda grava em ${kept}.`,
        hint: 'Reinicie esse processo imediatamente.',
      }),
      afterStepsCopyNot: ({ sign }) => `Depois dos passos a cópia não está íntegra: ${sign}. O banco de dados não foi tocado.`,
      theCounterSaysRows: ({ queue, group, counted, rows }) => `O contador de ${queue}/${group} diz ${counted}, e há ${rows} linhas.`,
      notADatabase: 'Não é um banco de dados SQLite.',
      empty: 'É um banco de dados vazio.',
      itIsDamaged: ({ sign, more }) => `Está danificado: ${sign}${more}.`,
      referencesRowsDoNot: ({ count }) => `Referências a linhas que não existem: ${count}.`,
      eventsWaitWithoutJob: ({ count }) => `Eventos que esperam sem um job: ${count}.`,
      itSchemaNextStart: ({ version, schemaVersion }) => `Tem o esquema ${version}; a próxima inicialização o leva ao ${schemaVersion}.`,
      theOldDatabaseCould: ({ name, code, file }) => ({
        message: `O banco antigo não pôde ser guardado como ${name} (${code}); nada foi alterado.`,
        hint: `Mova ${file} você mesmo para outro lugar e repita.`,
      }),
      thereIsNoBackup: ({ path }) => ({
        message: `Não há um backup ${path}.`,
        hint: '`lead-intake backup` os grava na pasta `backups`, ao lado do banco de dados.',
      }),
      theFolderDoesNot: ({ folder }) => ({ message: `A pasta ${folder} não existe.`, hint: 'Crie-a ou verifique DATABASE_URL.' }),
      sameFile: 'Este arquivo é o próprio banco de dados em uso.',
      checksumDiffers: 'Não é o arquivo que foi gravado: seu SHA-256 difere do que está ao lado dele.',
    },
    clientAccounts: {
      named: {
        any_page: {
          name: () => 'todas as outras páginas',
          of: () => 'de todas as outras páginas',
          token: () => 'o token de todas as páginas',
          at: () => 'A Meta',
        },
        page: {
          name: ({ id }) => `a página ${id}`,
          of: ({ id }) => `da página ${id}`,
          token: ({ id }) => `o token da página ${id}`,
          at: () => 'A Meta',
        },
        dataset: {
          name: ({ id }) => `o conjunto de dados ${id}`,
          of: ({ id }) => `do conjunto de dados ${id}`,
          token: ({ id }) => `o token do conjunto de dados ${id}`,
          at: () => 'A Meta',
        },
        ads_account: {
          name: ({ id }) => `a conta ${id} do Google Ads`,
          of: ({ id }) => `da conta ${id} do Google Ads`,
          token: ({ id }) => `o token da conta ${id} do Google Ads`,
          at: () => 'O Google Ads',
        },
      },
      taken: {
        page: ({ id, ownerId, owner }) => `A página ${id} já é do cliente ${ownerId} (${owner}), e uma conta é de um cliente só.`,
        dataset: ({ id, ownerId, owner }) =>
          `O conjunto de dados ${id} já é do cliente ${ownerId} (${owner}), e uma conta é de um cliente só.`,
        ads_account: ({ id, ownerId, owner }) =>
          `A conta do Google Ads ${id} já é do cliente ${ownerId} (${owner}), e uma conta é de um cliente só.`,
      },
      clientHasNoAccount: ({ client, id }) => ({
        message: `O cliente ${client} não tem a conta ${id}.`,
        hint: '`lead-intake client show` mostra as contas de um cliente.',
      }),
      accountOneSettingsBelongs: ({ id, named }) => ({
        message: `A conta ${id} é a das configurações, que pertence ao cliente ${named}.`,
        hint: 'Dê outra conta a este cliente, ou defina ACCOUNTS_CLIENT com o cliente dono desta.',
      }),
      theAccountNoConversion:
        'A conta não tem ação de conversão. Informe NOME=ID para cada nome de conversão, ou *=ID para todos os outros.',
      theAccountCannotUse: ({ setting }) => `A conta não pode usar a credencial das configurações: ${setting} não está definida.`,
      setConnectAccountCredential: ({ setting }) => `Defina ${setting}, ou conecte a conta com uma credencial própria.`,
      nothingKeptConnectAll: `Nada foi guardado. Para conectar assim mesmo, dispense a conferência (\`--no-check\`; na página e na API dela, \`sem_conferir\`).`,
      noAccountId: 'deve ser um id de dígitos; hífens são ignorados.',
      noConversionAction: 'deve ser NOME=ID com o id numérico de uma ação de conversão, ou *=ID para todos os outros nomes.',
      namesActionTwiceGive: ({ repeated }) => `informa duas ações para "${repeated}". Informe uma ação para cada nome.`,
      noStageName: 'deve ser um nome de 1 a 100 caracteres em uma linha.',
      noToken: 'O que foi informado não é um token: um token é uma linha de no mínimo 8 caracteres sem espaços.',
      disconnectFirstLeadIntake: ({ id, flag, accountId }) =>
        `Desconecte-a de lá antes, com \`lead-intake client disconnect ${id} --${flag} ${accountId}\` ou na página daquele cliente.`,
    },
    forms: {
      thereNoForm: ({ formId, origin }) => `Não existe o formulário ${formId} de ${origin}.`,
      formsHint: '`lead-intake source form list` mostra os formulários. Um formulário é conhecido a partir do primeiro lead.',
      thereIsNoField: ({ text, meant }) => `Não existe o campo "${text}".${meant === undefined ? '' : ` Você quis dizer "${meant}"?`}`,
      theFieldsAre: ({ fields }) => `Os campos são ${fields}.`,
      noKey: ({ key, meant }) =>
        `O formulário não tem pergunta nem resposta com a chave "${key}".${meant === undefined ? '' : ` Você quis dizer "${meant}"?`}`,
      keysHint: '`lead-intake source form show` lista as chaves. --force mapeia uma chave que o formulário ainda não tem.',
      keyTwice: ({ key }) => `A chave "${key}" foi informada duas vezes.`,
    },
    namedSecrets: {
      theSecret: ({ problem }) => `O segredo ${problem.pt}.`,
      nameClient: 'Escolha o cliente; na linha de comando, com --client.',
      credentialsKeyNotSet: {
        message: 'CREDENTIALS_KEY não está definida, então não há como selar o segredo; ele não foi incluído.',
        hint: 'Gere uma com `lead-intake secret generate`, coloque nas configurações do serviço e deste comando, reinicie o serviço e inclua o segredo de novo.',
      },
      mustOneLineLetters: 'deve ser uma linha de letras, dígitos e sinais, sem espaços nem acentos',
      mustHaveToCharacters: ({ shortest, longest }) => `deve ter de ${shortest} a ${longest} caracteres`,
      aSecretExportNeeds: 'Um segredo da exportação precisa de um cliente: ele entrega as conversões desse cliente, e de nenhum outro.',
    },
    pages: {
      credentialsKeyNotSet: {
        message: 'CREDENTIALS_KEY não está definida, então não há com que selar o token; ele não foi guardado.',
        hint: 'Gere uma com `lead-intake secret generate`, coloque nas configurações do serviço e deste comando, reinicie o serviço e conecte de novo.',
      },
    },
    refused: {
      thereNoRefusedRequest: ({ id }) => ({
        message: `A requisição recusada ${id} não existe.`,
        hint: '`lead-intake refused list` mostra as que estão guardadas.',
      }),
      refusedRequestPutThrough: ({ id, eventId }) => ({
        message: `A requisição recusada ${id} já foi aproveitada, como evento ${eventId}.`,
        hint: `\`lead-intake events show ${eventId}\` mostra o que aconteceu com ele; \`events replay\` o processa de novo.`,
      }),
      ofRefusedRequestOnly: ({ id }) => ({
        message: `Da requisição recusada ${id} só o início foi guardado; ela não pode ser aproveitada.`,
        hint: 'Peça ao remetente que envie de novo; se o corpo era grande demais, aumente MAX_BODY_BYTES antes.',
      }),
    },
    settingsFile: {
      aDevelopmentSetupAsked: {
        message: 'Foi pedido um ambiente de desenvolvimento com NODE_ENV=production.',
        hint: 'Inicie `lead-intake serve` sem --dev e defina os segredos no ambiente.',
      },
      theBackendYourLanding: 'O backend da sua landing page assina com ele. Nunca o coloque em HTML nem no navegador.',
      theSearchAdsPlatform: 'Plataforma search-ads: informe-o como chave do webhook de um formulário de leads.',
      metaLeadAdsCopy: 'Meta lead ads: copie o app secret do seu app da Meta para a primeira linha. O token é o que você informa lá.',
      theLoginAdminPages: 'O login das páginas de administração, /admin/fila.',
      title:
        '# Configurações do lead-intake. Contêm segredos: só você pode ler este arquivo, deixe-o fora do git.\n# `lead-intake config` mostra cada configuração; opções e ambiente valem mais que este arquivo.',
      readers: '# Um segundo login, que vê os dados pessoais mascarados e não altera nada. `lead-intake secret generate` gera um.',
      rest: '# Onde tudo é gravado, e onde o serviço escuta. Estes são os padrões.',
      production: '# Em produção: recusa configurações que são só para desenvolvimento e segredos com menos de 16 caracteres.',
      existsAlreadySoLeft: ({ old, path }) => ({
        message: `${old} já existe, então ${path} ficou como está.`,
        hint: 'Antes, mova ou apague esse arquivo: ele pode ter segredos em uso.',
      }),
      theSettingsFileCannot: ({ path }) => ({
        message: `Não foi possível gravar o arquivo de configurações ${path}.`,
        hint: 'Confira as permissões da pasta, ou defina os segredos no ambiente.',
      }),
    },
    values: {
      mustWholeNumberMost: 'deve ser um número inteiro de no máximo 15 dígitos',
      blankAround: 'não pode começar nem terminar com espaço',
      nothingVisible: 'deve ter pelo menos um caractere visível',
      mustEMailAddress: ({ email }) => `deve ser um endereço de e-mail, não "${email}"`,
      mustMostCharacters: ({ longest }) => `deve ter no máximo ${longest} caracteres`,
      mustNotContainControl: 'não pode conter caracteres de controle',
    },
    emptyText: 'não pode ficar vazio',
    schema: {
      newer: ({ version, newest }) => ({
        message: `O banco de dados tem o esquema ${version}; este programa conhece até o ${newest}.`,
        hint: 'Um lead-intake mais novo usou este banco. Execute essa versão, ou restaure um backup de antes da atualização.',
      }),
      before02: {
        message: 'Um lead-intake anterior ao 0.2 criou o banco de dados, e esta versão não consegue lê-lo.',
        hint: 'Mantenha aquela versão para este arquivo, ou mude-o de lugar: o próximo início cria um banco novo.',
      },
      foreign: {
        message: 'O banco de dados tem tabelas de outro programa.',
        hint: 'Confira DATABASE_URL: o lead-intake precisa de um arquivo só dele.',
      },
      stepFailed: ({ version, name, reason }) => `O passo ${version} (${name}) do esquema falhou e foi desfeito: ${reason}`,
      unexpectedData: 'Outro programa alterou o banco? Fique na versão anterior e, por favor, comunique esta mensagem.',
    },

    /** Of the database and what is kept in it: what happened, and what to do. */
    store: {
      busy: {
        message: 'O banco de dados está bloqueado por outro processo.',
        hint: 'Em geral passa sozinho; se não passar, procure um processo que mantém o arquivo aberto (um backup, um visualizador de banco).',
      },
      full: {
        message: 'O disco do banco de dados está cheio.',
        hint: 'Libere espaço ou mova o banco; nada do que foi confirmado se perde. `lead-intake queue prune` apaga jobs antigos.',
      },
      readOnly: {
        message: 'Não é possível gravar no banco de dados: o arquivo, a pasta ou o sistema de arquivos é somente leitura.',
        hint: 'Dê ao usuário que executa o lead-intake permissão de escrita no arquivo do banco e na pasta dele.',
      },
      cannotOpen: {
        message: 'Não foi possível abrir o arquivo do banco de dados.',
        hint: 'Confira DATABASE_URL: o caminho deve ser um arquivo, e o usuário que executa o lead-intake deve poder gravar na pasta.',
      },
      notADatabase: {
        message: 'O arquivo não é um banco SQLite, ou está danificado.',
        hint: 'Confira DATABASE_URL. Se o arquivo já foi um banco, guarde uma cópia dele e restaure o backup mais recente.',
      },
      inputOutput: {
        message: 'Não foi possível ler ou gravar o arquivo do banco de dados.',
        hint: 'Verifique o disco e o log do sistema.',
      },
      operationRefused: {
        message: 'O banco de dados recusou uma operação.',
      },
      closed: {
        message: 'O banco de dados está fechado.',
        hint: 'O programa está parando; tente de novo.',
      },
      overloaded: {
        message: 'Há mais gravações esperando do que o banco de dados consegue fazer.',
        hint: 'Tente de novo em alguns segundos.',
      },
      tooManyReads: {
        message: 'Há mais pedidos dos mesmos números esperando do que o banco de dados consegue responder.',
        hint: 'Tente de novo em alguns segundos.',
      },
      readerNotStarted: {
        message: 'Não foi possível iniciar a thread que lê o banco de dados para páginas e listas.',
        hint: 'Tente de novo: o próximo pedido tenta iniciá-la outra vez. O recebimento de leads não é afetado. Se continuar assim, a máquina ou os limites do serviço permitem poucas threads ou pouca memória.',
      },
      readerDied: {
        message: 'A thread que lê o banco de dados para páginas e listas terminou inesperadamente.',
        hint: 'Tente de novo: o próximo pedido inicia outra. O recebimento de leads não é afetado.',
      },
      writerDied: {
        message: 'A thread que grava o banco de dados terminou inesperadamente; nada mais pode ser gravado.',
        hint: 'O que não foi confirmado é reenviado pelos remetentes, e nada é feito duas vezes. Inicie o programa de novo; se acontecer outra vez, verifique memória e disco.',
      },
      noRoomToDelete: {
        message: 'O disco do banco de dados está cheio, e apagar jobs precisa de algum espaço no começo.',
        hint: 'Libere cerca de 20 MB nesse disco, por exemplo apagando um arquivo de log antigo, e execute o comando de novo.',
      },
      notMade: ({ path }) => ({
        message: `Não foi possível criar o banco de dados ${path}.`,
        hint: 'Confira DATABASE_URL e as permissões da pasta.',
      }),
      loneLog: ({ path, log }) => ({
        message: `Não existe banco de dados em ${path}, mas o log dele, ${log}, está lá: o banco foi movido ou apagado.`,
        hint: 'Ponha o banco de volta ao lado do log, que pode ter eventos que faltam nele. Para começar do zero, mova também o log.',
      }),
      missing: ({ path }) => ({
        message: `Não existe banco de dados em ${path}.`,
        hint: '`lead-intake init` cria um. Se ele existe em outro lugar, confira DATABASE_URL, --env-file e a pasta atual.',
      }),
      isDirectory: ({ path }) => ({
        message: `O caminho do banco de dados ${path} é uma pasta.`,
        hint: 'DATABASE_URL deve indicar um arquivo, por exemplo sqlite:data/lead-intake.db.',
      }),
      unreachable: ({ path, code }) => ({
        message: `Este usuário não tem permissão para chegar ao banco de dados ${path} (${code}).`,
        hint: 'Execute o comando com o usuário do serviço (`sudo -u lead-intake …`) ou dê a este usuário acesso à pasta. Confira também DATABASE_URL.',
      }),
      wrongPath: ({ path }) => ({
        message: `Não foi possível chegar ao caminho do banco de dados ${path}.`,
        hint: 'Confira DATABASE_URL e as permissões das pastas no caminho.',
      }),
      leadsNowhere: ({ path, target }) => ({
        message: `O caminho do banco de dados ${path} é um link simbólico para ${target}, que não existe.`,
        hint: 'Monte ou restaure o destino do link. Para começar um banco novo aqui, remova o link.',
      }),
      moved: ({ path }) => ({
        message: `O banco de dados ${path} foi movido, apagado ou substituído enquanto este programa o usa; nada mais é gravado no arquivo antigo.`,
        hint: 'Ponha o arquivo de volta no lugar com seus -wal e -shm, ou reinicie todos os processos do lead-intake para usar o que está lá agora.',
      }),
      logNotKept: ({ log }) => ({
        message: `O log ${log} está danificado: tem eventos já confirmados que não podem mais ser lidos. Não foi possível guardar uma cópia dele.`,
        hint: 'Libere espaço no disco, ou copie antes o banco com seu -wal para outro disco, e inicie de novo.',
      }),
      logInUse: ({ log }) => ({
        message: `O log ${log} está danificado: tem eventos já confirmados que não podem mais ser lidos. Uma cópia dele foi guardada. Enquanto outras conexões mantêm o banco aberto, ele não pode ser recuperado, e nada é gravado.`,
        hint: 'Pare todos os processos do lead-intake e inicie de novo: o início recupera o banco. Depois `lead-intake doctor` diz o que fazer com os eventos.',
      }),
      noClient: ({ client }) => ({
        message: `Não existe o cliente "${client}".`,
        hint: '`lead-intake client list` mostra todos.',
      }),
      clientExists: ({ id }) => ({
        message: `Já existe um cliente com o id ${id}.`,
        hint: '`lead-intake client list` mostra todos.',
      }),
      clientNameTaken: ({ name }) => ({
        message: `Já existe um cliente com o nome "${name}".`,
        hint: '`lead-intake client list` mostra todos.',
      }),
      notAClientId: ({ id }) => ({
        message: `"${id}" não pode ser o id de um cliente.`,
        hint: 'Use um número inteiro de no máximo 15 dígitos.',
      }),
      clientInUse: ({ name }) => ({
        message: `O cliente "${name}" ainda tem campanhas, usuários, leads ou contas nas plataformas.`,
        hint: 'Remova antes as campanhas, os usuários e as contas dele; um cliente com leads permanece.',
      }),
      userExists: ({ client }) => ({
        message: `O cliente "${client}" já tem um usuário com este e-mail.`,
        hint: '`lead-intake user list` mostra todos.',
      }),
      noUser: ({ id }) => ({
        message: `O usuário ${id} não existe.`,
        hint: '`lead-intake user list` mostra todos.',
      }),
      userInUse: {
        message: 'O usuário ainda tem campanhas.',
        hint: 'Passe as campanhas para outro usuário com `lead-intake campaign import --replace`, ou remova-as.',
      },
      campaignExists: ({ id }) => ({
        message: `Já existe uma campanha com o id ${id}.`,
        hint: '`lead-intake campaign show ID` mostra a campanha; `campaign import --replace` atualiza as que existem.',
      }),
      noCampaign: ({ id }) => ({
        message: `A campanha ${id} não existe.`,
        hint: '`lead-intake campaign list` mostra todas.',
      }),
      campaignInUse: ({ name }) => ({
        message: `A campanha "${name}" ainda tem leads.`,
        hint: 'Ela permanece, para que eles não percam a origem. Para não receber novos leads, retire os vínculos com `lead-intake campaign link --remove`.',
      }),
      linkTaken: ({ link, campaign }) => ({
        message: `O vínculo ${link} já é da campanha ${campaign}.`,
        hint: `Desfaça antes o vínculo lá: lead-intake campaign link ${campaign} --remove …`,
      }),
      foreignPage: ({ page, owner, campaign, other }) => ({
        message: `A página ${page} está conectada para o cliente ${owner}, e a campanha ${campaign}, à qual está vinculada, é de outro cliente (${other}).`,
        hint: `Desfaça o vínculo com \`lead-intake campaign link ${campaign} --remove --social-ads-page ${page}\`, ou conecte a página para o cliente da campanha.`,
      }),
      secretNameTaken: ({ name }) => ({
        message: `Já existe um segredo com o nome "${name}".`,
        hint: '`lead-intake secret list` mostra todos.',
      }),
      noSecret: ({ name }) => ({
        message: `Não existe segredo com o nome "${name}".`,
        hint: '`lead-intake secret list` mostra todos.',
      }),
      secretOfClient: ({ name, client }) => ({
        message: `O segredo "${name}" é limitado ao cliente ${client}.`,
        hint: 'Remova-o antes com `lead-intake secret remove`.',
      }),
      secretTaken: ({ name }) => ({
        message: `O segredo com o nome "${name}" tem o mesmo valor, e não se saberia quem envia.`,
        hint: 'Dê a cada cliente um segredo próprio; se não informar um, ele é gerado.',
      }),
      noLead: ({ id }) => ({
        message: `Não existe o lead ${id}.`,
        hint: '`lead-intake leads list` os mostra.',
      }),
      testLead: ({ id }) => ({
        message: `O lead ${id} é um teste: nada dele é informado a uma plataforma.`,
        hint: 'Escolha um lead real.',
      }),
      noConversion: ({ id }) => ({
        message: `Não existe a conversão ${id}.`,
      }),
      stageOfEvent: {
        message:
          'Um evento registrou esta conversão, então ela é corrigida onde o evento foi gerado. Aqui só se alteram etapas registradas à mão.',
        hint: '`lead-intake conversions show` indica o evento.',
      },
      stageWithdrawn: {
        message: 'Esta etapa já foi retirada. Para contá-la de novo, registre-a de novo.',
        hint: '`lead-intake leads stage` a registra.',
      },
      stageBeingSent: {
        message:
          'A conversão está sendo enviada agora, ou a plataforma ainda a processa. Nada foi alterado. Tente de novo em alguns minutos.',
        hint: '`lead-intake conversions show` mostra em que ponto ela está.',
      },
    },
    settings: {
      inFile: ({ file }) => `em ${file}`,
      webhookAllowUnsignedMust: 'WEBHOOK_ALLOW_UNSIGNED não pode ser true com NODE_ENV=production: qualquer pessoa poderia enviar leads',
      mustLeastCharactersWhen: ({ name, shortestSecret }) =>
        `${name} deve ter no mínimo ${shortestSecret} caracteres com NODE_ENV=production, porque poderia ser adivinhado; \`lead-intake secret generate\` gera um`,
      isSetWithoutSet: ({ previous, current }) => `${previous} está definida sem ${current}: defina também o segredo novo`,
      adminReadonlyTokenNeeds: 'ADMIN_READONLY_TOKEN precisa de ADMIN_TOKEN ao lado: sem ela, ninguém poderia alterar nada',
      adminReadonlyTokenMust: 'ADMIN_READONLY_TOKEN não pode ser igual a ADMIN_TOKEN: quem a tem poderia alterar tudo',
      inNotSettingNo: ({ name, where, meant }) =>
        `${name} ${where.pt} não é uma configuração e não tem efeito.${meant === undefined ? '' : ` Você quis dizer ${meant}?`}`,
      hasFewerThanCharacters: ({ name, shortestSecret }) =>
        `${name} tem menos de ${shortestSecret} caracteres e pode ser adivinhado; \`lead-intake secret generate\` gera um melhor.`,
      theSettingsFileSets: ({ name }) => `O arquivo de configurações define ${name} mais de uma vez; só a última linha vale.`,
      theEnvironment: 'no ambiente',
      theSettingsFileCannot: ({ path, code }) => `Não foi possível ler o arquivo de configurações ${path} (${code ?? 'ilegível'}).`,
      checkPathGivenEnv: 'Confira o caminho informado em --env-file e as permissões do arquivo.',
      isoneOneSettingNot: ({ isOne, problemCount }) =>
        isOne ? 'Uma configuração não pode ser usada' : `${problemCount} configurações não podem ser usadas`,
      correctEnvironmentLeadIntake: ({ file }) =>
        `Corrija no ambiente ou em ${file ?? '.env'}; \`lead-intake config\` mostra cada configuração e de onde ela vem.`,
      setCharacters: ({ characters }) => `(definido, ${characters} caracteres)`,
      adPlatformEventsWithout: 'aceita eventos das plataformas sem assinatura; só para desenvolvimento',
      signingSecretSearchAds: 'segredo de assinatura da rota search-ads, e a google_key dela',
      secondValidSearchAds: 'segundo segredo válido de search-ads durante uma troca',
      signingSecretSocialAds: 'segredo de assinatura da rota social-ads (o app secret)',
      secondValidSocialAds: 'segundo segredo válido de social-ads durante uma troca',
      comparedHubVerifyToken: 'comparado com hub.verify_token quando a plataforma social-ads verifica a assinatura do webhook',
      secretSharedBackendLanding: 'segredo compartilhado com o backend da landing page; nunca no navegador',
      secondValidOwnForm: 'segundo segredo válido do formulário próprio durante uma troca',
      allowedDifferenceOwnForms: 'diferença permitida no timestamp do formulário próprio, em segundos',
      whereEverythingStoredSqlite: 'onde tudo é gravado: sqlite:CAMINHO; a pasta é criada',
      mustNotBeEmpty: 'não pode ficar vazio',
      addressServeListensOn: 'endereço em que `serve` escuta',
      portServeListensTakes: 'porta em que `serve` escuta; 0 pega uma livre e a mostra',
      credentialAdminPagesLeast: 'credencial das páginas de administração, no mínimo 16 caracteres',
      secondCredentialAdminPages: 'segunda credencial das páginas de administração: vê tudo mascarado e não altera nada',
      largestRequestBodyBytes: 'maior corpo de requisição, em bytes',
      attemptsJobBeforePassing: 'tentativas de um job até que falhas passageiras o encerrem; as de uma plataforma podem durar 72 horas',
      howLongWorkerMay: 'por quanto tempo um worker segura um job sem renovar, em segundos',
      moreEventTypesName: 'mais tipos de evento: NOME=lead, NOME=update ou NOME=conversion, separados por vírgulas',
      addressSocialAdsPlatform: 'endereço da plataforma social-ads (Graph API)',
      mustVersionSuchV: 'deve ser uma versão como v26.0',
      versionOfItsApi: 'versão da API dela',
      idMetaAppApp: 'id do aplicativo da Meta; com o app secret (WEBHOOK_SOCIALADS_SECRET) ele inspeciona tokens e assinaturas',
      tokensFetchLeadsPage: 'tokens que buscam leads: PAGINA=TOKEN, separados por vírgulas, ou um só token para todas as páginas',
      howOftenLeadsPlatform: 'de quantas em quantas horas os leads da plataforma são comparados com os gravados; 0: nunca',
      datasetPixelSocialAds: 'conjunto de dados (pixel) para onde vão as conversões de social-ads',
      nameEventTellsDataset:
        'nome do evento que informa ao conjunto de dados das configurações cada novo lead de formulário instantâneo, como lead; a Meta o pede de quem informa etapas',
      tokenSendsSocialAds: 'token que envia as conversões de social-ads',
      addressSearchAdsPlatform: 'endereço da plataforma search-ads (Data Manager API)',
      whereAccessTokensAsked: 'onde são pedidos os tokens de acesso dela',
      jsonKeyServiceAccount:
        'chave JSON de uma conta de serviço, ou de um usuário autorizado com refresh token, que envia as conversões de search-ads',
      advertiserSearchAdsConversions: 'anunciante para onde vão as conversões de search-ads',
      managerAccountThroughReached: 'conta de administrador pela qual se chega a ele, quando houver',
      nameIdNumericId: 'NOME=ID com o id numérico de uma ação de conversão',
      conversionActionsNameId: 'ações de conversão: NOME=ID para cada nome de conversão, *=ID para todos os outros',
      whoseAccountsSocialadsDataset:
        'de quem são as contas de SOCIALADS_DATASET_ID e SEARCHADS_ACCOUNT_ID: o id de um cliente, ou `all`; sem valor: do único cliente',
      clientsWithoutGoogleAds:
        'clientes sem conta própria no Google Ads cujos leads de formulário sem click id são informados por e-mail e telefone com hash: true (todos), false ou ids de clientes',
      namePlatformName: 'NOME=NOME NA PLATAFORMA',
      whatPlatformsCallConversion: 'como as plataformas chamam uma conversão: NOME=NOME NA PLATAFORMA, separados por vírgulas',
      mustEveryLast: 'deve ser every ou last',
      whoToldConversionWhose:
        'a quem se informa uma conversão cujo lead tem click ids das duas plataformas: `every`, a cada uma, ou `last`, só à do último clique',
      mustUnlessDeniedRequired: 'deve ser unless_denied ou required',
      requiredOnlyConversionsPeople:
        '`required`: só são enviadas conversões de quem consentiu; `unless_denied`: não são enviadas as de quem recusou',
      consentsCountPurposesOwn:
        'consentimentos que contam para isso: finalidades do formulário próprio, caixas das plataformas, separados por vírgulas',
      userPasswordOpensExport: 'USUARIO:SENHA que abre /export/conversions.csv para a importação agendada da plataforma',
      timeZoneExportedConversions: 'fuso horário das conversões exportadas e dos horários digitados sem fuso',
      sealsTokensSourceConnect: 'sela os tokens que `source connect` guarda no banco de dados, no mínimo 32 caracteres',
      healthIncludesTheQueue: '/health inclui a fila',
      proxiesFrontWhoseX: 'proxies à frente cujo X-Forwarded-For é aceito',
      mustFatalErrorWarn: 'deve ser fatal, error, warn, info, debug, trace ou silent',
      leastImportantLogLine: 'nível mínimo das linhas de log gravadas',
      mustJsonPretty: 'deve ser json ou pretty',
      jsonPrettyLeftOut: 'json ou pretty; sem valor: pretty no terminal',
      productionRefusesSettingsOnly:
        '`production` recusa configurações que são só para desenvolvimento e segredos com menos de 16 caracteres',
      mustTrueFalse: 'deve ser true ou false',
      mustTrueFalseIds: 'deve ser true, false ou ids de clientes separados por vírgulas',
      mustWholeNumber: ({ min, max }) => `deve ser um número inteiro de ${min} a ${max}`,
      mustNotBeginEnd: 'não pode começar nem terminar com espaço',
      mustLeastCharactersLead: ({ shortestSecret }) =>
        `deve ter no mínimo ${shortestSecret} caracteres; \`lead-intake secret generate\` gera um`,
      mustSqlitePathExample: 'deve ser sqlite:CAMINHO, por exemplo sqlite:data/lead-intake.db (outros bancos ainda não são aceitos)',
      isNotNameLead: ({ pair }) => `"${pair}" não é NOME=lead, NOME=update nem NOME=conversion`,
      mustHttpsAddressWithout: 'deve ser um endereço https sem usuário, query nem fragmento (http só para esta máquina)',
      mustIdDigitsHyphens: 'deve ser um id de dígitos; hífens são ignorados',
      mustIdClientAll: 'deve ser o id de um cliente, ou all',
      entryIsNot: ({ index, what }) => `o item ${index + 1} não é ${what.pt}`,
      pageToken: 'PAGINA=TOKEN',
      mustTimeZoneSuch: 'deve ser um fuso horário como America/Sao_Paulo',
      mustLeastCharactersLead2: 'deve ter no mínimo 32 caracteres; `lead-intake secret generate` gera um',
      mustUserPasswordPassword: 'deve ser USUARIO:SENHA, a senha com no mínimo 16 caracteres; `lead-intake secret generate` gera uma',
    },
    adsCredentials: {
      theFile: ({ path }) => `O arquivo de credenciais de search-ads ${path}`,
      notJson: 'não é um objeto JSON',
      unknownType: 'tem um "type" que não é service_account nem authorized_user',
      oauthClientOnly: 'só descreve um cliente OAuth, sem refresh token',
      incompleteServiceAccount: 'é de uma conta de serviço, mas não tem "client_email" ou "private_key"',
      badKey: 'tem uma "private_key" que não é uma chave RSA em PEM',
      incompleteAuthorizedUser: 'é de um usuário autorizado, mas não tem "client_id", "client_secret" ou "refresh_token"',
      theText: 'A credencial do Google Ads',
      whereTextFrom:
        'Baixe uma chave JSON de uma conta de serviço no console do Google Cloud, ou crie um arquivo de usuário autorizado, e informe o conteúdo inteiro do arquivo.',
      whereFrom:
        'Baixe uma chave JSON de uma conta de serviço no console de nuvem da plataforma, ou crie um arquivo de usuário autorizado, e informe o caminho em SEARCHADS_CREDENTIALS_FILE.',
      noFile: ({ path }) => `Não existe o arquivo de credenciais de search-ads ${path}.`,
      fileCannotBeRead: ({ path, code }) => `Não foi possível ler o arquivo de credenciais de search-ads ${path} (${code}).`,
      givePermission: 'Dê permissão de leitura ao usuário que executa o programa, e a mais ninguém.',
    },
    http: {
      listeningFailed: ({ host, port, message }) => `Não foi possível escutar em ${host}, porta ${port}: ${message}`,
      portInUse: ({ port, host }) => `A porta ${port} em ${host} já está em uso por outro programa.`,
      stopOrChoosePort: 'Pare esse programa ou escolha outra porta com PORT ou --port; a porta 0 pega uma livre.',
      portForbidden: ({ port, host }) => `Este usuário não tem permissão para escutar na porta ${port} de ${host}.`,
      choosePortAbove: 'Escolha uma porta acima de 1023 com PORT ou --port e coloque um proxy reverso à frente para 80 e 443.',
      noAddressHere: ({ host }) => `${host} não é um endereço desta máquina.`,
      setHost: 'Defina HOST ou --host como 127.0.0.1 (só esta máquina), 0.0.0.0 (todas as interfaces) ou um dos endereços dela.',
      answersOnly: ({ allow }) => `Este endereço só responde a ${allow}.`,
    },
    admin: {
      nothingHere: 'Não há nada neste endereço.',
      noConversionWasNamed: 'Nenhuma conversão foi indicada.',
      selectConversionsListSend: 'Marque conversões na lista, ou envie conversao=ID uma vez para cada uma.',
      noEventWasNamed: 'Nenhum evento foi indicado.',
      selectEventsListSend: 'Marque eventos na lista, ou envie evento=ID uma vez para cada um, ou todos=1 com um filtro.',
      eventsAndFilter: 'O pedido cita eventos e um filtro.',
      sendEitherEventoId: 'Envie evento=ID ou todos=1 com um filtro, não os dois.',
      noFilter: 'Nenhum filtro foi indicado, e assim todos os eventos seriam atingidos.',
      nameWhatYouMean: 'Indique o que quer: status=erro para todos os que falharam, estacionado=1 para todos os estacionados.',
      unknownField: 'O pedido cita um campo que não é conhecido aqui.',
      theFieldsAre: ({ names }) => `Os campos são ${names}.`,
      emptyField: ({ empty }) => `O campo ${empty} está vazio.`,
      fillLeaveOutThen: 'Preencha-o, ou deixe-o de fora: então ele não filtra nada.',
      missing: 'não pode ficar vazio',
      mustBeOneOf: ({ words }) => `deve ser um destes: ${words}`,
      isLongerThanCharacters: ({ longestValue }) => `tem mais de ${longestValue} caracteres`,
      isNoneOf: ({ list }) => `não é um destes: ${list}`,
      isNotAnId: 'não é um id: ids são números inteiros',
      canOnlyBe: ({ word }) => `só pode ser ${word} ou ficar de fora`,
      isNoTime: 'não é uma data ou um horário que exista, escrito como 2026-11-20 ou 2026-11-20T15:00:00Z',
      isNoWholeNumber: 'não é um número inteiro a partir de 0',
      mustBeWithin: ({ mostRows }) => `deve ser um número inteiro de 1 a ${mostRows}`,
      isNoCursor: 'não é o `proximo` de uma página de leads',
      correctOrLeaveOut: 'Corrija o valor ou deixe-o de fora.',
      addressTakesNoValues: 'O endereço de uma alteração não recebe valores.',
      sendThemBodyFields: 'Envie-os no corpo, como campos de um formulário. Nada foi alterado.',
      noJob: 'Não há job com este id.',
      mayBeForgotten: 'Ele pode ter sido esquecido ou descartado.',
      tooManyAsked:
        'As plataformas já estão sendo consultadas sobre tantas contas quanto é possível de uma vez. Nada foi alterado; tente de novo em instantes.',
      noFile: 'Não existe esse arquivo.',
      noLink: ({ linkKindWords }) => `deve ser origem:tipo:valor, com um destes antes do id: ${linkKindWords}`,
      taken: 'já é o id de uma campanha',
      notLinked: ({ value }) => `O id ${value} não está vinculado a esta campanha.`,
      noCampaign: 'Não há campanha com este id.',
      theListIsAt: ({ path }) => `A lista está em ${path}.`,
      clientMissing: 'deve ser escolhido, ou informado como novo cliente',
      unknownClient: 'não é um cliente que existe',
      twoClients: 'não pode ser informado junto com um cliente da lista',
      notNew: 'é o nome ou id de um cliente que já existe: escolha-o na lista',
      notOfPage: 'deve ficar vazia para uma página. Conecte o token dela com `lead-intake source connect`',
      ofGoogleAds: 'é só para uma conta do Google Ads',
      ofDataset: 'é só para um conjunto de dados da Meta',
      needed: 'falta. Informe-a, ou escolha a credencial das configurações.',
      oneOfThem: 'deve ficar vazia quando se usa a credencial das configurações.',
      noClient: 'Não há cliente com este id.',
      noUser: 'O cliente não tem esse usuário.',
      moreThanForeseen: 'Agora há mais eventos do que `previsto` diz.',
      countAgain: 'Conte de novo ou deixe `previsto` de fora.',
      noSuchBody: 'Este evento não tem esse corpo: nada diferente foi reenviado, ele veio sozinho, ou nada foi buscado para ele.',
      noEvent: 'Não existe evento com este id.',
      noJobWasNamed: 'Nenhum job foi indicado.',
      sendJobIdOnce: 'Envie job=ID, uma vez para cada job, ou todos=1 para todos os que o filtro deixa.',
      noLead: 'Não existe lead com este id.',
      mappingEntry: 'Um item do mapa não é chave=campo.',
      noSource: 'Não existe essa origem.',
      liesInTheFuture: 'fica no futuro',
      isNoAmount: 'não é um valor como 2600,00',
      isNoCurrency: 'não é uma moeda como BRL',
      isNoLocalTime: 'não é um horário que exista, como 2026-11-20T15:00',
      isNoStageKey: ({ longestStageKey }) => `não é um texto imprimível de no máximo ${longestStageKey} caracteres`,
      stageWithOtherValues: ({ registered }) => `O lead já tem esta etapa, com outros dados: ${registered}. Nada foi alterado.`,
      registeredByEvent: ({ id }) => `Um evento a registrou como conversão ${id}, então corrija-a onde o evento foi gerado.`,
      correctInForm: ({ id, leadId }) =>
        `Para corrigi-la ou retirá-la, use o formulário da etapa ${id} na página do lead ${leadId}. Para uma segunda da mesma etapa, informe outro número do pedido.`,
      postCorrects: ({ id }) => `POST /admin/conversoes/${id}/etapa a corrige.`,
      noClientNamed: ({ idOrName }) => `Não existe o cliente "${idOrName}".`,
      noCredentialsKey: 'CREDENTIALS_KEY não está definida, então não há como selar o segredo; ele não foi incluído.',
      noRefusedRequestNamed: 'Nenhuma requisição recusada foi indicada.',
      selectRequestsListSend: 'Marque requisições na lista, ou envie recusa=ID uma vez para cada uma, ou todos=1, com ou sem filtro.',
      noRefusedRequest: 'Não há requisição recusada com este id.',
      mayHaveMadeRoom: ({ refusedPath }) => `Ela pode ter dado lugar a mais novas. A lista está em ${refusedPath}.`,
      noConversion: 'Não existe conversão com este id.',
    },
    stages: {
      nothingWouldChange: 'Nada mudaria: a etapa já tem estes valores.',
      nameWhat: 'Informe o que deve ser corrigido.',
    },
    remote: {
      unknownForm: 'O serviço responde de uma forma que esta versão não conhece.',
      connectionEnded: 'O serviço encerrou a conexão.',
    },
  },

  faults: {
    words: ({ text }) => text,
    gaveUp: ({ attempts }) => `Desistiu depois de ${attempts} tentativas.`,
    workerDied: ({ attempts }) =>
      `O worker parou sem terminar este job, ${attempts} vezes. O evento pode ser a causa; veja o corpo antes de executar de novo.`,
    processingFailed: ({ kind }) => `O processamento terminou inesperadamente (${kind}). A linha do log com o id deste job diz mais.`,
    writeRejected: 'O banco de dados recusou o resultado, por exemplo porque a campanha ou o cliente foi removido nesse meio-tempo.',
    eventForgotten: 'Um operador removeu o job que esperava. `lead-intake events replay` executa o evento de novo.',
    conversionForgotten: 'Um operador removeu o job que esperava. `lead-intake conversions retry` envia a conversão de novo.',

    bodyEmpty: `O corpo do evento está vazio. ${LOOK_AT_BODY}`,
    bodyNotUtf8: `O corpo do evento não é UTF-8 válido. ${LOOK_AT_BODY}`,
    bodyNotJson: `O corpo do evento não é JSON válido. ${LOOK_AT_BODY}`,
    bodyTooDeep: `O corpo do evento tem níveis demais. ${LOOK_AT_BODY}`,
    bodyNotObject: `O corpo do evento não é um objeto JSON. ${LOOK_AT_BODY}`,
    bodyWithoutChange: `O corpo do evento não tem mudança leadgen com um objeto \`value\`, então não cita nenhum lead. ${LOOK_AT_BODY}`,
    unknownEventType: ({ type, again }) =>
      `O tipo de evento ${shown(type)} não é conhecido nas rotas das plataformas. Mapeie com a configuração EVENT_TYPES ` +
      `(NOME=lead, NOME=update ou NOME=conversion), reinicie os workers ${thenAgain(again)}.`,
    leadNotFound: ({ hasClickId, again }) =>
      'Nenhum lead deste cliente tem a identidade, o click id, o e-mail ou o telefone que o evento cita, e o próprio evento não traz ' +
      `${hasClickId === 1 ? 'nome, e-mail, telefone nem click id' : 'nome, e-mail nem telefone'} para criar um lead. Peça que o lead seja enviado antes ${thenAgain(again)}.`,
    leadOfOtherClient: ({ again }) =>
      'O lead que este evento cita é de outro cliente: a campanha, o formulário ou a página está vinculado à campanha errada, ou passou para outro ' +
      `cliente. Corrija o vínculo com \`lead-intake campaign link\` ${thenAgain(again)}.`,
    leadOnItsWay:
      'O lead que este evento cita já chegou e ainda não foi criado: o evento dele ainda espera. Este é tentado de novo a cada poucos minutos e segue ' +
      'sozinho quando o lead existir.',
    wrongClient: ({ limitedTo, client, campaign, again }) =>
      `O remetente usou um segredo limitado ao cliente ${limitedTo}, mas ` +
      `${campaign === undefined ? `o evento cita o cliente ${client}` : `a campanha ${shown(campaign)} é do cliente ${client}`}, então nenhum lead foi criado. ` +
      `Se o remetente trabalha para o cliente ${client}, dê a ele um segredo desse cliente com \`lead-intake secret add\` e peça que envie o evento de novo. ` +
      `Se a campanha ou o vínculo está errado, corrija ${thenAgain(again)}.`,
    noCampaignId: 'O evento não traz `campanha_id` em texto ou número. Peça ao remetente que o inclua e envie de novo.',
    unknownCampaign: ({ id, flag, again }) =>
      `Nenhuma campanha tem o \`campanha_id\` ${shown(id)}. Inclua com ` +
      `\`lead-intake campaign add ${flag} --name NAME --client CLIENT\` ${thenAgain(again)}.`,
    noClientId: ({ id }) =>
      `Nenhum cliente tem o \`cliente_id\` ${shown(id)}; \`lead-intake client list\` mostra os ids. ` +
      'Tem de ser um número inteiro de no máximo 15 dígitos: peça ao remetente que corrija e envie de novo.',
    unknownClient: ({ id, flag, again }) =>
      `Nenhum cliente tem o \`cliente_id\` ${shown(id)}; \`lead-intake client list\` mostra os ids. ` +
      `Inclua com \`lead-intake client add ${flag} --name NAME\` ${thenAgain(again)}.`,
    notLinked: ({ again, links, ...named }) =>
      `Nada do que o evento cita está vinculado a uma campanha: ${namedThings(named, shown)}. Vincule com ` +
      `${links
        .split('\n')
        .map((link) => `\`lead-intake campaign link CAMPAIGN ${link}\``)
        .join(' ou ')} ${thenAgain(again)}.`,
    pageOfAnotherClient: ({ client, page, owner, again }) =>
      `O evento cita o \`cliente_id\` ${shown(client)}, e a página ${shown(page)} está conectada para o cliente ${owner}. Conecte a página para o ` +
      `cliente certo com \`lead-intake client connect CLIENT --page ${page === '' ? 'ID' : page}\`, ou peça ao remetente que corrija o evento ${thenAgain(again)}.`,
    namesNobody:
      'O evento não cita formulário, campanha, página nem cliente, então não há como saber a quem o lead pertence. ' +
      'Peça ao remetente que inclua `cliente_id` ou `campanha_id` e envie de novo.',

    pageNotConnected: ({ page }) =>
      'O evento cita o lead mas não traz as respostas, e não há token que as busque na plataforma social-ads' +
      `${page === undefined ? '' : ` para a página ${page}`}. Conecte a página com \`lead-intake source connect social-ads --page ${page ?? 'ID'}\` ` +
      'ou a configuração WEBHOOK_SOCIALADS_TOKENS; o job então executa sozinho. Até lá o job espera sem gastar tentativas, e nada se perde. ' +
      '`lead-intake queue retry --all --parked` executa esses jobs imediatamente.',
    pageTokenRefused: ({ page }) => `A plataforma social-ads recusa o token da página ${page}.`,
    replacePageToken: ({ page }) =>
      `Gere um token novo e substitua o antigo com \`lead-intake source connect social-ads --page ${page}\`; o job então executa sozinho. ` +
      'Até lá o job espera sem gastar tentativas, e nada se perde.',
    pageBlocked: ({ page }) => `A plataforma social-ads bloqueia a conta que lê a página ${page}.`,
    liftPageBlock: ({ page }) =>
      `Resolva o bloqueio na plataforma e conecte a página de novo com \`lead-intake source connect social-ads --page ${page}\`. ` +
      'Até lá o job espera sem gastar tentativas, e nada se perde.',
    pageNotListed: ({ page }) => `A Meta não mostra o que pertence à página ${page}.`,
    checkPageAccess:
      'Confira na Meta se o dono do token (o usuário do sistema) tem controle total da página e se o token tem `pages_show_list`, ' +
      '`pages_read_engagement`, `pages_manage_metadata`, `pages_manage_ads` e `leads_retrieval`.',
    comparedAgain:
      'Até lá os leads que a Meta avisa continuam sendo buscados, e os que ela não avisou não são encontrados; o lead-intake tenta de novo na próxima conferência.',
    pageThrottled: ({ page }) => `A plataforma social-ads limita as chamadas da página ${page}.`,
    pageBusy: ({ page }) => `Muitos leads da página ${page} estão sendo buscados, alguns de cada vez; a vez deste chega logo.`,
    leadNotAvailable: 'A plataforma social-ads não entrega este lead.',
    leadAskedAgain: 'O lead é pedido de novo sozinho, algumas vezes.',
    leadAskedInVain: ({ tries }) =>
      `Depois de ${tries} tentativas o job espera por uma pessoa: veja se o lead existe e se o token pode vê-lo, e execute de novo com ` +
      '`lead-intake queue retry --all --parked --error lead_not_available`.',
    leadNotNamed:
      'O evento não traz respostas, nem um `leadgen_id` em dígitos para pedi-las à plataforma social-ads. Veja com ' +
      '`lead-intake events show`; `lead-intake source backfill social-ads` traz leads que não foram avisados direito.',
    testButtonPressed:
      'Isto é o que o botão de teste do painel de social-ads envia: ids só de quatros, sem lead nenhum. Chegou, então a assinatura funciona; não há ' +
      'nada a fazer. Para ver um lead inteiro chegar, crie um com a Lead Ads Testing Tool.',

    conversionNotThere: 'A conversão deste job não existe mais.',
    conversionOfTestLead: 'O lead é um teste da plataforma; testes nunca são informados como conversões.',
    workerStopping: 'O worker recebeu ordem de parar antes de esta conversão ser enviada.',
    conversionNotYet: 'Muitas conversões são enviadas uma a uma; a vez desta chega logo.',
    conversionNeverDecided:
      'A plataforma recebeu a conversão há uma semana e ainda não diz o que foi feito dela, então não é mais consultada. Procure-a na plataforma; ' +
      '`lead-intake conversions retry` a envia de novo, e a plataforma a reconhece pelo id.',
    conversionWithoutPlatform: 'Nem um click id nem a origem do lead indica uma plataforma a que a conversão possa ser informada.',
    platformNotConnected: ({ platform }) =>
      `Conversões para ${platform} não podem ser enviadas: a plataforma não está conectada. Elas seguem sozinhas assim que estiver.`,
    clientWithoutAccount: ({ client, platform }) =>
      `O cliente ${client} não tem ${accountKind(platform)} para onde as conversões possam ir. Conecte uma conta com ${clientConnect(client, platform, 'ID')}, ` +
      'ou defina ACCOUNTS_CLIENT se a conta das configurações for a dele. A conversão então segue sozinha, e a conta de nenhum outro cliente a recebe.',
    accountWithoutCredential: ({ client, platform, account, setting }) =>
      `A conta ${account} (${accountName(platform)}) do cliente ${client} usa a credencial das configurações, e ${setting} não está definida. Defina-a e ` +
      `reinicie os workers, ou conecte a conta com uma credencial própria: ${clientConnect(client, platform, account)}. A conversão então segue sozinha.`,
    accountSealed: ({ client, platform, account }) =>
      `A credencial da conta ${account} (${accountName(platform)}) do cliente ${client} está selada no banco de dados e não abre: CREDENTIALS_KEY não está ` +
      `definida, ou não é a que a selou. Defina-a e reinicie os workers, ou conecte a conta de novo com ${clientConnect(client, platform, account)}. A conversão então segue sozinha.`,
    consentDenied: ({ keys }) =>
      `A pessoa recusou, ou retirou, o consentimento para que as plataformas de anúncios recebam seus dados (${keys}). A conversão não é enviada.`,
    consentMissing: ({ keys, isOfClient }) =>
      `O lead não traz consentimento para que as plataformas de anúncios recebam seus dados (${keys}), e ` +
      `${isOfClient === 1 ? 'a regra de consentimento do cliente' : 'CONVERSIONS_CONSENT'} exige um. ` +
      'Faça o formulário enviá-lo em `consentimentos` e envie a conversão de novo com `lead-intake conversions retry`.',

    pageNotShown: ({ page }) => `A plataforma social-ads não mostra a página ${page}.`,
    formNotShown: ({ form }) => `A plataforma social-ads não mostra o formulário ${form}.`,
    formGone: ({ form }) =>
      `A plataforma social-ads não tem mais o formulário ${form}, ou este token não pode vê-lo. Ele é pedido de novo a cada comparação.`,
    formNotConnected: ({ form, page }) =>
      `Não há token que abra o formulário ${form}${page === undefined ? '' : ` da página ${page}`}. Conecte a página dele com ` +
      `\`lead-intake source connect social-ads --page ${page ?? 'ID'}\` ou a configuração WEBHOOK_SOCIALADS_TOKENS.`,
    stoppedTrying: ({ hours }) => `O lead-intake tentou por ${hours} horas e parou.`,
    bringAnswersLater:
      'Quando a plataforma voltar a responder, `lead-intake source backfill social-ads` traz as respostas desses leads, ou tente de novo com ' +
      '`lead-intake queue retry --all --error platform_unavailable`.',
    sendConversionsLater:
      'Quando a plataforma voltar a responder, envie de novo com `lead-intake conversions retry --all --error platform_unavailable`.',
    answerNotObject: 'A resposta dela não é um objeto JSON.',

    callForbidden: ({ host }) => `${host} não é um dos endereços configurados das plataformas, então não foi chamado.`,
    callRedirected: ({ host, status }) =>
      `${host} responde com um redirecionamento (HTTP ${status}), que não é seguido. Confira o endereço configurado.`,
    callGivenUp: ({ host }) => `A chamada a ${host} foi abandonada porque o programa está parando.`,
    callTooLate: ({ host, code }) => `${host} não respondeu a tempo (${code}).`,
    callUntrusted: ({ host, code }) =>
      `O certificado ou a criptografia de ${host} não é confiável (${code}), então nada foi enviado. ` +
      'Um proxy que abre o TLS precisa do certificado dele em NODE_EXTRA_CA_CERTS; um relógio errado tem o mesmo efeito.',
    answerTooLarge: ({ host }) => `A resposta de ${host} é maior do que qualquer resposta da plataforma, então não foi lida.`,
    callUnreachable: ({ host, code }) => `Não é possível alcançar ${host}, ou a conexão foi interrompida (${code}).`,
    callRepeated: 'A chamada se repete sozinha.',

    socialAnswerUnknown: ({ status, found, events = 0 }) =>
      `A plataforma social-ads responde com HTTP ${status} e algo diferente do que documenta (${
        {
          no_object: 'não é um objeto JSON',
          no_error: 'nenhum objeto de erro com código',
          other_lead: 'não é o lead que foi pedido',
          no_questions: 'nenhuma lista de perguntas',
          no_list: 'nenhuma lista',
          no_token: 'nada sobre o token',
          endless: 'uma lista que não avança',
          unconfirmed: `não confirma ${events} eventos`,
        }[found]
      }). A chamada se repete sozinha; se continuar assim, veja o que há entre esta máquina e a plataforma.`,
    socialOutOfOrder: ({ status }) => `A plataforma social-ads está com defeito no momento (HTTP ${status}).`,
    tooManyCalls: ({ minutes }) =>
      `Houve chamadas demais para esta conta, então nada é pedido à plataforma por ${minutes} min. Depois continua sozinho.`,
    graphSays: ({ words, ...marks }) =>
      `A plataforma ${words === '' ? 'não diz mais nada' : `diz: "${words}"`} (${graphMarks(marks, { code: 'código', subcode: 'subcódigo', trace: 'rastro' })}).`,
    idWithoutDigits: 'O id não é feito de dígitos como os da plataforma social-ads, então nada foi pedido a ela.',
    tokenUnusable: 'O token tem caracteres que nenhum token da plataforma tem, talvez uma quebra de linha; não foi enviado.',
    tokenInvalid: 'O token não é mais válido.',
    tokenAppRemoved: 'A pessoa que deu o token removeu o aplicativo: ela precisa entrar nele de novo.',
    tokenLoginNeeded: 'A pessoa que deu o token precisa primeiro entrar na plataforma e confirmar quem é.',
    tokenPasswordChanged: 'A pessoa que deu o token trocou a senha, o que encerra os tokens dela.',
    tokenExpired:
      'O token expirou. Tokens de um usuário do sistema, e tokens de página feitos com um token de usuário de longa duração, não expiram.',
    tokenUnconfirmed: 'A pessoa que deu o token precisa primeiro confirmar a conta dela na plataforma.',
    tokenRevoked: 'O token foi revogado, por exemplo porque a pessoa saiu da conta.',
    tokenMayNotRead:
      'O token não pode ler leads: falta uma permissão (`leads_retrieval`, `pages_show_list`, `pages_read_engagement`, `ads_management`), ' +
      'ou o Gerenciador de Acesso a Leads da empresa não lista o aplicativo.',
    tokenMayNotSend:
      'O token não pode enviar conversões a este conjunto de dados: falta `ads_management`, ou o conjunto não está atribuído ao usuário do token.',
    appSecretProofNeeded:
      'O aplicativo da Meta para o qual este token foi gerado exige uma prova do app secret em cada chamada ("Require App Secret"), e ' +
      'WEBHOOK_SOCIALADS_SECRET não é o segredo desse aplicativo. Defina WEBHOOK_SOCIALADS_SECRET com ele e reinicie, ou conecte um token gerado para o aplicativo do webhook.',
    pageTokenNeeded: 'Esta chamada exige o token da própria página, e este é de um usuário ou de um usuário do sistema.',
    accountPolicyBreach:
      'A plataforma social-ads bloqueia esta conta por violação das políticas dela. Alguém precisa resolver isso na plataforma (Qualidade da Conta).',
    objectNotShown:
      'Foi apagado, ou nunca existiu, ou este token não pode vê-lo, por exemplo por ser de outra página; a plataforma não diz qual dos casos.',
    datasetNotShown:
      'Não há conjunto de dados com este id (em SOCIALADS_DATASET_ID, ou da conta do cliente), ou este token não pode vê-lo; compare ambos com a plataforma.',
    replaceDatasetToken:
      'Ponha um token que funcione em SOCIALADS_CONVERSIONS_TOKEN e reinicie, ou conecte de novo a conta do cliente com `lead-intake client connect`; as conversões que esperam são então enviadas sozinhas.',
    socialRefusesConversion: 'A plataforma social-ads não aceita a conversão.',
    conversionWithoutPerson:
      'O lead não tem nada por que a plataforma social-ads possa encontrar a pessoa: nem id do lead, nem click id, nem e-mail, nem telefone. Inclua um ' +
      'no lead por um evento e depois envie a conversão de novo com `lead-intake conversions retry`.',
    conversionWithoutVisit: ({ missing }) =>
      `O lead veio de uma landing page, e o formulário não enviou: ${missing.split(' ').join(', ')}. A Meta aceita conversões desses leads só como eventos de ` +
      'site, que precisam da página e do navegador. Faça o formulário enviar `page_url` e `user_agent` (docs/attribution.md). Para este lead, envie-os ' +
      'em uma atualização e depois envie a conversão de novo com `lead-intake conversions retry`.',
    metaMayHaveIt: ({ id, ago }) =>
      `O lead-intake enviou a conversão há ${ago} e a Meta não respondeu, então a Meta pode já ter recebido. A Meta só reconhece um reenvio por 48 horas; ` +
      'enviada agora, a conversão poderia contar em dobro, por isso ela espera por você. Procure-a no Gerenciador de Eventos. Se não estiver lá, envie ' +
      `com \`lead-intake conversions retry ${id}\`. Se estiver, remova o job (\`lead-intake conversions show ${id}\` mostra o id) com \`lead-intake queue forget\`.`,
    stageTooOld: ({ ago }) =>
      `O lead foi enviado há ${ago}, e a Meta só aceita a etapa inicial de um lead por 7 dias, então ela não é enviada. Não é preciso fazer nada: as ` +
      'etapas seguintes do lead continuam sendo enviadas.',
    conversionTooOld: ({ ago }) =>
      `A conversão aconteceu há ${ago}, e a plataforma social-ads não aceita nenhuma com mais de 7 dias. Ela não pode mais ser enviada; registre ` +
      'conversões mais cedo, e veja por que esta esperou.',
  },

  findings: {
    'settings.usable': ({ set }) => ({ text: `Todas as configurações são válidas (definidas: ${set}).` }),
    'settings.invalid': ({ problem }) => ({
      text: `${problem}.`,
      action: '`lead-intake config` mostra de onde vem cada configuração.',
    }),
    'settings.unknown': ({ name, where, meant }) => ({
      text: `${name} ${where} não é uma configuração e não tem efeito.`,
      action: meant === null ? 'Remova-a ou corrija o nome.' : `Você quis dizer ${meant}?`,
    }),
    'settings.repeated': ({ problem }) => ({
      text: problem,
      action: 'Remova as linhas que não valem. Para trocar um segredo, mantenha o antigo no nome com _PREVIOUS.',
    }),
    'settings.file': ({ path }) => ({
      text: path === null ? 'Nenhum arquivo de configurações é lido.' : `${path} não pode ser lido por qualquer usuário.`,
    }),
    'settings.file_writable': ({ path }) => ({ text: `Qualquer usuário desta máquina pode alterar ${path}.`, action: `chmod 600 ${path}` }),
    'settings.file_readable': ({ path }) => ({
      text: `Qualquer usuário desta máquina pode ler os segredos em ${path}.`,
      action: `chmod 600 ${path}`,
    }),
    'settings.unsigned': () => ({
      text: 'WEBHOOK_ALLOW_UNSIGNED é true: quem alcança as rotas das plataformas de anúncios pode enviar leads.',
      short: 'sem assinatura',
      action: 'Remova-a fora do desenvolvimento; NODE_ENV=production a recusa.',
    }),
    'settings.plain_http': ({ host, hasToken }) => ({
      text: `HOST é ${host} e TRUST_PROXY é 0: leads${hasToken ? ' e ADMIN_TOKEN' : ''} trafegam sem criptografia, a menos que algo à frente faça TLS.`,
      action: 'Ponha um proxy reverso com TLS à frente e defina TRUST_PROXY com o número de proxies.',
    }),
    'settings.admin': ({ state }) => ({
      text: {
        link: 'ADMIN_TOKEN não está definida: o `serve` mostra um link para as páginas de administração a cada início.',
        closed: 'ADMIN_TOKEN não está definida: as páginas de administração respondem 503 neste endereço.',
        token: 'As páginas de administração são protegidas por ADMIN_TOKEN.',
        both_tokens: 'As páginas de administração são protegidas por ADMIN_TOKEN; ADMIN_READONLY_TOKEN as abre mascaradas e só para ver.',
      }[state],
    }),

    'secrets.none': ({ settings }) => ({
      text: 'Nenhuma fonte tem segredo: todo evento recebe 503.',
      action: `Defina ${settings} para o que você usa.`,
    }),
    'secrets.sources': ({ sources }) => ({ text: `Abertas: ${sources}.` }),
    'secrets.closed': ({ settings }) => ({ text: `Sem segredo, portanto respondem 503: ${settings}.` }),
    'secrets.verify_token': () => ({
      text: 'WEBHOOK_SOCIALADS_VERIFY_TOKEN não está definida: a plataforma não consegue verificar a assinatura do webhook.',
      action: 'Defina-a com o texto informado na plataforma.',
    }),
    'secrets.short': ({ name, shortest }) => ({
      text: `${name} tem menos de ${shortest} caracteres e poderia ser adivinhado.`,
      action: GENERATE_SECRET,
    }),
    'secrets.simple': ({ name }) => ({ text: `${name} repete poucos caracteres e poderia ser adivinhado.`, action: GENERATE_SECRET }),
    'secrets.repeated': ({ names }) => ({
      text: `O mesmo segredo é usado mais de uma vez: ${names}.`,
      action: 'Dê um a cada: quem conhece um não deve conhecer o outro.',
    }),
    'secrets.rotation': ({ setting, verdict }) => ({
      text: verdict ?? `${setting} ainda é aceita.`,
      action:
        '`lead-intake source list` mostra quem usou o segredo antigo. Remova-o quando todos os remetentes usarem o novo e reinicie o `serve`.',
    }),
    'secrets.strength': () => ({ text: 'Nenhum segredo é curto, simples ou repetido.' }),
    'secrets.named': ({ count }) => ({ text: `Segredos nomeados: ${count}.` }),
    'secrets.unreadable': ({ names, hasKey }) => ({
      text: `CREDENTIALS_KEY ${hasKey ? 'não é a que os selou' : 'não está definida'}, então requisições com estes segredos são recusadas: ${names}.`,
      action:
        'Defina a chave usada antes e reinicie o serviço, ou remova os segredos e inclua-os de novo. `lead-intake refused replay --all` aproveita o que foi recusado enquanto isso.',
    }),
    'secrets.limited_setting': ({ setting, name, clientId, isRemoved }) => ({
      text: isRemoved
        ? `O segredo "${name}" foi removido, mas ${setting} tem o mesmo valor: requisições com ele ainda são aceitas, só para o cliente ${clientId}.`
        : `${setting} tem o mesmo valor que o segredo "${name}", limitado ao cliente ${clientId}: requisições com ele só criam leads desse cliente.`,
      action: `Dê outro valor a ${setting}, ou nenhum. Para tirar o limite, remova o segredo nomeado e inclua o mesmo valor sem --client.`,
    }),
    'secrets.limited_export': ({ name, clientId }) => ({
      text: `CONVERSIONS_EXPORT_CREDENTIAL tem a senha que é ou foi o segredo "${name}": ela só abre as conversões do cliente ${clientId}.`,
      action: 'Dê outra senha a CONVERSIONS_EXPORT_CREDENTIAL, ou retire-a.',
    }),
    'secrets.named_rotation': ({ name, verdict, word }) => ({
      text: `Segredo "${name}": ${verdict}`,
      action: `\`lead-intake secret list\` mostra quem o usa; \`lead-intake secret remove ${word}\` o remove quando puder ser removido.`,
    }),

    'database.found': ({ path, bytes }) => ({ text: bytes === null ? path : `${path}, ${formatBytes(bytes)}` }),
    'database.missing': ({ path }) => ({
      text: `Não há banco de dados em ${path}.`,
      action: '`lead-intake init` cria um. Se ele existe em outro lugar, confira DATABASE_URL, --env-file e a pasta atual.',
    }),
    'database.newer': unusableDatabase,
    'database.forbidden': unusableDatabase,
    'database.unusable': unusableDatabase,
    'database.damaged': ({ sign, more }) => ({
      text: `O banco de dados está danificado: ${sign}${more === 0 ? '' : ` (+${more})`}.`,
      action: RESTORE_BACKUP,
    }),
    'database.whole': ({ full, ms }) => ({
      text: full
        ? `Páginas e índices estão íntegros (integrity_check, ${formatDuration(ms)}).`
        : `Todas as páginas estão íntegras (quick_check, ${formatDuration(ms)}; --full confere mais).`,
    }),
    'database.schema': ({ version }) => ({ text: `Esquema ${version}, o mais novo.` }),
    'database.older': ({ version, newest }) => ({
      text: `Esquema ${version}; este programa tem o ${newest}.`,
      action: 'O próximo início o migra; `lead-intake migrate --dry-run` diz quanto tempo leva. Faça um backup antes.',
    }),
    'database.journal': () => ({ text: 'Modo de journal wal.' }),
    'database.journal_mode': ({ mode }) => ({
      text: `Modo de journal ${mode}: nada usou o banco desde que foi restaurado, ou outro programa o alterou.`,
      action: 'O próximo início do `serve` ou de um worker o define como wal.',
    }),
    'database.wal': ({ bytes }) => ({ text: `WAL ${formatBytes(bytes)}.` }),
    'database.wal_large': ({ bytes }) => ({
      text: `O WAL do banco cresceu para ${formatBytes(bytes)}.`,
      short: 'WAL grande',
      action: 'Algum programa lê o banco em uma transação longa: encerre-o (um backup, um navegador de banco de dados).',
    }),
    'database.log_damaged': ({ written, path }) => ({
      text: `O disco danificou o log de gravação (WAL): eventos confirmados pouco antes da última gravação dele, há ${written}, se perderam${path === null ? '' : ` (${path})`}.`,
      short: 'eventos perdidos',
      action: `Busque-os de novo nas plataformas (\`lead-intake source backfill social-ads\`, \`source import search-ads\`), peça aos responsáveis pelos formulários e verifique o disco. Depois mova o log danificado para outro lugar${path === null ? ': o `lead-intake doctor` diz qual é' : ''}.`,
    }),
    'database.readable': ({ path }) => ({
      text: 'Qualquer usuário desta máquina pode ler o banco e, com ele, dados pessoais.',
      action: `chmod 600 ${path}`,
    }),
    'database.counters': () => ({ text: 'Os contadores da fila conferem com as linhas.' }),
    'database.counters_wrong': ({ queue, group, counted, rows }) => ({
      text: `O contador de ${queue}/${group} diz ${counted}, e há ${rows} linhas.`,
      action: 'Nenhum lead é afetado: os números estão errados. É uma falha do programa; por favor, comunique-a.',
    }),
    'database.relations': () => ({ text: 'As referências estão íntegras, e todo evento em espera tem seu job.' }),
    'database.relations_broken': ({ references, orphans }) => ({
      text: `Referências a linhas que não existem: ${references}; eventos que esperam sem um job: ${orphans}.`,
      action: 'Outro programa alterou o banco. `lead-intake events replay` dá um job a um evento; para o resto, veja um backup.',
    }),
    'database.backup': ({ made }) => ({
      text: made === null ? 'Ainda não há backup, nem evento para guardar.' : `O último backup foi feito há ${made}.`,
    }),
    'database.no_backup': () => ({
      text: 'O `lead-intake backup` nunca foi executado.',
      short: 'sem backup',
      action: '`lead-intake backup --keep 14`, toda noite.',
    }),
    'database.backup_old': ({ made }) => ({
      text: `O último backup foi feito há ${made}.`,
      short: 'backup antigo',
      action: '`lead-intake backup --keep 14`, toda noite.',
    }),
    'database.refused_delivery': ({ last, code }) => ({
      text: `Eventos estão sendo recusados: o banco ou o disco dele não consegue gravá-los. O último há ${last} (${code}).`,
      short: 'eventos recusados',
      action:
        'Quem envia recebe 503 e precisa enviar de novo. Execute `lead-intake doctor` no servidor: ele diz o que há com o disco ou o banco.',
    }),

    'disk.writable': ({ folder }) => ({ text: `${folder} pode ser gravada.` }),
    'disk.not_writable': ({ folder, error }) => ({
      text: `Este usuário não pode gravar o banco ou a pasta ${folder} (${error}).`,
      action: 'Dê ao usuário que executa o lead-intake permissão de escrita em ambos: o SQLite cria arquivos ao lado do banco.',
    }),
    'disk.space': ({ free }) => ({ text: `Há ${formatBytes(free)} livres no disco do banco.` }),
    'disk.full': ({ free }) => ({
      text: `O disco do banco está quase cheio: ${formatBytes(free)} livres.`,
      short: 'disco cheio',
      action: MAKE_ROOM,
    }),
    'disk.little_space': ({ free, size }) => ({
      text: `Há ${formatBytes(free)} livres no disco do banco${free < size ? `: uma cópia do banco (${formatBytes(size)}) não cabe` : ''}.`,
      short: 'pouco disco',
      action: MAKE_ROOM,
    }),
    'disk.file_system': ({ name }) => ({
      text: name === null ? 'Tipo de sistema de arquivos: desconhecido, portanto não conferido.' : `Sistema de arquivos ${name}.`,
    }),
    'disk.network': ({ name }) => ({
      text: `O banco está em ${name}, um sistema de arquivos de rede: o WAL do SQLite precisa de memória compartilhada e de locks confiáveis.`,
      action: LOCAL_DISK,
    }),
    'disk.memory': ({ name }) => ({ text: `O banco está em ${name}: some quando a máquina reinicia.`, action: LOCAL_DISK }),
    'disk.layer': ({ name }) => ({
      text: `O banco está em ${name}, provavelmente na camada do contêiner: some junto com ele.`,
      action: 'Monte um volume para a pasta do banco.',
    }),
    'disk.bridge': ({ name }) => ({
      text: `O banco está em ${name}: se ele sincroniza e faz locks como o SQLite precisa depende do que há por trás.`,
      action: LOCAL_DISK,
    }),

    'clock.time': ({ time }) => ({ text: `Agora: ${time}; nada do que está guardado é posterior.` }),
    'clock.behind': ({ time, ahead, limit }) => ({
      text: `Agora: ${time}, e o banco contém horários até ${formatDuration(ahead)} posteriores: o relógio foi atrasado ou estava errado antes.${
        ahead <= limit ? '' : ` Formulários próprios são recusados quando os relógios diferem mais de ${formatDuration(limit)}.`
      }`,
      action: SYNCHRONISE,
    }),
    'clock.sync': ({ isKnown }) => ({
      text: isKnown ? 'O relógio está sincronizado.' : 'Sincronização do relógio: o sistema não informa, portanto não conferida.',
    }),
    'clock.not_synchronised': () => ({ text: 'O relógio não está sincronizado.', action: SYNCHRONISE }),

    'port.any': () => ({ text: 'PORT é 0: uma porta livre é usada a cada início.' }),
    'port.serving': ({ origin }) => ({ text: `O lead-intake responde em ${origin} e está saudável.` }),
    'port.unhealthy': ({ status, url }) => ({
      text: `O lead-intake responde ${status} em ${url}: não consegue gravar o banco.`,
      action: 'Veja os achados sobre disco e banco de dados, e o log dele.',
    }),
    'port.taken': ({ port, host }) => ({
      text: `Algo que não é o lead-intake escuta na porta ${port} de ${host}.`,
      action: 'Pare-o ou escolha outra porta com PORT.',
    }),
    'port.foreign_host': ({ host }) => ({
      text: `HOST é ${host}, que não é um endereço desta máquina.`,
      action: 'Defina HOST como 127.0.0.1 (só esta máquina), 0.0.0.0 (todas as interfaces) ou um dos endereços dela.',
    }),
    'port.free': ({ origin }) => ({
      text: `Nada responde em ${origin}, e a porta está livre. Se o \`serve\` usa outro --host ou --port, defina HOST e PORT iguais aos dele.`,
    }),
    'port.unusable': ({ port, host, error }) => ({
      text: `O \`serve\` não conseguiria escutar na porta ${port} de ${host} (${error}).`,
      action: 'Defina PORT acima de 1023 para um usuário que não seja root.',
    }),

    'queue.workers': ({ count }) => ({ text: `Workers ativos: ${count}.` }),
    'queue.no_worker': noWorker,
    'queue.no_worker_yet': noWorker,
    'queue.open': () => ({ text: 'A fila está aberta.' }),
    'queue.paused': ({ since, waiting }) => ({
      text: `A fila está pausada há ${since}; jobs em espera: ${n(waiting)}.`,
      short: 'pausada',
      action: 'Os eventos são guardados e nada é processado. `lead-intake queue resume`, ou a página da fila, a retoma.',
    }),
    'queue.waiting': ({ waiting }) => ({ text: `Jobs em espera: ${n(waiting)}.` }),
    'queue.late': ({ since, waiting }) => ({
      text: `O job mais antigo deveria ter sido processado há ${since}; jobs em espera: ${n(waiting)}.`,
      short: 'atrasada',
      action:
        'Há um worker, mas ele não dá conta, ou os jobs falham e esperam uma nova tentativa. Veja o log dos workers; `queue work --concurrency` e mais workers ajudam quando estão ocupados.',
    }),
    'queue.failed': () => ({ text: 'Nenhum job falhou.' }),
    'queue.failed_jobs': ({ failed, code, last }) => ({
      text: `Jobs que falharam, cada um um evento sem lead: ${n(failed)}${code === null ? '' : `; o mais recente: ${code}${last === null ? '' : `, há ${last}`}`}.`,
      short: `${n(failed)} com falha`,
      action: '`lead-intake queue failed --group` mostra por quê. Corrija a causa e repita: `queue retry`, ou a lista de eventos com erro.',
    }),
    'queue.parked': ({ parked }) => ({
      text: `Jobs que esperam por algo externo: ${n(parked)}.`,
      short: `${n(parked)} estacionados`,
      action: 'Esperam por algo como uma plataforma que ainda não foi conectada. `lead-intake queue failed --parked` os lista.',
    }),
    'queue.other_version': ({ worker, version, own }) => ({
      text: `O worker ${worker} executa a versão ${version}; esta é a ${own}.`,
      short: 'outra versão',
      action: 'Reinicie-o.',
    }),

    'sources.never': ({ origin }) => ({ text: `${origin}: nenhum evento ainda.` }),
    'sources.event': ({ origin, last }) => ({ text: `${origin}: último evento há ${last}.` }),
    'sources.closed': ({ origin, last }) => ({
      text: `${origin} não está configurada${last === null ? '' : `, e o último evento dela chegou há ${last}`}.`,
      short: `${origin} fechada`,
      action: 'O endereço dela responde 503 até o segredo ser definido.',
    }),
    'sources.silent': ({ origin, last, longest }) => ({
      text: `${origin} está em silêncio há ${last}${longest === null ? '' : `; no mesmo horário foram no máximo ${formatDuration(longest)} nas quatro semanas anteriores`}.`,
      short: `${origin} em silêncio`,
      action: 'Se deveriam chegar leads, confira o webhook na plataforma ou o formulário; `lead-intake send` envia um evento de teste.',
    }),
    'sources.refused': ({ count, causes }) => ({
      text:
        count === 0
          ? 'Nenhuma requisição foi recusada nas últimas 24 h.'
          : `Requisições recusadas nas últimas 24 h: ${n(count)} (${listOf(causes)}).`,
    }),
    'sources.credential_refused': ({ origin, code, count, oldest }) => ({
      text: `${origin}: ${count === 1 ? '1 requisição que parece autêntica foi recusada' : `${n(count)} requisições que parecem autênticas foram recusadas`} pela credencial (${code}), a mais antiga há ${oldest}. Antes ela estava certa.`,
      short: 'credencial recusada',
      action: `Informe a mesma chave ou o mesmo segredo no remetente e aqui e reaproveite estas requisições, que ninguém envia de novo: \`lead-intake refused replay --all --code ${code} --source ${origin}\`. Se estava errado no remetente, acrescente --without-credential.`,
    }),
    'sources.refused_requests': ({ count, oldest, causes }) => ({
      text: `${count === 1 ? '1 requisição recusada não foi reaproveitada, chegou' : `${n(count)} requisições recusadas não foram reaproveitadas, a mais antiga chegou`} há ${oldest}: ${listOf(causes)}.`,
      short: `${n(count)} recusadas`,
      action:
        'Cada uma pode ser um lead que ninguém tem. `lead-intake refused list --open` as mostra. Corrija o segredo ou o formulário e execute `lead-intake refused replay --all`; `refused forget` apaga as que já estão resolvidas.',
    }),
    'sources.resend_type': ({ count, isMore, id, eventType, conflictType, last }) => ({
      text: `Eventos reenviados com outro tipo nos últimos 7 dias: ${n(count)}${isMore ? '+' : ''}, o mais recente há ${last} é o evento ${id} (${eventType} → ${conflictType}). Vale o primeiro tipo.`,
      short: 'reenvio de outro tipo',
      action: `Se são dois eventos, quem envia precisa usar ids diferentes. \`lead-intake events show ${id}\` mostra os dois.`,
    }),

    'platforms.pages': ({ count }) => ({ text: `Meta: contas que abrem leads: ${count}.` }),
    'platforms.no_pages': () => ({
      text: 'Meta: nenhuma página está conectada, por isso leads cujo evento não traz respostas esperam. `lead-intake source connect` ou WEBHOOK_SOCIALADS_TOKENS conecta uma.',
    }),
    'platforms.no_export': () => ({
      text: 'Google Ads: a exportação de conversões está fechada (não há CONVERSIONS_EXPORT_CREDENTIAL nem segredo da exportação).',
    }),
    'platforms.export': ({ hasSetting, secrets }) => ({
      text: `Google Ads: a exportação de conversões está aberta (${[...(hasSetting ? ['CONVERSIONS_EXPORT_CREDENTIAL'] : []), ...(secrets === 0 ? [] : [`segredos de clientes: ${secrets}`])].join('; ')}).`,
    }),
    'platforms.client_datasets': ({ count }) => ({ text: `Meta: clientes com conjunto de dados próprio: ${count}.` }),
    'platforms.no_social_conversions': () => ({ text: 'Meta: conversões não são enviadas.' }),
    'platforms.social_conversions': ({ id }) => ({ text: `Meta: conversões são enviadas ao conjunto de dados ${id}.` }),
    'platforms.client_ads_accounts': ({ count }) => ({ text: `Google Ads: clientes com conta própria: ${count}.` }),
    'platforms.no_search_conversions': () => ({ text: 'Google Ads: conversões não são enviadas pelo serviço.' }),
    'platforms.search_conversions': ({ id, actions }) => ({
      text: `Google Ads: conversões são enviadas à conta ${id}; ações de conversão: ${actions}.`,
    }),
    'platforms.half_set': ({ set, missing }) => ({
      text: `${set} está definida e ${missing} não: nenhuma conversão é enviada com isso.`,
      action: `Defina ${missing} ou retire ${set}.`,
    }),
    'platforms.credentials_missing': wrongCredentials,
    'platforms.credentials_unreadable': wrongCredentials,
    'platforms.credentials_wrong': wrongCredentials,
    'platforms.credentials_readable': ({ path }) => ({
      text: `Qualquer usuário desta máquina pode ler ${path}.`,
      action: `chmod 600 ${path}`,
    }),
    'platforms.credentials': ({ path, who }) => ({ text: `Google Ads: ${path} é de ${who}.` }),
    'platforms.enhanced_leads': ({ id }) => ({
      text: `Conta ${id} do Google Ads: leads sem click id são informados por contato com hash.`,
    }),
    'platforms.enhanced_leads_ignored': ({ clientId, id }) => ({
      text: `SEARCHADS_ENHANCED_LEADS cita o cliente ${clientId}, que tem conta própria no Google Ads (${id}): a configuração não vale para ele.`,
      action: `Se o cliente quer isso, conecte a conta de novo, na página das contas dele ou com \`lead-intake client connect ${clientId} --account ${id} --enhanced-leads\` e as demais opções da conta. Senão, retire o id da configuração.`,
    }),
    'platforms.initial_stage': ({ id, stage }) => ({
      text: `Conjunto de dados ${id} da Meta: cada novo lead de formulário instantâneo é informado como "${stage}".`,
    }),
    'platforms.key_missing': ({ count }) => ({
      text: `Credenciais no banco de dados: ${count}, seladas; CREDENTIALS_KEY, que as abre, não está definida.`,
      action: 'Defina CREDENTIALS_KEY com a chave que as selou, ou conecte as contas de novo.',
    }),
    'platforms.key_wrong': ({ account }) => ({
      text: `A credencial ${account.of} no banco de dados não abre com CREDENTIALS_KEY.`,
      action: `Defina CREDENTIALS_KEY com a chave que a selou, ou conecte a conta de novo com \`lead-intake ${account.command}\`.`,
    }),
    'platforms.no_credential': ({ account, setting }) => ({
      text: `A credencial ${account.of} é a das configurações, e ${setting} não está definida: as conversões esperam.`,
      action: `Defina ${setting}, ou conecte a conta com uma credencial própria: \`lead-intake client connect\`.`,
    }),

    'platforms.refused': ({ account, since, fault }) => ({
      text: `${account.at} recusa a credencial ${account.of} há ${since}.${after(fault)}`,
      short: 'credencial recusada',
      action: `O que precisa desta conta espera, e nada se perde. Dê a ela outra, nas configurações ou com \`lead-intake ${account.command}\`; o que espera então anda sozinho.`,
    }),
    'platforms.blocked': ({ account, since, fault }) => ({
      text: `${account.at} bloqueia ${account.name} há ${since}.${after(fault)}`,
      short: 'conta bloqueada',
      action: 'Faça isso na conta; o que espera então anda sozinho em até duas horas.',
    }),
    'platforms.away': ({ account, since, fault }) => ({
      text: `${account.at} não responde por ${account.name} há ${since}.${after(fault)}`,
      short: 'plataforma fora',
      action:
        'O lead-intake continua tentando, um job por vez, por 72 horas; o que espera volta a andar sozinho e nada se perde. Confira a rede desta máquina e a página de status da plataforma.',
    }),
    'platforms.paused': ({ account, until, fault }) => ({
      text: `${account.at} limita ${account.name}, por mais ${until}.${after(fault)}`,
      short: 'limitada',
      action: 'A plataforma pede menos consultas. Continua sozinha; nada se perde.',
    }),
    'platforms.token_expires': ({ account, until }) => ({
      text: `O token ${account.of} termina em ${until}.`,
      short: 'token vence logo',
      action: `O que precisa deste token espera quando ele terminar. Gere um novo, de preferência de um usuário do sistema da empresa, e defina-o ou conecte-o: \`lead-intake ${account.command}\`.`,
    }),
    'platforms.compared': ({ compared, forms }) => ({
      text: `Os leads foram comparados com a Meta há ${compared}; formulários: ${forms}.`,
    }),
    'platforms.missing_leads': ({ missing, forms }) => ({
      text: `Leads que faltavam na última comparação com a Meta, e foram guardados: ${n(missing)} (formulários: ${forms}).`,
      short: 'leads faltavam',
      action:
        'O webhook deles não chegou: a página está inscrita, o serviço esteve fora? O `lead-intake doctor` diz se a página continua inscrita no aplicativo; o `lead-intake source connect` inscreve de novo.',
    }),
    'platforms.comparison_failed': ({ forms, code }) => ({
      text: `A última comparação com a Meta falhou (${code}); formulários: ${forms}.`,
      short: 'comparação falhou',
      action: 'Leads cujo webhook não chegou só serão notados quando ela der certo. É tentada de novo sozinha; o log do worker diz mais.',
    }),
    'platforms.comparison_late': ({ compared, everyHours }) => ({
      text: `Os leads foram comparados com a Meta pela última vez há ${compared}; deveria ser a cada ${everyHours} h.`,
      short: 'comparação atrasada',
      action:
        'Quem compara é um worker da fila webhooks: há um ativo, o que diz o log dele? Leads cujo webhook não chegou só serão notados então.',
    }),
    'platforms.worker': ({ count }) => ({ text: `Workers que enviam conversões: ${count}.` }),
    'platforms.no_worker': ({ since, waiting }) => ({
      text: `Conversões esperam${since === null ? '' : `, a mais antiga há ${since}`}, e nenhum worker as envia${waiting === 0 ? '' : `; jobs na fila: ${n(waiting)}`}.`,
      short: 'conversões paradas',
      action: 'Inicie `lead-intake queue work conversoes` sob um gerenciador de serviços, ou `serve --work`.',
    }),
    'platforms.no_worker_yet': ({ isPaused }) => ({
      text: isPaused ? 'A fila de conversões está pausada.' : 'Nenhum worker envia conversões; nenhuma espera para ser enviada agora.',
      short: isPaused ? 'conversões pausadas' : 'sem worker de conversões',
      action: isPaused
        ? '`lead-intake queue resume conversoes`'
        : 'Inicie `lead-intake queue work conversoes` sob um gerenciador de serviços, ou `serve --work`.',
    }),
    'platforms.waiting_for_account': ({ clients }) => ({
      text: `Conversões que esperam porque o cliente delas não tem conta na plataforma: ${[
        ...clients.slice(0, MOST_NAMED).map(({ clientId, count }) => `cliente ${clientId}: ${n(count)}`),
        ...(clients.length > MOST_NAMED ? [`e mais ${clients.length - MOST_NAMED} clientes`] : []),
      ].join(', ')}.`,
      short: 'conversões sem conta',
      action:
        'Conecte as contas com `lead-intake client connect` ou na página de cada cliente, ou defina ACCOUNTS_CLIENT se valem as das configurações; as conversões seguem então sozinhas.',
    }),
    'platforms.on_hold': ({ count, isMore, codes }) => ({
      text: `Conversões que esperam por você: ${n(count)}${isMore ? '+' : ''} (${codes.join(', ')}).`,
      short: 'conversões retidas',
      action:
        'A lista diz o que fazer em cada uma (`lead-intake queue failed conversoes --parked`). Depois envie de novo: `lead-intake conversions retry`.',
    }),
    'platforms.rejected': ({ count, isMore }) => ({
      text: `Conversões rejeitadas nas últimas 24 h: ${n(count)}${isMore ? '+' : ''}.`,
      short: 'conversões rejeitadas',
      action: 'A lista diz o motivo de cada uma. Corrigida a causa, elas podem ser enviadas de novo.',
    }),
    'platforms.old_conversion': ({ platform, since }) => ({
      text: `Uma conversão para ${platform} espera há ${since}.`,
      short: 'conversão atrasada',
      action: 'Uma conversão vale menos a cada dia, e social ads não aceita nenhuma com mais de sete.',
    }),

    'platforms.offline': () => ({ text: 'As plataformas não foram consultadas (--offline).' }),
    'platforms.not_asked': ({ about, account, action, fault }) => ({
      text: `${
        {
          token: `Não foi possível consultar a Meta sobre ${account?.token}`,
          dataset: `Não foi possível consultar a Meta sobre ${account?.name}`,
          webhook: 'Não foi possível consultar a Meta sobre o webhook do aplicativo',
          subscription: `Não foi possível perguntar à Meta se ${account?.name} está inscrita`,
          action: `Não foi possível consultar o Google Ads sobre ${account?.name}, ação ${action}`,
          no_time: `Não houve mais tempo para consultar ${account?.name}`,
        }[about]
      }${fault === null ? '.' : `: ${fault}`}`,
      action: 'Tente de novo mais tarde.',
    }),
    'platforms.token': ({ account }) => ({ text: `A Meta aceita ${account.token}.` }),
    'platforms.token_not_inspected': ({ account, hasApp }) => ({
      text: `Não dá para inspecionar o que ${account.token} permite nem quando expira: ${
        hasApp ? 'a Meta só mostra isso ao aplicativo para o qual o token foi gerado, e ele não é o de SOCIALADS_APP_ID.' : NO_APP_ID
      }`,
    }),
    'platforms.token_refused': ({ account, fault }) => ({ text: `A Meta não aceita ${account.token}: ${fault}`, action: OTHER_TOKEN }),
    'platforms.token_invalid': ({ account }) => ({ text: `A Meta diz que ${account.token} não é válido.`, action: RENEW_TOKEN }),
    'platforms.token_page': ({ account, profileId }) => ({
      text: `O token ${account.of} é um token de ${profileId}.`,
      action: 'Defina o token desta página.',
    }),
    'platforms.token_scope': ({ account, scope, isElsewhere }) => ({
      text: `Falta ao token ${account.of} a permissão ${scope}${isElsewhere ? ' para esta página (ele a tem para outras)' : ''}: a Meta não entrega nenhum lead.`,
      action: 'Gere um token com as permissões que docs/meta-lead-ads.md cita.',
    }),
    'platforms.token_scopes': ({ account, scopes }) => ({
      text: `Falta ao token ${account.of}: ${scopes}.`,
      action: 'Gere um token com as permissões que docs/meta-lead-ads.md cita.',
    }),
    'platforms.token_data_access': ({ account, until }) => ({
      text: `O acesso do token ${account.of} aos dados fecha em ${until}, a menos que a pessoa dele entre de novo.`,
      action: RENEW_TOKEN,
    }),
    'platforms.app_refused': ({ fault }) => ({
      text: `A Meta não aceita o id do aplicativo com o app secret, então não dá para inspecionar tokens e assinaturas. ${fault}`,
      action:
        'Defina SOCIALADS_APP_ID e WEBHOOK_SOCIALADS_SECRET com o id e o segredo do mesmo aplicativo (Meta: Configurações do app > Básico).',
    }),
    'platforms.app_unknown': () => ({
      text: `Não dá para inspecionar se o aplicativo da página é o seu e se o webhook dele está configurado: ${NO_APP_ID}`,
    }),
    'platforms.app_webhook_refused': ({ fault }) => ({
      text: `A Meta não mostra o webhook do aplicativo: ${fault}`,
      action: SET_UP_WEBHOOK,
    }),
    'platforms.app_not_subscribed': ({ app, why }) => ({
      text: `O aplicativo ${app} ${
        {
          none: 'não tem webhook para páginas',
          fields: 'tem um webhook para páginas sem o campo leadgen',
          inactive: 'tem um webhook para páginas que não está ativo',
        }[why]
      }: a Meta não avisa nenhum lead.`,
      action: SET_UP_WEBHOOK,
    }),
    'platforms.app_webhook_elsewhere': ({ app, url }) => ({
      text: `O aplicativo ${app} avisa os leads em ${url}, que não é /webhooks/social_ads.`,
      action: SET_UP_WEBHOOK,
    }),
    'platforms.app_webhook': ({ app, url }) => ({ text: `O aplicativo ${app} avisa os leads em ${url}.` }),
    'platforms.no_lead_access': ({ account, reason }) => ({
      text: `O Gerenciador de acesso a leads não deixa o token ler os leads ${account.of}.${reason === '' ? '' : ` Meta: "${reason}"`}`,
      action:
        'Nas configurações da empresa (Integrações > Acesso a leads), dê ao aplicativo, como CRM, e ao dono do token acesso aos leads da página.',
    }),
    'platforms.page_refused': ({ account, fault, isOfToken }) => ({
      text: `A Meta não diz se ${account.name} está inscrita${isOfToken ? ':' : '.'} ${fault}`,
      action: isOfToken
        ? OTHER_TOKEN
        : 'docs/meta-lead-ads.md mostra onde dar ao usuário do sistema o controle da página e de quais permissões o token precisa.',
    }),
    'platforms.subscribed': ({ account, app }) => ({
      text: `Leads ${account.of} são avisados ${app === null ? 'a um aplicativo' : `ao aplicativo ${app}`}.`,
    }),
    'platforms.not_subscribed': ({ account, pageId, app, why }) => ({
      text: {
        unknown_fields: `O aplicativo ${app} está inscrito em mudanças ${account.of}; a Meta não diz se nos leads dela.`,
        only_others: `Outros aplicativos estão inscritos nos leads ${account.of}, e o aplicativo ${app} não: a Meta não os avisa ao lead-intake.`,
        none: `Nenhum aplicativo está inscrito nos leads ${account.of}: a Meta não envia webhook deles.`,
      }[why],
      action: `Conecte a página de novo com \`lead-intake source connect social-ads --page ${pageId}\`, que a inscreve, ou faça POST /${pageId}/subscribed_apps?subscribed_fields=leadgen com o token dela.`,
    }),
    'platforms.dataset': ({ id }) => ({ text: `A Meta conhece o conjunto de dados ${id}.` }),
    'platforms.dataset_refused': ({ id, fault }) => ({
      text: `A Meta não mostra o conjunto de dados ${id} ao token dele: ${fault}`,
      action: CHECK_DATASET,
    }),
    'platforms.dataset_unchecked': ({ id }) => ({
      text: `O token não pode ler o conjunto de dados ${id}, por isso o id não foi conferido.`,
      action: CHECK_DATASET,
    }),
    'platforms.search_validated': ({ id, actions }) => ({
      text: `A conta ${id} do Google Ads aceita conversões; ações: ${actions} (só validado, nada foi enviado).`,
    }),
    'platforms.search_refused': ({ id, action, fault }) => ({
      text: `A conta ${id} do Google Ads não aceita conversões para a ação ${action}: ${fault}`,
      action: 'docs/google-ads.md diz o que o anunciante precisa permitir e quais ações aceitam conversões.',
    }),
    'platforms.client_not_connected': ({ fault }) => ({
      text: fault,
      action: 'Na web, a página do cliente também conecta contas.',
    }),
  },

  cli: {
    clients: {
      nameAccountDatasetAccount: 'Informe a conta com --dataset, --account ou --page.',
      actionProblem: ({ problem }) => `--action ${problem.pt}`,
      clientAdded: ({ id, name }) => `Cliente ${id} incluído: ${name}`,
      accountConnectedClientWaited: ({ id, name, resumed }) =>
        `A conta ${id} está conectada para o cliente ${name}. ${counted(resumed, 'conversão que esperava executa', 'conversões que esperavam executam')} de novo.`,
      clientConsentRuleOwn: ({ name, mode, keys }) => `O cliente ${name} tem uma regra de consentimento própria: ${mode} (${keys}).`,
      clientUsesConsentRule: ({ name }) => `O cliente ${name} usa a regra de consentimento das configurações.`,
      accountDisconnectedClient: ({ id, name }) => `A conta ${id} foi desconectada do cliente ${name}.`,
      client: ({ id, name }) => `o cliente ${id} (${name})`,
      clientRemoved: ({ id, name }) => `Cliente ${id} removido: ${name}`,
      clientIsNowNamed: ({ id, name }) => `O cliente ${id} agora se chama: ${name}`,
      noClient: 'Ainda não há nenhum cliente; `lead-intake client add` cria um.',
      enhancedLeads: ({ id, isReported }) =>
        `Conta ${id} do Google Ads, leads sem click id: ${isReported ? 'informados por contato com hash' : 'não informados'}`,
      instantFormLeads: ({ id, stage }) =>
        `Conjunto de dados ${id} da Meta, leads novos de formulários instantâneos: ${stage === null ? 'não informados' : `informados como "${stage}"`}`,
      conversionsWait: ({ count }) => `Conversões que esperam porque o cliente não tem conta para elas: ${count}`,
      consentRule: ({ named }) => `Regra de consentimento: ${named}`,
    },
    columns: {
      file: 'ARQUIVO',
      conversion: 'CONVERSÃO',
      name: 'NOME',
      value: 'VALOR',
      platform: 'PLATAFORMA',
      state: 'ESTADO',
      client: 'CLIENTE',
      error: 'ERRO',
      user: 'USUÁRIO',
      campaign: 'CAMPANHA',
      links: 'VÍNCULOS',
      form: 'FORMULÁRIO',
      source: 'ORIGEM',
      page: 'PÁGINA',
      noContact: 'SEM CONTATO',
      unreadKeys: 'CHAVES SEM LEITURA',
      key: 'CHAVE',
      question: 'PERGUNTA',
      type: 'TIPO',
      readAs: 'LIDA COMO',
      by: 'POR',
      answered: 'RESPONDIDA',
      examples: 'EXEMPLOS',
      found: 'ENCONTRADOS',
      missing: 'FALTAVAM',
      stored: 'GRAVADOS',
      healed: 'RECUPERADOS',
      fault: 'FALHA',
      secret: 'SEGREDO',
      sender: 'REMETENTE',
      address: 'ENDEREÇO',
      nowUses: 'AGORA USA',
      newSecret: 'SEGREDO NOVO',
      account: 'CONTA',
      credential: 'CREDENCIAL',
      keptIn: 'GUARDADA EM',
      measure: 'MEDIDA',
      measured: 'MEDIDO',
      must: 'EXIGIDO',
      best: 'MELHOR',
      met: 'ATINGE',
      message: 'MENSAGEM',
      event: 'EVENTO',
      tries: 'TENTATIVAS',
      code: 'CÓDIGO',
      names: 'CITA',
      seen: 'VISTO',
      done: 'FEITOS',
      failed: 'FALHAS',
      setting: 'CONFIGURAÇÃO',
      from: 'DE',
      meaning: 'SIGNIFICADO',
      session: 'SESSÃO',
      access: 'ACESSO',
      browser: 'NAVEGADOR',
      received: 'RECEBIDO',
      identity: 'IDENTIDADE',
      when: 'QUANDO',
      field: 'CAMPO',
      before: 'ANTES',
      after: 'DEPOIS',
      submitted: 'ENVIADO',
      created: 'CRIADO',
      phone: 'TELEFONE',
      test: 'TESTE',
      refused: 'RECUSA',
      received2: 'RECEBIDA',
      putThrough: 'APROVEITADA',
      detail: 'DETALHE',
      step: 'PASSO',
      added: 'INCLUÍDO',
    },
    conversions: {
      happened: 'OCORREU',
      conversion: 'Conversão',
      putBackIntoQueue: ({ idCount }) => `De volta à fila: ${counted(idCount, 'conversão', 'conversões')}.`,
      nothingSelected: 'Nenhuma conversão foi selecionada; nada foi alterado.',
      selectedNothingWasChanged: ({ count }) => `${counted(count, 'conversão selecionada', 'conversões selecionadas')}; nada foi alterado.`,
      sendNow: ({ count }) => `Enviar agora ${counted(count, 'conversão que espera', 'conversões que esperam')}?`,
      sendAgain: ({ count }) => `Enviar de novo ${counted(count, 'conversão rejeitada', 'conversões rejeitadas')}?`,
      doesConversionsDoNot: ({ isOne, names, others }) => ({
        message:
          `${isOne ? `A conversão ${names} não existe ou não está rejeitada nem esperando` : `As conversões ${names} não existem ou não estão rejeitadas nem esperando`}.` +
          (others === 0 ? '' : ` De volta à fila: ${counted(others, 'outra conversão', 'outras conversões')}.`),
        hint: '`lead-intake conversions list --state rejeitada` mostra as rejeitadas.',
      }),
      thereIsNoConversion: ({ id }) => ({
        message: `Não há conversão ${id}.`,
        hint: '`lead-intake conversions list` mostra quais existem.',
      }),
      notForMeta: 'A conversão não é para a Meta, e só a Meta tem códigos de evento de teste.',
      alreadySent: 'A Meta já tem esta conversão; enviada de novo, poderia contar duas vezes.',
      choose:
        'Escolha outra: `lead-intake conversions list --platform social_ads --state pendente`. `lead-intake client test` consulta sem enviar.',
      waitsStill: 'A conversão espera como antes. `lead-intake client test` diz se a conta aceita conversões, sem enviar nenhuma.',
      metaTookEventsManager: ({ dataset }) =>
        `A Meta aceitou: o Gerenciador de Eventos do conjunto de dados ${dataset} mostra em "Testar eventos" em até um minuto. Ela conta, e é enviada de novo na vez dela; se for em até 48 horas, a Meta a reconhece pelo id e conta uma vez.`,
      nothingNamed: 'Informe o que deve ser corrigido: --value, --currency ou --at.',
      exportingConversions: 'Exportando conversões',
      thereSeveralClientsFile:
        'Há vários clientes, e um arquivo não pode misturar as conversões deles: informe um com --client, ou defina ACCOUNTS_CLIENT.',
      leftOutWantConsent: ({ leftOut }) =>
        ` ${counted(leftOut, 'ficou', 'ficaram')} de fora por falta de consentimento ou de um click id válido.`,
      exported: ({ written, file, leftOut, omitted }) =>
        `${counted(written, 'conversão exportada', 'conversões exportadas')}${file === undefined ? '' : ` para ${file}`}.${leftOut === 0 ? '' : omitted.pt}`,
      nameOrSelect: {
        message: 'Conversões são informadas pelos ids, ou selecionadas com --all e filtros.',
        hint: 'Informe as conversões pelos ids, ou selecione todas as rejeitadas com --all; --error, --platform, --client e --since filtram.',
      },
      noCode: {
        message: 'Isso não pode ser um código de evento de teste.',
        hint: 'Copie do Gerenciador de Eventos, em "Testar eventos": TEST e números.',
      },
      noConversionMatches: 'Nenhuma conversão encontrada.',
      theConversion: ({ id }) => `a conversão ${id}`,
    },
    csv: {
      hasCellsHeader: ({ cells, expected }) => `tem ${cells} células, e o cabeçalho tem ${expected}`,
      notUtf8: 'o arquivo não está em UTF-8; salve como "CSV UTF-8"',
      theColumnNotKnown: ({ name, known }) => `a coluna "${name}" não é conhecida; existem ${known}`,
      theColumnSaysWhat: ({ name }) => `a coluna "${name}" diz o mesmo que outra`,
      theFileEmptyMust: ({ headerExample }) => `o arquivo está vazio; ele deve começar com um cabeçalho como ${headerExample}`,
      theLineCannotRead: ({ code }) => `a linha não pode ser lida como CSV (${code}); procure aspas que não foram fechadas`,
    },
    directory: {
      removeQuestion: ({ what }) => `Remover ${what.pt}?`,
      nothingImported: ({ problems }) => ({
        message: [
          `Nada foi importado, o arquivo tem ${counted(problems.length, 'problema')}:`,
          ...problems.map(({ line, problem }) => `  linha ${line}: ${problem.pt}`),
        ].join('\n'),
        hint: 'Corrija estas linhas e importe o arquivo de novo; --dry-run só confere.',
      }),
      notLinkedCampaignNothing: ({ campaignId, links }) => ({
        message: `Sem vínculo com a campanha ${campaignId}: ${links}. Nada foi alterado.`,
        hint: `\`lead-intake campaign show ${campaignId}\` mostra os vínculos dela.`,
      }),
      sentence: ({ problem }) => `${problem.pt}.`,
      addYes: 'Acrescente --yes para remover.',
      checking: 'Conferindo',
      storing: 'Gravando',
      campaignsCounted: ({ verb, campaigns }) => `${verb.pt} ${counted(campaigns, 'campanha')}`,
      addedUpdatedMade: ({ addedCount, updatedCount, linkCount }) =>
        `${counted(addedCount, 'campanha incluída', 'campanhas incluídas')}, ${updatedCount} atualizadas, ${counted(linkCount, 'vínculo criado', 'vínculos criados')}.`,
      wouldNothingChanged: ({ done }) => `Seria: ${done.pt} Nada foi alterado.`,
      campaignExistsAlreadyReplace: ({ id }) => `a campanha ${id} já existe; --replace a atualiza`,
      isLinkedToCampaign: ({ name, holder }) => `${name} está vinculado à campanha ${holder}`,
      thereNoCampaignBelow: 'não há campanha abaixo do cabeçalho',
      theHeaderNoColumn: ({ names }) => `falta no cabeçalho a coluna ${names}; ele deve ter id, nome e cliente, em qualquer ordem`,
      idStandsLineAlready: ({ id, first }) => `o id ${id} já está na linha ${first}`,
      campaign: ({ id }) => `a campanha "${id}"`,
      linkedTo: 'vinculada a',
      client: ({ idOrName }) => `o cliente "${idOrName}"`,
      campaignAddedOfClient: ({ id, name, clientId, clientName, userEmail }) =>
        `Campanha ${id} incluída: ${name}, do cliente ${clientId} (${clientName})${userEmail === null ? '' : `, para ${userEmail}`}`,
      readingTheFile: 'Lendo o arquivo',
      noIdWasGiven: { message: 'Nenhum id foi informado.', hint: 'Informe pelo menos um, por exemplo --search-ads-form 40000000000.' },
      campaignAnd: ({ id, name, linkCount }) => `a campanha ${id} (${name}) e ${counted(linkCount, 'vínculo')}`,
      campaignRemoved: ({ id, name }) => `Campanha ${id} removida: ${name}`,
      userAdded: ({ id, email }) => `Usuário ${id} incluído: ${email}`,
      noUser: 'Ainda não há nenhum usuário assim; `lead-intake user add` cria um.',
      user: ({ user }) => `o usuário ${user}`,
      user2: ({ id, email }) => `o usuário ${id} (${email})`,
      userRemoved: ({ id, email }) => `Usuário ${id} removido: ${email}`,
      noCampaign: 'Ainda não há nenhuma campanha assim; `lead-intake campaign add` cria uma.',
    },
    doctor: {
      groups: {
        settings: 'Configurações',
        secrets: 'Segredos',
        database: 'Banco de dados',
        disk: 'Disco',
        clock: 'Relógio',
        port: 'Porta',
        queue: 'Fila',
        sources: 'Fontes',
        platforms: 'Plataformas',
      },
      severity: { ok: 'ok', note: 'nota', warning: 'aviso', problem: 'PROBLEMA' },
      ofClient: ({ id, name }) => `${name} (cliente ${id}): `,
      inOrder: 'Está tudo em ordem.',
      nothingYet: 'Nada está errado, e nenhum evento chegou ainda. `lead-intake send form --campaign ID` envia um teste.',
      count: ({ problems, warnings }) =>
        `${problems} ${problems === 1 ? 'problema' : 'problemas'}, ${warnings} ${warnings === 1 ? 'aviso' : 'avisos'}.`,
    },
    forms: {
      thereIsNoForm: ({ formId, meant }) =>
        `Não existe o formulário "${formId}".${meant === undefined ? '' : ` Você quis dizer ${meant}?`}`,
      bothPlatformsForm: ({ formId }) => ({
        message: `As duas plataformas têm um formulário ${formId}.`,
        hint: 'Informe a origem com --source search_ads ou --source social_ads.',
      }),
      lastAsked: 'ÚLTIMA CONSULTA',
      operator: 'operador',
      platform: 'plataforma',
      key: 'chave',
      ofWouldChange: ({ changed, leads }) => `${counted(changed, 'lead mudaria', 'leads mudariam')}, de ${leads}.`,
      leadsWithoutEMail: ({ before, after }) => `Leads sem e-mail nem telefone: ${before} agora, ${after} depois.`,
      fieldCount: ({ field, count }) => `  ${field}: ${count}`,
      inAnswerUnderCannot: ({ count, key, field }) =>
        `Em ${counted(count, 'lead')}, a resposta em "${key}" não pode ser ${field} e continua sendo só resposta.`,
      leadLine: ({ leadId, text }) => `  lead ${leadId}: ${text}`,
      notUndone: 'Só é preenchido o que falta ao lead. Mudar o mapeamento depois não desfaz o que os leads receberam com este.',
      ofChanged: ({ changed, leads }) => `${counted(changed, 'lead guardado mudou', 'leads guardados mudaram')}, de ${leads}.`,
      nothingMapGiven: 'Nada foi informado para mapear.',
      doesNotSayWhat: ({ text }) => `"${text}" não diz o que uma chave é.`,
      formOfPair: 'Escreva chave=campo, como "qual_seu_contato?=telefone". --clear CHAVE volta à leitura automática.',
      saveMappingForm: ({ formId }) => `Salvar o mapeamento do formulário ${formId}?`,
      saved: 'O mapeamento foi salvo.',
      alreadyMapped: 'O mapeamento já era este.',
      noForm: 'Ainda não há nenhum formulário: um formulário é conhecido a partir do primeiro lead.',
      unreached:
        'Alguns leads não têm e-mail nem telefone. `lead-intake source form show FORMULÁRIO` mostra como cada resposta é lida; `source form map` diz o que ela é.',
      noKey: 'Nenhuma pergunta nem resposta deste formulário é conhecida.',
    },
    leads: {
      exportingLeads: 'Exportando leads',
      exported: ({ leads, file }) => `${counted(leads, 'lead exportado', 'leads exportados')}${file === undefined ? '' : ` para ${file}`}.`,
      noLeadMatches: 'Nenhum lead encontrado.',
      theLead: ({ lead }) => `o lead ${lead}`,
    },
    backfill: {
      leadsMissing: ({ missing }) => counted(missing, 'lead'),
      comparedSum: ({ dryRun, leads, stored, healed }) =>
        dryRun ? `Faltam: ${leads.pt}. Nada foi gravado.` : `Faltavam: ${leads.pt}; gravados: ${stored}; recuperados: ${healed}.`,
      stoppedBeforeEndRun: 'Interrompido antes do fim; execute de novo.',
      noForm: 'Não há formulário a conferir: nenhuma das páginas conectadas tem um, e nenhuma campanha está vinculada a um.',
      page: ({ pageId }) => `página ${pageId}`,
      form: ({ formId }) => `formulário ${formId}`,
      sayOrder: 'Acrescente --dates day-first (22/11/2026) ou --dates month-first (11/22/2026) e confira o resultado com --dry-run.',
      splitFile: 'Corrija as datas dessas linhas ou importe as linhas de cada forma em um arquivo separado.',
      dayOrderUndecided: ({ example }) =>
        `O arquivo não mostra se as datas começam pelo dia ou pelo mês: cada uma pode ser lida das duas formas, como "${example}"`,
      yearMayBeFirst: ({ example }) => `O arquivo não mostra se o ano vem primeiro ou por último em datas como "${example}"`,
      writeThoseDatesYear:
        'Escreva essas datas com o ano de quatro dígitos, como 2026-11-22, ou acrescente --dates se o ano vem por último.',
      someDatesFileBegin: ({ days, months }) =>
        `Algumas datas do arquivo começam pelo dia (${days.pt}), outras pelo mês (${months.pt}); nada foi importado.`,
      theColumnSuggestsDates: ({ header, example }) =>
        `A coluna "${header}" sugere datas que começam pelo dia, mas algumas começam pelo mês, como "${example}"`,
      withDatesSomeDates: ({ given, example }) => `Com --dates ${given}, algumas datas não existem, como "${example}"`,
      refusedFile: ({ what, lines }) => `${what.pt} (${lines.pt}); nada foi importado.`,
      theFileNeitherUtf: {
        message: 'O arquivo não está em UTF-8 nem em UTF-16, e letras acentuadas se perderiam; nada foi importado.',
        hint: 'Use o arquivo como a plataforma o exporta, ou salve como "CSV UTF-8".',
      },
      answer: 'resposta',
      columns: 'Colunas:',
      datesIs: ({ form, text, spelt }) => `Datas: ${form}. "${text}" é ${spelt}.`,
      fromTimeZoneConversions: ({ spelt, until, timeZone }) =>
        `De ${spelt} até ${until}, no fuso horário ${timeZone} (CONVERSIONS_TIME_ZONE).`,
      checkDatesFuture: ({ futureCount, futureLines }) =>
        `Confira as datas: ${counted(futureCount, 'linha', 'linhas')} no futuro (${futureLines.pt}).`,
      checkDatesOlderThan: ({ oldCount, oldestDays, oldLines }) =>
        `Confira as datas: ${counted(oldCount, 'linha', 'linhas')} com mais de ${oldestDays} dias (${oldLines.pt}); o Google Ads não exporta leads tão antigos.`,
      datesNoneCanRead: 'Datas: nenhuma que possa ser lida. Os leads ficam sem horário de envio.',
      yearFirstMonthWords: 'com o ano na frente ou o mês por extenso',
      dayFirst: 'o dia vem primeiro',
      monthFirst: 'o mês vem primeiro',
      asShows: ({ order, line }) => `${order}, como mostra a ${line.pt}`,
      asDatesSays: ({ order }) => `${order}, como diz --dates`,
      byLanguageHeader: ({ order }) => `${order}, pelo idioma do cabeçalho`,
      dayMonthEqualEach: 'o dia e o mês são iguais em todas',
      repeatedInTheFile: ({ repeatedCount }) => `${repeatedCount} repetidas no arquivo`,
      importedSum: ({ rows, isPreview, missing, stored, known, ofKnown, again }) =>
        `${counted(rows, 'linha')}: ${isPreview ? `${missing} faltam` : `${stored} gravadas`}, ${known} já conhecidas${ofKnown.pt}, ${again.pt}.`,
      toBeHealed: ({ healed }) => ` (${healed} a recuperar)`,
      healed: ({ healed }) => ` (${healed} recuperadas)`,
      withoutSubmitTimeBecause: ({ untimedCount, lines }) =>
        `Sem horário de envio, porque não dá para lê-lo: ${counted(untimedCount, 'linha', 'linhas')} (${lines}). Escreva-o como 2026-11-20 09:00 antes de importar o arquivo; importar de novo não muda o que já foi gravado.`,
      lineProblem: ({ line, problem }) => `linha ${line}: ${problem.pt}`,
      importQuestion: ({ missing }) => `Importar ${counted(missing, 'lead')}?`,
      oneLine: ({ list }) => `linha ${list}`,
      severalLines: ({ list }) => `linhas ${list}`,
      notCsv: 'não pode ser lida como CSV; procure aspas que não foram fechadas',
      hasNoUsableLead: 'não tem um id de lead utilizável',
      holdsNothingLead: 'não contém nada de um lead',
      wasRoundedSpreadsheetDigits: ({ name }) =>
        `"${name}" foi arredondado por uma planilha e perdeu dígitos; exporte o arquivo de novo e não o abra antes`,
      theFileNoHeader: {
        message: 'O arquivo não tem um cabeçalho com as colunas de uma exportação de leads; nada foi importado.',
        hint: 'Baixe os leads no Google Ads, no formulário de lead, como CSV. Colunas conhecidas são ID do lead, GCLID, Nome completo, E-mail, Telefone, Data de envio e outras, em português, inglês ou espanhol.',
      },
      comparingLeadsPlatform: 'Conferindo os leads com a plataforma',
      noPageSocialAds: {
        message: 'Nenhuma página da plataforma social-ads está conectada; não há com que conferir.',
        hint: 'Conecte uma com `lead-intake source connect social-ads --page ID`, ou defina WEBHOOK_SOCIALADS_TOKENS.',
      },
      nothingWasStored: 'Nada foi gravado.',
      nothingImported: 'Nada foi importado.',
      importingLeads: 'Importando leads',
      thereNoCampaignNothing: ({ id }) => ({
        message: `A campanha ${id} não existe; nada foi importado.`,
        hint: '`lead-intake campaign list` as mostra.',
      }),
    },
    refused: {
      forgetQuestion: ({ preview, requests }) => `${preview.pt} Apagar definitivamente ${requests.pt}?`,
      selected: ({ requests, total }) => `${requests.pt} ${total === 1 ? 'selecionada' : 'selecionadas'}.`,
      selectedAndStorable: ({ selected, stored, total }) =>
        `${selected.pt} ${stored} de ${total} ${stored === 1 ? 'seria gravada' : 'seriam gravadas'} agora com \`lead-intake refused replay\`.`,
      deleted: ({ requests, count }) => `${requests.pt} ${count === 1 ? 'apagada' : 'apagadas'} definitivamente.`,
      noneOfThem: ({ missingCount, ids }) =>
        missingCount === 1 ? `A requisição recusada ${ids} não existe.` : `As requisições recusadas ${ids} não existem.`,
      listShowsKept: '`lead-intake refused list` mostra as que estão guardadas.',
      requests: ({ count }) => counted(count, 'requisição recusada', 'requisições recusadas'),
      nameRequestsTheirIds:
        'Informe as requisições pelos ids, ou selecione-as com --all; --code, --source, --campaign, --since, --until e --search filtram.',
      idsAllFiltersGiven: 'Foram informados ids junto com --all ou filtros.',
      filtersNeedAll: 'Filtros precisam de --all.',
      noRefusedRequestNamed: 'Nenhuma requisição recusada foi informada.',
      throughEvent: ({ replayedEventId }) => `evento ${replayedEventId}`,
      headers: 'Cabeçalhos',
      body: 'Corpo',
      storedAsEvent: ({ id, eventIds }) => `Requisição recusada ${id}: gravada como evento ${eventIds}.`,
      genuineWithoutLead: ({ id }) => `Requisição recusada ${id}: autêntica, mas sem nenhum lead.`,
      refusedAgain: ({ id, code, detail }) => `Requisição recusada ${id}: recusada de novo, ${code}. ${detail}`,
      vouch: 'Se você conhece o remetente e era a chave dele que estava errada, reaproveite com --without-credential.',
      storedWithoutCredential: ({ id, events }) => `Requisição recusada ${id}: gravada como evento ${events}, sem credencial válida.`,
      replayQuestion: ({ preview, requests }) => `${preview.pt} Reaproveitar ${requests.pt}?`,
      replayPreview: ({ stored, total, withoutCredential, again, ignored, impossible }) =>
        `${stored} de ${total} ${stored === 1 ? 'seria gravada' : 'seriam gravadas'}.` +
        (withoutCredential === 0 ? '' : ` Sem credencial válida, porque você responde pelo remetente: ${withoutCredential}.`) +
        (again === '' ? '' : ` Continua sendo recusado: ${again}.`) +
        (ignored === 0 ? '' : ` Sem lead: ${ignored}.`) +
        (impossible === 0 ? '' : ` Sem possibilidade de reaproveitar: ${impossible}.`),
      noRefusedRequestMatches: 'Nenhuma requisição recusada encontrada.',
      theRefusedRequest: ({ refused }) => `a requisição recusada ${refused}`,
    },
    secrets: {
      putIntoSettingsBackend:
        'Coloque-o nas configurações do backend da landing page, que assina as requisições com ele; nunca na própria página.',
      enterKeyLeadForm: 'Informe-o como a chave do formulário de lead no Google Ads (entrega de leads, webhook).',
      inGoogleAdsSchedule:
        'No Google Ads, programe um upload de https://SEU-HOST/export/conversions.csv com qualquer nome de usuário e este segredo como senha.',
      ownForm: 'formulário próprio',
      googleAds: 'Google Ads',
      export: 'exportação',
      everyClient: 'todos',
      added: 'INCLUÍDO',
      lastUsed: 'ÚLTIMO USO',
      lastSeen: 'VISTO POR ÚLTIMO',
      forEveryClient: 'para todos os clientes',
      limitedToClient: ({ id, name }) => `limitado ao cliente ${id} (${name})`,
      secretAddedNotShown: ({ name, limit, whereToEnter }) =>
        `Segredo "${name}" incluído, ${limit.pt}. Ele não será mostrado de novo. ${whereToEnter.pt} Um serviço em execução passa a aceitá-lo em segundos.`,
      secret: ({ name }) => `o segredo "${name}"`,
      neverUsed: 'nunca usado',
      lastUsedAt: ({ time }) => `último uso ${time}`,
      theSecretUsed: ({ name, used }) => `o segredo "${name}" (${used.pt})`,
      secretRemovedRequestsRefused: ({ name }) => `Segredo "${name}" removido; requisições com ele passam a ser recusadas em segundos.`,
      noSecret:
        'Não há segredo nomeado; `lead-intake secret add` inclui um. `lead-intake source list` mostra os segredos das configurações.',
    },
    sources: {
      saveAnyway: 'Nada foi guardado. Gere um token adequado, ou guarde este mesmo assim com --no-check.',
      thisTokenDoesNot: ({ pageId }) => `Este token não abre a página ${pageId}.`,
      openedNotInspected:
        'O token abre a página. As permissões, a validade e o Gerenciador de acesso a leads não foram conferidos: defina SOCIALADS_APP_ID e WEBHOOK_SOCIALADS_SECRET (id e segredo do aplicativo da Meta) para que sejam.',
      openedByAnotherApp: ({ appId }) =>
        `O token abre a página. As permissões e a validade não foram conferidas: ele foi gerado para outro aplicativo que não o ${appId}. Gere um para esse aplicativo, porque é a ele que a Meta avisa os leads.`,
      notExchanged: `Este é o token de uma pessoa, e a Meta não deu um de longa duração por ele: ele termina em horas. O token de um usuário do sistema não depende de nenhuma pessoa.`,
      exchanged: `Este é o token de uma pessoa. Ele foi trocado por um de longa duração, que termina em 60 dias. O token de um usuário do sistema não depende de nenhuma pessoa.`,
      pageTokenKept: `Este é o token de uma pessoa, então o token da própria página foi obtido com ele e guardado: ele não expira, mas termina quando a pessoa troca a senha ou perde o acesso à página. O token de um usuário do sistema não depende de nenhuma pessoa.`,
      metaDoesNotAccept: ({ said }) => ({
        message: `A Meta não aceita o id do aplicativo com o app secret, então não dá para inspecionar o token. ${said.pt}`,
        hint: 'Nada foi guardado. Defina SOCIALADS_APP_ID e WEBHOOK_SOCIALADS_SECRET com o id e o segredo do mesmo aplicativo, ou guarde o token sem consultar com --no-check.',
      }),
      theLeadsAccessManager: ({ pageId, quote }) => ({
        message: `O Gerenciador de acesso a leads não deixa este token ler os leads da página ${pageId}.${quote}`,
        hint: 'Nada foi guardado. Nas configurações da empresa (Integrações > Acesso a leads), dê ao aplicativo, como CRM, e ao dono do token acesso aos leads da página, ou guarde o token mesmo assim com --no-check.',
      }),
      thePlatformRefusesToken: ({ said }) => `A plataforma recusa este token. ${said.pt}`,
      thePlatformCouldNot: ({ said }) => ({
        message: `Não foi possível consultar a plataforma sobre o token. ${said.pt}`,
        hint: 'Nada foi guardado. Tente de novo, ou guarde o token sem consultar com --no-check.',
      }),
      thePlatformSaysToken: 'A plataforma diz que este token não é válido (ou não é mais).',
      thisTokenNotPage: ({ profileId, pageId }) => `Este token é de ${profileId}, não da página ${pageId}.`,
      thisTokenPermissionOther: ({ neededScope, pageId }) =>
        `Este token tem a permissão ${neededScope} para outras páginas, e não para a página ${pageId}: a plataforma não entregaria nenhum lead.`,
      thisTokenLacksPermission: ({ neededScope }) =>
        `Falta a este token a permissão ${neededScope}: a plataforma não entregaria nenhum lead.`,
      theTokenLacksNames: ({ missing }) =>
        `Falta ao token ${missing}: nomes de anúncios, ou a inscrição da página, podem não aparecer com ele.`,
      theTokenStopsOpening: ({ duration }) => `O token deixa de abrir leads em ${duration}; o token de um usuário do sistema não termina.`,
      metaDoesNotList: ({ said }) => `A Meta não lista as páginas deste token. ${said.pt}`,
      noPage: {
        message: 'Este token não abre nenhuma página.',
        hint: 'Nas configurações da empresa na Meta, dê as páginas ao usuário do sistema com controle total, e ao token a permissão pages_show_list.',
      },
      ofAPage: 'Este token não lista páginas: ele parece ser o token de uma só página.',
      nameIt: 'Informe a página com --page ID.',
      mustIdPageDigits: 'deve ser o id de uma página: só dígitos, como no endereço das configurações dela.',
      noTokenWasGiven: 'Nenhum token foi informado.',
      passStandardInputToken: 'Informe-o pela entrada padrão ou com --token-file; como opção ele apareceria na lista de processos.',
      notYet: 'ainda não',
      oldSecret: 'SEGREDO ANTIGO',
      lastEvent: 'ÚLTIMO EVENTO',
      isSet: 'definido',
      isNotSet: 'falta',
      metaPage: 'página da Meta',
      metaDataset: 'conjunto da Meta',
      googleAds: 'Google Ads',
      inDatabase: 'banco de dados',
      everyClient: 'todos',
      ok: 'ok',
      notUsedYet: 'ainda sem uso',
      pausedUntil: 'em pausa até',
      noAnswerSince: 'sem resposta desde',
      refusedSince: 'recusada desde',
      cannotOpenedAnotherCredentials: 'não abre: outra CREDENTIALS_KEY',
      notConnected: 'não conectada',
      metaReportsLeadsPage: ({ pageId, appId }) => `A Meta avisa os leads da página ${pageId} ao aplicativo ${appId}.`,
      theAppToken: 'ao aplicativo do token',
      app: ({ appId }) => `ao aplicativo ${appId}`,
      pageSubscribedMetaNow: ({ pageId, app }) => `A página ${pageId} está inscrita: a Meta agora avisa os leads dela ${app.pt}.`,
      appsSubscribedPageWhether: ({ pageId }) =>
        `Há aplicativos inscritos na página ${pageId}, e não dá para saber se o seu está entre eles: defina SOCIALADS_APP_ID e WEBHOOK_SOCIALADS_SECRET e conecte a página de novo.`,
      appSubscribedPageMeta: ({ appId, pageId }) =>
        `O aplicativo ${appId} está inscrito na página ${pageId}, e a Meta não diz em quais mudanças. Confira na Meta se leadgen é uma delas.`,
      pageCouldNotSubscribed: ({ pageId, said }) =>
        `Não foi possível inscrever a página ${pageId}, então a Meta talvez não avise os leads dela. ${said.pt}`,
      nothingKeptConnectPage: 'Nada foi guardado. Conecte uma página com --page ID.',
      pageConnectedFingerprintToken: ({ pageId, credential, resumed }) =>
        `A página ${pageId} está conectada; a impressão digital do token é ${credential}. ${counted(resumed, 'job')} que ${resumed === 1 ? 'esperava executa' : 'esperavam executam'} de novo.`,
      pageIsDisconnected: ({ pageId }) => `A página ${pageId} está desconectada.`,
      webhookSocialadsTokensStill: 'WEBHOOK_SOCIALADS_TOKENS ainda tem um token para ela, que passa a ser usado.',
      theDatabaseNoToken: ({ pageId }) => ({
        message: `O banco de dados não tem token da página ${pageId}.`,
        hint: '`lead-intake source list` mostra o que está conectado e onde fica cada token.',
      }),
      noAccount: 'Nenhuma conta de plataforma está conectada; `lead-intake source connect social-ads` conecta uma página.',
    },
    stages: {
      imported: ({ added, known, different, problems }) =>
        [
          counted(added, 'etapa registrada', 'etapas registradas'),
          counted(known, 'já registrada', 'já registradas'),
          ...(different === 0 ? [] : [`${counted(different, 'já registrada', 'já registradas')} com outros dados (sem alteração)`]),
          `${counted(problems, 'linha ignorada', 'linhas ignoradas')}.`,
        ].join(', '),
      lead: ({ leadId }) => `o lead ${leadId}`,
      wouldRegisterLeadNothing: ({ what, leadId }) => `Registraria ${what} para o lead ${leadId}. Nada foi alterado.`,
      hasThisKey: ({ id, leadId }) =>
        `A conversão ${id} do lead ${leadId} já tem esta chave; nada foi alterado. Outra --key registra outra conversão.`,
      conversionLeadWithdrawnRegistered: ({ id, leadId, what }) =>
        `A conversão ${id} do lead ${leadId}, que tinha sido retirada, está registrada de novo: ${what}.`,
      conversionRegisteredForLead: ({ id, leadId, what }) => `Conversão ${id} registrada para o lead ${leadId}: ${what}.`,
      itIsReportedTo: ({ platform }) => `Ela é enviada a ${platform}.`,
      conversion: ({ id }) => `a conversão ${id}`,
      conversionWasWithdrawn: ({ conversionId }) => `A conversão ${conversionId} foi retirada.`,
      conversionWasCorrected: ({ conversionId }) => `A conversão ${conversionId} foi corrigida.`,
      itHadNotBeen: 'Ela ainda não tinha sido enviada a nenhuma plataforma.',
      theNewValueSent: 'O novo valor é enviado como ajuste.',
      lineSameStageLead: ({ line, leadId, what }) =>
        `A linha ${line} tem a mesma etapa do lead ${leadId} com outros dados: ${what}. Dê outra chave a uma delas, ou remova-a.`,
      conversionLeadWithdrawnStays: ({ id, leadId }) =>
        `a conversão ${id} do lead ${leadId} foi retirada e continua assim; para registrá-la de novo, use \`lead-intake leads stage ${leadId}\` para este lead`,
      wouldNothingChanged: ({ done }) => `Seria: ${done.pt} Nada foi alterado.`,
      lineProblem: ({ line, problem }) => `linha ${line}: ${problem.pt}`,
      noStageRegisteredFile: ({ lines }) => ({
        message: `Nenhuma etapa foi registrada, o arquivo não pode ser usado:\n${lines.pt}`,
        hint: 'Corrija o cabeçalho e importe o arquivo de novo; --dry-run só confere.',
      }),
      newStageNameNo: ({ name, stages, meant }) =>
        `Nome de etapa novo "${name}" (${counted(stages, 'etapa', 'etapas')}): nenhuma conversão o teve.${meant === undefined ? '' : ` Você quis dizer "${meant}"?`}`,
      ifNameWrongWithdraw:
        'Se um nome estiver errado, retire as etapas com `lead-intake conversions withdraw ID --reason …` antes do envio; `lead-intake conversions list` mostra os ids.',
      noLeadColumn: 'falta no cabeçalho uma coluna que identifique o lead: lead_id, identidade ou gclid',
      noNameColumn: 'falta no cabeçalho a coluna etapa (ou stage)',
      namesNoLead: 'não identifica nenhum lead',
      reasonTakesTextCharacters: ({ longestReason }) => `--reason aceita um texto de 1 a ${longestReason} caracteres.`,
      hasOtherValues: ({ id, leadId, registered }) =>
        `A conversão ${id} do lead ${leadId} já tem esta chave, com outros dados: ${registered}. Nada foi alterado.`,
      anEventRegisteredSo: ({ id }) =>
        `Um evento a registrou, então corrija-a onde o evento foi gerado; \`lead-intake conversions show ${id}\` indica o evento.`,
      toChangeNameLead: ({ id, kept }) =>
        `Para mudar o nome: \`lead-intake conversions withdraw ${id} --reason …\`, depois registre-a de novo com \`lead-intake leads stage\`.${kept ? ` ${kept.pt}` : ''}`,
      toCorrectRegisterSecond: ({ command }) =>
        `Para corrigi-la: ${command}. Para registrar uma segunda da mesma etapa, dê a ela outra chave.`,
      googleAdsAlreadyUnder:
        'O Google Ads já a tem: com um nome de outra ação de conversão ele conta uma nova conversão, e a anterior fica lá até você retirá-la.',
      metaAlreadyKeepsName: 'A Meta já a tem e mantém o nome que recebeu: o novo nome vale só nestas listas e exportações.',
      noName: ({ longestStageName }) => `a etapa precisa de um nome de no máximo ${longestStageName} caracteres, como qualificado ou ganho`,
      badKey: ({ longestStageKey }) => `a chave deve ser texto imprimível de no máximo ${longestStageKey} caracteres`,
      isNotCertainAmount: ({ text }) => `"${text}" não é um valor inequívoco; escreva 2600.50 ou 2.600,50`,
      isNotCurrencySuch: ({ text }) => `"${text}" não é uma moeda como BRL`,
      isNotATime: ({ text }) => `"${text}" não é um horário que exista, como 2026-11-20 09:00 ou 2026-11-20T09:00:00-03:00`,
      isInTheFuture: ({ text }) => `"${text}" está no futuro`,
      thereIsNoLead: ({ shown }) => `não existe lead ${shown.pt}`,
      severalLeadsNameOne: ({ ids }) => `vários leads o têm: ${ids}; informe um por lead_id`,
      leadTestPlatformTests: ({ id }) => `o lead ${id} é um teste da plataforma; testes não têm conversões`,
      withTheIdentity: ({ text }) => `com a identidade ${text}`,
      withTheClickId: ({ text }) => `com o click id ${text}`,
      leadOrFile: 'Informe um lead ou um arquivo com --file.',
      noStage: 'Nenhuma etapa foi informada.',
      seeHelp:
        'Para um lead: `lead-intake leads stage 17 --qualified`, `--won --value 2600` ou `--name NOME`; para vários: `--file ARQUIVO`.',
    },
    bench: {
      verdicts: { best: 'melhor', met: 'exigido', missed: 'não' },
      acknowledgedButNotStored: 'confirmados mas não gravados',
      storedMoreThanOnce: 'gravados mais de uma vez',
      storedAlthoughNobodySent: 'gravados, embora ninguém tenha enviado',
      notProcessed: 'não processados',
      withoutALead: 'sem lead',
      leadsTooManyTheir: 'leads a mais: os eventos deles já têm um',
      leadsBelongNoEvent: 'leads que não são de evento nenhum',
      leadsWithoutExactlyOne: 'leads sem exatamente uma conversão',
      intakeSignedFormsAccepted: 'Entrada: formulários assinados aceitos',
      intakeBareNodeHttp: 'Entrada: servidor node:http mínimo',
      intakeRatioTwo: 'Entrada: razão entre os dois',
      intakeAnswerMedian: 'Entrada: resposta, mediana',
      intakeAnswerP: 'Entrada: resposta, p99',
      sQueueWorkAnswer: '500/s, queue work: resposta, mediana',
      sQueueWorkAnswer2: '500/s, queue work: resposta, p99',
      sQueueWorkAnswer3: '500/s, queue work: resposta, a mais lenta',
      sQueueWorkLead: '500/s, queue work: lead gravado, p99',
      sServeWorkAnswer: '500/s, serve --work: resposta, mediana',
      sServeWorkAnswer2: '500/s, serve --work: resposta, p99',
      sServeWorkAnswer3: '500/s, serve --work: resposta, a mais lenta',
      sServeWorkLead: '500/s, serve --work: lead gravado, p99',
      queueWorkLeadsConversion: 'queue work: leads com conversão',
      serveReadyAfter: 'serve: pronto em',
      version: '--version',
      serveMemoryIdle: 'serve: memória, parado',
      serveMemoryPeakS: 'serve: memória, pico a 1.000/s',
      afterKillReadyAgain: 'Depois de kill -9: pronto de novo, o mais lento',
      processor: 'Processador',
      countedMachineCoresCore: ({ cores }) => counted(cores, 'núcleo'),
      memory: 'Memória',
      load: 'Carga',
      beforeTheRun: 'antes da execução',
      system: 'Sistema',
      folder: 'Pasta',
      forWriteKib: 'para gravar 4 KiB',
      duration: 'Duração',
      stoppedBeforeEndNothing: 'Interrompido antes do fim; nada ficou para trás.',
      numberStyle: 'pt-BR',
      theMachineBusyBefore: ({ load }) =>
        `A máquina estava ocupada antes da execução (carga ${load}); em uma livre os números são melhores.`,
      theFolderMemoryWhere: ({ fileSystem }) =>
        `A pasta está na memória (${fileSystem}), onde sincronizar não custa nada: meça em um disco com --folder.`,
      withoutMemory: 'A memória fica de fora: só o Linux informa a de outro processo.',
      acknowledgedStoredLeads: ({ count, count2, count22 }) => `${count} confirmados, ${count2} gravados, ${count22} leads`,
      deliveryIsNotExact: ({ counts, found }) => `A entrega NÃO é exata (${counts}): ${found}.`,
      optionsKillsServerWorker: ({ kills }) =>
        kills === 0 ? '' : `, servidor e worker mortos ${counted(kills, 'vez', 'vezes')} sob carga`,
      deliveryExactEachOne: ({ counts, kills }) => `A entrega é exata: ${counts}, cada um com uma conversão${kills.pt}.`,
      exactDeliveryProcessingWhat: 'entrega exata: processando o que resta e comparando tudo',
      theBenchmarkNeedsAbout: ({ megabytes, folder, megabytes2 }) =>
        `O benchmark precisa de cerca de ${megabytes} MB em ${folder}, e há ${megabytes2} MB livres.`,
      nameFolderDiskMore: 'Informe em --folder uma pasta em um disco com mais espaço, ou peça menos com --seconds, --turns e --jobs.',
      noTemporaryFolderCan: ({ folder, code }) => `Não foi possível criar uma pasta temporária em ${folder} (${code}).`,
      nameFolderExistsYou: 'Informe em --folder uma pasta que exista e em que você possa gravar.',
      leadIntakeDidNot: ({ name, log }) => `\`lead-intake ${name}\` não rodou como devia.${log === '' ? '' : ` Ele escreveu:\n${log}`}`,
      killUnderLoadOf: ({ kill, kills }) => `kill -9 sob carga, ${kill} de ${kills}`,
      queueWorkWithJobs: ({ jobs }) => `queue work com ${jobs} jobs`,
      jobsStayedQueueAlthough: 'Ficaram jobs na fila, embora um worker tenha rodado várias vezes.',
      intakeWarmingUp: 'entrada: aquecendo',
      intakeTurnSEach: ({ turn, turns, seconds }) =>
        `entrada: rodada ${turn} de ${turns}, ${seconds} s para o programa e outro tanto para um servidor mínimo`,
      startingTimesMemoryS: ({ seconds, ratePerSecond }) => `tempos de início e memória, ${seconds} s a ${ratePerSecond} por segundo`,
      aSecondSWorker: ({ seconds }) => `500 por segundo durante ${seconds} s, worker em outro processo`,
      aSecondSWorker2: ({ seconds }) => `500 por segundo durante ${seconds} s, worker dentro do servidor`,
      beginning: 'Começando',
    },
    queue: {
      changes: {
        retry: {
          question: (jobs) => `Executar de novo ${jobs}?`,
          done: (jobs) => `De volta à fila: ${jobs}.`,
          eligible: 'com falha, estacionado ou esperando',
        },
        forget: {
          question: (jobs) => `Apagar definitivamente ${jobs}?`,
          done: (jobs) => `Apagados definitivamente: ${jobs}.`,
          eligible: 'com falha ou estacionado',
        },
      },
      jobs: ({ count, isParked }) =>
        isParked ? counted(count, 'job estacionado', 'jobs estacionados') : counted(count, 'job com falha', 'jobs com falha'),
      selectedNothingWasChanged: ({ count }) => `${counted(count, 'job selecionado', 'jobs selecionados')}; nada foi alterado.`,
      noneTheseJobsExists: ({ eligible }) => `Nenhum destes jobs existe e está ${eligible}; nada foi alterado.`,
      noJobSelectedNothing: ({ isParked }) => `Nenhum job ${isParked ? 'estacionado' : 'com falha'} foi selecionado; nada foi alterado.`,
      parkedParkedSelects: ({ parked }) =>
        `${counted(parked, 'job está estacionado', 'jobs estão estacionados')}: --parked seleciona ${parked === 1 ? 'esse job' : 'esses jobs'}.`,
      jobsNotEligible: ({ isOne, names, eligible }) =>
        isOne ? `O job ${names} não existe ou não está ${eligible}.` : `Os jobs ${names} não existem ou não estão ${eligible}.`,
      otherJobs: ({ jobCount }) => counted(jobCount, 'outro job', 'outros jobs'),
      failedListsJobs: '`lead-intake queue failed` lista os jobs com falha e os ids deles; `queue failed --parked`, os estacionados.',
      queued: 'NA FILA',
      failed: 'FALHOU',
      others: '(outros)',
      newest: 'MAIS RECENTE',
      aJobIdNumber: ({ input }) => `O id de um job é um número, não "${input}".`,
      failedListsIds: '`lead-intake queue failed` lista os jobs com os ids.',
      jobIdsAllFilters: 'Foram informados ids de jobs junto com --all ou filtros.',
      nameJobsSelectThem: 'Informe os jobs, ou selecione-os com --all.',
      filtersNeedAll: 'Filtros precisam de --all.',
      noJobWasNamed: 'Nenhum job foi informado.',
      nameJobsTheirIds:
        'Informe os jobs pelos ids, ou selecione todos os que falharam com --all; --parked, --error, --named, --source e --since filtram.',
      deleteJobs: ({ jobs }) => `Apagar ${jobs.pt}?`,
      deleteTheirLeadsConversions: ({ jobs }) =>
        `Apagar ${jobs.pt}? Os leads ou conversões deles ainda faltam, e a lista de falhas não vai mais oferecer a nova tentativa.`,
      pruned: ({ jobs, isDone }) => `${isDone ? 'Apagados' : 'Seriam apagados'}: ${jobs.pt}.`,
      days: ({ days }) => counted(days, 'dia'),
      finishedJobs: ({ count }) => counted(count, 'job encerrado', 'jobs encerrados'),
      failedJobs: ({ count }) => counted(count, 'job com falha', 'jobs com falha'),
      jobsOlderThan: ({ jobs, age }) => `${jobs.pt} há mais de ${age.pt}`,
      walIsHeld: 'O WAL cresce enquanto outro programa lê o banco em uma transação longa: encerre-o (um backup, um visualizador de banco).',
      maxExceededWaitingAllowed: ({ waiting, maxWaiting }) =>
        `--max excedido: ${counted(waiting, 'job')} esperando, ${maxWaiting} permitidos.`,
      maxAgeExceededOldest: ({ duration, duration2 }) =>
        `--max-age excedido: o job mais antigo espera há ${duration}, ${duration2} permitidos.`,
      queue: 'Fila',
      state: 'Estado',
      oldest: 'Mais antigo',
      lastMin: ({ minutes }) => `Últimos ${minutes} min`,
      doneFailed: ({ finished, failed }) => `${counted(finished, 'concluído')}, ${failed} com falha`,
      database: 'Banco',
      open: 'aberta',
      pausedSinceLeadIntake: ({ since, queueWord }) => `pausada desde ${since}; \`lead-intake queue resume${queueWord}\` reabre`,
      noJobIsDue: 'nenhum job para agora',
      dueFor: ({ duration }) => `espera há ${duration}`,
      waitSomethingOutsideLists: ({ command }) => `esperam algo de fora; \`${command}\` mostra quais`,
      listsThem: ({ command }) => `\`${command}\` mostra quais`,
      ofThemWaitTried: ({ delayed }) => `destes, ${delayed} esperam nova tentativa`,
      noWorkerRunningLead: ({ queueWord }) => `Nenhum worker em execução. \`lead-intake queue work${queueWord}\` inicia um.`,
      alive: 'ativo',
      gone: 'sem sinal',
      ago: ({ duration }) => `há ${duration}`,
      sentRejectedWaitingIn: ({ processed, failed, waiting, duration }) =>
        `enviadas ${processed}, rejeitadas ${failed}, esperando ${waiting} em ${duration}`,
      processedFailedWaitingIn: ({ processed, failed, waiting, duration }) =>
        `processados ${processed}, falhas ${failed}, esperando ${waiting} em ${duration}`,
      thereNoAdminToken: 'Falta o token de administração para --url.',
      theAdminTokenHolds: 'O token de administração tem caracteres que nenhum token tem.',
      setAdminTokenRunning: 'Defina ADMIN_TOKEN como o do serviço em execução, ou indique com --token-file um arquivo que o contém.',
      theAdminTokenWould: ({ hostname }) => `O token de administração iria para ${hostname} sem criptografia.`,
      useHttpsTunnelSsh: ({ hostname }) =>
        `Use https, ou um túnel: \`ssh -L 8080:127.0.0.1:8080 ${hostname}\`, depois --url http://127.0.0.1:8080.`,
      adminToken: 'Token de administração: ',
      mustAddressSuchHttps: ({ text }) => `precisa ser um endereço como https://leads.example.com, não "${text}".`,
      mustNumberSecondsNot: ({ shortestRefreshSeconds, longestRefreshSeconds, text }) =>
        `precisa ser um número de segundos de ${shortestRefreshSeconds} a ${longestRefreshSeconds}, não "${text}".`,
      olderCodes: ({ newestLookedAt }) =>
        `Os códigos e o que eles citam são os dos ${newestLookedAt} jobs mais novos; --error conta os jobs de um código.`,
      noParkedJobMatches: 'Nenhum job estacionado encontrado.',
      noFailedJobMatches: 'Nenhum job com falha encontrado.',
      failedOrParked: 'com falha ou estacionado',
      theQueuePausedSince: ({ since, queueWord }) =>
        `A fila está pausada desde ${since}; nada é processado até \`lead-intake queue resume${queueWord}\`.`,
      notConnected:
        'Nenhuma plataforma está conectada, então nenhuma conversão foi enviada. Conecte uma conta de cliente com `lead-intake client connect`, ou defina SEARCHADS_ACCOUNT_ID e SEARCHADS_CREDENTIALS_FILE, ou SOCIALADS_DATASET_ID e SOCIALADS_CONVERSIONS_TOKEN.',
      queuePausedEventsStill: ({ queue }) => `A fila ${queue} está pausada: eventos ainda são recebidos, nenhum job é iniciado.`,
      queueWasPausedAlready: ({ queue }) => `A fila ${queue} já estava pausada.`,
      days2: 'DIAS',
      deletingJobs: 'Apagando jobs',
      queueIsOpenAgain: ({ queue }) => `A fila ${queue} está aberta de novo.`,
      queueWasNotPaused: ({ queue }) => `A fila ${queue} não estava pausada.`,
      failedParkedOrWaiting: 'com falha, estacionado ou esperando',
    },
    usage: {
      nothingWasChanged: 'Nada foi alterado.',
      missingArgument: ({ argument }) => `Falta o argumento ${argument}`,
      error: 'Erro',
      seeHelp: ({ command }) => `Veja \`${command} --help\`.`,
      somethingUnexpectedHappened: ({ message }) => `Aconteceu algo inesperado: ${message}`,
      thisFaultProgramPlease: 'Isto é um defeito do programa. Informe o comando executado e esta mensagem a quem cuida dele.',
      tooManyArguments: ({ words }) => `Argumentos demais: ${words}.`,
      unknownFlags: ({ flagCount, names, meant }) =>
        `${flagCount === 1 ? 'Opção desconhecida' : 'Opções desconhecidas'}: ${names}.${meant === undefined ? '' : ` Você quis dizer ${meant}?`}`,
      yesOrDryRun: 'Acrescente --yes para fazer, ou --dry-run para ver só a quantidade.',
      thereNoTerminalAsk: ({ question }) => `${question.pt} Não há terminal em que perguntar, então nada foi alterado.`,
      yN: '[s/N]',
      aNumber: 'um número',
      suchAs: 'como 1763800000000-17',
      mustCursorEarlierPage: ({ looks, input }) => `deve ser o cursor com que uma página anterior terminou, ${looks.pt}, não "${input}".`,
      thereIsNoQueue: ({ name, meant }) => `Não existe a fila "${name}".${meant === undefined ? '' : ` Você quis dizer "${meant}"?`}`,
      queueCanBeLeftOut: ({ queues }) => `O nome pode ser omitido: a fila é ${queues.join(' ou ')}.`,
      mustWholeNumberUp: ({ isOpen, min, max, text }) =>
        `deve ser um número inteiro ${isOpen ? `a partir de ${min}` : `de ${min} a ${max}`}, não "${text}".`,
      mustLengthTimeSuch: ({ text }) =>
        `deve ser um intervalo de tempo como 90s, 15m, 2h ou 7d, ou um dia ou momento que exista e tenha passado (2026-11-01, 2026-11-01T09:00:00-03:00), não "${text}".`,
      mustOneNot: '$1 deve ser um destes: $3; não "$2"',
      isNotOneOf: '"$1" não é um destes: $2',
      missingRequiredFlag: 'Falta a opção obrigatória --$1',
      needsAValue: '$1 precisa de um valor',
      canGivenOnlyOnce: '$1 só pode ser informada uma vez',
      needsOneTheseValues: '$1 precisa de um destes valores: $2',
      cannotGivenTogether: '$1 não pode ser usada junto com $2',
      needsToo: '$1 também precisa de $2',
      exactlyOneTheseMust: 'Informe exatamente uma destas opções: $1',
      atLeastOneThese: 'Informe pelo menos uma destas opções: $1',
      readingTerminalCtrlD: 'Lendo do terminal; Ctrl-D encerra a entrada.',
      theFileCannotRead: ({ path, code }) => `Não foi possível ler o arquivo ${path} (${code}).`,
      checkPathPermissionsPass: 'Confira o caminho e as permissões, ou passe - para ler da entrada padrão.',
      leadIntakeShowsThem: ({ list }) => `Veja a lista com \`lead-intake ${list}\`.`,
      thereIsNo: ({ what }) => `Não existe ${what.pt}.`,
      theFlagStandsBefore: ({ first }) => `A opção ${first} está antes do comando.`,
      flagsComeAfterCommand: ({ bin, first }) => `As opções vêm depois do comando: \`${bin} COMANDO ${first}\`.`,
      unknownCommand: ({ typed, meant }) =>
        `Comando desconhecido: \`${typed}\`.${meant === undefined ? '' : ` Você quis dizer \`${meant}\`?`}`,
      takesNoArguments: ({ prefix, extra }) => `\`${prefix}\` não aceita argumentos: ${extra}.`,
      errorOutputCouldNot: ({ why }) => `Erro: Não foi possível gravar a saída (${why}).`,
    },
    output: {
      en: 'pt-BR',
      of: 'de',
      listening: 'Escutando',
      closedSetAdminToken: 'fechado: defina ADMIN_TOKEN para abrir',
      health: 'Saúde',
      database: 'Banco',
      theSecretsThoseEnvironment: 'Os segredos são os do ambiente. Onde FORMULARIO_SECRET está definida, envie um lead assinado com:',
      secretsDevelopmentSendSigned: ({ secretsFile }) =>
        `Os segredos de desenvolvimento estão em ${secretsFile}. Envie um lead assinado com:`,
    },
    init: {
      orTryEverythingOut: 'ou experimente tudo com dados de exemplo',
      nothingSetUpFolder: 'Nada foi configurado nesta pasta ainda. Comece com:',
      makeSettingsDatabaseFirst: 'cria as configurações, o banco de dados, o primeiro cliente e a campanha',
      thereSettingsFolderNo: 'Há configurações nesta pasta, mas ainda não há banco de dados. Continue com:',
      makeDatabaseFirstClient: 'cria o banco de dados, o primeiro cliente e a campanha; as configurações ficam',
      showEverySettingWhere: 'mostra cada configuração e de onde ela vem',
      whatNeededEveryDay: 'O que se usa todo dia:',
      howManyJobsWait: 'quantos jobs esperam, executam e falharam',
      whatFailedAndWhy: 'o que falhou, e por quê',
      runAgainOnceCause: 'executa de novo, corrigida a causa',
      whatReceivedNewestFirst: 'o que foi recebido, do mais novo ao mais antigo',
      whatBecameOfIt: 'o que isso virou',
      whomLeadsBelongTo: 'a quem os leads pertencem',
      receiveLeadsProcessThem: 'recebe leads e os processa',
      allCommandsHelpOne: ({ bin }) => `Todos os comandos: \`${bin} --help\`. Um deles: \`${bin} COMANDO --help\`.`,
      it: 'A resposta',
      client: 'Nome do primeiro cliente',
      campaign: 'Nome da primeira campanha dele',
      campaignId: 'Id da campanha, que os formulários enviam como campanha_id',
      user: 'E-mail de quem trabalha os leads (pode ficar vazio)',
      settings: 'Configurações',
      database: 'Banco de dados',
      campaign2: 'Campanha',
      wasStays: ({ file }) => `${file}, já existia e fica como está`,
      madeNewSecretsReadable: ({ file }) => `${file}, criado com segredos novos, só você pode ler`,
      theOldOneIs: ({ setAside }) => `o antigo está em ${setAside}`,
      noneYetRunCommand: 'nenhuma ainda; execute este comando de novo',
      ofClient: ({ id, name, clientName, made2 }) => `${id} (${name}), do cliente ${clientName}, ${made2}`,
      made: ({ ending }) => `criad${ending}`,
      wasThere: 'já existia',
      notSetSoWhat: ({ names, file }) =>
        `Sem valor, e o que depende deles fica fechado: ${names}.\n\`lead-intake secret generate\` gera um; coloque-o em ${file}.`,
      startServiceWorkerInside: 'Inicie o serviço, com um worker dentro:',
      thenSendSignedTest: 'Depois envie um lead de teste assinado, de outro terminal nesta pasta:',
    },
    operations: {
      addressSilent: ({ address, code }) => `com falha: ${address} não responde (${code})`,
      addressHealthy: ({ address }) => `saudável: ${address} responde 200`,
      addressUnhealthy: ({ address, status }) => `com falha: ${address} responde ${status}`,
      origins: { flag: 'opção', environment: 'ambiente', file: 'arquivo', default: 'padrão', unset: 'sem valor' },
      copiedProvenWhole: ({ path, bytes, contents, took }) => `${path}: ${bytes}, ${contents}; copiado e comprovado íntegro em ${took}.`,
      olderBackupsDeleted: ({ removedCount }) => `Backups mais antigos apagados: ${removedCount}.`,
      theDatabaseCannotWritten: 'O banco de dados não pode ser gravado agora; o `doctor` não saberá deste backup.',
      backup: 'Backup',
      size: 'Tamanho',
      checksum: 'Checksum',
      schema: 'Esquema',
      itWholeCanRestored: 'Está íntegro e pode ser restaurado.',
      itMustNotRestored: 'Não deve ser restaurado:',
      isNowTheBackup: ({ database, path }) => `${database} agora é o backup ${path}.`,
      theDatabaseBeforeKept: ({ kept }) => `O banco anterior foi guardado como ${kept}.`,
      startLeadIntakeServe: 'Inicie de novo o `lead-intake serve` e os workers; o `lead-intake doctor` confere tudo.',
      replaceBackupHoldsNo: ({ database }) => `Substituir ${database} por este backup? Ele não contém eventos.`,
      replaceBackupNewestEvent: ({ database, newest }) =>
        `Substituir ${database} por este backup? O evento mais novo dele é de ${newest}; o que chegou depois não está nele.`,
      restoreHint: 'Acrescente --yes para fazer, ou --check para só comprovar o backup.',
      matchesFileBeside: 'confere com o arquivo ao lado',
      differsFileBeside: 'DIFERE do arquivo ao lado',
      notComparedNoSha: 'não comparado: não há um .sha256 ao lado',
      contents: 'Conteúdo',
      newestEvent: 'Evento mais novo',
      text: ({ events, leads, jobs }) => `${counted(events, 'evento')}, ${counted(leads, 'lead')}, ${counted(jobs, 'job')}`,
      unhealthy: ({ pt }) => `com falha: ${pt}`,
      unhealthyNoWorkerRunning: ({ queue }) => `com falha: nenhum worker de ${queue} em execução`,
      unhealthyLastWorkerSeen: ({ queue, age }) => `com falha: o último worker de ${queue} foi visto há ${age}`,
      healthyWorkerSeenAgo: ({ queue, age }) => `saudável: um worker de ${queue} foi visto há ${age}`,
      theDatabaseSchemaNewest: ({ current }) =>
        `O banco de dados tem o esquema ${current}, o mais novo que este programa conhece; não há nada a fazer.`,
      thereNoDatabaseYet: 'Ainda não há banco de dados',
      schema2: 'esquema',
      step: ({ version, name, duration }) => `Passo ${version} ${name}: ${duration}`,
      theDatabaseSchemaNow: ({ target, took }) => `O banco de dados agora tem o esquema ${target} (${took}).`,
      nothingWasMade: 'Nada foi criado.',
      triedCopyWithoutError: ({ took }) => `Testado em uma cópia sem erros (${took} com a cópia); o banco de dados não foi alterado.`,
      stoppedBeforeEndNothing: 'Interrompido antes do fim; nada ficou para trás.',
      copying: 'Copiando o banco de dados',
      checking: 'Conferindo a cópia',
      noSettingsFileRead: 'Nenhum arquivo de configurações foi lido.',
      settingsFile: ({ envFile }) => `Arquivo de configurações: ${envFile}`,
      warning: ({ warning }) => `Aviso: ${warning.pt}`,
      firstMigration: 'cria as tabelas de eventos, jobs, leads, conversões e campanhas',
    },
    send: {
      theServiceKnowsAnother: ({ secretSetting }) =>
        `O serviço conhece outro ${secretSetting}, diferente do deste comando. Use o mesmo nos dois e reinicie o serviço depois de mudar.`,
      theServiceSawNo:
        'O serviço não viu credencial nenhuma. Com --unsigned ele precisa estar com WEBHOOK_ALLOW_UNSIGNED=true; senão, um proxy no caminho retira o cabeçalho da assinatura.',
      theClocksTwoMachines: 'Os relógios das duas máquinas diferem mais do que FORMULARIO_TIMESTAMP_TOLERANCE. Acerte os dois por NTP.',
      theServiceRunsWithout: ({ secretSetting }) => `O serviço está sem ${secretSetting}. Defina onde ele é executado e reinicie.`,
      somethingFrontServiceRefused:
        'Algo à frente do serviço recusou a requisição: ele mesmo nunca responde 403 a um evento de teste. Verifique o proxy ou o firewall.',
      thereNoAddressCheck: ({ path }) => `Não existe ${path} neste endereço. Confira host, porta e caminho de --url.`,
      anotherProgramMayListen: 'Talvez outro programa escute neste endereço: o serviço aceita POST aqui. Confira host e porta de --url.',
      theBodyLargerThan: 'O corpo é maior que o MAX_BODY_BYTES do serviço, ou do que o proxy permite.',
      theServiceDoesNot: 'O serviço não aceita este tipo de conteúdo ou codificação; um proxy no caminho pode ter mudado isso.',
      theCredentialRightContent: 'A credencial está certa, mas o conteúdo não serve. A resposta aponta cada campo a corrigir.',
      aProxyLimitsRate: 'Um proxy limita a taxa de requisições. Espere um pouco e envie de novo.',
      theProxyAnswersService: 'O proxy responde, o serviço atrás dele não. `lead-intake serve` está em execução?',
      theServiceCouldNot:
        'O serviço não conseguiu gravar o evento agora (ocupado, cheio ou parando). Nada se perde: envie de novo e veja `lead-intake queue status`.',
      theProxyWaitedVain: 'O proxy esperou em vão pelo serviço atrás dele. `lead-intake serve` está em execução?',
      theServiceKnowsEvent: ({ show }) =>
        `O serviço já conhece este evento e não criou um segundo lead. ${show} mostra o que aconteceu com ele.`,
      theEventStoredWaits: ({ show }) =>
        `O evento foi gravado e espera na fila; um worker cria o lead. ${show} mostra o que aconteceu com ele.`,
      notOurAnswer: 'A resposta foi de sucesso, mas não é a de um lead-intake. Confira host e porta de --url.',
      theAddressRedirectsPlatforms: ({ location }) =>
        `O endereço redireciona ${location === null ? 'para outro lugar' : `para ${location}`}. As plataformas não seguem redirecionamentos de eventos: informe a elas (e em --url) o endereço final.`,
      theServiceProxyBefore: ({ status }) =>
        `O serviço, ou um proxy à frente dele, falhou (HTTP ${status}). Veja o log; o evento pode ser enviado de novo.`,
      aLeadIntakeDoes: ({ status }) =>
        `Um lead-intake não responde HTTP ${status} a um evento de teste. Confira host, porta e caminho de --url.`,
      closedConnectionWithoutAnswer: ({ host, protocolName }) =>
        `${host} fechou a conexão sem responder. É mesmo o serviço, e ele fala ${protocolName.pt}?`,
      thereNoWayHere: ({ hostname }) => `Não há rota daqui até ${hostname}. Verifique a rede.`,
      nothingListensStartService: ({ host }) =>
        `Nada escuta em ${host}. Inicie o serviço com \`lead-intake serve\`, ou informe em --url o endereço dele.`,
      theHostNameNot: ({ hostname }) => `O nome ${hostname} não é conhecido. Confira a grafia de --url.`,
      theHostNameCould: ({ hostname }) => `Não foi possível consultar o nome ${hostname} agora. Verifique a rede e o servidor de nomes.`,
      whatListensDoesNot: ({ host }) => `O que escuta em ${host} não responde em HTTP. Confira em --url a porta, e se é http ou https.`,
      theRequestCouldNot: ({ code }) => `Não foi possível enviar a requisição (${code}). Confira o endereço de --url.`,
      noAnswerWithinFirewall: ({ duration }) =>
        `Nenhuma resposta em ${duration}. Um firewall pode estar engolindo a requisição, ou o serviço travou: veja o log.`,
      theEncryptedConnectionFailed: ({ code, hostname }) =>
        `A conexão cifrada falhou (${code}): o certificado de ${hostname} não vale para ele, ou a porta não fala TLS.`,
      https: 'HTTPS',
      httpWithoutTls: 'HTTP sem TLS',
      mustAddressSuchHttp: ({ text }) => `deve ser um endereço como http://127.0.0.1:8080 ou https://leads.example.com, não "${text}".`,
      portSoServiceTakes: 'PORT é 0: o serviço pega uma porta livre a cada início, e este comando não tem como saber qual.',
      passAddressServePrinted: 'Informe em --url o endereço que `serve` mostrou.',
      holdsSecret: 'O comando contém o segredo em google_key: não o cole em chamados nem em conversas.',
      httpInMsFrom: ({ status, durationMs, url }) => `HTTP ${status} em ${durationMs} ms de ${url}`,
      mustAmountSuchNot: ({ input }) => `deve ser um valor como 2600.50, não "${input}".`,
      fieldNeedsKeyValue: ({ pair }) => `--field precisa de CHAVE=VALOR, não "${pair}".`,
    },
    signature: {
      anEmptyBodySigned:
        'Foi assinado um corpo vazio: a assinatura foi feita antes de existir o corpo, ou o corpo foi lido duas vezes. Assine os bytes que são enviados.',
      signExactlyBytesSent: ({ pt }) => `${pt} Assine exatamente os bytes que são enviados.`,
      theSignatureBodyWithout: 'A assinatura é do corpo sem a quebra de linha no fim; o corpo aqui tem uma.',
      theSignatureBodyLine:
        'A assinatura é do corpo com uma quebra de linha no fim, como a que `echo` sem -n e muitos editores acrescentam.',
      theSignatureBodyWindows: 'A assinatura é do corpo com uma quebra de linha do Windows (CRLF) no fim.',
      theSignatureBodyWithout2: 'A assinatura é do corpo sem os espaços em volta.',
      theSignatureBodyUnix: 'A assinatura é do corpo com quebras de linha do Unix (LF); o corpo aqui tem as do Windows (CRLF).',
      theSignatureBodyWindows2: 'A assinatura é do corpo com quebras de linha do Windows (CRLF); o corpo aqui tem as do Unix (LF).',
      theSignatureBodyWithout3: 'A assinatura é do corpo sem a marca de ordem de bytes (BOM) com que ele começa.',
      theSignatureBodyByte: 'A assinatura é do corpo com uma marca de ordem de bytes (BOM) na frente.',
      theSignatureSameJson: ({ name }) =>
        `A assinatura é do mesmo JSON escrito de outro jeito (${name.pt}). ` +
        'O corpo foi serializado duas vezes, uma para assinar e outra para enviar: serialize uma vez, assine esses bytes e envie esses bytes.',
      theTimestampStoodBefore: ({ separator }) =>
        `Ao assinar, o timestamp${separator === '' ? '' : ` e "${separator}"`} estava antes do corpo. Assine só o corpo; o timestamp está dentro dele.`,
      theSignatureBodyPacked: 'A assinatura é do corpo embalado mais uma vez como string JSON. Assine o próprio corpo.',
      theSignatureBodyBase: 'A assinatura é do corpo em base64. Assine o próprio corpo.',
      theSignatureBodySign: ({ name }) => `A assinatura é do corpo em ${name}. Assine os bytes UTF-8 que são enviados.`,
      ispastPastFuture: ({ isPast }) => (isPast ? 'no passado' : 'no futuro'),
      theTimestampWithinS: ({ distance, place, toleranceSeconds }) =>
        `O timestamp está ${distance} ${place.pt}, dentro dos ${toleranceSeconds} s permitidos.`,
      theTimestampSAllowed: ({ distance, place, toleranceSeconds, advice }) =>
        `O timestamp está ${distance} ${place.pt}, e são permitidos ${toleranceSeconds} s: enviada agora, a requisição recebe 401. ${advice.pt}`,
      unreadable: 'O corpo não tem timestamp numérico: o serviço responde 422. Envie o horário Unix em segundos.',
      milliseconds: 'O timestamp está em milissegundos: o serviço lê segundos e responde 401. Divida por 1000 e descarte a fração.',
      itWholeNumberHours: 'É um número inteiro de horas: o remetente provavelmente usa a hora local como UTC.',
      forOldRequestShould: 'Para uma requisição antiga é o esperado; para uma nova, acerte os relógios dos dois lados por NTP.',
      useHmacShaSecret: ({ pt }) => `${pt} Use HMAC-SHA256 com o segredo como chave e o corpo como mensagem.`,
      keyMessageExchangedSecret: 'Chave e mensagem foram trocadas: o segredo foi assinado com o corpo.',
      itPlainHashSecret: 'É um hash simples do segredo seguido do corpo, não um HMAC.',
      itPlainHashBody: 'É um hash simples do corpo seguido do segredo, não um HMAC.',
      itPlainHashBody2: 'É um hash simples do corpo, sem segredo nenhum.',
      theSignatureRightOne: ({ truncatedCount }) =>
        `A assinatura é a certa, cortada depois de ${truncatedCount} dos 64 dígitos. Procure uma coluna, um log ou uma variável curta demais.`,
      theSignatureFitsNone: ({ byteLength }) =>
        'A assinatura não corresponde a nenhum segredo conhecido aqui, nem a um erro comum. Ou o remetente tem outro segredo, ou assinou um corpo ' +
        `diferente deste, de ${byteLength} bytes. Compare os segredos dos dois lados, e o número de bytes do remetente com este.`,
      withoutBlanksJavascriptsJson: 'sem espaços, como o JSON.stringify do JavaScript',
      withBlanksUEscapes: 'com espaços e escapes \\u, como o json.dumps do Python',
      withUEscapesPhps: 'com escapes \\u e \\/, como o json_encode do PHP',
      withoutBlanksUEscapes: 'sem espaços, com escapes \\u, como json_encode com JSON_UNESCAPED_SLASHES',
      withJsonEncodeJson: 'com \\/, como json_encode com JSON_UNESCAPED_UNICODE',
      withBlanksJsonDumps: 'com espaços, como json.dumps com ensure_ascii=False',
      withUCGos: 'com \\u003c no lugar de <, como as bibliotecas de Go e Java',
      withSortedKeysGos: 'com chaves em ordem, como o json.Marshal do Go para um map',
      withSortedKeys: 'com chaves em ordem',
      withSortedKeysJson: 'com chaves em ordem, como json.dumps com sort_keys=True',
      indentedByTwo: 'recuado com dois espaços',
      indentedByFour: 'recuado com quatro espaços',
      indentedTwoUEscapes: 'recuado com dois espaços, com escapes \\u',
      indentedFourUEscapes: 'recuado com quatro espaços, com escapes \\u',
      indentedJsonEncodeJson: 'recuado, como json_encode com JSON_PRETTY_PRINT',
      theNameVariableUsed: ({ name }) => `O nome da variável (${name}) foi usado como segredo, e não o valor dela.`,
      theSecretEmptyNot: ({ setting }) => `O segredo estava vazio: ${setting} não está definida onde o remetente é executado.`,
      theSignatureMadeSecret: ({ label, secretSetting }) =>
        `A assinatura foi feita com o segredo de outra origem (${label.pt}). Use ${secretSetting}.`,
      aLineBreakEnd: 'uma quebra de linha no fim (foi lido de um arquivo; retire-a)',
      aWindowsLineBreak: 'uma quebra de linha do Windows no fim (foi lido de um arquivo; retire-a)',
      aCarriageReturnEnd: 'um retorno de carro no fim (o arquivo de configurações tem quebras de linha do Windows)',
      aBlankEnd: 'um espaço no fim',
      aBlankBeforeIt: 'um espaço no começo',
      quotationMarksAroundThey: 'aspas em volta (elas são do arquivo de configurações, não do segredo)',
      itsTextDecodedHexadecimal: 'o texto decodificado de hexadecimal (a chave é o próprio texto)',
      itsTextDecodedBase: 'o texto decodificado de base64 (a chave é o próprio texto)',
      itsTextEncodedBase: 'o texto codificado em base64 (a chave é o próprio texto)',
      theRightSecretUsed: ({ how }) => `O segredo certo foi usado com ${how.pt}.`,
      sendShaHexadecimalDigits: ({ pt }) => `${pt} Envie sha256= e 64 dígitos hexadecimais.`,
      theDigestWrittenBase: 'O digest está escrito em base64, não em hexadecimal.',
      theHexadecimalDigestEncoded: 'O digest hexadecimal foi codificado mais uma vez, em base64.',
      theSignatureIsEmpty: 'A assinatura está vazia.',
      theSignatureHexadecimalDigits: ({ valueCount }) =>
        `A assinatura tem ${valueCount} dígitos hexadecimais, e são necessários 64: foi cortada ou mal copiada.`,
      theSignatureNeitherHexadecimal: 'A assinatura não é hexadecimal nem base64 de um digest.',
      headerName: 'O valor começa com o nome do cabeçalho; a assinatura é só o que vem depois dos dois-pontos.',
      quoted: 'O valor está entre aspas; envie sem elas.',
      theSignatureMadeUse: ({ name }) => `A assinatura foi feita com ${name}; use HMAC-SHA256.`,
      thePrefixShaMissing: 'Falta o prefixo sha256=. Coloque-o antes do digest.',
      thePrefixShaExactly: ({ prefix }) => `O prefixo é ${prefix} e tem de ser exatamente sha256=.`,
      theEnvironmentVariableNot: ({ name }) => `A variável de ambiente ${name} não está definida.`,
      setCommandOnlyExample: ({ name }) => `Defina-a só para este comando, por exemplo com \`read -rs ${name} && export ${name}\`.`,
      theOwnForm: 'o formulário próprio',
      searchAds: 'search ads',
      socialAds: 'social ads',
      nothingCanSignedNot: ({ label, secretSetting }) => `Nada pode ser assinado para ${label.pt}: ${secretSetting} não está definida.`,
      setEnvironmentEnvFile: ({ secretSetting }) =>
        `Defina ${secretSetting} no ambiente ou no arquivo .env; \`lead-intake secret generate\` gera um.`,
      validSignedSecret: ({ secret2 }) => `Válida: assinada com o segredo ${secret2}.`,
      notValid: 'Inválida.',
    },
    service: {
      states: {
        new: 'novo',
        same: 'igual',
        changed: 'difere',
        kept: 'mantido',
        'left over': 'sobrando',
        goes: 'a remover',
        foreign: 'mantido: não foi feito por `service install`',
      },
      thereNoUnitThese: ({ name }) => `Não há unidade "${name}" com estas opções.`,
      thereAre: ({ names }) => `Há: ${names}.`,
      failed: ({ line, why }) => `\`${line}\` falhou: ${why}`,
      mendRunSameCommand: 'Corrija isso e execute o mesmo comando de novo: ele continua de onde parou.',
      othersMayReadSecrets: ({ path }) => `Outros podem ler os segredos em ${path}: chmod 600 ${path}`,
      theImageMakesUser: ({ user, envFile }) =>
        `A imagem cria o usuário ${user} na primeira inicialização (systemd-sysusers); dê a ele ${envFile} então.`,
      systemdDoesNotManage: 'O systemd não gerencia esta máquina agora, por isso nada foi avisado para ler as unidades.',
      isLeftOverInstallation: ({ path }) =>
        `${path} sobrou de uma instalação com outras opções; os primeiros dos comandos acima a encerram.`,
      onlyRootMayInstall: 'Somente root pode instalar um serviço. Nada foi alterado.',
      runSudoLeadIntake:
        'Execute com sudo. `lead-intake service print` mostra as unidades sem isso, e --root DIR as grava em uma pasta sua.',
      copyUsrLocalBin: 'Copie-o para /usr/local/bin ou para dentro de /opt e execute-o de lá, ou indique a cópia com --program.',
      thereNoProgramCan: ({ file }) => `Não há programa que possa ser iniciado em ${file}. Nada foi alterado.`,
      theseFilesAlreadyAnother: ({ list }) => `Estes arquivos já existem, com outro texto:${list}\nNada foi alterado.`,
      compareOneLeadIntake:
        'Compare com `lead-intake service print UNIT | diff ARQUIVO -`. Guarde as suas mudanças com `systemctl edit UNIT` e depois substitua os arquivos com --force.',
      write: ({ count }) => `Gravar ${counted(count, 'arquivo')}?`,
      installHint: 'Acrescente --yes para fazer, ou --dry-run para ver só a lista.',
      written: ({ writtenCount }) =>
        writtenCount === 0 ? 'Tudo está como deveria; nada foi gravado.' : `Gravado: ${counted(writtenCount, 'arquivo')}.`,
      run: ({ ran }) => `Executado: ${ran}.`,
      hasFreshSecretsAdd: ({ envFile }) =>
        `${envFile} tem segredos novos. Acrescente o segredo do aplicativo da plataforma social (WEBHOOK_SOCIALADS_SECRET) e entregue os outros a quem envia.`,
      nextAsRoot: 'Em seguida, como root:',
      nextRootSystemRuns: 'Em seguida, como root do sistema que executa a imagem:',
      cannotBeRead: ({ path, code }) => `Não é possível ler ${path} (${code}).`,
      itStandsWhereFile: 'Ele está no lugar de um arquivo do serviço. Verifique o que é e quem pode lê-lo.',
      stopRemoveSettingsDatabase: ({ unitCount, removedCount }) =>
        `Parar ${counted(unitCount, 'unidade')} e remover ${counted(removedCount, 'arquivo')}? Configurações e banco de dados ficam.`,
      removed: ({ files }) =>
        files === 0 ? 'Não há unidade feita por `service install`; nada foi removido.' : `Removido: ${counted(files, 'arquivo')}.`,
      theSettingsDatabaseUser: ({ user }) =>
        `As configurações, o banco de dados e o usuário ${user} foram mantidos. Quando tiver certeza de que ninguém mais precisa deles, como root:`,
      nameRule: 'deve ter letras minúsculas, algarismos e hífens, começar por letra e ter no máximo 31 caracteres',
      userRule: 'não pode ser root: o serviço não precisa de privilégios',
      pathRule: 'deve ser um caminho absoluto com letras, algarismos e ._@+,:~- sem espaços, para que o systemd o leia como está',
      theProgramLiesUnits: ({ folder }) => `O programa está em ${folder}, que as unidades escondem dele: ele não iniciaria.`,
      given: ({ flag, rule, value }) => `${flag} ${rule.pt} (recebido: "${value}").`,
      onlyRootMayTake: 'Somente root pode retirar um serviço. Nada foi alterado.',
      runItWithSudo: 'Execute com sudo.',
      cannotReadRemoved: ({ path, code }) => `Não é possível ler ou remover ${path} (${code}).`,
      checkWhatPermissionsRun: 'Verifique o que é e as permissões e execute o mesmo comando de novo: ele continua de onde parou.',
      cannotBeWritten: ({ path, why, others }) =>
        `Não é possível gravar ${path} (${why}). ${others === undefined ? 'Nenhum dos outros foi gravado.' : `Gravados antes: ${others}.`}`,
      checkPermissionsFreeSpace:
        'Verifique as permissões e o espaço livre da pasta e execute o mesmo comando de novo: ele continua de onde parou.',
      nothingWasWritten: 'Nada foi gravado.',
      nothingWasRemoved: 'Nada foi removido.',
    },
    sessions: {
      nobody: 'Ninguém está com sessão aberta.',
      operator: 'operador',
      readOnly: 'só leitura',
      lastUsed: 'ÚLTIMO USO',
      ends: 'TERMINA',
      countSessionEndedSessions: ({ count }) => (count === 1 ? '1 sessão encerrada.' : `${count} sessões encerradas.`),
      thereIsNoSession: ({ name }) => `Não há nenhuma sessão "${name}".`,
      itMayEndedAlready: 'Ela pode já ter terminado. `lead-intake session list` mostra as que estão abertas.',
      nameOneSessionGive: 'Informe uma sessão, ou use --all.',
    },
    listing: {
      notUtf8: ({ size }) => `(${size} que não são UTF-8, em base64)`,
      body: 'Corpo',
      changes: 'Mudanças',
      notSearched: ({ missing }) =>
        `${counted(missing, 'registro não foi pesquisado', 'registros não foram pesquisados')}: o índice ainda está sendo feito. \`lead-intake serve\` o faz enquanto funciona.`,
      refusedMatchToo: ({ count, command }) =>
        `${count === 1 ? 'A busca também encontrou 1 requisição recusada' : `A busca também encontrou ${count} requisições recusadas`}: ${command}`,
      thereAreMore: ({ nextCursor }) => `Há mais: acrescente --before ${nextCursor}`,
      queuedAgain: ({ eventId }) => `Evento ${eventId}: de volta à fila.`,
      skipped: ({ eventId }) =>
        `Evento ${eventId}: ignorado, um job dele já espera ou executa. \`lead-intake queue retry\` executa na hora um job que espera.`,
      noSuchEvent: ({ eventId }) => `Evento ${eventId}: não existe. \`lead-intake events list\` mostra os que existem.`,
      theFileExistsAlready: ({ file }) => `O arquivo ${file} já existe.`,
      nameAnotherFileAdd: 'Informe outro arquivo, ou acrescente --force para substituí-lo.',
      theFileCannotWritten: ({ file, code }) => `Não foi possível gravar o arquivo ${file} (${code}).`,
      checkPathPermissionsFree: 'Confira o caminho, as permissões e o espaço livre, ou omita --output para gravar na saída padrão.',
      bothToStdout: '--json e CSV não podem ir juntos para a saída padrão.',
      nameAFile: 'Informe um arquivo para o CSV com --output.',
      noEventMatches: 'Nenhum evento encontrado.',
      theEvent: ({ event }) => `o evento ${event}`,
    },
  },

  help: {
    program:
      'Recebe leads de plataformas de anúncios e de formulários próprios, grava cada um antes de responder e faz dele exatamente um lead.',
    flags: {
      before: 'Continua depois de uma página anterior, com o cursor em que ela terminou.',
      campaign: 'Só desta campanha.',
      client: 'Só deste cliente, pelo id ou pelo nome.',
      database: 'Banco de dados a usar em vez do de DATABASE_URL.',
      'dry-run': 'Mostra quantos itens seriam e não altera nada.',
      'env-file': 'Arquivo de configurações a ler em vez de .env na pasta atual.',
      json: 'Mostra JSON em vez de texto, também nos erros.',
      limit: 'Máximo de linhas a mostrar.',
      quiet: 'Não imprime nada, a não ser que algo esteja errado; para agendadores.',
      raw: 'Grava os bytes do corpo na saída padrão.',
      reveal: 'Mostra os dados pessoais.',
      search:
        'Só onde isto se encontra: um id, um nome, um e-mail, um telefone, um click id; palavras inteiras, a última talvez só começada.',
      since: 'Só desde então: um intervalo como 90s, 15m, 2h ou 7d, um dia como 2026-11-01, ou um momento.',
      source: 'Só desta origem: search_ads, social_ads, formulario_proprio.',
      until: 'Só o que é anterior, como 1h ou 2026-11-01 (à meia-noite).',
      value: 'Quanto vale, como 2600 ou 2.600,50.',
      yes: 'Faz sem perguntar.',
    },
    args: { file: 'Caminho do arquivo, ou - para a entrada padrão.' },
    topics: {
      campaign: {
        summary: 'Campanhas: a quem um lead pertence, e quais ids das plataformas estão vinculados a elas.',
        args: { campaign: 'Id de uma campanha.' },
      },
      client: {
        summary: 'Clientes da agência: as empresas para as quais os leads são captados.',
        args: { client: 'Id ou nome de um cliente.' },
        flags: {
          dataset: 'Id de um conjunto de dados (pixel) da Meta.',
          account: 'Id de uma conta do Google Ads, como 123-456-7890.',
          page: 'Id de uma página da Meta.',
        },
      },
      conversions: {
        summary: 'Conversões offline: o que foi enviado às plataformas, e o que resultou.',
        args: { conversion: 'Id de uma conversão, como `lead-intake conversions list` a mostra.' },
        flags: { reason: 'Por quê; fica guardado com a conversão.', platform: 'Só para esta plataforma: search_ads, social_ads.' },
      },
      events: { summary: 'Eventos como foram recebidos, e o que aconteceu com eles.' },
      leads: {
        summary: 'Leads: listar, mostrar, exportar, e registrar as etapas a que chegam.',
        args: { lead: 'Id de um lead, como `lead-intake leads list` o mostra.' },
      },
      queue: {
        summary: 'Processar a fila, acompanhar e consertar o que falhou.',
        args: {
          queue: 'Nome da fila: webhooks, ou conversoes, de onde as conversões são enviadas.',
          job: 'Ids de jobs, como `lead-intake queue failed` os lista.',
        },
        flags: {
          since: 'Só jobs que falharam, ou entraram na fila e estão estacionados, desde então: 90s, 15m, 2h, 7d, 2026-11-01.',
          all: 'Todos os jobs com falha da fila (com --parked: os estacionados), ou os que os filtros deixarem.',
          error: 'Só jobs com este código de erro.',
          parked: 'Os jobs estacionados, em vez dos que falharam.',
          named: 'Só jobs cujo erro cita isto, como mostra `queue failed --group`; - para os que não citam nada.',
          queue: 'Com --all: a fila (padrão: webhooks).',
          batch: 'Máximo de jobs a pegar de cada vez.',
        },
      },
      refused: {
        summary: 'Requisições recusadas, guardadas para serem aproveitadas depois.',
        args: { refused: 'Ids de requisições recusadas, como `lead-intake refused list` os mostra.' },
        flags: { campaign: 'Só desta campanha, pelo id ou pelo que está vinculado a ela.', code: 'Só recusadas por este motivo.' },
      },
      secret: {
        summary: 'Segredos de fontes: um para cada cliente ou landing page, e novos segredos aleatórios.',
        args: { name: 'Nome do segredo, como o da landing page que o usa.' },
      },
      send: {
        summary: 'Enviar um evento de teste assinado a um serviço em execução.',
        flags: {
          name: 'Nome do lead.',
          'dry-run': 'Mostra a requisição como comando curl e não envia nada.',
          type: 'Com --flat: o tipo de evento; sem ele: conversion.',
          url: 'Endereço do serviço, como http://127.0.0.1:8080; sem ele: HOST e PORT destas configurações.',
          email: 'E-mail do lead.',
          phone: 'Telefone do lead.',
          gclid: 'Click id de busca.',
          'form-id': 'Id do formulário de leads.',
          flat: 'Envia o exemplo simples (event_type, click id, cliente_id, full_name).',
          'client-id': 'Com --flat: id do cliente.',
        },
      },
      service: {
        summary: 'Executar este programa como serviços do systemd.',
        flags: {
          'env-file': 'Arquivo de configurações que as unidades leem; se omitido, /etc/PREFIX.env.',
          user: 'Usuário do sistema que executa o serviço; se omitido, o mesmo que --prefix.',
          'dry-run': 'Mostra o que faria, sem mudar nada.',
          prefix: 'Início dos nomes das unidades e nome das pastas em /var/lib e /var/cache.',
          program: 'Executável que as unidades iniciam; se omitido, este programa, de onde ele está agora.',
          workers: 'Processos worker; mais de um gera uma unidade modelo.',
          once: 'Processa a fila por um timer, uma vez por minuto, em vez de workers que ficam em execução.',
          directory: 'Pasta das unidades.',
        },
      },
      session: { summary: 'Sessões de pessoas na web dos operadores: listar e encerrar.' },
      signature: {
        summary: 'Assinar um corpo, ou descobrir por que uma assinatura não confere.',
        args: { body: 'Arquivo com o corpo, byte a byte, ou - para a entrada padrão.' },
        flags: { source: 'De quem é o segredo: form, search-ads, social-ads.' },
      },
      source: {
        summary: 'Origens de eventos, e as contas das plataformas que estão conectadas.',
        args: { platform: 'A plataforma: social-ads.' },
      },
      'source backfill': { summary: 'Busca leads que nunca chegaram.' },
      'source form': {
        summary: 'Formulários de leads da Meta e do Google Ads: como as respostas são lidas e o que os operadores dizem delas.',
        args: { form: 'Id de um formulário, como `lead-intake source form list` mostra.' },
        flags: {
          'dry-run': 'Mostra o que mudaria, sem alterar nada.',
          source: 'Origem do formulário, quando as duas plataformas têm um com este id: search_ads, social_ads.',
        },
      },
      'source import': { summary: 'Importa leads de um arquivo da plataforma.' },
      user: {
        summary: 'Usuários de um cliente: as pessoas a quem um lead é entregue.',
        args: { user: 'Id de um usuário, como `lead-intake user list` o mostra.' },
      },
    },
    commands: {
      backup: {
        summary: 'Copia o banco de dados em uso e comprova a cópia.',
        description: `A cópia é o banco de dados em um único momento: todo evento respondido antes do início está nela. A recepção e os workers continuam enquanto isso.
Ela é conferida da primeira à última página antes de receber seu nome; o SHA-256 fica ao lado, para \`sha256sum -c\`. Só o dono pode lê-la.`,
        args: { file: 'Arquivo a gravar, ou uma pasta; se omitido: `backups` ao lado do banco de dados, com a hora no nome.' },
        flags: {
          keep: 'Apaga da pasta os backups mais antigos deste banco; mantém N contando com este.',
          force: 'Substitui um arquivo que já existe.',
        },
        examples: ['', 'Toda noite, mantendo duas semanas:', 'Em outro disco, com um nome próprio:'],
      },
      bench: {
        summary: 'Mede este programa nesta máquina e confere se ele entrega com exatidão.',
        description: `Leva cerca de dois minutos e nunca toca no seu banco de dados: inicia servidores e workers próprios com um banco temporário e remove tudo no fim.
O que se mede é tanto o programa quanto a velocidade com que o disco sincroniza; por isso roda onde está o seu banco, a não ser que --folder indique outro lugar.
Sai com 1 quando um envio confirmado se perdeu, foi gravado duas vezes ou não virou exatamente um lead; números abaixo da meta não são falha.

O servidor mínimo lê, confere e interpreta as mesmas requisições e não grava nada. A 500 por segundo, a resposta conta desde o momento previsto da requisição, e "lead gravado" desde a resposta até que outro processo, que olha a cada 2 ms, veja o lead.

--json mostra \`maquina\`, \`pasta\`, \`sqlite\`, \`opcoes\`, \`medidas\` (cada uma com \`medida\`, \`valor\`, \`unidade\`, \`exigido\`, \`melhor\` e \`resultado\`: best, met, missed ou null), \`entrega\` (\`exata\`, \`confirmados\`, \`eventos\`, \`leads\`, \`violacoes\`) e \`duracao_ms\`.`,
        flags: {
          seconds: 'Duração de cada rodada e de cada carga.',
          turns: 'Rodadas da medição de entrada; vale a do meio.',
          connections: 'Conexões que enviam.',
          jobs: 'Jobs com que o worker é medido.',
          kill: 'Quantas vezes servidor e worker são mortos sob carga.',
          folder: 'Pasta existente no disco a medir.',
        },
        examples: ['', 'Em outro disco, com rodadas mais longas:'],
      },
      'campaign add': {
        summary: 'Inclui uma campanha, e o cliente e o usuário dela se ainda não existem.',
        description:
          'O id é o que o formulário próprio envia como `campanha_id`. Eventos das plataformas encontram a campanha pelo que `campaign link` vincula a ela. Eventos que falharam porque faltava a campanha executam de novo com `queue retry`.',
        flags: {
          id: 'Id da campanha: qualquer texto, único.',
          name: 'Nome da campanha.',
          client: 'Id ou nome do cliente.',
          user: 'E-mail do usuário que trabalha os leads dela.',
        },
      },
      'campaign import': {
        summary: 'Importa campanhas, com clientes, usuários e vínculos, de um arquivo CSV.',
        description:
          'O cabeçalho é id,nome,cliente,usuario em qualquer ordem; sem usuario, campanhas que existem mantêm o seu. As colunas search_ads_campaign, search_ads_form, social_ads_form e social_ads_page trazem ids das plataformas a vincular, vários na mesma célula separados por |. UTF-8, separado por vírgula ou ponto e vírgula. Se uma linha tem problema, todos os problemas são informados e nada é importado.',
        flags: {
          replace: 'Atualiza campanhas que existem; sem isto elas são um problema.',
          'dry-run': 'Confere o arquivo, mostra o que faria e não altera nada.',
        },
        examples: ['', '', 'De outro programa:'],
      },
      'campaign link': {
        summary: 'Vincula ids das plataformas a uma campanha.',
        description:
          'Eventos que trazem um id vinculado são da campanha; o id de formulário vale antes do de campanha ou página. Cada opção pode ser informada várias vezes. Um id é vinculado a no máximo uma campanha.',
        flags: {
          'search-ads-campaign': 'Id de uma campanha na plataforma search-ads.',
          'search-ads-form': 'Id de um formulário de leads na plataforma search-ads.',
          'social-ads-form': 'Id de um formulário de leads na plataforma social-ads.',
          'social-ads-page': 'Id de uma página na plataforma social-ads.',
          remove: 'Desfaz os vínculos em vez de criá-los.',
        },
      },
      'campaign list': {
        summary: 'Lista as campanhas, de todos os clientes ou de um.',
        description: '`campaign show` mostra os ids das plataformas vinculados a uma.',
      },
      'campaign remove': {
        summary: 'Remove uma campanha que não tem leads, e os vínculos dela.',
        description:
          'Enquanto houver leads dela, nada é removido e o comando sai com 1: eles perderiam a origem. Para não receber novos leads das plataformas, desfaça os vínculos com `campaign link --remove`. Depois de removida, eventos que a citam terminam em `erro`.',
      },
      'campaign show': {
        summary: 'Mostra uma campanha e os ids das plataformas vinculados a ela.',
        description: 'Eventos que trazem um id vinculado são da campanha.',
      },
      'client add': {
        summary: 'Inclui um cliente, cujas campanhas trazem leads.',
        description:
          'Eventos das plataformas podem citar um cliente pelo id (`cliente_id`); informe --id para manter um que já é usado em outro lugar.',
        flags: { name: 'Nome do cliente, único.', id: 'Número inteiro para ser o id; sem ele: o próximo livre.' },
      },
      'client connect': {
        summary: 'Conecta uma conta da Meta ou do Google Ads para um cliente.',
        description:
          'As conversões dos leads do cliente vão para o conjunto de dados da Meta e a conta do Google Ads dele, e para nenhuma outra conta. Uma página conectada para um cliente faz os leads dela serem dele, a menos que uma campanha diga outra coisa; o token da página é conectado com `source connect`. Lê a credencial da entrada padrão ou de um arquivo (um token da Meta, ou uma chave JSON para o Google Ads), confere com a plataforma e sela com CREDENTIALS_KEY; com --settings-credential a conta usa SOCIALADS_CONVERSIONS_TOKEN ou SEARCHADS_CREDENTIALS_FILE. As conversões que esperavam seguem; workers em execução não precisam reiniciar.',
        flags: {
          'login-account': 'Id da conta de administrador pela qual se chega à conta do Google Ads.',
          action: 'Ação de conversão do Google Ads para um nome de conversão; *=ID para todos os outros. Repita para cada nome.',
          'enhanced-leads':
            'Informa ao Google Ads os leads sem click id por e-mail e telefone com hash (conversões otimizadas para leads). Sem isto, fica como estava; numa conta nova, não informa.',
          'initial-stage':
            'Nome do evento que informa à Meta cada novo lead de formulário instantâneo, como lead; - para nenhum. Sem isto, fica como estava; num conjunto de dados novo, nenhum.',
          'credential-file': 'Arquivo com a credencial; sem isto, a entrada padrão.',
          'settings-credential': 'Usa a credencial das configurações.',
          check: 'Pergunta à plataforma se ela aceita a credencial para esta conta.',
        },
        examples: ['Cole o token e tecle Ctrl-D:', '', '', ''],
      },
      'client consent': {
        summary: 'Define qual consentimento as conversões de um cliente exigem, em vez do que dizem as configurações.',
        description:
          'Vale para as conversões enviadas a partir daí; workers em execução não precisam reiniciar. --reset volta a CONVERSIONS_CONSENT e CONVERSIONS_CONSENT_KEYS.',
        flags: {
          mode: 'Envia só conversões de quem consentiu (required), ou todas menos as de quem recusou (unless_denied).',
          key: 'Um consentimento que conta: uma finalidade do formulário próprio ou uma caixa de uma plataforma. Sem isto, os das configurações.',
          reset: 'Volta a usar as configurações.',
        },
      },
      'client disconnect': {
        summary: 'Tira de um cliente uma conta da Meta ou do Google Ads, com a credencial selada dela.',
        description:
          'As conversões do cliente passam a esperar até ele ter outra conta; nenhuma se perde e nenhuma vai para outra conta. O token de uma página permanece.',
      },
      'client list': {
        summary: 'Lista os clientes.',
        description: '`client show` mostra os usuários e as campanhas de um.',
      },
      'client remove': {
        summary: 'Remove um cliente que não tem mais nada.',
        description: 'Enquanto houver usuários, campanhas ou leads dele, nada é removido e o comando sai com 1.',
      },
      'client rename': {
        summary: 'Dá outro nome a um cliente.',
        description: 'O id permanece, e tudo o que é dele também. Um nome que outro cliente tem é recusado.',
        flags: { name: 'O novo nome, único.' },
      },
      'client show': {
        summary: 'Mostra um cliente com os usuários, as campanhas e as contas dele nas plataformas.',
        description: 'O cliente é informado pelo id ou pelo nome exato.',
      },
      'client test': {
        summary: 'Pergunta à Meta e ao Google Ads se as conversões de um cliente podem ser enviadas às contas dele.',
        description:
          'Não envia nenhuma conversão: a Meta é consultada sobre o conjunto de dados e o token dele, e o Google Ads valida uma conversão fictícia para cada ação de conversão. Sai com 1 quando há um problema.',
      },
      completion: {
        summary: 'Mostra o script que completa comandos com a tecla Tab no seu shell.',
        description: `O script contém todos os comandos, opções e valores, e não precisa de cache: gere de novo depois de uma atualização.

Instalação em bash: \`lead-intake completion bash > ~/.local/share/bash-completion/completions/lead-intake\`, ou a linha do exemplo em ~/.bashrc.
Em zsh: grave como \`_lead-intake\` em uma pasta do $fpath, antes de compinit.
Em fish: \`lead-intake completion fish > ~/.config/fish/completions/lead-intake.fish\`.`,
        args: { shell: 'O shell: bash, zsh ou fish.' },
        examples: ['Só neste terminal bash:', 'Para todos os terminais zsh:', 'Para todos os terminais fish:'],
      },
      config: {
        summary: 'Mostra cada configuração, o valor e de onde ela vem.',
        description: `Opções valem mais que o ambiente, o ambiente mais que o arquivo .env, o arquivo mais que os padrões. Segredos nunca são mostrados.
Avisa sobre variáveis com nome errado e segredos curtos. Sai com 3 e aponta todos os problemas quando uma configuração não pode ser usada.`,
        examples: ['', 'Conferir um arquivo de configurações antes de usá-lo:'],
      },
      'conversions correct': {
        summary: 'Corrige uma etapa registrada à mão com valor ou horário errado.',
        description:
          'Uma etapa ainda não enviada é enviada como está agora. O Google Ads recebe o novo valor de uma já enviada como ajuste, e não o novo horário; a Meta não altera nada. A saída diz qual é o caso. Quem corrigiu, quando, por quê e o que estava registrado antes fica guardado. Uma etapa que está sendo enviada agora não é alterada (sai com 1).',
        flags: { currency: 'A moeda.', at: 'Quando ocorreu, como "2026-11-20 09:00".' },
      },
      'conversions export': {
        summary: 'Grava as conversões de search-ads no CSV que a plataforma importa.',
        description:
          'O mesmo arquivo que /export/conversions.csv entrega: conversões com click id do Google, horários em CONVERSIONS_TIME_ZONE, nomes conforme CONVERSIONS_NAMES. Conversões de pessoas cujo consentimento não permite, e de leads de teste, ficam de fora. Importar uma conversão de novo não faz mal: a plataforma a reconhece. Onde há vários clientes, --client ou ACCOUNTS_CLIENT diz de quem são as conversões gravadas: um arquivo não as mistura.',
        flags: {
          since: 'Só o que aconteceu desde então, como 12h, 7d ou 2026-11-01; sem ele: 90 dias.',
          output: 'Arquivo a gravar, substituído quando está completo; sem ele: saída padrão.',
        },
      },
      'conversions list': {
        summary: 'Lista as conversões offline, a última registrada primeiro.',
        description:
          '`pendente`: ainda não enviada, ou enviada e em análise pela plataforma; `enviada`: a plataforma tem; `rejeitada`: ela não vai aceitar, e `conversions show` diz por quê, nas palavras dela; `sem_destino`: o lead não indica plataforma, então ela não é informada a nenhuma; `retirada`: uma pessoa a retirou.',
        flags: { state: 'Só neste estado: pendente, enviada, rejeitada, sem_destino, retirada.', lead: 'Só deste lead.' },
        examples: ['', 'O que as plataformas não aceitaram:'],
      },
      'conversions retry': {
        summary: 'Envia de novo conversões rejeitadas ou que esperam.',
        description:
          'O Google Ads reconhece pela chave uma conversão que já tem, e a Meta também, por 48 horas: ela conta uma vez só. As que têm `conversion_outcome_unknown` a Meta pode contar duas vezes: procure-as antes no Gerenciador de Eventos; --all as deixa de fora, a não ser que --error as indique. Conversões informadas voltam à fila na hora; --all pega as rejeitadas, mostra quantas são e pergunta antes. Um worker da fila `conversoes` as envia.',
        args: { conversion: 'Ids de conversões, como `lead-intake conversions list` as mostra.' },
        flags: {
          all: 'Todas as conversões rejeitadas, ou as que os filtros deixarem.',
          waiting: 'Com --all: as que esperam depois de uma tentativa, em vez das rejeitadas.',
          error: 'Com --all: só as que têm este código de erro.',
        },
        examples: ['', 'Depois de configurar uma ação de conversão:', 'Depois de corrigir na plataforma aquilo que as conversões esperam:'],
      },
      'conversions show': {
        summary: 'Mostra uma conversão: o que foi enviado, e o que a plataforma disse.',
      },
      'conversions try': {
        summary: 'Envia à Meta uma conversão que espera, de modo que apareça em "Testar eventos".',
        description:
          'Envia agora, ao conjunto de dados do cliente dela, como o worker enviaria, com o código que o Gerenciador de Eventos mostra em "Testar eventos". A Meta não descarta esses eventos: a conversão conta. O worker ainda a envia na vez dela; se for em até 48 horas, a Meta a reconhece pelo id e conta uma vez. `lead-intake client test` consulta sem enviar.',
        flags: { 'test-event-code': 'O código que o Gerenciador de Eventos mostra.' },
      },
      'conversions withdraw': {
        summary: 'Retira uma etapa registrada por engano.',
        description:
          'Ela não é enviada e não entra em nenhuma exportação. O que uma plataforma já recebeu ela mantém: a saída diz o que você pode fazer lá. A mesma etapa pode ser registrada de novo com `leads stage`. Quem retirou, quando e por quê fica guardado. Uma etapa que está sendo enviada agora não é alterada (sai com 1).',
      },
      doctor: {
        summary: 'Confere tudo de que o serviço precisa e diz o que fazer em cada caso.',
        description: `Configurações, segredos, banco de dados, disco, relógio, porta, fila, fontes e plataformas. Não altera nada e nunca mostra um segredo. As plataformas
conectadas são consultadas sobre cada conta, também as dos clientes, por no máximo 60 segundos; com --offline nada é enviado.
Sai com 1 quando há um problema, para poder barrar um deploy: execute-o com as configurações e como o usuário do serviço.

--json imprime \`resultado\` (ok, warning ou problem) e \`achados\`, cada um com \`grupo\`, \`codigo\`, \`nivel\`, \`mensagem\`, \`acao\`, \`dados\`, \`cliente_id\` e \`cliente\`. Os códigos nunca mudam de significado.`,
        flags: {
          full: 'Também compara os índices com as tabelas e segue cada referência; demora mais.',
          offline: 'Não pergunta às plataformas se aceitam as credenciais.',
          strict: 'Sai com 1 também por avisos.',
        },
        examples: ['', 'Antes de um deploy, com as configurações que ele terá:', 'Toda semana, o banco inteiro:'],
      },
      'events list': {
        summary: 'Lista os eventos recebidos, do mais novo ao mais antigo.',
        description: 'Os filtros podem ser combinados. `events show` mostra todo o caminho de um evento.',
        flags: {
          status: 'Só com este status: recebido, processado, erro.',
          type: 'Só deste tipo de evento.',
          error: 'Só com este código de erro.',
          identity: 'Só com exatamente esta identidade: o id do formulário, um lead id, um leadgen id.',
        },
        examples: ['', 'O que resultou de uma pessoa que diz que ninguém ligou:', 'O que aconteceu com um envio de um formulário:'],
      },
      'events replay': {
        summary: 'Processa eventos de novo, também os já processados.',
        description:
          'Cada evento ganha um novo job e volta a `recebido`. Nenhum lead é criado duas vezes: um evento que já tem o seu o encontra de novo. Eventos com um job que ainda espera ou executa são ignorados. Sai com 1 quando nenhum evento entrou na fila.',
        args: { event: 'Ids de eventos, como `lead-intake events list` os mostra.' },
      },
      'events show': {
        summary: 'Mostra o caminho de um evento: requisição, job, tentativas, lead, conversões.',
        description:
          'Dados pessoais são mascarados. --reveal mostra os dados e o corpo; --raw grava exatamente os bytes do corpo e mais nada. Os dois ficam registrados no log do que os operadores fazem.',
        args: { event: 'Id de um evento, como `lead-intake events list` o mostra.' },
        flags: { reveal: 'Mostra os dados pessoais e o corpo.' },
        examples: ['', '', 'Guardar o corpo, byte a byte:'],
      },
      healthcheck: {
        summary: 'Pergunta se o serviço, ou um worker, está saudável; para contêineres e monitores.',
        description: `Sai com 0 quando está saudável e com 1 caso contrário, também quando as configurações ou o banco de dados não podem ser usados, e imprime uma linha.
Sem --worker pergunta a /ready em HOST e PORT; um serviço que escuta em todas as interfaces é perguntado pelo loopback.`,
        flags: {
          url: 'Endereço a perguntar em vez disso; /ready quando não indica um caminho.',
          worker: 'Em vez disso, procura no banco de dados um worker ativo.',
          timeout: 'Segundos a esperar pela resposta.',
        },
        examples: ['', 'Em um Dockerfile:', 'No contêiner de um worker:'],
      },
      help: {
        summary: 'Mostra o que um comando faz e aceita.',
        description:
          'O mesmo que --help depois de um comando. Com --json: os comandos cujos nomes começam assim, com argumentos, opções e exemplos.',
        args: { command: 'Palavras de um comando ou tópico; sem elas: todos.' },
      },
      init: {
        summary: 'Prepara esta pasta: configurações com segredos, banco de dados, primeiro cliente e campanha.',
        description: `Pergunta no terminal o que não foi informado nas opções; com --yes, ou sem terminal, usa os padrões. O arquivo .env ganha segredos novos de 256 bits e só o dono pode ler.
O que já existe fica como está, e é informado: repetir não faz mal. No fim mostra os dois próximos comandos.`,
        flags: {
          client: 'Nome do primeiro cliente.',
          campaign: 'Nome da primeira campanha.',
          'campaign-id': 'Id da primeira campanha, que os formulários enviam como campanha_id; sem ele: feito do nome.',
          user: 'E-mail de quem trabalha os leads dela.',
          yes: 'Usa os padrões sem perguntar.',
          force: 'Guarda o arquivo de configurações que existe como .env.old e grava um novo, com novos segredos.',
        },
        examples: ['', 'Sem perguntas, por exemplo em um script:'],
      },
      'leads export': {
        summary: 'Grava leads em CSV pela hora do envio, do mais novo ao mais antigo, com os dados pessoais.',
        description:
          "Leads de teste ficam de fora. Células que uma planilha executaria como fórmula começam com ', também telefones como '+5511987654321: retire isso ao importar em outro lugar, ou use `leads show --json`. Cada exportação fica registrada no log do que os operadores fazem.",
        flags: {
          'include-tests': 'Inclui os leads de teste das plataformas.',
          output: 'Arquivo a gravar; sem ele: saída padrão.',
          force: 'Substitui um arquivo que já existe, quando o novo está completo.',
          delimiter: 'O que separa as células.',
          excel: 'Começa com a marca de ordem de bytes (BOM), pela qual o Excel reconhece UTF-8.',
        },
      },
      'leads list': {
        summary: 'Lista os leads pela hora do envio, do mais novo ao mais antigo, com dados pessoais mascarados.',
        description: '`leads show --reveal` mostra os dados pessoais de um lead; `leads export` grava os de muitos.',
      },
      'leads show': {
        summary: 'Mostra um lead com as conversões e os eventos dele.',
        description: 'Dados pessoais são mascarados; --reveal os mostra e fica registrado no log do que os operadores fazem.',
      },
      'leads stage': {
        summary: 'Registra uma etapa a que um lead chegou, e a informa à plataforma dele.',
        description:
          'Uma etapa é uma conversão offline: `lead_qualified` (--qualified), `sale` (--won) ou um nome próprio. Um worker da fila `conversoes` a envia. A mesma etapa de um lead acontece uma vez, a não ser que --key diferencie pedidos. Com --file, as colunas são lead_id, identidade ou gclid; etapa (qualificado, ganho ou um nome); e, quando se sabe, valor, moeda, ocorrida_em e chave. Linhas com problema são mostradas com o número e ignoradas, todas as outras são registradas; um arquivo pode ser importado de novo: uma etapa registrada com outros dados, ou que foi retirada, é mostrada e fica como está. A saída mostra os nomes de etapa que nenhuma conversão teve, com o nome que provavelmente se quis; --dry-run os mostra antes de qualquer envio. Horários sem deslocamento são de CONVERSIONS_TIME_ZONE. Sai com 1 quando uma linha foi ignorada, ou quando uma chave já está registrada com outros dados.',
        flags: {
          qualified: 'O lead está qualificado: `lead_qualified`.',
          won: 'O lead comprou: `sale`.',
          name: 'Outra etapa, pelo nome.',
          currency: 'A moeda (padrão: BRL).',
          at: 'Quando aconteceu, como "2026-11-20 09:00"; sem a opção: agora.',
          key: 'Diferencia etapas de mesmo nome, como o id de um pedido; sem a opção: o nome.',
          file: 'Arquivo CSV com etapas de muitos leads, ou - para a entrada padrão.',
          'dry-run': 'Confere, mostra o que seria feito e não altera nada.',
        },
        examples: ['', '', 'De uma planilha da equipe de vendas:'],
      },
      migrate: {
        summary: 'Atualiza o esquema do banco de dados, ou mostra o que isso faria.',
        description: `Todo início faz o mesmo; execute-o à parte para fazê-lo na hora que você escolher. Cria o banco de dados quando não há nenhum.
Cada passo é uma transação; um que falha não altera nada, e os anteriores permanecem. Um banco de dados de um programa mais novo é deixado como está, com código 3.`,
        flags: { 'dry-run': 'Executa os passos em uma cópia, diz quanto cada um demorou e não altera nada.' },
        examples: ['', 'Antes de uma atualização: quais passos, quanto demoram e se dão certo:'],
      },
      'queue failed': {
        summary: 'Lista os jobs com falha e o motivo, do mais novo ao mais antigo.',
        description: `\`events show EVENTO\` mostra um por inteiro; \`queue retry\` executa os jobs de novo, corrigida a causa.
Com --parked: os jobs que esperam algo de fora, como uma plataforma ainda não conectada.`,
        flags: { group: 'Conta os jobs por código de erro.' },
        examples: ['', 'Quantos por motivo:', 'O que espera algo de fora:'],
      },
      'queue forget': {
        summary: 'Apaga definitivamente jobs com falha ou estacionados.',
        description: `Os eventos ficam, com status \`erro\`, e \`events replay\` ainda pode colocá-los na fila de novo.
Jobs informados por id são apagados na hora; --all pega os que falharam (com --parked, os estacionados), mostra quantos são e pergunta antes.`,
        examples: ['', 'Ver quantos seriam:', 'Desistir do que espera uma plataforma:'],
      },
      'queue once': {
        summary: 'Processa todos os jobs que estão na hora e termina.',
        description: `Para testes, e para agendadores em máquinas sem gerenciador de serviços; pode rodar enquanto outro roda.
Jobs que falham ficam registrados com o motivo e não mudam o código de saída; \`queue failed\` os lista.`,
        flags: { quiet: 'Não diz nada, a não ser que um job tenha sido processado, falhado ou precise esperar.' },
        examples: ['', 'A cada minuto, como linha do cron; o cron só manda e-mail quando algo foi feito:'],
      },
      'queue pause': {
        summary: 'Impede que workers peguem novos jobs.',
        description: 'Eventos continuam sendo recebidos e gravados. Jobs em execução são terminados. `queue resume` reabre a fila.',
      },
      'queue prune': {
        summary: 'Apaga jobs concluídos há mais de um número de dias.',
        description: `Jobs que esperam ou falharam nunca são apagados, nem eventos e leads: a lista de falhas oferece a nova tentativa.
Com --failed apaga os jobs com falha no lugar deles, e sempre pergunta antes. Em produção, execute toda semana.`,
        args: { days: 'Idade em dias inteiros, contados desde o fim do job; 0 significa todos.' },
        flags: {
          failed: 'Apaga os jobs com falha no lugar dos concluídos. Os leads deles ainda faltam e não poderão mais ser tentados pela fila.',
        },
        examples: ['', 'Ver quantos seriam:', 'Desistir de falhas do ano passado:'],
      },
      'queue resume': {
        summary: 'Deixa os workers pegarem jobs de novo depois de `queue pause`.',
      },
      'queue retry': {
        summary: 'Executa de novo jobs com falha ou estacionados.',
        description: `Jobs com falha e estacionados recomeçam da primeira tentativa; jobs que esperam a hora deles executam agora.
Os eventos voltam a \`recebido\` até serem processados. Jobs informados por id executam na hora, qualquer que seja o caso; --all pega os
que falharam (com --parked, os estacionados), mostra quantos são e pergunta antes. Conversões que a Meta pode ter (\`conversion_outcome_unknown\`)
só são enviadas de novo se você informar os jobs delas ou esse código com --error.`,
        examples: ['', 'Depois de incluir uma campanha que faltava:', 'Depois de conectar uma plataforma:'],
      },
      'queue status': {
        summary: 'Mostra quantos jobs esperam, executam e falharam, e quem trabalha neles.',
        description: 'Com --max ou --max-age sai com 1 quando a fila passa deles, para monitoramento.',
        flags: {
          max: 'Sai com 1 quando mais jobs que isto esperam.',
          'max-age': 'Sai com 1 quando o job mais antigo espera há mais segundos que isto.',
        },
        examples: ['', 'Alarme quando jobs se acumulam:'],
      },
      'queue watch': {
        summary: 'Observa a fila ao vivo: números, eventos, falhas, workers, leads.',
        description: `Uma tela para o dia inteiro, sobre o banco de dados desta máquina ou, com --url, sobre um serviço em execução. ? mostra as teclas.
Os dados pessoais ficam ocultos até você pedir, e o pedido fica registrado. Sem terminal, imprime o estado uma vez e sai com 0.`,
        flags: {
          url: 'Observa um serviço em execução neste endereço em vez do banco de dados desta máquina.',
          'token-file':
            'Com --url: arquivo que contém o token de administração; - lê da entrada padrão. Sem ele: ADMIN_TOKEN, ou o token é perguntado.',
          refresh: 'Menor tempo entre duas atualizações, em segundos; 1 quando não é dado.',
          readonly: 'Não muda nada e não revela nada.',
          ascii: 'Desenha só com ASCII; sem a opção: conforme o locale e o terminal.',
          'screen-reader': 'Frases em vez de uma figura, para leitores de tela.',
        },
        examples: ['', 'Um serviço em outra máquina; ADMIN_TOKEN contém o token dele:', 'Em uma tela na parede:'],
      },
      'queue work': {
        summary: 'Processa a fila até que mandem parar.',
        description: `Para produção, sob um gerenciador de serviços. Com SIGTERM ou SIGINT termina ou devolve o que tem em mãos e sai com 0; um segundo sinal encerra na hora.
Sai com 12 quando atinge o limite de memória, para que o gerenciador de serviços inicie outro (Restart=on-failure faz isso). --max-time e
--max-jobs saem com 0: aí a unidade precisa de Restart=always.`,
        flags: {
          concurrency: 'Lotes processados ao mesmo tempo.',
          'max-jobs': 'Termina depois de tantos jobs; 0: sem limite.',
          'max-time': 'Termina depois de tantos segundos; 0: sem limite.',
          memory: 'Sai com 12 quando o processo usa tantos megabytes.',
          'stop-when-empty': 'Termina quando nenhum job está na hora.',
          sleep: 'Sem trabalho, olha de novo em no máximo tantos segundos; 0: sem pausa.',
        },
        examples: ['', 'Um processo novo a cada hora, em uma unidade com Restart=always:', 'Processar o que há e terminar:'],
      },
      'refused forget': {
        summary: 'Apaga requisições recusadas de vez, quando já estão resolvidas.',
        description:
          'Os corpos são apagados, elas não podem mais ser aproveitadas e deixam de contar como em aberto. Os eventos das que foram aproveitadas ficam. Requisições informadas pelos ids são apagadas na hora; --all pega as que não foram aproveitadas, mostra quantas são e quantas poderiam ser gravadas agora, e pergunta antes. O que é apagado fica registrado no log do que os operadores fazem.',
        flags: { all: 'Todas as requisições que não foram aproveitadas, ou as que os filtros deixam.' },
      },
      'refused list': {
        summary: 'Lista as requisições recusadas, da mais nova à mais antiga.',
        description:
          'Requisições respondidas com 401, 413, 415 ou 422 são guardadas, e com 429 quando a `google_key` estava errada: as mil mais novas de remetentes verificados e as mil mais novas de todos os outros. Corrigido o segredo ou o formulário, `refused replay` as aproveita.',
        flags: { open: 'Só o que ainda não foi reaproveitado; sem o que chegou sem nenhuma assinatura, como de estranhos.' },
        examples: ['', '', 'Uma pessoa cujo formulário foi recusado:'],
      },
      'refused replay': {
        summary: 'Aproveita requisições recusadas, depois de corrigido um segredo ou um formulário.',
        description:
          'A credencial tem de ser válida agora; a idade do timestamp do formulário não importa. Se a chave estava errada no remetente e foi corrigida lá, o que está guardado ainda tem a errada: --without-credential reaproveita assim mesmo, e o log do que os operadores fazem registra que você respondeu por ela. Informe requisições pelos ids, ou selecione com --all e filtros todas as que podem ser aproveitadas: o que aconteceria é mostrado antes e confirmado. Cada requisição é informada em separado: uma que é desconhecida, incompleta ou já aproveitada não impede as outras. Sai com 1 se alguma não passou. O que é gravado fica registrado no log do que os operadores fazem.',
        flags: {
          all: 'Todas as requisições que podem ser aproveitadas, ou as que os filtros deixam.',
          'without-credential':
            'Reaproveita também o que não tem credencial válida. Você responde pelo remetente: qualquer um pode ter enviado.',
          'dry-run': 'Mostra o que aconteceria, sem mudar nada.',
        },
      },
      'refused show': {
        summary: 'Mostra uma requisição recusada: por quê, de onde, e os cabeçalhos.',
        description:
          'O corpo é mostrado com --reveal, ou gravado byte a byte com --raw; os dois ficam registrados no log do que os operadores fazem. Com o corpo bruto, `signature verify` explica por que uma assinatura não confere.',
        args: { refused: 'Id de uma requisição recusada, como `lead-intake refused list` o mostra.' },
        flags: { reveal: 'Mostra o corpo, até onde foi guardado.' },
      },
      restore: {
        summary: 'Põe um backup no lugar do banco de dados, ou só o comprova.',
        description: `Copia o backup para o lado do banco de dados, comprova a cópia e troca os dois. O banco anterior é guardado com a hora no nome e nunca é apagado.
Recusa-se enquanto algo usa o banco de dados: pare antes o \`serve\` e os workers. Sai com 1 quando o backup não está íntegro; nesse caso nada é alterado.`,
        args: { file: 'Backup a restaurar.' },
        flags: { check: 'Só comprova o backup; não altera nada.' },
        examples: ['Toda semana, para saber que um backup é bom antes de precisar dele:', 'Com o serviço parado:'],
      },
      'secret add': {
        summary: 'Inclui um segredo para um remetente ou para a exportação de conversões, limitado a um cliente.',
        description:
          'Vários segredos de uma origem valem ao mesmo tempo, além dos das configurações. Com --client, eventos que chegam com o segredo só criam leads desse cliente: campanha, formulário ou cliente_id de outro cliente é um erro (wrong_client). Um segredo da exportação precisa de um cliente, cujas conversões o Google Ads busca com ele em /export/conversions.csv. O segredo é gerado, ou lido com --secret-file; é mostrado uma vez, selado com CREDENTIALS_KEY e guardado no banco de dados. Um serviço em execução passa a aceitá-lo em segundos.',
        flags: {
          source:
            'Onde ele é usado: form (o backend de uma landing page assina com ele), search-ads (chave de um formulário de lead do Google Ads), export (senha com que o Google Ads busca as conversões do cliente).',
          client: 'O único cliente de quem ele pode criar leads, ou cujas conversões ele entrega, por id ou nome; sem isto, todos.',
          'secret-file': 'Arquivo com o segredo, ou - para a entrada padrão; sem isto, ele é gerado.',
        },
        examples: ['', '', 'A chave que os formulários de lead de um cliente no Google Ads já têm:'],
      },
      'secret generate': {
        summary: 'Gera um novo segredo aleatório.',
        description:
          'Mostra o segredo em base64url, que dispensa aspas em shells, arquivos de configuração e cabeçalhos. Ele não é guardado em lugar nenhum.',
        flags: { bytes: 'Bytes aleatórios nele; 32 são tão fortes quanto a própria assinatura.' },
        examples: ['', 'Direto no arquivo de configurações:'],
      },
      'secret list': {
        summary: 'Lista os segredos nomeados, quem usa cada um e desde quando; nunca os próprios segredos.',
        description:
          'Para trocar um segredo, inclua um segundo para o mesmo cliente, mude os remetentes e remova o antigo quando a lista disser que ele pode ser removido: não foi usado por 7 dias, e cada remetente dele agora usa outro.',
      },
      'secret remove': {
        summary: 'Remove um segredo nomeado.',
        description:
          'Requisições com ele passam a ser recusadas (401) em segundos, também por serviços em execução; o Google Ads não reenvia um lead recusado. Os eventos dele ficam. O que é recusado fica guardado: "refused replay" o aproveita se o segredo for incluído de novo.',
      },
      'send form': {
        summary: 'Envia um envio de teste assinado do formulário próprio.',
        description:
          'Posta em /integracoes/leads de um serviço em execução, assinado com FORMULARIO_SECRET, e mostra o que voltou. Sai com 1 se o serviço não aceitou. O que acontece com o evento, `events show` mostra.',
        flags: {
          campaign: 'Id da campanha (campanha_id).',
          type: 'Tipo do evento.',
          id: 'Id do envio; sem ele: um novo. O mesmo id outra vez é um reenvio.',
          fbclid: 'Click id social.',
          value: 'Valor de uma conversão, em BRL.',
          field: 'Mais uma chave do formulário.',
        },
        examples: ['', '', 'Como comando curl, sem enviar nada:'],
      },
      'send search-ads': {
        summary: 'Envia um evento de teste como a plataforma search-ads faz.',
        description:
          'Posta em /webhooks/search_ads de um serviço em execução e mostra o que voltou. A requisição é assinada; com --google-key o segredo vai no corpo, como a plataforma faz. Antes, vincule o id do formulário ou da campanha a uma campanha com `campaign link`.',
        flags: {
          'campaign-id': 'Id da campanha na plataforma.',
          id: 'Id do lead ou evento; sem ele: um novo. O mesmo id outra vez é um reenvio.',
          test: 'Marca o lead como teste da plataforma.',
          'google-key': 'Envia o segredo no corpo em vez de uma assinatura.',
          unsigned: 'Não envia credencial nenhuma (WEBHOOK_ALLOW_UNSIGNED).',
        },
      },
      'send social-ads': {
        summary: 'Envia um evento de teste como a plataforma social-ads faz.',
        description:
          'Posta em /webhooks/social_ads de um serviço em execução, assinado com WEBHOOK_SOCIALADS_SECRET, e mostra o que voltou. A plataforma envia só ids, e as respostas são buscadas nela depois; --with-answers as coloca no evento, para que ele já vire lead.',
        flags: {
          'page-id': 'Id da página.',
          'leadgen-id': 'Id do lead; sem ele: um novo.',
          'with-answers': 'Coloca nome, e-mail e telefone no evento.',
          unsigned: 'Não envia assinatura (WEBHOOK_ALLOW_UNSIGNED).',
          id: 'Com --flat: id do evento; sem ele: um novo.',
          fbclid: 'Com --flat: click id social.',
        },
      },
      serve: {
        summary: 'Recebe webhooks e formulários, e serve as páginas de administração.',
        description: `Grava cada evento antes de responder. A fila é processada por \`queue work\`, ou aqui com --work.
Com SIGTERM ou SIGINT responde o que começou e sai com 0; um segundo sinal encerra na hora.`,
        flags: {
          host: 'Endereço em que escutar, em vez de HOST.',
          port: 'Porta em que escutar, em vez de PORT; 0 pega uma livre.',
          work: 'Processa também a fila, neste processo.',
          dev: 'Prepara para desenvolvimento: grava em .env os segredos que faltam, inclui cliente e campanha de exemplo e processa a fila.',
        },
        examples: ['', 'Tudo em um processo:', 'Para experimentar nesta máquina:'],
      },
      'service install': {
        summary: 'Instala este programa como serviços do systemd.',
        description: `Cria o usuário do sistema, um arquivo de configurações com segredos novos (modo 600) e as unidades que \`service print\` mostra, e diz o que
falta fazer. Nada é iniciado nem habilitado. Um arquivo de configurações que já existe fica como está; unidades com outro texto só são
substituídas com --force. Executar de novo continua de onde parou e não muda nada quando tudo já está lá.`,
        flags: {
          root: 'Grava tudo dentro desta pasta em vez de nesta máquina; não exige root, não cria usuário, não recarrega nada.',
          force: 'Substitui unidades que têm outro texto.',
        },
        examples: ['Ver o que faria:', 'O modo comum:', 'Para dentro de uma imagem em construção:'],
      },
      'service print': {
        summary: 'Mostra unidades do systemd para este programa.',
        description: `Unidades para o \`serve\`, para os workers da fila, e timers para a limpeza semanal e o backup noturno. Elas voltam 5 segundos depois de
uma falha, mas não depois da saída 3, e ficam fechadas em uma sandbox. Nada é gravado; isso quem faz é \`service install\`.`,
        args: { unit: 'Somente esta unidade, como serve, worker ou backup.timer.' },
        examples: ['', 'Uma unidade, como o seu arquivo:', 'Um timer que inicia `queue once` no lugar do worker:'],
      },
      'service uninstall': {
        summary: 'Para e remove os serviços do systemd, e mantém configurações e banco de dados.',
        description: `Encontra o que \`service install\` fez com este --prefix, mostra, pergunta, para as unidades e remove os arquivos delas. As configurações, o
banco de dados com os backups e o usuário ficam; o comando mostra como removê-los também. Arquivos com esses nomes feitos por outra pessoa
ficam. Executar de novo continua de onde parou e não muda nada quando não resta nada.`,
        flags: {
          'env-file': 'Arquivo de configurações a ler em vez de .env na pasta atual.',
          root: 'Remove de dentro desta pasta em vez de desta máquina; não exige root, não para nada.',
        },
        examples: ['Ver o que faria:', 'O modo comum:'],
      },
      'session list': {
        summary: 'Lista quem está com sessão aberta na web dos operadores.',
        description:
          'Uma sessão termina 12 horas depois da entrada (30 dias com ADMIN_READONLY_TOKEN), 2 horas depois do último uso (uma página ao vivo aberta conta como uso), quando a pessoa sai, quando ADMIN_TOKEN muda ou com `session revoke`. Reiniciar o `serve` não encerra nenhuma. Programas que enviam o token em cada requisição não têm sessão.',
      },
      'session revoke': {
        summary: 'Encerra uma sessão da web dos operadores, ou todas.',
        description:
          'Vale na hora em todo `serve` que usa o banco de dados; páginas ao vivo abertas terminam em alguns segundos. Quem sabe o token pode entrar de novo: se outras pessoas conhecem o token, troque ADMIN_TOKEN e reinicie, o que também encerra as sessões dele.',
        args: { session: 'Id de uma sessão, como `lead-intake session list` o mostra.' },
        flags: { all: 'Encerra todas as sessões.' },
      },
      'signature sign': {
        summary: 'Assina um corpo como um remetente tem de fazer.',
        description:
          'Mostra sha256=<hex>, o HMAC-SHA256 exatamente destes bytes com o segredo atual da origem. O segredo vem das configurações, ou da variável de ambiente indicada em --secret-env; nunca da linha de comando, onde outros poderiam lê-lo.',
        flags: { 'secret-env': 'Variável de ambiente com outro segredo.' },
      },
      'signature verify': {
        summary: 'Diz se uma assinatura é válida, ou explica por que não é.',
        description:
          'Sai com 0 quando é válida e com 1 quando não é. A explicação vem de testar os erros que remetentes cometem: outro segredo, JSON escrito de novo, quebras de linha, base64 no lugar de hex e muitos mais. No formulário, o timestamp também é comparado com o relógio, sem mudar o código de saída.',
        flags: { signature: 'Valor do cabeçalho, como o remetente envia.' },
        examples: ['', 'Por que uma requisição foi recusada?'],
      },
      'source backfill social-ads': {
        summary: 'Busca leads de social-ads que nunca chegaram.',
        description:
          'Confere com a plataforma os formulários de cada página conectada e os vinculados a campanhas, e grava os leads que faltam como eventos comuns; um worker faz deles leads. Leads que estão aqui sem as respostas, porque o evento falhou ou espera, recebem as respostas e são processados de novo (recuperados). Os demais não mudam, então pode ser executado de novo a qualquer momento. Sem --since começa onde cada formulário foi conferido por último. `serve --work` e `queue work` fazem o mesmo a cada SOCIALADS_RECONCILE_HOURS. Sai com 1 quando um formulário não pôde ser conferido até o fim; os outros são gravados mesmo assim.',
        flags: {
          since: 'Leads criados a partir de então: um dia, um momento ou um intervalo de tempo como 30d.',
          page: 'Só os formulários desta página.',
          form: 'Só este formulário.',
        },
        examples: ['', 'Ver quantos faltam:'],
      },
      'source connect': {
        summary: 'Conecta uma página da Meta, para que as respostas dos leads dela sejam buscadas.',
        description:
          'Lê o token da entrada padrão ou de um arquivo, confere-o com a Meta, inscreve a página para que a Meta avise os leads dela, sela o token com CREDENTIALS_KEY e o guarda no banco de dados, no lugar de um anterior. Leads que esperavam por ele executam de novo; workers em execução passam a usá-lo sozinhos. O token nunca é mostrado: a impressão digital o distingue de outro. Sem --page, lista as páginas que o token abre e não guarda nada. Com SOCIALADS_APP_ID e WEBHOOK_SOCIALADS_SECRET definidas, também confere permissões, validade e acesso a leads, e troca o token de curta duração de uma pessoa.',
        flags: {
          page: 'Id da página; sem isto, lista as páginas que o token abre.',
          'token-file': 'Arquivo com o token; sem isto, a entrada padrão.',
          check: 'Pergunta à Meta se o token pode buscar leads da página.',
          subscribe: 'Inscreve a página, para que a Meta avise os leads dela; --no-check também deixa isso de fora.',
        },
        examples: ['Cole o token e tecle Ctrl-D:', 'Liste as páginas para escolher:', ''],
      },
      'source disconnect': {
        summary: 'Remove do banco de dados o token de uma página.',
        description:
          'Leads da página que só citam a si mesmos passam a esperar; nenhum se perde. Um token em WEBHOOK_SOCIALADS_TOKENS não é alterado e volta a ser usado.',
        flags: { page: 'Id da página, como a plataforma o escreve.' },
      },
      'source form list': {
        summary: 'Lista os formulários de leads da Meta e do Google Ads, com os leads que não têm contato.',
        description:
          'Chaves sem leitura são as dos leads mais novos sem e-mail nem telefone de que ninguém diz nada: nem um operador, nem a plataforma, nem a própria chave.',
      },
      'source form map': {
        summary: 'Diz quais respostas de um formulário são o nome, o e-mail, o telefone.',
        description: `Vale mais que o que a plataforma ou a própria chave diz, para os leads que chegarem e para os guardados: o que falta a um lead guardado é
preenchido com as respostas dele, e conversões que esperavam por um contato são enviadas. Uma resposta que não pode ser o que o mapa diz (um e-mail sem @)
continua sendo só resposta. Campos: nome, primeiro_nome, sobrenome, email, telefone, cidade, estado, cep, pais, empresa, cargo, nenhum; nenhum: só uma resposta. Mostra o que mudaria e pergunta antes.
Um e-mail ou telefone que não dá para usar conta como faltando. Nada mais é substituído: corrigir um mapeamento errado não desfaz o que os leads guardados
receberam com ele, então veja antes com --dry-run. Workers em execução não precisam ser reiniciados.`,
        args: { mapping: 'Uma chave do formulário e o campo dela: chave=campo.' },
        flags: {
          clear: 'Chave que volta a ser lida automaticamente. Pode ser informada várias vezes.',
          force: 'Mapeia uma chave que o formulário ainda não tem; com --source, também um formulário que ainda não tem leads.',
        },
        examples: ['Veja o que mudaria:', '', 'Voltar à leitura automática:'],
      },
      'source form refill': {
        summary: 'Lê de novo as respostas dos leads guardados de um formulário e preenche o que falta.',
        description:
          'Os workers fazem isso sozinhos quando as perguntas de um formulário chegam ou o mapeamento muda; este comando faz na hora, por exemplo depois de uma atualização que conhece mais chaves. O que um lead já tem fica como está. Conversões que esperavam por um contato são enviadas.',
      },
      'source form show': {
        summary: 'Mostra como as respostas de um formulário são lidas, e quem diz isso.',
        description:
          'O operador vale mais que a plataforma, a plataforma mais que a chave. Chaves e exemplos são dos 500 leads mais novos. Os exemplos saem mascarados; --reveal os mostra, e isso fica no registro do que os operadores fazem.',
      },
      'source import search-ads': {
        summary: 'Importa leads do CSV que o Google Ads exporta.',
        description:
          'Lê a exportação como o Google Ads a grava: cabeçalhos em inglês, português ou espanhol em qualquer ordem, UTF-8 ou UTF-16, separada por vírgula, ponto e vírgula ou tabulação. Colunas desconhecidas ficam como respostas. As datas podem estar em ISO, em números ou com o mês por extenso. Se o dia ou o mês vem primeiro é decidido para o arquivo inteiro, por um dia acima de 12 ou por um cabeçalho em português ou espanhol; quando nenhum dos dois decide, nada é importado sem --dates. Em um terminal, e com --dry-run, o comando mostra o que entendeu antes de gravar. Cada linha que falta vira um evento comum; é conhecida pelo id do lead ou pelo GCLID, então o mesmo arquivo pode ser importado de novo. Um lead que terminou em `wrong_client` segue como do cliente que o arquivo ou --campaign indica e é informado como recuperado. Linhas que não podem ser usadas são informadas com seu número, e o comando sai com 1; as outras são gravadas.',
        flags: {
          form: 'Id do formulário na plataforma, para linhas que não trazem um.',
          campaign: 'Id da campanha, como `campaign list` a mostra, de todos os leads do arquivo.',
          dates: 'O que vem primeiro em datas como 03/04/2026: o dia (day-first) ou o mês (month-first).',
          'dry-run': 'Mostra o que foi entendido e quantos faltam, e não altera nada.',
        },
      },
      'source list': {
        summary: 'Lista as origens de eventos e as contas de plataformas conectadas.',
        description:
          'Mostra de cada conta se a plataforma aceita a credencial, onde ela fica e a impressão digital; nunca a própria credencial.',
      },
      'user add': {
        summary: 'Inclui um usuário, que trabalha os leads de um cliente.',
        description: 'O cliente tem de existir. O usuário é reconhecido pelo e-mail, que é único dentro do cliente.',
        flags: { client: 'Id ou nome do cliente.', email: 'E-mail do usuário.', name: 'Nome do usuário.' },
      },
      'user list': {
        summary: 'Lista os usuários, de todos os clientes ou de um.',
        description: 'Usuários são as pessoas que trabalham os leads; elas não fazem login aqui.',
      },
      'user remove': {
        summary: 'Remove um usuário que não tem mais campanhas.',
        description: 'Enquanto houver campanhas do usuário, nada é removido e o comando sai com 1.',
      },
      'user show': {
        summary: 'Mostra um usuário com as campanhas cujos leads ele recebe.',
        description: 'Usuários são as pessoas que trabalham os leads; elas não fazem login aqui.',
      },
    },
    terms: {
      USAGE: 'USO',
      ARGUMENTS: 'ARGUMENTOS',
      FLAGS: 'OPÇÕES',
      'GLOBAL FLAGS': 'OPÇÕES GERAIS',
      DESCRIPTION: 'DESCRIÇÃO',
      EXAMPLES: 'EXEMPLOS',
      TOPICS: 'TÓPICOS',
      COMMANDS: 'COMANDOS',
      VERSION: 'VERSÃO',
      COMMAND: 'COMANDO',
      '[COMMAND]': '[COMANDO]',
      '[FLAGS]': '[OPÇÕES]',
      '[default: ': '[padrão: ',
      '(required)': '(obrigatória)',
    },
    placeholders: {
      ADDRESS: 'ENDEREÇO',
      AMOUNT: 'VALOR',
      BODY: 'CORPO',
      CAMPAIGN: 'CAMPANHA',
      CLIENT: 'CLIENTE',
      CODE: 'CÓDIGO',
      COMMAND: 'COMANDO',
      CONVERSION: 'CONVERSÃO',
      DAYS: 'DIAS',
      DIR: 'PASTA',
      DURATION: 'TEMPO',
      EMAIL: 'E-MAIL',
      EVENT: 'EVENTO',
      FILE: 'ARQUIVO',
      'ID|NAME': 'ID|NOME',
      KEY: 'CHAVE',
      'KEY=VALUE': 'CHAVE=VALOR',
      NAME: 'NOME',
      PATH: 'CAMINHO',
      PHONE: 'TELEFONE',
      PLATFORM: 'PLATAFORMA',
      QUEUE: 'FILA',
      REFUSED: 'RECUSA',
      SOURCE: 'ORIGEM',
      STATE: 'ESTADO',
      TIME: 'HORÁRIO',
      TYPE: 'TIPO',
      USER: 'USUÁRIO',
      'sqlite:PATH': 'sqlite:CAMINHO',
    },
  },

  remarks: {
    conversion: {
      nobodyToTell:
        'Ela não é informada a nenhuma plataforma: o lead não veio de uma e não tem click id. Ela passa a pendente se uma atualização trouxer o click id do lead. Para os próximos leads, faça o formulário enviar gclid ou fbclid.',
      neverSent: 'Ela foi retirada antes do envio, então não é informada a nenhuma plataforma.',
      toBeRestated:
        'O Google Ads tem o valor anterior. O novo espera o envio como ajuste, que substitui o valor e não conta uma segunda conversão.',
      keptBySocialAds:
        'A Meta tem a conversão como foi enviada: a API de Conversões dela não retira nem altera nada. A mudança vale só nestas listas e exportações; se o valor pesa numa campanha, fale com o suporte da Meta.',
      timeKeptBySearchAds:
        'O Google Ads mantém a data e a hora do envio: um ajuste altera só valores. A hora corrigida vale só nestas listas e exportações; não é preciso fazer nada.',
      underFormerName: ({ former, platformKey }) =>
        `O Google Ads a tem com o nome anterior, "${former}". Se SEARCHADS_CONVERSION_ACTIONS dá aos dois nomes a mesma ação de conversão, o valor lá é ajustado. Se não, o Google Ads conta uma nova conversão e mantém a anterior: no Google Ads, abra Metas, Conversões, Uploads e envie um ajuste (RETRACT) com a ação de conversão anterior e o ID do pedido ${platformKey}.`,
      keptBySearchAds: ({ key }) =>
        `O Google Ads tem a conversão como foi enviada: a API usada altera só valores e não retira nada. No Google Ads, abra Metas, Conversões, Uploads e envie um ajuste (RETRACT) com o ID do pedido ${key}. Até lá ela está retirada só nestas listas e exportações.`,
    },
    ownerlessAccounts: ({ accounts }) =>
      `Há vários clientes, e ACCOUNTS_CLIENT não está definida. Não se sabe de quem são as contas das configurações (${accounts}), então as conversões de clientes sem ` +
      'conta própria esperam. Defina ACCOUNTS_CLIENT com o id do cliente dono delas, ou com `all`, e reinicie o serviço e os workers; ou conecte uma conta para ' +
      'cada cliente, na página dele ou com `lead-intake client connect`.',
    rotation: {
      noneUnderWay: ({ name }) =>
        `Nenhuma em andamento. Para trocar o segredo, mova-o para ${name}, defina o novo, reinicie e depois mude os remetentes.`,
      settingCanGo: ({ name, unusedFor }) =>
        `${name} pode ser removida: não é usada há ${unusedFor}, e todos os remetentes que o lead-intake consegue distinguir já usam o segredo novo.`,
      namedInUse: ({ unused, moved, senderCount, quietDays }) =>
        `Mantenha: o último uso foi há ${unused}, e ${moved} de ${senderCount} remetentes já ${moved === 1 ? 'usa' : 'usam'} outro segredo. Ele pode ser removido quando todos usarem outro e depois de ${quietDays} dias sem uso.`,
      namedOneLeft: ({ unused }) =>
        `O último uso foi há ${unused}, mas 1 remetente que o usava não enviou com outro segredo desde então. Confira-o antes de remover o segredo.`,
      namedManyLeft: ({ unused, left }) =>
        `O último uso foi há ${unused}, mas ${left} remetentes que o usavam não enviaram com outro segredo desde então. Confira-os antes de remover o segredo.`,
      namedCanGo: ({ unused }) =>
        `Ele pode ser removido: o último uso foi há ${unused}, e todos os remetentes que o lead-intake consegue distinguir já usam outro segredo.`,
      form: 'formulário',
      campaign: 'campanha',
      page: 'página',
      platformCampaign: 'campanha da plataforma',
      client: 'cliente',
      address: 'endereço',
      condition: ({ quietDays }) => `Ela pode ser removida depois de ${quietDays} dias sem uso, quando o segredo novo já tiver sido usado.`,
      notStarted: ({ name, condition }) => `Mantenha ${name}: nenhum \`serve\` foi iniciado com o segredo novo ainda. ${condition.pt}`,
      newUnused: ({ name, since, condition }) =>
        `Mantenha ${name}: nenhum remetente usou o segredo novo ainda, que é o atual há ${since}. ${condition.pt}`,
      oldUnused: ({ name, unused, condition }) =>
        `Mantenha ${name}: ela não é usada desde que o segredo novo passou a valer, há ${unused}. ${condition.pt}`,
      oldUsed: ({ name, unused, condition }) => `Mantenha ${name}: remetentes ainda a usam, a última vez há ${unused}. ${condition.pt}`,
      oneLeft: ({ name, unused }) =>
        `${name} não é usada há ${unused}, mas 1 remetente que a usava não enviou com o segredo novo desde então. Confira-o antes de remover o segredo antigo.`,
      manyLeft: ({ name, unused, count }) =>
        `${name} não é usada há ${unused}, mas ${count} remetentes que a usavam não enviaram com o segredo novo desde então. Confira-os antes de remover o segredo antigo.`,
    },
  },

  timeline: {
    names: {
      refused: 'recusada',
      received: 'recebido',
      resent: 'reenviado',
      queued: 'na fila',
      gone: 'sem job',
      parked: 'estacionado',
      retry: 'nova vez',
      lease_expired: 'prazo vencido',
      failed: 'falhou',
      held: 'estacionado',
      waiting: 'esperando',
      running: 'executando',
      done: 'concluído',
      ended: 'falhou',
    },
    refused: 'foi a primeira chegada da requisição; ela foi reaproveitada quando consta como recebida',
    received: ({ bytes, address, credential, request }) => `${bytes} bytes de ${address}, ${credential}, requisição ${request}`,
    resent: ({ resends, conflicts, type }) =>
      `${resends === 1 ? '1 vez' : `${resends} vezes`}, esta é a última` +
      `${conflicts === 0 ? '' : `, ${conflicts} com outro conteúdo (vale o primeiro)`}${type === null ? '' : `, com o tipo ${type}`}`,
    queued: ({ job, queue }) => `job ${job} em ${queue}`,
    conversion: ({ id }) => `conversão ${id}`,
    gone: 'os jobs encerrados deste evento já foram removidos da fila',
    attempt: ({ job, attempt }) => `job ${job}, tentativa ${attempt}`,
    job: ({ job, attempts }) => `job ${job}, ${attempts === 1 ? '1 tentativa' : `${attempts} tentativas`}`,
    at: ({ worker }) => `em ${worker}`,
    because: ({ reason }) => `por causa de ${reason}`,
    lead: ({ id }) => `lead ${id}`,
  },

  terminal: {
    tabs: { queue: 'Fila', events: 'Eventos', failures: 'Falhas', workers: 'Workers', leads: 'Leads' },
    health: {
      ok: 'ok',
      empty: 'nenhum job ainda',
      starting: 'lendo …',
      lost: ({ age }) => `sem resposta há ${age}`,
      since: ({ time }) => `desde ${time}`,
      asOf: ({ time, word }) => `às ${time}: ${word}`,
    },
    readonly: 'só leitura',
    frozen: 'tela pausada, p continua',
    oldest: ({ age }) => `espera ${age}`,
    noneDue: 'nada vencido',
    workers: ({ alive, gone }) => `${alive === 1 ? '1 worker' : `${alive} workers`}${gone > 0 ? `, ${gone} sem sinal` : ''}`,
    rates: { received: 'entram', finished: 'saem', failed: 'falham' },
    perSecond: '/s',
    perMinute: '/min',
    lastMinutes: ({ minutes, finished, failed }) => `últimos ${minutes} min: ${finished} concluídos, ${failed} com falha`,
    stale: ({ time, reason }) => `Números de ${time}. ${reason}`,
    meanings: {
      pendente: 'esperam a vez',
      adiado: 'destes, repetem mais tarde',
      estacionado: 'esperam algo de fora',
      processando: 'com um worker agora',
      concluido: 'encerrados com sucesso',
      falhou: 'encerrados com erro',
    },
    queuePaused: ({ since }) => `Pausada desde ${since}: os eventos são recebidos, nenhum job começa.`,
    noWorkerHelp: 'Ninguém processa a fila. `lead-intake queue work` inicia um worker.',
    charts: {
      received: 'recebidos',
      finished: 'concluídos',
      failed: 'falhas',
      waiting: 'na espera',
      per: ({ minutes }) => (minutes === 1 ? 'por minuto' : `por ${minutes} min`),
    },
    columns: {
      evento: 'EVENTO',
      recebido: 'RECEBIDO',
      status: 'ESTADO',
      origem: 'ORIGEM',
      tipo: 'TIPO',
      identidade: 'IDENTIDADE',
      erro: 'ERRO',
      alvo: 'CITA',
      lead: 'LEAD',
      reenvios: 'REENVIOS',
      total: 'JOBS',
      quando: 'QUANDO',
      mensagem: 'MENSAGEM',
      job: 'JOB',
      tentativas: 'TENTATIVAS',
      trabalhador: 'WORKER',
      host: 'MÁQUINA',
      pid: 'PID',
      versao: 'VERSÃO',
      desde: 'DESDE',
      visto: 'VISTO',
      processados: 'PROCESSADOS',
      falhas: 'FALHAS',
      enviado: 'ENVIADO',
      criado: 'CRIADO',
      cliente: 'CLIENTE',
      campanha: 'CAMPANHA',
      nome: 'NOME',
      email: 'E-MAIL',
      telefone: 'TELEFONE',
      conversoes: 'CONV',
    },
    alive: 'ativo',
    gone: 'sem sinal',
    olderGroups: 'erros mais antigos',
    empty: {
      events: 'Nenhum evento recebido ainda.',
      groups: 'Nada falhou, nada está estacionado.',
      jobs: 'Não resta nenhum job neste grupo.',
      workers: 'Nenhum worker ativo. `lead-intake queue work` inicia um.',
      leads: 'Ainda não há leads.',
    },
    emptyFiltered: 'Nenhuma linha corresponde ao filtro.',
    emptySearched: ({ rows }) => `Nenhuma das ${rows} linhas mais novas corresponde ao filtro.`,
    loading: 'Lendo …',
    rows: ({ shown, isMore }) => (isMore ? `${shown}+ linhas` : shown === '1' ? '1 linha' : `${shown} linhas`),
    marked: ({ count }) => (count === 1 ? '1 marcada' : `${count} marcadas`),
    filterShown: ({ text }) => `filtro ${text}`,
    searched: ({ rows }) => `procurado nas ${rows} mais novas`,
    filterPrompt: 'Filtro: ',
    filterHelp: 'texto  /regex/  !não  status:erro   Enter mantém, Esc limpa',
    notRegex: 'não é uma expressão regular',
    confirm: {
      retryJobs: ({ jobs }) => `Repetir ${jobs}?`,
      retryEvents: ({ events }) => `Repetir ${events}?`,
      forget: ({ jobs }) => `Apagar ${jobs} para sempre?`,
      pause: 'Pausar a fila? Os eventos são recebidos, nenhum job começa.',
      resume: ({ jobs }) => `Retomar a fila? ${jobs} na espera.`,
      reveal: ({ event }) => `Mostrar os dados pessoais do evento ${event}? Fica registrado.`,
      keys: 's sim   outra tecla não',
    },
    done: {
      retryJobs: ({ jobs }) => `${jobs} de volta na fila.`,
      retryEvents: ({ events }) => `${events} na fila de novo.`,
      forget: ({ jobs }) => `${jobs} apagados.`,
      pause: 'A fila está pausada.',
      resume: 'A fila foi retomada.',
      nothing: 'Nada mudou.',
    },
    jobs: ({ count, isOne }) => (isOne ? '1 job' : `${count} jobs`),
    events: ({ count, isOne }) => (isOne ? '1 evento' : `${count} eventos`),
    refusedReadonly: 'Só leitura: daqui nada é mudado nem revelado.',
    refusedStale: 'Sem conexão: nada pode ser mudado agora.',
    nothingToActOn: 'Não há nada aqui sobre o que esta tecla aja.',
    working: 'Fazendo …',
    detail: {
      title: ({ id }) => `Evento ${id}`,
      missing: 'Este evento não existe mais.',
      way: 'Caminho',
      lead: 'Lead',
      conversion: 'Conversão',
      body: 'Corpo',
      bodyHidden: ({ bytes }) => `${bytes} bytes, oculto; V mostra`,
      masked: 'dados pessoais ocultos',
      shown: 'dados pessoais à vista, registrado',
    },
    hints: {
      tabs: '1-5 abas',
      move: 'j k mover',
      filter: '/ filtrar',
      sort: 's ordenar',
      detail: 'Enter abrir',
      close: 'Esc voltar',
      mark: 'espaço marcar',
      retry: 'R repetir',
      forget: 'F esquecer',
      pause: 'P pausar',
      resume: 'P retomar',
      reveal: 'V revelar',
      freeze: 'p congelar',
      help: '? ajuda',
      quit: 'q sair',
      full: 'Enter tela toda',
      scroll: 'j k rolar',
    },
    help: {
      title: 'Teclas',
      lines: [
        ['1 … 5, Tab, ← →', 'abre uma aba'],
        ['j k ↑ ↓', 'linha seguinte e anterior'],
        ['PgUp PgDn, h l', 'uma página acima e abaixo'],
        ['g Home, End', 'primeira linha, última linha carregada'],
        ['Enter', 'abre: um grupo, o caminho de um evento; de novo: a tela toda'],
        ['Esc', 'volta: fecha o que está aberto, limpa o filtro'],
        ['espaço, a', 'marca uma linha, marca todas ou nenhuma'],
        ['/', 'filtro: texto, /regex/, !não, status:erro, erro:…, origem:…, tipo:…, identidade:…'],
        ['s o', 'ordena pela coluna seguinte, inverte a ordem'],
        ['p', 'pausa a tela; nada se move até p'],
        ['R', 'repete o que está marcado, ou a linha selecionada'],
        ['F', 'esquece jobs com falha ou estacionados: apaga'],
        ['P', 'pausa ou retoma a fila'],
        ['V', 'mostra os dados pessoais do evento aberto; fica registrado'],
        ['?', 'esta página'],
        ['q, Ctrl-C', 'sai'],
        ['Ctrl-Z', 'suspende, `fg` volta'],
      ],
      upper: 'Teclas MAIÚSCULAS mudam algo. Antes perguntam, e dizem o número.',
    },
    source: {
      fileGone: 'O arquivo do banco de dados sumiu.',
      otherAnswer: 'O que responde neste endereço não é o lead-intake.',
      tokenRefused: 'O serviço recusa o token de administração.',
      tokenHint: 'Compare-o com ADMIN_TOKEN do serviço em execução; --token-file o lê de um arquivo.',
      tokenReadOnly: 'Este token é somente leitura: vê dados mascarados e não altera nada. Para isso, inicie com ADMIN_TOKEN.',
      answers: ({ status, detail }) => `O serviço responde ${status}.${detail}`,
      noAnswer: ({ code }) => `O serviço não responde (${code}).`,
      noAnswerHint: 'Confira o endereço e se `lead-intake serve` roda nele.',
    },
    tooSmall: 'A janela é pequena demais.',
    spoken: {
      view: ({ name }) => `lead-intake, observando ${name}`,
      tab: ({ name }) => `Aba ${name}`,
      selected: 'selecionada',
      isMarked: 'marcada',
      row: ({ index, count }) => `Linha ${index} de ${count}`,
    },
  },

  web: {
    accounts: { page: 'página', dataset: 'conjunto de dados', ads_account: 'conta do Google Ads', anyPage: 'todas as outras páginas' },

    accountsTable: {
      account: 'Conta',
      use: 'Para',
      uses: { page: 'buscar leads', dataset: 'enviar conversões', ads_account: 'enviar conversões' },
      client: 'Cliente',
      everyClient: 'todos os clientes',
      state: 'Estado',
      states: {
        ok: 'ok',
        unused: 'ainda não usada',
        paused: 'limitada',
        away: 'sem resposta',
        refused: 'credencial recusada',
        unconnected: 'sem credencial',
        blocked: 'bloqueada',
      },
      /** What a state means and what to do. */
      advice: {
        paused: 'A plataforma pede menos consultas. Continua sozinha; nada se perde.',
        away: 'O lead-intake continua tentando, um job por vez, por 72 horas. O que espera volta a andar sozinho; nada se perde.',
        refused:
          'O que precisa desta conta espera, e nada se perde. Dê a ela outra credencial: nas configurações, na página do cliente ou, para uma página, com “lead-intake source connect”. O que espera então volta a andar sozinho.',
        unconnected: 'Defina uma nas configurações, ou conecte a conta de novo.',
        blocked:
          'O que precisa desta conta espera, e nada se perde. Faça na plataforma o que está dito acima; o que espera então anda sozinho em até duas horas.',
      },
      pageWithoutToken: (id) => `Conecte o token dela: \`lead-intake source connect social-ads --page ${id}\``,
      until: 'até',
      since: 'desde',
      expires: 'O token expira em',
      expired: 'O token expirou em',
      renew: 'Gere um novo e conecte-o a tempo.',
      credential: 'Credencial',
      inSettings: 'configurações:',
      inDatabase: 'banco de dados, guardada desde',
      none: '—',
      lastUsed: 'Último uso',
      never: 'nunca',
    },

    activity: {
      title: 'Atividade',
      intro: 'O que os operadores fizeram, no navegador e por comandos, do mais novo ao mais antigo. Linhas só são acrescentadas.',
      table: 'O que os operadores fizeram',
      when: 'Quando',
      who: 'Quem',
      what: 'O quê',
      on: 'Alvo',
      detail: 'Detalhe',
      empty: 'Ninguém fez nada ainda.',
      emptyFiltered: 'Nada corresponde ao filtro.',
      onlyThis: (who) => `só ${who}`,
      actions: {
        repetir: 'repetiu o que tinha falhado',
        esquecer: 'apagou jobs com falha',
        reprocessar: 'processou eventos de novo',
        pausar: 'pausou a fila',
        retomar: 'retomou a fila',
        limpar: 'apagou jobs concluídos',
        registrar_etapa: 'registrou uma etapa de um lead',
        corrigir_etapa: 'corrigiu uma etapa',
        retirar_etapa: 'retirou uma etapa',
        testar_conversao: 'enviou uma conversão à Meta com um código de evento de teste',
        conectar: 'conectou uma conta de plataforma',
        desconectar: 'desconectou uma conta de plataforma',
        encerrar_sessao: 'encerrou uma sessão da web',
        backup: 'fez um backup',
        restaurar: 'colocou um backup no lugar',
        revelar: 'viu dados pessoais',
        reaproveitar_recusada: 'reaproveitou uma requisição recusada',
        reaproveitar_recusada_sem_credencial: 'reaproveitou uma requisição recusada sem credencial válida',
        esquecer_recusada: 'apagou requisições recusadas',
        conferir_leads: 'conferiu os leads com a plataforma',
        buscar_leads: 'buscou leads que não haviam chegado',
        importar_leads: 'importou leads de um arquivo',
        mapear_formulario: 'mapeou respostas de um formulário',
        incluir_segredo: 'incluiu um segredo de remetente',
        remover_segredo: 'removeu um segredo de remetente',
        incluir_cliente: 'incluiu um cliente',
        renomear_cliente: 'renomeou um cliente',
        remover_cliente: 'removeu um cliente',
        definir_consentimento: 'alterou a regra de consentimento de um cliente',
        incluir_usuario: 'incluiu um usuário',
        remover_usuario: 'removeu um usuário',
        incluir_campanha: 'incluiu uma campanha',
        alterar_campanha: 'alterou uma campanha',
        remover_campanha: 'removeu uma campanha',
        vincular_campanha: 'vinculou um id de plataforma',
        desvincular_campanha: 'desvinculou um id de plataforma',
      },
    },

    advice: {
      title: 'Como resolver',
      foundSince: 'O que faltava quando o evento foi processado já foi incluído ou vinculado. Repita o evento.',
      advice: {
        unusable_body: () =>
          'O remetente precisa corrigir o corpo: abaixo está marcado o ponto em que ele deixa de ser o que deveria. Reenviado com o mesmo id, o evento é executado sozinho.',
        unknown_event_type: () =>
          'Mapeie este tipo com a configuração EVENT_TYPES do serviço (para lead novo: o tipo, depois =lead; senão =update ou =conversion), reinicie o serviço e os workers e depois repita aqui.',
        platform_not_connected: () =>
          'O evento só cita o lead; as respostas estão na plataforma. Conecte a página (lead-intake source connect social-ads, ou WEBHOOK_SOCIALADS_TOKENS); o evento então executa sozinho. Até lá ele espera sem gastar tentativas, e nada se perde.',
        credential_refused: () =>
          'A plataforma não aceita mais o token. Gere um novo lá e conecte a página de novo com ele (lead-intake source connect social-ads); o evento então executa sozinho, e nada se perde. Se uma permissão foi devolvida na plataforma, aperte “Tentar agora” aqui.',
        account_blocked: () =>
          'A plataforma bloqueia a conta. Uma pessoa precisa resolver o bloqueio lá; depois aperte “Tentar agora” aqui, e os outros eventos da conta seguem sozinhos.',
        platform_busy: () =>
          'Não há nada de errado: muitos leads desta página chegaram de uma vez, e a plataforma é consultada para alguns de cada vez. A vez deste chega logo.',
        platform_throttled: () =>
          'Não há nada a fazer: a plataforma pediu uma pausa, e o evento executa sozinho depois dela. Se acontece com frequência, veja quem mais faz chamadas com o mesmo token.',
        platform_unavailable: () =>
          'A plataforma não responde como deveria. O evento é tentado de novo sozinho; se durar, veja se esta máquina alcança a plataforma e depois aperte “Tentar agora” aqui.',
        lead_not_available: () =>
          'A plataforma não entrega este lead: foi apagado lá, ou o token não pode vê-lo. Procure-o na plataforma, dê leads_retrieval ao token e acesso ao app no Leads Access Manager; depois aperte “Tentar agora” aqui.',
        test_lead: () =>
          'Não há nada a fazer: o botão de teste da plataforma envia um evento sem lead por trás. Ele chegou, então a inscrição funciona.',
        lead_not_found: () =>
          'O lead de que o evento trata não chegou. Veja nos leads se ele veio com outro id, ou peça ao remetente que envie o próprio lead; depois repita aqui.',
        unknown_campaign: (found) =>
          found
            ? 'Inclua a campanha: o link abre o formulário com o id preenchido. Depois volte e repita.'
            : 'O evento não cita um id de campanha que possa ser usado. Peça ao remetente que inclua campanha_id no formulário e envie de novo.',
        unknown_client: (found) =>
          found
            ? 'Inclua o cliente com este id: o link abre o formulário com o id preenchido. Depois volte e repita.'
            : 'O id de cliente que o evento cita não pode existir: tem de ser um número inteiro. Peça ao remetente que corrija cliente_id e envie o evento de novo.',
        not_linked: (found) =>
          found
            ? 'Diga a que campanha estes leads pertencem: vincule um dos ids que o evento cita. O link abre o formulário com o id preenchido. Depois volte e repita.'
            : 'O evento não cita formulário, campanha, página nem cliente que possam ser vinculados. Peça ao remetente que inclua cliente_id ou campanha_id e envie de novo.',
        lead_on_its_way: () =>
          'Não há nada a fazer aqui: assim que o lead for criado, este evento continua. Se demorar, veja por que o evento do próprio lead espera.',
        lead_of_other_client: () =>
          'O formulário, a campanha ou a página deste evento está vinculado a uma campanha do cliente errado, ou mudou de dono. Corrija o vínculo nas campanhas e depois repita aqui.',
        wrong_client: () =>
          'O segredo que o remetente usou é limitado a um cliente diferente do da campanha, do formulário ou do cliente que o evento cita. Se o remetente trocou o segredo, dê a ele um do cliente certo (Fontes) e peça que envie o evento de novo. Se a campanha ou um vínculo está errado, corrija e depois repita aqui. Se você não conhece o remetente, remova o segredo: alguém pode estar forjando leads.',
        page_of_another_client: () =>
          'O evento cita um cliente, e a página dele pertence a outro. Corrija “cliente_id” no remetente, ou ligue a página ao cliente certo (“lead-intake client connect --page”) e depois repita aqui.',
        processing_failed: () =>
          'Ninguém previu esta falha, então ela está no programa e não no evento. Enquanto houver tentativas, repete sozinho. O log do worker diz mais pelo id do job; repita aqui depois de uma atualização.',
        write_rejected: () =>
          'Quase sempre a campanha ou o cliente foi removido enquanto o evento era processado. Veja se existe e depois repita aqui.',
        worker_died: () =>
          'O worker terminou enquanto tinha este evento, todas as vezes. Veja o corpo (muito grande, muito profundo?) e a memória do worker antes de repetir.',
        forgotten: () => 'Um operador removeu o job, então ninguém processa o evento. Repetir cria um job novo para ele.',
        other: () => 'A frase acima diz o que aconteceu. Quando a causa estiver resolvida, repita aqui.',
      },
      steps: {
        addCampaign: 'Incluir campanha',
        linkForm: 'Vincular formulário',
        linkCampaign: 'Vincular campanha da plataforma',
        linkPage: 'Vincular página',
        addClient: 'Incluir cliente',
        campaign: 'Campanha',
        client: 'Cliente',
        campaigns: 'Campanhas e vínculos',
        sources: 'Fontes',
        leads: 'Leads',
        body: 'Ver o corpo',
        sameError: 'Todos os eventos com este erro',
      },
    },

    answerFields: {
      nome: 'nome',
      primeiro_nome: 'primeiro nome',
      sobrenome: 'sobrenome',
      email: 'e-mail',
      telefone: 'telefone',
      cidade: 'cidade',
      estado: 'estado',
      cep: 'CEP',
      pais: 'país',
      empresa: 'empresa',
      cargo: 'cargo',
      nenhum: 'só uma resposta',
    },

    bulk: {
      titles: { repetir: 'Repetir eventos', esquecer: 'Esquecer eventos' },
      questions: {
        repetir: (count) => (count === '1' ? 'evento vai rodar de novo' : 'eventos vão rodar de novo'),
        esquecer: (count) => (count === '1' ? 'evento vai perder o job, para sempre' : 'eventos vão perder o job, para sempre'),
      },
      meanings: {
        repetir:
          'O que falhou roda de novo desde a tentativa 1; o que está estacionado ou adiado roda agora. Eventos processados, em processamento ou já na vez ficam como estão.',
        esquecer:
          'Os jobs com falha ou estacionados são apagados para sempre e não podem mais ser repetidos como jobs. Os eventos ficam na lista, com status erro; nada do que foi recebido se perde.',
      },
      atLeast: 'ao menos',
      atLeastNote: 'Há mais do que foi contado. Todos serão atingidos, e o número é dito depois.',
      changing: {
        repetir: 'O número pode mudar até você confirmar: vale o que corresponder naquele momento, e o número real é dito.',
        esquecer: 'Se houver mais no momento de confirmar, a pergunta é feita de novo.',
      },
      grown: (before, now) => `Nada foi esquecido: chegaram mais desde a pergunta. Eram ${before}, agora são ${now}.`,
      chosen: (count) => `${count} marcados na lista`,
      leftAlone: (count) => `${count} deles ficam como estão.`,
      matching: 'Todos os que correspondem:',
      kinds: 'O que são',
      kindsNewest: (count) => `Dos ${count} mais novos.`,
      none: 'Nada a fazer',
      nones: {
        repetir: 'Nenhum destes eventos falhou, está estacionado ou adiado, então não há o que repetir.',
        esquecer: 'Nenhum destes eventos tem um job com falha ou estacionado, então não há o que apagar.',
      },
      confirm: {
        repetir: (count) => (count === '1' ? 'Repetir 1 evento' : `Repetir ${count} eventos`),
        esquecer: (count) => (count === '1' ? 'Esquecer 1 evento' : `Esquecer ${count} eventos`),
      },
      cancel: 'Voltar à lista',
    },

    charts: {
      now: 'agora',
      minutesAgo: (minutes) => `−${minutes} min`,
      between: (from, to) => `há ${from} a ${to} min`,
      table: 'Em tabela',
      nothing: 'Nada aconteceu na última hora.',
      leftOut: 'O que não está listado não teve nada.',
      newest: 'O passo mais novo ainda corre: está tracejado.',
      throughput: {
        title: 'Jobs encerrados, por minuto',
        description: (finished, failed, most) => `Última hora: ${finished} concluídos, ${failed} com falha. Máximo em um minuto: ${most}.`,
        finished: 'concluídos',
        failed: 'com falha',
        point: (when, finished, failed) => `${when}: ${finished} concluídos, ${failed} com falha`,
        minute: 'Minuto',
      },
      times: {
        wait: 'Espera, até um worker pegar o job',
        run: 'Execução, até o job terminar',
        description: (p50, p95, p99) =>
          `Última hora: metade levou até ${p50}, 95 de 100 até ${p95}, 99 de 100 até ${p99}. Escala logarítmica.`,
        unknown: 'Nada foi medido na última hora.',
        point: (when, p50, p95, p99, jobs) => `${when}: p50 ${p50}, p95 ${p95}, p99 ${p99}, ${jobs} jobs`,
        from: 'De',
        jobs: 'Jobs',
        lastHour: 'última hora',
        none: '—',
      },
    },

    clientAccounts: {
      accounts: 'Contas na Meta e no Google Ads',
      manage: 'Conectar, testar ou desconectar contas',
      look: 'Mais sobre estas contas',
      intro:
        'As conversões dos leads deste cliente vão para o conjunto de dados da Meta e a conta do Google Ads dele, e para nenhuma outra conta. As credenciais ficam seladas no banco de dados e nunca são mostradas.',
      none: 'Nenhuma conta ainda. As conversões deste cliente esperam até ele ter uma.',
      ofSettings: 'das configurações',
      through: 'pela conta de administrador',
      actions: 'Ações de conversão',
      allOthers: (count) => (count === 1 ? 'todas as conversões' : 'todas as outras'),
      waiting: (count, number) => (number === 1 ? '1 conversão espera por uma conta.' : `${count} conversões esperam por uma conta.`),
      waitingText: 'Conecte uma: elas voltam a andar sozinhas e, até lá, não vão para a conta de nenhum outro cliente.',
      showWaiting: 'Mostrar as conversões',
      disconnect: 'Desconectar',
      disconnectNamed: (id) => `Desconectar a conta ${id}`,
      willWait:
        'A partir daí, as conversões deste cliente esperam até ele ter outra conta. Nenhuma se perde, e nenhuma vai para outra conta.',
      willGoTo: (id) => `A partir daí, as conversões deste cliente vão para a conta ${id} das configurações.`,
      waitAlready: (count, number) => (number === 1 ? '1 já espera.' : `${count} já esperam.`),
      pageLeaves:
        'A partir daí, só as campanhas vinculadas dizem de quem são os leads desta página. O token dela fica, e os leads continuam chegando.',
      inSettings: 'definida nas configurações',
      test: 'Testar',
      testText: 'Pergunta à Meta e ao Google Ads se as conversões deste cliente podem ser enviadas. Nada é enviado. Leva até meio minuto.',
      testNow: 'Testar agora',
      result: 'Resultado do teste',
      connectDataset: 'Conectar um conjunto de dados da Meta',
      replaceDataset: 'Trocar o conjunto de dados da Meta',
      connectAdsAccount: 'Conectar uma conta do Google Ads',
      replaceAdsAccount: 'Trocar a conta do Google Ads',
      connectPage: 'Conectar uma página da Meta',
      replaces: 'As conversões deixam de ir para a conta acima e passam a ir para a que você informar aqui.',
      datasetId: 'Id do conjunto de dados (pixel)',
      datasetHint: 'No Gerenciador de Eventos da Meta. Só dígitos.',
      adsAccountId: 'Id da conta',
      adsAccountHint: 'Como 123-456-7890.',
      loginAccount: 'Id da conta de administrador',
      loginAccountHint: 'Se a conta é acessada por uma conta de administrador.',
      actionsField: 'Ações de conversão, uma por linha',
      actionsHint: 'NOME=ID, como sale=7712337565. *=ID vale para todos os outros nomes.',
      withoutClick: 'Leads sem click id',
      withoutClickHint: 'Para as conversões otimizadas para leads, que precisam estar ativadas no Google Ads.',
      reportedByContact: 'informados por e-mail e telefone com hash',
      notReported: 'não informados',
      initialStage: 'Leads novos de formulários instantâneos',
      initialStageHint: 'Nome do evento que informa cada um à Meta, como lead. Em branco, a Meta não é informada.',
      token: 'Token',
      tokenHint: 'A Meta o mostra uma vez só. Ele é conferido, selado e não é mostrado de novo.',
      key: 'Chave JSON',
      keyHint:
        'O conteúdo inteiro do arquivo: de uma conta de serviço ou de um usuário autorizado. Ela é conferida, selada e não é mostrada de novo.',
      ofTheSettings: (setting) => `Usar a credencial das configurações (${setting})`,
      dontCheck: 'Conectar sem perguntar antes à plataforma',
      connect: 'Conectar',
      replace: 'Trocar',
      noKey: 'CREDENTIALS_KEY não está definida, então não há como selar credenciais aqui. Defina-a e reinicie o serviço.',
      noKeyButSettings:
        'CREDENTIALS_KEY não está definida, então só a credencial das configurações pode ser usada. Para selar outras, defina-a e reinicie o serviço.',
      pageIntro:
        'Os leads da página passam a ser deste cliente, a menos que uma campanha vinculada ao formulário ou à página diga outra coisa. O token da página é conectado no servidor com `lead-intake source connect social-ads --page ID`.',
      pageId: 'Id da página',
      pageHint: 'Só dígitos, como nas configurações da página na Meta.',
      consent: 'Regra de consentimento',
      consentText: 'Que consentimento as pessoas por trás das conversões deste cliente precisam ter dado.',
      consentMode: 'Enviar',
      consentModes: {
        unless_denied: 'As conversões são enviadas, a menos que a pessoa tenha recusado um destes consentimentos:',
        required: 'As conversões só são enviadas se a pessoa deu um destes consentimentos e não recusou nenhum:',
      },
      consentOptions: {
        configuracoes: 'como dizem as configurações',
        unless_denied: 'todas, menos as de quem recusou',
        required: 'só as de quem consentiu',
      },
      keys: 'Consentimentos que contam',
      keysHint: (keys) => `Separados por vírgulas. Em branco: ${keys}.`,
      ownRule: '(regra própria deste cliente)',
      settingsRule: '(regra das configurações)',
      save: 'Salvar',
      notices: {
        conta_conectada: 'A conta foi conectada. As conversões que esperavam por ela executam de novo.',
        pagina_conectada: 'A página foi conectada. Os novos leads da página são deste cliente.',
        conta_desconectada: 'A conta foi desconectada.',
        consentimento_alterado: 'A regra de consentimento foi alterada. Ela vale para as conversões enviadas a partir de agora.',
      },
    },

    conversions: {
      title: 'Conversões',
      intro: 'O que os leads se tornaram depois: vendas, leads qualificados. A última registrada vem primeiro.',
      states: {
        pendente:
          'Registrada aqui; espera até um conector enviá-la à plataforma. Até haver um conectado ela fica, e nada se perde. Com um código, já foi tentada e será de novo.',
        enviada: 'Enviada à plataforma, que a aceitou.',
        rejeitada: 'A plataforma não a aceitou, ou ela não pode ser enviada; o código diz por quê. Pode ser enviada de novo.',
        sem_destino:
          'Não é informada a nenhuma plataforma: o lead não veio de uma e não tem click id. Ela só conta nestas listas, e nenhum job espera por ela.',
        retirada: 'Uma pessoa retirou a etapa, porque foi registrada por engano. Não é enviada, e nenhuma exportação a contém.',
      },
      statesTitle: 'O que os estados significam',
      state: 'Estado',
      platform: 'Plataforma',
      client: 'Cliente',
      lead: 'Id do lead',
      table: 'Conversões',
      name: 'Nome',
      value: 'Valor',
      clickId: 'Click id',
      happenedAt: 'Ocorrida',
      createdAt: 'Registrada',
      leadColumn: 'Lead',
      event: 'Evento',
      empty: 'Nenhuma conversão ainda. Eventos de um tipo como conversion ou venda as registram, e também uma etapa, na página de um lead.',
      emptyFiltered: 'Nenhuma conversão corresponde ao filtro.',
      noPlatform: 'para nenhuma plataforma',
      sentAt: 'enviada',
      atPlatform: 'entregue; a plataforma diz depois se a aceita',
      errorCode: 'Código de erro',
      byHand: 'à mão',
      choose: 'Marcar',
      chooseOne: (id) => `Marcar a conversão ${id}`,
      retry: 'Enviar de novo as marcadas',
      retryHint:
        'Conversões rejeitadas e as que esperam. O Google Ads reconhece uma repetida pela chave e a conta uma vez só; a Meta, por 48 horas. Procure antes no Gerenciador de Eventos as que têm conversion_outcome_unknown.',
      stage: 'Registrar uma etapa',
      stageText: 'O que o lead se tornou. A etapa é informada à plataforma de onde ele veio.',
      stageWord: 'Etapa',
      stages: { qualificado: 'qualificado', ganho: 'ganho' },
      stageValue: 'Valor',
      stageValueHint: 'Por exemplo 2600,00; de um lead que foi ganho.',
      currency: 'Moeda',
      stageAt: 'Quando',
      stageAtHint: (timeZone) => `Fuso horário ${timeZone} (CONVERSIONS_TIME_ZONE). Em branco: agora.`,
      stageKey: 'Número do pedido',
      stageKeyHint: 'Para mais de uma venda do mesmo lead; o mesmo número conta uma vez só.',
      register: 'Registrar',
      change: (id, what) => `Corrigir ou retirar a etapa ${id} (${what})`,
      changeText: 'Deixe um campo como está para mantê-lo. Quem mudou, quando e por quê fica guardado com a conversão.',
      changeAtHint: (timeZone) => `Fuso horário ${timeZone} (CONVERSIONS_TIME_ZONE).`,
      reason: 'Motivo',
      correct: 'Corrigir',
      withdraw: 'Retirar',
      notices: {
        reenviadas: (_text, count) =>
          count === 0
            ? 'Nenhuma delas precisava ser enviada de novo.'
            : count === 1
              ? '1 conversão será enviada de novo.'
              : `${count} conversões serão enviadas de novo.`,
        etapa: 'A etapa foi registrada.',
        etapa_repetida: 'Esta etapa já estava registrada com os mesmos dados. Nada foi alterado.',
        etapa_reaberta: 'A etapa está registrada de novo. A plataforma já a tinha: a linha dela abaixo diz o que é enviado agora.',
        not_sent: 'A etapa foi alterada. Ela não tinha sido enviada a nenhuma plataforma, então só vale a nova versão.',
        restated: 'A etapa foi corrigida. O novo valor é enviado à plataforma como ajuste.',
        beyond_reach: 'A etapa foi alterada aqui. A plataforma mantém o que foi enviado: a linha dela abaixo diz o que você pode fazer lá.',
      },
      corrections: { correct: 'corrigida por', withdraw: 'retirada por', register: 'registrada de novo por' },
      before: (what) => `Antes: ${what}.`,
    },

    directory: {
      campaigns: 'Campanhas',
      backToEvent: (id) => `Voltar ao evento ${id}, para repetir`,
      clients: 'Clientes',
      tabs: 'Campanhas e clientes',
      campaign: 'Campanha',
      client: 'Cliente',
      search: 'Id, nome ou id vinculado',
      campaignsIntro: 'De quem é cada lead. Formulários próprios enviam o id como campanha_id; ids das plataformas são vinculados.',
      campaignsTable: 'Campanhas por cliente e nome',
      noCampaigns: 'Nenhuma campanha ainda. Inclua a primeira.',
      noCampaignsHere: 'Este cliente ainda não tem campanhas.',
      noCampaignsFound: 'Nenhuma campanha corresponde ao filtro.',
      name: 'Nome',
      id: 'Id',
      user: 'Usuário',
      links: 'Ids vinculados',
      leads: 'Leads',
      added: 'Desde',
      linkKinds: {
        'search_ads:form': 'search_ads · formulário',
        'search_ads:campaign': 'search_ads · campanha',
        'social_ads:form': 'social_ads · formulário',
        'social_ads:page': 'social_ads · página',
      },
      linkHere: 'Vincular aqui',
      linkHereTo: (campaign) => `Vincular aqui: campanha ${campaign}`,
      linkWish: 'Escolha a campanha a que este id da plataforma pertence',
      linkWishText:
        'Eventos que o trazem vão virar leads dessa campanha. Encontre-a na lista ou inclua uma nova campanha: o id é vinculado a ela no mesmo passo.',
      linkWishReader: 'Um operador pode vinculá-lo.',
      linkedAlready: 'Este id já está vinculado, à campanha',
      forgetWish: 'Não vincular agora',
      missing: 'Nenhuma campanha tem este id ainda',
      missingText: 'Inclua-a aqui. Eventos que falharam porque ela faltava podem ser repetidos logo em seguida.',
      existsAlready: 'Já existe uma campanha com este id:',
      addCampaign: 'Incluir campanha',
      idHint: 'Exatamente o que o formulário envia como campanha_id; qualquer texto, até 255 caracteres.',
      newClient: 'Novo cliente',
      newClientHint: 'Só se não estiver na lista.',
      chooseClient: 'escolha…',
      userEmail: 'E-mail do usuário',
      userEmailHint: 'Quem trabalha os leads. É criado se o cliente não tiver esse usuário.',
      save: 'Salvar',
      add: 'Incluir',
      edit: 'Editar',
      leadsOfCampaign: (count) => (count === 1 ? 'lead desta campanha' : 'leads desta campanha'),
      secrets: 'Segredos',
      secretsOfClient: 'Segredos dos remetentes dele',
      leadsOfClient: (count) => (count === 1 ? 'lead deste cliente' : 'leads deste cliente'),
      moreThan: (count) => `mais de ${count}`,
      linksTitle: 'Ids das plataformas',
      linksIntro: 'Eventos que trazem um destes ids pertencem a esta campanha.',
      noLinks: 'Nada vinculado ainda.',
      linkKind: 'Tipo',
      linkValue: 'Id na plataforma',
      link: 'Vincular',
      unlink: 'Desvincular',
      unlinkNamed: (link) => `Desvincular ${link}`,
      linkedElsewhere: 'Desvincule-o lá antes.',
      remove: 'Remover',
      removeCampaign: 'Remover campanha',
      removeCampaignText: 'Remove a campanha e os ids vinculados a ela. Eventos que a citam terminarão em erro.',
      removeCampaignLeads:
        'Ela tem leads e permanece, para que eles não percam a origem. Para não receber novos leads das plataformas, desvincule os ids dela.',
      removeClient: 'Remover cliente',
      removeClientText: 'Só um cliente sem campanhas, usuários e leads pode ser removido.',
      removeClientUsed:
        'Ele tem campanhas, usuários ou leads e permanece. Remova antes as campanhas e os usuários dele; um cliente com leads permanece.',
      removeUserAdvice: 'Passe antes as campanhas dele para outro usuário.',
      failures: (count, code) => `${count} ${count === '1' ? 'evento' : 'eventos'} com falha: ${code}`,
      failuresText: {
        unknown_campaign: 'Citam esta campanha, que ainda não existia. Agora viram leads.',
        not_linked:
          'Citam esta campanha, ou um id de plataforma que não estava vinculado a nada e agora está vinculado a ela. Agora viram leads.',
        unknown_client: 'Citam este cliente, que ainda não existia. Agora viram leads.',
      },
      retry: (count) => (count === '1' ? 'Repetir 1 evento' : `Repetir ${count} eventos`),
      lookAtThem: 'Mostrar os eventos',
      clientsIntro: 'As empresas para as quais os leads são captados, e as pessoas que os trabalham.',
      clientsTable: 'Clientes por nome',
      noClients: 'Nenhum cliente ainda. Inclua um abaixo, ou junto com a primeira campanha.',
      campaignCount: 'Campanhas',
      userCount: 'Usuários',
      addClient: 'Incluir cliente',
      clientId: 'Id',
      clientIdHint: 'Número inteiro, se já usado em outro lugar; em branco: o próximo livre.',
      rename: 'Renomear',
      users: 'Usuários',
      usersIntro: 'As pessoas que trabalham os leads. Elas não fazem login aqui.',
      noUsers: 'Nenhum usuário ainda.',
      email: 'E-mail',
      personName: 'Nome',
      addUser: 'Incluir usuário',
      removeUserNamed: (email) => `Remover ${email}`,
      notices: {
        incluida: 'A campanha foi incluída.',
        alterada: 'A campanha foi alterada.',
        vinculada: 'O id foi vinculado.',
        desvinculada: 'O id foi desvinculado.',
        removida: 'A campanha foi removida.',
        cliente_incluido: 'O cliente foi incluído.',
        cliente_alterado: 'O cliente foi renomeado.',
        cliente_removido: 'O cliente foi removido.',
        usuario_incluido: 'O usuário foi incluído.',
        usuario_removido: 'O usuário foi removido.',
        repetidos: 'Os eventos que falharam estão na fila de novo.',
      },
    },

    errorPage: {
      request: 'Requisição',
      home: 'Ir para a visão geral',
      titles: {
        not_found: 'Não encontrado',
        conflict: 'Não é possível',
        admin_not_configured: 'Administração não configurada',
        other_origin: 'Requisição de outra página',
        csrf_token_invalid: 'Página desatualizada',
        form_expected: 'Não é um formulário',
        read_only: 'Acesso somente leitura',
        invalid_input: 'Algo não foi preenchido corretamente',
        too_many_streams: 'Páginas ao vivo demais',
        too_many_own_streams: 'Páginas ao vivo demais do seu acesso, ou dos de leitura',
        wrong_token: 'Token errado',
        too_many_logins: 'Tentativas demais',
        method_not_allowed: 'Não é uma página',
        body_too_large: 'Muita coisa de uma vez',
        overloaded: 'O serviço está ocupado',
        metrics_forbidden: 'As métricas não são públicas',
        query_too_expensive: 'Demorou demais',
        store: 'Banco de dados indisponível',
        other: 'Algo deu errado',
      },
      sentences: {
        not_found: 'Não há nada neste endereço. O registro pode ter sido removido, ou o endereço está incompleto.',
        conflict: 'O pedido não combina com o que está guardado. Nada foi alterado.',
        admin_not_configured:
          'O serviço escuta além desta máquina e não tem ADMIN_TOKEN. Defina ADMIN_TOKEN (“lead-intake secret generate” cria um) e inicie o serviço de novo.',
        other_origin: 'O pedido partiu de uma página de outro endereço e foi recusado. Repita o passo na própria página de administração.',
        csrf_token_invalid: 'A página foi aberta em outra sessão. Volte, recarregue-a e repita o passo.',
        form_expected: 'O que foi enviado não é um formulário destas páginas. Nada foi alterado.',
        read_only:
          'Este acesso vê os dados pessoais mascarados, por isso não busca por palavras, e não altera nada. Entre com ADMIN_TOKEN para fazer mais.',
        invalid_input: 'Volte e corrija. Nada foi alterado.',
        too_many_streams: 'Há páginas ao vivo demais abertas. Feche uma e recarregue.',
        too_many_own_streams:
          'Seu acesso, ou todos os acessos de leitura juntos, já têm abertas tantas páginas ao vivo quantas podem. Feche uma ou tente mais tarde.',
        wrong_token: 'O token do cabeçalho Authorization não é um token de administração.',
        too_many_logins: 'Este token está errado, assim como vários outros enviados deste endereço. O token certo é sempre aceito.',
        method_not_allowed: 'Este endereço só recebe o que um formulário envia. Nada foi alterado.',
        body_too_large:
          'O que foi enviado é maior que qualquer formulário destas páginas. Nada foi alterado; escolha menos e tente de novo.',
        overloaded: 'O serviço já recebe tantos formulários quantos consegue. Nada foi alterado; tente de novo em instantes.',
        metrics_forbidden: 'As métricas são para a própria máquina e para programas que enviam um token de administração.',
        query_too_expensive:
          'O banco de dados não respondeu a tempo. Escolha menos: um período menor, uma origem, um cliente ou uma campanha. Se listas pequenas também demorarem, verifique a carga da máquina e o disco.',
        store: 'O serviço não consegue ler ou gravar o banco de dados agora. Tente de novo em instantes; o diário do serviço diz mais.',
        other: 'O serviço falhou de um modo inesperado. O diário do serviço diz mais sob o número da requisição.',
      },
    },

    event: {
      title: (id) => `Evento ${id}`,
      back: 'Webhooks',
      retry: 'Repetir',
      retryNow: 'Tentar agora',
      forget: 'Esquecer…',
      forgetNote: 'O job deste evento sai da fila e ninguém mais o processa. O evento e o corpo ficam, e podem ser repetidos.',
      forgetSure: 'Esquecer o job',
      notices: {
        repetido: 'O evento entrou na fila de novo.',
        nada_a_repetir: 'Nada mudou: um worker está com o job deste evento agora, ou ele já espera na fila.',
        esquecido: 'O job foi removido. O evento fica e pode ser repetido.',
        nada_a_esquecer: 'Nada mudou: só um job que falhou, ou que espera algo de fora, pode ser removido.',
      },
      way: 'Caminho do evento',
      credentials: {
        hmac: 'assinatura HMAC-SHA256',
        hmac_previous: 'assinatura HMAC-SHA256',
        google_key: 'google_key',
        google_key_previous: 'google_key',
        unsigned: 'sem assinatura, aceito por WEBHOOK_ALLOW_UNSIGNED',
        operator: 'enviado por um operador',
        backfill: 'buscado na plataforma depois',
      },
      withSecret: {
        current: 'com o segredo atual',
        previous: 'com o segredo anterior (rotação em andamento)',
        former: 'com um segredo que não está mais definido',
      },
      withNamedSecret: 'com o segredo',
      limitedTo: 'limitado ao',
      clientOf: (id) => `cliente ${id}`,
      secretRemoved: 'já removido',
      bytes: (bytes) => `${bytes} bytes`,
      took: (duration) => `levou ${duration}`,
      by: 'por',
      lead: 'Lead',
      leadMissing: 'Ainda não há lead.',
      leadMade: 'criado por este evento',
      leadChanged: (fields) => (fields === 1 ? '1 campo alterado' : `${fields} campos alterados`),
      leadUnchanged: 'encontrado; nada nele mudou',
      changes: 'O que ele alterou',
      conversions: 'Conversões',
      fetched: 'Buscado na plataforma',
      fetchedNote: 'O evento só aponta para o lead; estas são as respostas dele.',
      body: 'Corpo',
      bodyText: 'Texto do corpo',
      bodyEmpty: 'O corpo está vazio.',
      bodyMasked: 'Dados pessoais ocultos; o resto como recebido.',
      bodyExact: 'Como recebido. Caracteres invisíveis aparecem como códigos.',
      layouts: 'Apresentação do corpo',
      formatado: 'Formatado',
      recebido: 'Como recebido',
      copy: 'Copiar original',
      copied: 'Copiado',
      copyFailed: 'Não foi possível copiar',
      download: 'Baixar bytes originais',
      downloadBatch: 'Baixar a requisição inteira',
      downloadResend: 'Baixar o reenvio',
      bodyPlace: (from, to, length) => `Caracteres ${from} a ${to} de ${length}.`,
      bodyParts: 'Partes do corpo',
      bodyFirst: 'Desde o começo',
      bodyNext: 'Próxima parte',
      notUtf8: 'O corpo não é UTF-8 válido: o que não se lê aparece como �. O arquivo baixado tem todos os bytes.',
      brokenAt: (line, column) => `Deixa de ser JSON na linha ${line}, coluna ${column}.`,
      brokenEnd: (line, column) => `JSON incompleto: o texto termina cedo demais, na linha ${line}, coluna ${column}.`,
      brokenShow: 'Mostrar o ponto',
      batch: 'Este evento veio em um lote; o corpo é a parte dele.',
      conflict: 'Reenvio diferente (não mudou nada)',
      conflictNote: 'Vale o primeiro corpo. Onde o reenvio mais novo diz outra coisa:',
      conflictType: (first, second) =>
        `Um reenvio traz o tipo “${second}” em vez de “${first}”, e vale o primeiro. Se são dois eventos, quem envia precisa usar ids diferentes.`,
      conflictFields: 'Campos diferentes',
      conflictField: 'Campo',
      conflictFirst: 'Primeiro corpo',
      conflictSecond: 'Reenvio',
      conflictMissing: 'não existe',
      conflictLooksEqual: 'Outro valor: a diferença está no que aqui fica mascarado ou cortado.',
      conflictWhole: '(o corpo inteiro)',
      conflictMore: (count) => `Mais ${count} campos diferem; os arquivos baixados têm todos.`,
      notCompared: {
        not_json: 'Um dos dois não é JSON, então não há como comparar campo a campo. Os arquivos baixados têm ambos.',
        too_large: 'Grandes demais para comparar aqui campo a campo. Os arquivos baixados têm ambos.',
      },
    },

    events: {
      title: 'Webhooks',
      searchHint: 'Id, click id, nome, e-mail, telefone …',
      more: 'Mais filtros',
      anyTime: 'qualquer data',
      clear: 'Limpar filtro',
      fields: {
        busca: 'Busca',
        origem: 'Origem',
        status: 'Status',
        estacionado: 'Estacionado',
        event_type: 'Tipo',
        erro_codigo: 'Código do erro',
        erro_alvo: 'O erro cita',
        identidade: 'Identidade',
        cliente: 'Cliente',
        campanha: 'Campanha',
        periodo: 'Período',
        desde: 'Desde',
        ate: 'Antes de',
      },
      periods: { '1h': 'última hora', '24h': 'últimas 24 horas', '7d': 'últimos 7 dias', '30d': 'últimos 30 dias' },
      onlyParked: 'só estacionados',
      yes: 'sim',
      active: 'Filtros ativos',
      remove: 'remover',
      manyChoices: 'São muitos para uma lista: digite o id.',
      table: 'Eventos recebidos, do mais novo ao mais antigo',
      receivedAt: 'Recebido',
      origin: 'Origem',
      type: 'Tipo',
      identity: 'Identidade',
      status: 'Status',
      lead: 'Lead',
      resends: 'Reenvios',
      choose: 'Marcar',
      conflicts: (count) => `${count} em conflito`,
      leadNumber: (id) => `lead ${id}`,
      empty: 'Nenhum evento recebido ainda.',
      emptyHint: 'Envie um evento de teste com “lead-intake send form”.',
      emptyFiltered: 'Nenhum evento corresponde ao filtro.',
      emptySoFar: 'Nenhum entre os eventos vistos até aqui. Pode haver mais antigos que correspondam.',
      event: (id) => `evento ${id}`,
      chooseEvent: (id) => `Marcar o evento ${id}`,
      olderPage: 'Página mais antiga, que não muda sozinha. Só a primeira página é ao vivo.',
      toNewest: 'Ir para os mais novos',
      shown: (count) => `${count} eventos nesta página`,
      shownOne: '1 evento nesta página',
      newOne: '1 novo evento',
      newMany: 'novos eventos',
      unsearched: (count) =>
        `${count} eventos ainda não estão no índice da busca. Ele é feito enquanto o serviço funciona; busque de novo daqui a pouco.`,
      withoutLead: 'Só eventos que viraram lead: os que falharam ou esperam antes disso ainda não são de nenhum cliente ou campanha.',
      withoutLeadLink: 'Sem este filtro',
      groups: 'O que falhou e o que está estacionado',
      manyTargets: 'Os erros citam mais de 50 coisas diferentes. A lista mostra um por um.',
      parked: 'estacionado',
      moreGroups: (groups, events) => `mais ${groups} códigos com ${events} eventos`,
      retryGroup: (count) => `Repetir ${count}…`,
      forgetGroup: (count) => `Esquecer ${count}…`,
      ofGroup: (code) => `com ${code}`,
      bulk: 'Eventos marcados',
      choosePage: 'Todos desta página',
      chosenNone: 'nenhum marcado',
      chosenOne: '1 marcado',
      chosenMany: 'marcados',
      retryChosen: 'Repetir marcados…',
      forgetChosen: 'Esquecer marcados…',
      allOfFilter: 'Todos do filtro:',
      allFailed: 'Todos em erro:',
      retryAll: 'Repetir todos…',
      forgetAll: 'Esquecer todos…',
      keys: 'Teclas',
      keysOn: 'Teclas ligadas',
      keySearch: 'buscar',
      keyRows: 'de linha em linha, dentro da lista',
      keyOpen: 'abrir o evento da linha',
      keyChoose: 'marcar a linha',
      notices: {
        repetir: (count) => `Eventos que agora rodam de novo: ${count}.`,
        esquecer: (count) => `Eventos cujo job foi apagado: ${count}.`,
        repetirNone: 'Nenhum evento foi repetido: nenhum deles falhou ou está estacionado ainda.',
        esquecerNone: 'Nenhum job foi apagado: nenhum dos eventos tem ainda um job com falha ou estacionado.',
        expected: (count) => `Quando a pergunta foi feita, eram ${count}.`,
      },
    },

    fields: {
      nothingChanged: 'Nada foi alterado.',
      optional: '(opcional)',
      error: 'Erro',
    },

    filter: { name: 'Filtro', apply: 'Filtrar', clear: 'Limpar filtro', any: 'qualquer', since: 'Desde', until: 'Antes de', utc: '(UTC)' },

    forget: {
      title: 'Esquecer requisições recusadas',
      requests: (count) =>
        count === 1 ? 'requisição recusada será apagada definitivamente' : 'requisições recusadas serão apagadas definitivamente',
      wouldBeStored: (text, count) =>
        count === 1
          ? '1 delas seria gravada agora se você a reaproveitasse.'
          : `${text} delas seriam gravadas agora se você as reaproveitasse.`,
      replay: 'Reaproveitar…',
      meaning: 'O corpo também é apagado. O que for apagado não pode mais ser reaproveitado e deixa de contar como em aberto.',
      meaningOfReplayed: 'O que ainda está guardado dela é apagado. O evento que ela virou fica.',
      confirm: (text, count) => (count === 1 ? 'Esquecer 1 requisição' : `Esquecer ${text} requisições`),
      none: 'Nada a fazer',
      nothing: 'Nenhuma requisição recusada sem reaproveitamento corresponde ao filtro.',
      cancel: 'Voltar à lista',
      selected: 'Esquecer selecionadas…',
      all: 'Esquecer todas…',
      forget: 'Esquecer…',
      sure: 'Esquecer a requisição',
      forgotten: (text, count) => (count === 1 ? '1 requisição recusada apagada.' : `${text} requisições recusadas apagadas.`),
    },

    forms: {
      title: 'Formulários de leads',
      sources: 'Fontes',
      intro:
        'Os formulários da Meta e do Google Ads de onde vieram leads. Onde há leads sem e-mail nem telefone, abra o formulário e diga o que são as respostas.',
      empty: 'Ainda não há nenhum formulário: um formulário é conhecido a partir do primeiro lead.',
      form: 'Formulário',
      source: 'Origem',
      origins: { search_ads: 'Google Ads', social_ads: 'Meta', formulario_proprio: 'formulário próprio' },
      page: 'Página',
      client: 'Cliente',
      leads: 'Leads',
      withoutContact: 'Sem contato',
      unreadKeys: 'Chaves sem leitura',
      lastAsked: 'Última consulta',
      unreached: (leads, all) =>
        `${leads} de ${all} leads não têm e-mail nem telefone. Diga abaixo quais respostas são o contato e preencha os leads guardados.`,
      id: 'ID do formulário',
      questions: 'Perguntas',
      questionsCount: (count) => `${count} da Meta`,
      notAsked: 'não consultadas',
      error: 'Erro',
      toFill: 'Um worker ainda vai ler de novo os leads guardados.',
      reading: 'Como as respostas são lidas',
      readingIntro: (leads) =>
        `O que você diz vale mais que o que a plataforma diz, e isso mais que o que a chave diz. Chaves e exemplos são dos ${leads} leads mais novos.`,
      noKeys: 'Nenhuma pergunta nem resposta deste formulário é conhecida.',
      question: 'Pergunta',
      type: 'Tipo',
      answers: 'Respostas',
      readAs: 'Lida como',
      nothing: 'nada',
      by: { operator: 'por um operador', platform: 'pela plataforma', key: 'pela chave' },
      mapping: 'Seu mapeamento',
      mappingOf: (key) => `Seu mapeamento de ${key}`,
      automatic: 'Automático',
      tooMany: 'com source form map',
      preview: 'Pré-visualizar',
      previewNote: 'Mostra o que mudaria. Nada é salvo ainda.',
      previewTitle: 'Prévia',
      wouldChange: (changed, leads) => `${changed} de ${leads} mudariam.`,
      partly: 'Não houve tempo para todos os leads deste formulário; os números são dos que foram lidos.',
      contactNow: 'Leads sem e-mail nem telefone',
      fromTo: (before, after) => `${before} agora, ${after} depois`,
      gain: (field) => `Ganhariam: ${field}`,
      leadsCount: (leads, count) => (count === 1 ? '1 lead' : `${leads} leads`),
      unusable: (leads, key, field) =>
        `Em ${leads}, a resposta em “${key}” não pode ser o que você escolheu (${field}); ela continua sendo só resposta.`,
      examples: 'Exemplos',
      lead: 'Lead',
      gains: 'Ganha',
      notUndone:
        'Só é preenchido o que falta ao lead. Se você mudar o mapeamento depois, os leads mantêm o que receberam com este. Para corrigir um lead, envie um evento lead_updated.',
      save: 'Salvar e preencher',
      cancel: 'Cancelar',
      saved: (changed) => `O mapeamento foi salvo. Leads que mudaram: ${changed}.`,
      savedPartly: (changed) =>
        `O mapeamento foi salvo. Leads que mudaram até agora: ${changed}. Um worker lê os outros em alguns minutos.`,
    },

    frame: {
      product: 'lead-intake',
      skipToContent: 'Ir para o conteúdo',
      menu: 'Menu',
      find: 'Buscar evento ou lead',
      findShort: 'Buscar…',
      mainNavigation: 'Principal',
      sections: {
        home: 'Visão geral',
        queue: 'Fila',
        events: 'Webhooks',
        leads: 'Leads',
        conversions: 'Conversões',
        directory: 'Campanhas',
        refused: 'Recusadas',
        sources: 'Fontes',
        activity: 'Atividade',
      },
      logOut: 'Sair',
      version: 'versão',
      readOnly: 'somente leitura',
      readOnlyMeaning: 'Este acesso vê os dados pessoais mascarados e não altera nada.',
      otherLanguage: 'English',
      none: '—',
      cut: (characters) => `… (mais ${characters} caracteres)`,
      moreRows: (rows) => `mais ${rows} campos, que não aparecem aqui`,
      pages: 'Páginas',
      newest: 'Mais recentes',
      older: 'Mais antigos',
      firstPage: 'Primeira página',
      nextPage: 'Próxima página',
      ago: (duration) => `há ${duration}`,
      live: {
        off: 'Sem atualização automática. Recarregue a página para ver números novos.',
        on: 'Ao vivo',
        connecting: 'Conectando…',
        paused: 'Em pausa enquanto a aba está oculta',
        lost: 'Conexão perdida, tentando de novo…',
        full: 'Há páginas ao vivo demais abertas, tentando de novo…',
        ageBefore: 'Números de',
        ageAfter: 'atrás.',
      },
    },

    home: {
      title: 'Visão geral',
      verdict: { ok: 'Tudo certo', warning: 'Vale uma olhada', problem: 'Algo está errado' },
      checked: 'Fila, fontes, disco e backup, conferidos',
      severity: { ok: 'Em ordem', note: 'Nota', warning: 'Atenção', problem: 'Problema' },
      problems: 'O que está errado',
      notes: 'Bom saber',
      numbers: 'Números',
      waiting: 'Esperando',
      waitingMeaning: 'eventos que aguardam a vez',
      oldest: 'Espera mais longa',
      oldestNone: 'nenhum job espera',
      oldestMeaning: 'do job vencido mais antigo',
      lastHour: 'Última hora',
      finished: 'concluídos',
      failed: ({ count }) => `${count} com falha`,
      received: 'Recebidos em 24 h',
      refused: 'Recusadas em 24 h',
      refusedMeaning: 'requisições, reaproveitadas ou não',
      moreThan: ({ count }) => `mais de ${count}`,
      none: '—',
      places: {
        queue: 'Ver a fila',
        failedEvents: 'Mostrar os eventos com erro',
        parkedEvents: 'Mostrar os eventos em espera',
        refused: 'Mostrar as não reaproveitadas',
        event: 'Mostrar o evento mais recente',
        sources: 'Ver as fontes',
        forms: 'Ver os formulários',
        database: 'Ver o banco de dados',
        conversionQueue: 'Ver a fila de conversões',
        rejectedConversions: 'Mostrar as conversões rejeitadas',
        waitingConversions: 'Mostrar as conversões em espera',
      },
      nothingArrived: 'Nada chegou ainda',
      firstSteps: 'Primeiros passos',
      stepStates: { done: 'feito', open: 'a fazer', unseen: 'não visível aqui' },
      steps: {
        fonte: { name: 'Conectar uma fonte', text: 'Defina o segredo dela e informe o endereço na plataforma ou no seu formulário.' },
        campanha: { name: 'Incluir uma campanha', text: 'Ela decide de qual cliente e usuário é o lead.' },
        evento: { name: 'Receber o primeiro evento', text: 'Envie um teste: lead-intake send form --campaign ID.' },
        lead: { name: 'Ver o primeiro lead', text: 'Um worker o cria a partir do evento: serve --work ou queue work.' },
        backup: { name: 'Fazer um backup', text: 'Execute “lead-intake backup --keep 14” toda noite.' },
        alerta: {
          name: 'Configurar um alerta',
          text: 'Deixe o Prometheus ler /metrics com docs/monitoring/alerts.yml, ou execute lead-intake doctor em um timer.',
        },
      },
    },

    lead: {
      title: (id) => `Lead ${id}`,
      back: 'Leads',
      lead: 'Lead',
      test: 'Lead de teste da plataforma: não conta e não é enviado como conversão.',
      groups: {
        person: 'Pessoa',
        belonging: 'Pertence a',
        origin: 'De onde veio',
        marks: 'Plataforma',
        answers: 'Respostas',
        others: 'Outros campos',
      },
      openLead: 'Abrir o lead',
      history: 'Histórico',
      made: 'Criado',
      changed: 'Alterado',
      byEvent: (id) => `pelo evento ${id}`,
      field: 'Campo',
      before: 'Antes',
      after: 'Depois',
      changes: 'Campos alterados',
      empty: 'vazio',
      events: 'Eventos',
      eventsNote: 'Tudo o que foi recebido sobre este lead, do mais novo ao mais antigo.',
      receivedAt: 'Recebido',
      event: 'Evento',
      type: 'Tipo',
      status: 'Status',
      resends: 'Reenvios',
      conversions: 'Conversões',
    },

    leads: {
      title: 'Leads',
      intro: 'Pela hora do envio, do mais novo ao mais antigo, dados pessoais mascarados. A página do lead os mostra.',
      search: 'Busca',
      searchHint: 'Nome, e-mail, telefone, click id, id',
      origin: 'Origem',
      client: 'Cliente',
      campaign: 'Id da campanha',
      test: 'Leads de teste',
      tests: { also: 'também', without: 'sem', only: 'só' },
      table: 'Leads',
      submittedAt: 'Enviado',
      created: 'criado',
      name: 'Nome',
      email: 'E-mail',
      phone: 'Telefone',
      owner: 'Cliente',
      campaignColumn: 'Campanha',
      conversions: 'Conversões',
      testBadge: 'teste',
      open: (id) => `lead ${id}`,
      empty: 'Nenhum lead ainda.',
      emptyFiltered: 'Nenhum lead corresponde ao filtro.',
      emptySoFar: 'Nenhum encontrado até aqui. “Mais antigos” procura adiante.',
      export: 'Exportar em CSV',
      exportNote: 'Todos os leads deste filtro, com dados pessoais; fica anotado no registro de atividade.',
      exportSheet: 'Para planilha (;)',
      exportPlain: 'Simples (,)',
    },

    login: {
      title: 'Entrar',
      token: 'Token de administração',
      submit: 'Entrar',
      hintToken: 'É o valor de ADMIN_TOKEN nas configurações do serviço, ou o de ADMIN_READONLY_TOKEN para apenas ver.',
      hintOneTime: 'Abra o link que o serviço mostrou ao iniciar, ou cole aqui o token desse link. Ele vale uma única vez.',
      wrongToken: 'Token errado. Compare com ADMIN_TOKEN nas configurações do serviço em execução e tente de novo.',
      wrongOneTime:
        'Este token não vale, ou já foi usado. Reinicie o serviço para receber um novo link, ou defina ADMIN_TOKEN para ter um token fixo.',
      manyFailures: 'Várias tentativas deste endereço já falharam. O token certo é sempre aceito.',
      unsentForm: 'Sua sessão terminou, por isso o formulário não foi enviado. Depois de entrar, você pode conferir e enviar.',
      continueTitle: 'Continuar',
      continueText: 'Abrindo a página de administração…',
      continueLink: 'Continuar',
    },

    namedSecrets: {
      title: 'Segredos de remetentes',
      sources: 'Fontes',
      intro:
        'Dê a cada cliente ou landing page um segredo próprio, limitado ao cliente: assim ninguém cria leads de outro cliente. Os segredos das configurações continuam valendo ao lado destes. Com um segredo da exportação, o Google Ads busca as conversões de um cliente.',
      ofClient: 'Só os do cliente',
      all: 'Mostrar todos',
      empty: 'Ainda não há nenhum.',
      name: 'Nome',
      source: 'Origem',
      origins: { formulario_proprio: 'formulário próprio', search_ads: 'Google Ads', exportacao: 'exportação de conversões' },
      client: 'Cliente',
      everyClient: 'todos os clientes',
      since: 'Desde',
      lastUsed: 'Último uso',
      never: 'ainda não',
      senders: 'Remetentes',
      sendersCount: (count) => (count === 1 ? '1 remetente' : `${count} remetentes`),
      lastSeen: 'visto por último',
      nowUses: 'agora usa',
      remove: 'Remover',
      removeNamed: (name) => `Remover o segredo ${name}`,
      removeText:
        'Requisições com este segredo passam a ser recusadas em segundos, e o Google Ads não reenvia um lead recusado. Confira se todos os remetentes já usam outro segredo.',
      removed: 'O segredo foi removido; requisições com ele passam a ser recusadas em segundos.',
      add: 'Incluir um segredo',
      addSecret: 'Incluir segredo',
      nameHint: 'Como a landing page ou a conta do Google Ads que o usa.',
      chooseSource: 'Escolha…',
      clientHint:
        'Só leads deste cliente podem ser criados com ele. A exportação de conversões precisa de um: entrega só as deste cliente.',
      value: 'Segredo',
      valueHint: 'Deixe vazio para gerar um. No mínimo 16 caracteres.',
      noKey: 'Defina CREDENTIALS_KEY e reinicie o serviço para incluir segredos aqui: ela os sela no banco de dados.',
      added: (name) => `O segredo “${name}” foi incluído. Copie-o agora: ele não será mostrado de novo.`,
      enter: {
        formulario_proprio: 'Coloque-o nas configurações do backend da landing page, que assina com ele; nunca na própria página.',
        search_ads: 'Informe-o como a chave do formulário de lead no Google Ads (entrega de leads, webhook).',
        exportacao:
          'No Google Ads, programe um upload de https://SEU-HOST/export/conversions.csv com qualquer nome de usuário e este segredo como senha.',
      },
    },

    platforms: {
      titles: { search_ads: 'Conexão com o Google Ads', social_ads: 'Conexão com a Meta' },
      connect: {
        social_ads:
          'Nada está conectado: leads cujo evento não traz respostas esperam, e conversões ficam aqui. “lead-intake source connect social-ads” ou WEBHOOK_SOCIALADS_TOKENS conecta uma página; SOCIALADS_DATASET_ID e SOCIALADS_CONVERSIONS_TOKEN, o destino das conversões.',
        search_ads:
          'Nada está conectado: os leads chegam completos, e conversões ficam aqui. SEARCHADS_CREDENTIALS_FILE e SEARCHADS_ACCOUNT_ID conectam o anunciante para onde elas vão.',
      },
      comparison: 'Comparação dos leads',
      comparedEvery: (hours) => `Um worker da fila webhooks compara os leads de cada formulário com os guardados, a cada ${hours} h.`,
      comparedNever: 'Desligada (SOCIALADS_RECONCILE_HOURS é 0): leads cujo webhook não chegou não são notados.',
      notCompared: 'Nenhum formulário foi comparado ainda.',
      form: 'Formulário',
      page: 'Página',
      comparedAt: 'Comparado',
      found: 'Leads lá',
      missing: 'Faltavam aqui',
      healed: 'Recuperados',
      missingNote: 'Os leads que faltavam foram buscados e guardados.',
      result: 'Resultado',
      complete: 'completa',
    },

    queue: {
      title: (queue) => `Fila ${queue}`,
      pause: 'Pausar fila',
      resume: 'Retomar fila',
      noWorkerTitle: 'Nenhum worker ativo',
      pausedTitle: 'Fila pausada',
      queues: {
        events: {
          noWorkerText: 'Os eventos são recebidos e guardados, mas ninguém os processa. Inicie um com “lead-intake queue work”.',
          pausedText: 'Os eventos são recebidos e guardados; nenhum job começa até a fila ser retomada. Pausada em',
          meanings: {},
        },
        conversions: {
          noWorkerText: 'As conversões são registradas, mas ninguém as envia. Inicie um com “lead-intake queue work conversoes”.',
          pausedText: 'As conversões são registradas; nenhuma é enviada até a fila ser retomada. Pausada em',
          meanings: {
            falhou: 'conversões rejeitadas',
            concluido: 'conversões enviadas',
            estacionado: 'esperam uma credencial ou plataforma',
          },
        },
      },
      conversionsWait: 'conversões a enviar',
      conversionsParked: (count) => `a enviar; mais ${count} esperam uma credencial`,
      conversionsUnworked: 'inicie um com “lead-intake queue work conversoes”',
      figures: 'Jobs por estado',
      meanings: {
        pendente: 'esperam a vez',
        processando: 'com um worker agora',
        falhou: 'encerrados com erro',
        concluido: 'encerrados com sucesso',
        adiado: 'dos pendentes, ficam para depois',
        estacionado: 'esperam a plataforma ser conectada',
      },
      oldest: 'Espera mais longa',
      oldestNone: 'nenhum job espera',
      oldestMeaning: 'do job vencido mais antigo',
      lastHour: 'Última hora',
      asOf: 'Números de',
      workers: 'Workers',
      workersEmpty: 'Nenhum worker registrado.',
      worker: 'Worker',
      machine: 'Máquina',
      heartbeat: 'Último sinal',
      since: 'Desde',
      processed: 'Processados',
      failures: 'Falhas',
      alive: 'ativo',
      gone: 'sem sinal',
      version: 'Versão',
      none: '—',
      database: {
        title: 'Banco de dados',
        file: 'Arquivo',
        size: 'Tamanho',
        wal: 'WAL',
        free: 'Livre no disco',
        schema: 'Esquema',
        backup: 'Último backup',
        never: 'nunca',
        unknown: 'desconhecido',
        backupHint: 'Faça um com “lead-intake backup --keep 14”, toda noite.',
      },
    },

    record: {
      reveal: 'Mostrar dados pessoais',
      hide: 'Ocultar dados pessoais',
      revealNote: 'Fica anotado no registro de atividade.',
      headers: 'Cabeçalhos',
      headersNone: 'Nenhum cabeçalho guardado.',
    },

    refused: {
      title: 'Requisições recusadas',
      intro:
        'O que não foi aceito, e por quê. As mil mais recentes de remetentes verificados e as mil mais recentes dos demais ficam guardadas. Corrija a causa e depois as reaproveite.',
      groups: 'Por causa',
      cause: 'Causa',
      count: 'Guardadas',
      newest: 'Mais recente',
      origin: 'Origem',
      table: 'Requisições recusadas, da mais nova à mais antiga',
      receivedAt: 'Recebida',
      from: 'De',
      status: 'HTTP',
      became: 'Aproveitada',
      event: (id) => `evento ${id}`,
      open: 'ainda não (fora as sem assinatura)',
      empty: 'Nenhuma requisição foi recusada. Nada a fazer aqui.',
      emptyFiltered: 'Nenhuma requisição recusada corresponde ao filtro.',
      back: 'Requisições recusadas',
      one: (id) => `Requisição recusada ${id}`,
      why: 'Por que foi recusada',
      whatToDo: 'O que fazer',
      told: 'O remetente foi informado',
      mayPut: 'Aproveitar agora',
      mayPutText:
        'Ela é conferida de novo com os segredos e as configurações de agora, como no momento em que chegou. O que resulta é um evento como qualquer outro.',
      alreadyPut: 'Ela já foi aproveitada e virou',
      onlyBeginning: 'Só o início foi guardado, então ela não pode ser aproveitada. Peça ao remetente que envie de novo.',
      wrongAtSender: 'A chave ou o segredo estava errado no remetente e já foi corrigido lá?',
      withoutCredential: 'Reaproveitar sem credencial válida…',
      stillRefused: 'Continua recusada:',
      notices: { sem_lead: 'Ela é autêntica, mas não traz nenhum lead. Nada foi gravado.' },
      request: 'A requisição',
      method: 'Pedido',
      requestId: 'Id da requisição',
      proven: 'Remetente',
      isProven: 'verificado: conhece o segredo',
      notProven: 'não verificado',
      body: 'Corpo',
      bodySize: (bytes) => `${bytes} bytes guardados`,
      bodyWhole: 'inteiro',
      bodyBeginning: 'só o início',
      bodyMasked: 'o que é pessoal está mascarado',
      bodyExact: 'como foi recebido',
      bodyCut: (characters) => `São mostrados os primeiros ${characters} caracteres.`,
      bodyEmpty: 'O corpo estava vazio.',
      reasons: {
        signature_missing: {
          why: 'A requisição não traz assinatura nem chave, então ninguém sabe quem a enviou.',
          todo: 'Se for um remetente seu: dê a ele o segredo e faça-o assinar. Aceitar eventos sem assinatura é uma configuração à parte. Se não for, não há o que fazer: estranhos tentam endereços assim.',
        },
        signature_malformed: {
          why: 'A assinatura não está escrita como deve: sha256= seguido de 64 dígitos hexadecimais.',
          todo: 'Causas comuns: Base64 em vez de hexadecimal, prefixo ausente, outro algoritmo, ou duas assinaturas em um cabeçalho. Corrija o remetente e faça-o enviar de novo.',
        },
        signature_invalid: {
          why: 'A assinatura não combina com o corpo. Ou o segredo difere nos dois lados, ou os bytes assinados não são os bytes enviados.',
          todo: 'Compare antes o segredo do remetente com a configuração (espaços e quebras de linha no fim contam). Se forem iguais, o corpo foi reescrito depois de assinado: JSON lido e escrito de novo fica com outros espaços ou escapes; assine exatamente o texto enviado. “lead-intake signature verify” aponta a diferença.',
        },
        google_key_invalid: {
          why: 'A chave do corpo não é a que está configurada aqui.',
          todo: 'Informe a mesma chave na plataforma e em WEBHOOK_SEARCHADS_SECRET. Durante a troca, mantenha a antiga em WEBHOOK_SEARCHADS_SECRET_PREVIOUS. O Google não envia de novo: reaproveite a requisição. Se a chave errada era a do Google Ads, reaproveite sem credencial válida.',
        },
        timestamp_out_of_window: {
          why: 'O timestamp está longe demais do relógio deste servidor, e poderia ser a cópia de uma requisição antiga.',
          todo: 'Confira os dois relógios, envie segundos Unix (não milissegundos) e assine no momento do envio: um formulário que espera em uma fila precisa de um timestamp novo a cada tentativa. Depois da correção ela pode ser aproveitada: vale o momento em que chegou.',
        },
        fields_invalid: {
          why: 'Faltam campos obrigatórios, ou eles trazem algo que não pode ser usado. O remetente foi informado de quais.',
          todo: 'Corrija o formulário e faça-o enviar de novo. Aproveitar a mesma requisição seria recusado do mesmo modo.',
        },
        body_empty: { why: 'A requisição não tem corpo.', todo: 'Faça o remetente enviar o evento como objeto JSON no corpo de um POST.' },
        body_not_json: {
          why: 'O corpo não é JSON.',
          todo: 'Causas comuns: um formulário que envia application/x-www-form-urlencoded, texto cortado ou aspas sem escape. Escreva o corpo com uma biblioteca de JSON.',
        },
        body_not_utf8: {
          why: 'O corpo não é UTF-8.',
          todo: 'Faça o remetente codificar o JSON em UTF-8, não em ISO-8859-1 ou Windows-1252.',
        },
        body_not_object: {
          why: 'O corpo é JSON, mas não um objeto.',
          todo: 'Faça o remetente enviar {"…": …}: um evento, não uma lista nem um texto que contém JSON.',
        },
        body_too_deep: { why: 'O JSON tem mais níveis do que qualquer evento real.', todo: 'Olhe o remetente: isto não é um lead.' },
        body_too_large: {
          why: 'O corpo é maior do que este serviço aceita.',
          todo: 'Veja o que o remetente coloca nele. Se estiver certo, aumente MAX_BODY_BYTES e faça-o enviar de novo.',
        },
        content_encoding_unsupported: {
          why: 'O corpo está comprimido, o que não é aceito: a assinatura é dos bytes sem compressão.',
          todo: 'Faça o remetente enviar sem Content-Encoding.',
        },
        too_many_changes: {
          why: 'A requisição traz mais mudanças do que a plataforma envia de uma vez.',
          todo: 'Faça o remetente dividi-la em várias requisições.',
        },
        other: { why: 'A requisição foi recusada.', todo: 'Leia o que o remetente ouviu, corrija a causa e aproveite a requisição.' },
      },
    },

    refusedMatches: {
      found: (text, count) =>
        count === 1 ? 'A busca também encontrou 1 requisição recusada.' : `A busca também encontrou ${text} requisições recusadas.`,
      see: (count) => (count === 1 ? 'Ver a requisição' : 'Ver as requisições'),
    },

    replay: {
      title: 'Reaproveitar requisições recusadas',
      requests: (count) => (count === 1 ? 'requisição recusada' : 'requisições recusadas'),
      wouldBeStored: (text, count) => `${text} ${count === 1 ? 'seria gravada' : 'seriam gravadas'}`,
      wereStored: (text, count) => `${text} ${count === 1 ? 'foi gravada' : 'foram gravadas'}`,
      stillRefused: (text, count) => `${text} ainda ${count === 1 ? 'recusada' : 'recusadas'}:`,
      ignored: (text) => `${text} sem lead`,
      impossible: (text, count) =>
        count === 1
          ? '1 não pode ser reaproveitada: só o início foi guardado, ou já foi reaproveitada'
          : `${text} não podem ser reaproveitadas: só o início foi guardado, ou já foram reaproveitadas`,
      meaning:
        'Ao reaproveitar, tudo é conferido de novo com os segredos e as configurações atuais. O que ainda for recusado fica na lista. Nenhum lead é criado duas vezes.',
      withoutCredential:
        'Reaproveitar também as que não têm credencial válida. Conheço o remetente, cuja chave ou segredo estava errado; o log registra que respondi por elas.',
      vouchedFor: (text) => `${text} delas sem credencial válida`,
      confirm: (text, count) => (count === 1 ? 'Reaproveitar 1 requisição' : `Reaproveitar ${text} requisições`),
      cancel: 'Cancelar',
      back: 'Voltar à lista',
      all: 'Reaproveitar todas…',
      selected: 'Reaproveitar selecionadas…',
      select: (id) => `Selecionar a requisição recusada ${id}`,
      selection: 'Seleção',
      search: 'Buscar',
      searchHint: 'nome, e-mail, telefone, id',
      campaign: 'Campanha',
    },

    sources: {
      title: 'Fontes',
      intro: 'De onde vêm os eventos: o que está definido aqui, o que informar lá, e quem ficou em silêncio.',
      ready: 'pronta',
      open: 'aberta a todos',
      notConfigured: 'não configurada',
      notConfiguredText: (setting) =>
        `Ela responde 503 até \`${setting}\` ser definida. “lead-intake secret generate” cria um segredo; coloque-o nas configurações e inicie o serviço de novo.`,
      unsignedText:
        'Eventos sem assinatura são aceitos (WEBHOOK_ALLOW_UNSIGNED). Quem alcança o endereço pode enviar leads; só para desenvolvimento.',
      address: 'Endereço',
      enter: {
        search_ads: 'Informe-o como URL do webhook do formulário de lead, e o segredo como a chave dele.',
        social_ads: 'Informe-o como URL de callback dos webhooks da página, campo leadgen. O segredo é a chave secreta do aplicativo.',
        formulario_proprio: 'Envie a ele a partir do seu próprio servidor, assinando como mostrado abaixo.',
      },
      localAddress:
        'Esta página foi aberta por um endereço desta máquina. As plataformas precisam do endereço https público do serviço: abra esta página por ele para vê-lo aqui.',
      lastEvent: 'Último evento',
      never: 'nunca enviou nenhum',
      silent: (duration) => `em silêncio há ${duration}`,
      unusuallySilent: (usual) =>
        `Mais que o normal: nas quatro semanas anteriores, no mesmo horário (dias úteis à parte dos fins de semana), o silêncio nunca passou de ${usual}; agora o excedeu por mais do triplo. O aviso fica até a fonte enviar de novo.`,
      provenBy: 'Verificado por',
      credentials: {
        hmac: 'assinatura',
        hmac_previous: 'assinatura',
        google_key: 'chave no corpo',
        google_key_previous: 'chave no corpo',
        unsigned: 'nada (sem assinatura)',
        operator: 'um operador o aproveitou',
        backfill: 'buscado na plataforma depois',
      },
      last24h: 'Últimas 24 h',
      events: (text, { received24h, isMoreThanCounted }) =>
        `${isMoreThanCounted ? 'mais de ' : ''}${text} ${received24h === 1 ? 'evento' : 'eventos'}`,
      secret: 'Segredo',
      secretSet: (setting) => `\`${setting}\` está definida`,
      secretMissing: (setting) => `\`${setting}\` não está definida`,
      forms: 'Formulários de leads',
      formsRead: 'como as respostas são lidas',
      namedSecrets: 'Segredos de remetentes',
      namedSecretsCount: (count) =>
        count === 0
          ? 'nenhum: dê a cada cliente um segredo próprio'
          : count === 1
            ? '1, do seu cliente ou remetente'
            : `${count}, cada um do seu cliente ou remetente`,
      rotation: 'Rotação',
      senders: (count) => `Remetentes que usaram o segredo anterior: ${count}`,
      lastSeen: 'visto com ele por último em',
      notMoved: 'ainda não visto com o segredo novo',
      moved: 'usa o segredo novo, visto por último em',
      movedBack: 'voltou a usar o segredo antigo depois do novo, visto com o novo por último em',
      verifyToken: 'Token de verificação',
      verifyTokenMissing: (setting) =>
        `\`${setting}\` não está definida: a plataforma não consegue verificar a inscrição. Defina-a com o texto informado lá.`,
      refused: 'Recusadas',
      refusedOpen: (text, count) => `${text} não ${count === 1 ? 'reaproveitada' : 'reaproveitadas'}`,
      refusedCount: (text, count) => `${text} ${count === 1 ? 'guardada' : 'guardadas'}`,
      refusedNone: 'nenhuma guardada',
      signing: 'Como um formulário assina',
      signingText:
        'HMAC-SHA256 dos exatos bytes enviados, em hexadecimal. O segredo fica no seu servidor, nunca no navegador. Troque o id da campanha e coloque você mesmo o segredo na variável; esta página não o conhece.',
      signingRetry: 'Uma tentativa repetida mais tarde precisa de um timestamp novo; o mesmo id faz dela o mesmo lead.',
    },

    unsentForm: {
      title: 'Seu formulário não foi enviado',
      text: 'A sessão tinha terminado. Confira os valores e envie o formulário.',
      path: 'Destino',
      send: 'Enviar',
      leave: 'Não enviar; ir para a visão geral',
    },
  },
};
