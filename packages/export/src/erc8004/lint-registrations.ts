import { isRecord } from '@datacortex/platform'
import { parseAgentRegistry } from '@datacortex/protocols'
import { type Finding, errorFinding, infoFinding } from '@datacortex/errors'

export function lintRegistrations(registrations: unknown): readonly Finding[] {
  if (registrations === undefined || (Array.isArray(registrations) && registrations.length === 0))
    return [
      infoFinding('ERC8004_REGISTRATIONS_MISSING', 'erc8004.chainRegistrations', {
        message: 'The file names no identity, so it does not point back to the chain.',
        hint: 'Register the agent, then export again.',
      }),
    ]
  if (!Array.isArray(registrations)) return [invalid('registrations', 'It is no list.')]
  const seen = new Set<string>()
  return registrations.flatMap((item: unknown, index): readonly Finding[] => {
    const field = `registrations[${index}]`
    if (!isRecord(item)) return [invalid(field, 'It is no map.')]
    const { agentId, agentRegistry } = item
    const found: Finding[] = []
    if (typeof agentId !== 'number' || !Number.isSafeInteger(agentId) || agentId < 0) {
      const given = JSON.stringify(agentId) ?? 'missing'
      found.push(invalid(`${field}.agentId`, `It is ${given}, not a whole number from 0 to 2^53 - 1.`))
    }
    const registry = typeof agentRegistry === 'string' ? parseAgentRegistry(agentRegistry) : undefined
    if (registry === undefined)
      return [...found, invalid(`${field}.agentRegistry`, 'It is not of the form eip155:<chain id>:<address>.')]
    if (/^0x0{40}$/.test(registry.address)) found.push(invalid(`${field}.agentRegistry`, 'Its address is zero.'))
    if (/^0x(?:8004a609|8004aa63)/i.test(registry.address))
      found.push(
        errorFinding('ERC8004_REGISTRY_OUTDATED', `${field}.agentRegistry`, {
          message: 'This registry is of October 2025 and has another interface.',
          hint: 'Register with the present registry of the chain.',
        }),
      )
    const key = `${registry.chainId}:${registry.address.toLowerCase()}:${String(agentId)}`
    if (seen.has(key)) found.push({ ...invalid(field, 'It stands twice.'), severity: 'warning' })
    seen.add(key)
    return found
  })
}

function invalid(field: string, message: string): Finding {
  const hint = 'An identity is {agentId: 22, agentRegistry: "eip155:11155111:0x…"}.'
  return errorFinding('ERC8004_REGISTRATION_INVALID', field, { message, hint })
}
