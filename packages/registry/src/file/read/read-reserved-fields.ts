import type { ZodType } from 'zod'
import { isRecord, schemaIssues } from '@datacortex/platform'
import type { AgentEntry } from '../agent-entry.ts'
import { AgentErc8004Schema, AgentPaymentSchema, AgentPerformanceSchema } from '../agent-entry-schema.ts'
import { createFieldReader } from './field-reader.ts'
import type { NormalisationLog } from './normalisation-log.ts'

type Reserved = Pick<AgentEntry, 'performance' | 'erc8004' | 'payment' | 'virtuals' | 'olas'>

/** Reads the fields that programs write (performance) or that wait for the chain (DIP-0016 §10, §13). */
export function readReservedFields(
  id: string,
  raw: Readonly<Record<string, unknown>>,
  log: NormalisationLog,
): Reserved {
  const { map } = createFieldReader(id, log)
  const checked = <T>(key: string, { schema, value }: { schema: ZodType<T>; value: unknown }): T | undefined => {
    if (value === undefined || value === null) return undefined
    const result = schema.safeParse(value)
    if (result.success) return result.data
    const issues = schemaIssues(result.error).join('; ')
    log.leavesOut(id, `${key} is left out: ${issues}.`)
    log.passesOver(id, { field: key, reason: `has another form than expected: ${issues}` })
    return undefined
  }
  return {
    performance: checked('performance', { schema: AgentPerformanceSchema, value: withoutNulls(raw['performance']) }),
    erc8004: checked('erc8004', { schema: AgentErc8004Schema, value: chainTexts(raw['erc8004']) }),
    payment: checked('payment', { schema: AgentPaymentSchema, value: priceTexts(raw['payment']) }),
    virtuals: map(raw['virtuals'], 'virtuals'),
    olas: map(raw['olas'], 'olas'),
  }
}

function withoutNulls(value: unknown): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
}

// People write chain ids and prices as numbers; the strict form has them as text.
function chainTexts(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { chainRegistrations: registrations, payment, supportedTrust: trust, ...others } = value
  return {
    ...others,
    ...(trust === undefined || trust === null ? {} : { supportedTrust: trust }),
    ...(payment === undefined || payment === null ? {} : { payment: priceTexts(payment) }),
    ...(registrations === undefined || registrations === null
      ? {}
      : { chainRegistrations: Array.isArray(registrations) ? registrations.map(chainIdText) : registrations }),
  }
}

function chainIdText(registration: unknown): unknown {
  if (!isRecord(registration) || typeof registration['chainId'] !== 'number') return registration
  return { ...registration, chainId: String(registration['chainId']) }
}

function priceTexts(payment: unknown): unknown {
  if (!isRecord(payment) || !isRecord(payment['pricing'])) return payment
  const pricing = Object.entries(payment['pricing']).map(([skill, price]) => [
    skill,
    typeof price === 'number' ? String(price) : price,
  ])
  return { ...payment, pricing: Object.fromEntries(pricing) }
}
