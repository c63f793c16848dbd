import { type Finding, errorFinding, warningFinding } from '@datacortex/errors'
import { isLoopback } from '../publish/base-url.ts'
import { isRecord } from '@datacortex/platform'
import { itemsOf } from '../publish/outside-fields.ts'

export function lintServices(file: Readonly<Record<string, unknown>>): readonly Finding[] {
  const { services } = file
  const found: Finding[] = []
  if (file['endpoints'] !== undefined)
    found.push(
      errorFinding('ERC8004_ENDPOINTS_LEGACY', 'endpoints', {
        message: 'Services stand under `endpoints`, as drafts before January 2026 had it.',
        hint: 'Write them under `services`.',
      }),
    )
  if (services !== undefined && !Array.isArray(services))
    found.push(problem('ERC8004_SERVICES_INVALID', 'services', 'It is no list.'))
  else if (itemsOf(services).length === 0)
    found.push(
      warningFinding('ERC8004_SERVICES_MISSING', 'services', {
        message: 'There is none, so nobody can reach the agent.',
        hint: 'Publish its A2A card.',
      }),
    )
  const items = itemsOf(services)
  items.forEach((service, index) => found.push(...lintService(service, { field: `services[${index}]`, items, index })))
  return found
}

type Place = { readonly field: string; readonly items: readonly unknown[]; readonly index: number }

function lintService(service: unknown, { field, items, index }: Place): readonly Finding[] {
  if (!isRecord(service)) return [problem('ERC8004_SERVICE_INVALID', field, 'It is no map.')]
  const { name, endpoint } = service
  if (typeof name !== 'string' || name.trim() === '')
    return [problem('ERC8004_SERVICE_INVALID', `${field}.name`, 'It is missing or empty.')]
  if (typeof endpoint !== 'string' || endpoint.trim() === '') {
    const instead = service['url'] === undefined ? '' : '; `url` stands in its place'
    return [problem('ERC8004_SERVICE_INVALID', `${field}.endpoint`, `It is missing or empty${instead}.`)]
  }
  const found: Finding[] = []
  const twin = items.findIndex((other) => isRecord(other) && other['name'] === name && other['endpoint'] === endpoint)
  if (twin < index) found.push(doubt('ERC8004_SERVICE_TWICE', field, `It is the same as services[${twin}].`))
  const kind = name.toLowerCase()
  if (['a2a', 'mcp'].includes(kind) && typeof service['version'] !== 'string')
    found.push(doubt('ERC8004_SERVICE_VERSION_MISSING', `${field}.version`, `${name} has versions and none is given.`))
  for (const list of ['skills', 'domains', 'a2aSkills', 'mcpTools', 'mcpPrompts', 'mcpResources'])
    if (service[list] !== undefined && !isTexts(service[list]))
      found.push(problem('ERC8004_SERVICE_INVALID', `${field}.${list}`, 'It is no list of texts.'))
  if (kind === 'oasf' && itemsOf(service['skills']).length === 0 && itemsOf(service['domains']).length === 0)
    found.push(doubt('ERC8004_OASF_EMPTY', `${field}.skills`, 'It names neither skills nor domains.'))
  if (['a2a', 'mcp', 'web', 'oasf'].includes(kind)) found.push(...lintAddress(endpoint, `${field}.endpoint`))
  return found
}

function lintAddress(endpoint: string, field: string): readonly Finding[] {
  const url = URL.parse(endpoint)
  if (url === null || !['https:', 'http:', 'ipfs:'].includes(url.protocol)) {
    const message = `${JSON.stringify(endpoint.slice(0, 80))} can't be reached from outside.`
    return [problem('ERC8004_ENDPOINT_INVALID', field, message)]
  }
  if (url.protocol === 'ipfs:' || url.protocol === 'https:') return []
  if (isLoopback(url))
    return [
      warningFinding('ERC8004_ENDPOINT_LOCAL', field, {
        message: "It leads to the reader's own machine.",
        hint: 'Others can not reach it: publish under an address of your own (--url). For `datacortex chain dev` it is fine.',
      }),
    ]
  const hint = 'Publish under an https address (--url).'
  return [warningFinding('ERC8004_ENDPOINT_NOT_HTTPS', field, { message: 'It is not https.', hint })]
}

function problem(code: string, field: string, message: string): Finding {
  return errorFinding(code, field, { message, hint: `Correct \`${field}\`: a service is {name, endpoint, version}.` })
}

function doubt(code: string, field: string, message: string): Finding {
  return { ...problem(code, field, message), severity: 'warning' }
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
