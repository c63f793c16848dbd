import { isRecord } from '@datacortex/platform'
import { parseAgentRegistry } from '@datacortex/protocols'
import type { Finding } from '@datacortex/errors'

export function lintRegistrations(registrations: unknown): readonly FieldFinding[] {
  if (registrations === undefined || (Array.isArray(registrations) && registrations.length === 0))
    return [
      {
        code: 'ERC8004_REGISTRATIONS_MISSING',
        severity: 'info',
        field: 'erc8004.chainRegistrations',
        message: 'The file names no identity, so it does not point back to the chain.',
        hint: 'Register the agent, then export again.',
      },
    ]
  if (!Array.isArray(registrations)) return [invalid('registrations', 'It is no list.')]
  const seen = new Set<string>()
  return registrations.flatMap((item: unknown, index): readonly FieldFinding[] => {
    const field = `registrations[${index}]`
    if (!isRecord(item)) return [invalid(field, 'It is no map.')]
    const { agentId, agentRegistry } = item
    const found: FieldFinding[] = []
    if (typeof agentId !== 'number' || !Number.isSafeInteger(agentId) || agentId < 0)
      found.push(
        invalid(
          `${field}.agentId`,
          `It is ${JSON.stringify(agentId) ?? 'missing'}, not a whole number from 0 to 2^53 - 1.`,
        ),
      )
    const registry = typeof agentRegistry === 'string' ? parseAgentRegistry(agentRegistry) : undefined
    if (registry === undefined)
      return [...found, invalid(`${field}.agentRegistry`, 'It is not of the form eip155:<chain id>:<address>.')]
    if (/^0x0{40}$/.test(registry.address)) found.push(invalid(`${field}.agentRegistry`, 'Its address is zero.'))
    if (/^0x(?:8004a609|8004aa63)/i.test(registry.address))
      found.push({
        code: 'ERC8004_REGISTRY_OUTDATED',
        severity: 'error',
        field: `${field}.agentRegistry`,
        message: 'This registry is of October 2025 and has another interface.',
        hint: 'Register with the present registry of the chain.',
      })
    const key = `${registry.chainId}:${registry.address.toLowerCase()}:${String(agentId)}`
    if (seen.has(key)) found.push({ ...invalid(field, 'It stands twice.'), severity: 'warning' })
    seen.add(key)
    return found
  })
}

function invalid(field: string, message: string): FieldFinding {
  return {
    code: 'ERC8004_REGISTRATION_INVALID',
    severity: 'error',
    field,
    message,
    hint: 'An identity is {agentId: 22, agentRegistry: "eip155:11155111:0x…"}.',
  }
}

/** One thing a linter found in a field of a registration file. */
export type FieldFinding = Pick<Finding, 'code' | 'severity' | 'message' | 'hint'> & { readonly field: string }
