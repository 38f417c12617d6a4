import {
  type AttributedLead,
  type AttributionRules,
  type ClickIds,
  type ConversionTarget,
  conversionTargets,
} from '../../../domain/attribution.ts';
import { Platform } from '../../../domain/conversion.ts';
import type { Connection } from '../connection.ts';
import { rowId } from '../rows/fields.ts';

/** The transaction that changes leads and their conversions, its time, and where conversions are reported. */
export interface LeadWork {
  readonly connection: Connection;
  readonly rules: AttributionRules;
  readonly now: number;
}

/** Every lead reads the choices of its client: two columns of its account, not all of them. */
const CHOICES = "select leads_por_contato, etapa_inicial from contas_cliente where cliente_id = ? and plataforma = ? and tipo <> 'page'";

interface Choices {
  readonly leads_por_contato: number;
  readonly etapa_inicial: string | null;
}

/** `conversionTargets` with the choices of the lead's client. */
export async function targetsAt(
  { connection, rules }: LeadWork,
  lead: AttributedLead,
  sale: ClickIds | null,
): Promise<readonly ConversionTarget[]> {
  const { attribution } = rules;
  const targets = conversionTargets(lead, sale, { attribution, isEnhanced: false });
  // Read only for leads without any click.
  if (targets.length > 0 || !(await isEnhanced(connection, rules, lead.clientId))) return targets;
  return conversionTargets(lead, sale, { attribution, isEnhanced: true });
}

/**
 * Whether leads of the client without a click id are reported to Google Ads. The settings decide for clients that use the account from the
 * settings.
 */
async function isEnhanced(connection: Connection, { enhancedLeads }: AttributionRules, clientId: string): Promise<boolean> {
  const own = await ownAccount(connection, clientId, Platform.searchAds);
  return own === undefined ? enhancedLeads === 'all' || enhancedLeads.includes(clientId) : own.leads_por_contato === 1;
}

/**
 * The event name that reports new leads of the client's instant forms to Meta; `null` if none. The settings decide for clients that use the
 * dataset from the settings.
 */
export async function initialStageOf({ connection, rules: { initialStage } }: LeadWork, clientId: string): Promise<string | null> {
  const own = await ownAccount(connection, clientId, Platform.socialAds);
  return own === undefined ? initialStage : own.etapa_inicial;
}

async function ownAccount(connection: Connection, clientId: string, platform: Platform): Promise<Choices | undefined> {
  return await connection.get<Choices>(CHOICES, rowId(clientId), platform);
}
