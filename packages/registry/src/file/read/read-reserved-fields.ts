import { isRecord, schemaIssues } from '@datacortex/platform'
import { type ZodType, z } from 'zod'
import type { AgentErc8004, AgentPayment, AgentPerformance } from '../agent-entry.ts'
import type { FieldReading } from '../agent-field.ts'
import { erc8004Schema, paymentSchema, performanceSchema } from '../field-schemas.ts'

// Fields that programs write (performance) or that wait for the chain (DIP-0016 §10, §13): all of it, or nothing.

type Raw = Readonly<Record<string, unknown>>
type Reader<T> = (value: unknown, reading: FieldReading) => T | undefined

export const readPerformance: Reader<AgentPerformance> = checked(performanceSchema, withoutNulls)
export const readErc8004: Reader<AgentErc8004> = checked(erc8004Schema, chainTexts)
export const readPayment: Reader<AgentPayment> = checked(paymentSchema, priceTexts)

function checked<T>(schema: () => ZodType<T>, prepare: (value: Raw) => unknown): Reader<T> {
  const made = z.lazy(schema)
  return (value, { id, field, log }) => {
    if (value === undefined || value === null) return undefined
    const result = made.safeParse(isRecord(value) ? prepare(value) : value)
    if (result.success) return result.data
    const issues = schemaIssues(result.error).join('; ')
    log.leavesOut(id, `${field} is left out: ${issues}.`)
    log.passesOver(id, { field, reason: `has another form than expected: ${issues}` })
    return undefined
  }
}

function withoutNulls(value: Raw): Raw {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null && field !== undefined))
}

// People write chain ids and prices as numbers; the strict form has them as text.
function chainTexts({ chainRegistrations: listed, payment, supportedTrust, ...others }: Raw): Raw {
  const chainRegistrations: unknown = Array.isArray(listed) ? listed.map(chainIdText) : listed
  const priced = isRecord(payment) ? priceTexts(payment) : payment
  return { ...others, ...withoutNulls({ supportedTrust, payment: priced, chainRegistrations }) }
}

function chainIdText(registration: unknown): unknown {
  if (!isRecord(registration) || typeof registration['chainId'] !== 'number') return registration
  return { ...registration, chainId: String(registration['chainId']) }
}

function priceTexts(payment: Raw): Raw {
  if (!isRecord(payment['pricing'])) return payment
  const pricing = Object.entries(payment['pricing']).map(([skill, price]) => [
    skill,
    typeof price === 'number' ? String(price) : price,
  ])
  return { ...payment, pricing: Object.fromEntries(pricing) }
}
