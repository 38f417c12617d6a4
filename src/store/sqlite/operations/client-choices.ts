import { type AttributionRules, conversionTargets } from '../../../domain/attribution.ts';
import { Platform } from '../../../domain/conversion.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows/row-id.ts';

/** The choices of a client are asked for with every lead: two columns of its account, and not all of them. */
const CHOICES = "select leads_por_contato, etapa_inicial from contas_cliente where cliente_id = ? and plataforma = ? and tipo <> 'page'";

interface Choices {
  readonly leads_por_contato: number;
  readonly etapa_inicial: string | null;
}

/** `conversionTargets` with what the client of the lead wants. */
export function targetsAt(
  connection: Connection,
  rules: AttributionRules,
  ...[lead, sale]: [Parameters<typeof conversionTargets>[0], Parameters<typeof conversionTargets>[1]]
): ReturnType<typeof conversionTargets> {
  return conversionTargets(lead, sale, { attribution: rules.attribution, isEnhanced: () => isEnhanced(connection, rules, lead.clientId) });
}

/** Whether leads of the client without a click id are told to Google Ads. The settings say it for those that use the account of the settings. */
function isEnhanced(connection: Connection, { enhancedLeads }: AttributionRules, clientId: string): boolean {
  const own = ownAccount(connection, clientId, Platform.searchAds);
  return own === undefined ? enhancedLeads === 'all' || enhancedLeads.includes(clientId) : own.leads_por_contato === 1;
}

/** By which name Meta is told of new leads of the client's instant forms; null: it is not. The settings say it for those that use the dataset of the settings. */
export function initialStageOf(connection: Connection, { initialStage }: AttributionRules, clientId: string): string | null {
  const own = ownAccount(connection, clientId, Platform.socialAds);
  return own === undefined ? initialStage : own.etapa_inicial;
}

function ownAccount(connection: Connection, clientId: string, platform: Platform): Choices | undefined {
  return connection.get<Choices>(CHOICES, rowId(clientId), platform);
}
