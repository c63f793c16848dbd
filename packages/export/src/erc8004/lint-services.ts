import { isLoopback } from '../publish/base-url.ts'
import { isRecord } from '@datacortex/platform'
import { itemsOf } from '../publish/outside-fields.ts'
import type { FieldFinding } from './lint-registrations.ts'

export function lintServices(file: Readonly<Record<string, unknown>>): readonly FieldFinding[] {
  const { services } = file
  const found: FieldFinding[] = []
  if (file['endpoints'] !== undefined)
    found.push({
      code: 'ERC8004_ENDPOINTS_LEGACY',
      severity: 'error',
      field: 'endpoints',
      message: 'Services stand under `endpoints`, as drafts before January 2026 had it.',
      hint: 'Write them under `services`.',
    })
  if (services !== undefined && !Array.isArray(services))
    found.push(problem('ERC8004_SERVICES_INVALID', 'services', 'It is no list.'))
  else if (itemsOf(services).length === 0)
    found.push({
      code: 'ERC8004_SERVICES_MISSING',
      severity: 'warning',
      field: 'services',
      message: 'There is none, so nobody can reach the agent.',
      hint: 'Publish its A2A card.',
    })
  const items = itemsOf(services)
  items.forEach((service, index) => found.push(...lintService(service, { field: `services[${index}]`, items, index })))
  return found
}

type Place = { readonly field: string; readonly items: readonly unknown[]; readonly index: number }

function lintService(service: unknown, { field, items, index }: Place): readonly FieldFinding[] {
  if (!isRecord(service)) return [problem('ERC8004_SERVICE_INVALID', field, 'It is no map.')]
  const { name, endpoint } = service
  if (typeof name !== 'string' || name.trim() === '')
    return [problem('ERC8004_SERVICE_INVALID', `${field}.name`, 'It is missing or empty.')]
  if (typeof endpoint !== 'string' || endpoint.trim() === '')
    return [
      problem(
        'ERC8004_SERVICE_INVALID',
        `${field}.endpoint`,
        `It is missing or empty${service['url'] === undefined ? '' : '; `url` stands in its place'}.`,
      ),
    ]
  const found: FieldFinding[] = []
  const twin = items.findIndex((other) => isRecord(other) && other['name'] === name && other['endpoint'] === endpoint)
  if (twin < index)
    found.push({
      ...problem('ERC8004_SERVICE_TWICE', field, `It is the same as services[${twin}].`),
      severity: 'warning',
    })
  const kind = name.toLowerCase()
  if (['a2a', 'mcp'].includes(kind) && typeof service['version'] !== 'string')
    found.push({
      ...problem('ERC8004_SERVICE_VERSION_MISSING', `${field}.version`, `${name} has versions and none is given.`),
      severity: 'warning',
    })
  for (const list of ['skills', 'domains', 'a2aSkills', 'mcpTools', 'mcpPrompts', 'mcpResources'])
    if (service[list] !== undefined && !isTexts(service[list]))
      found.push(problem('ERC8004_SERVICE_INVALID', `${field}.${list}`, 'It is no list of texts.'))
  if (kind === 'oasf' && itemsOf(service['skills']).length === 0 && itemsOf(service['domains']).length === 0)
    found.push({
      ...problem('ERC8004_OASF_EMPTY', `${field}.skills`, 'It names neither skills nor domains.'),
      severity: 'warning',
    })
  if (['a2a', 'mcp', 'web', 'oasf'].includes(kind)) found.push(...lintAddress(endpoint, `${field}.endpoint`))
  return found
}

function lintAddress(endpoint: string, field: string): readonly FieldFinding[] {
  const url = URL.parse(endpoint)
  if (url === null || !['https:', 'http:', 'ipfs:'].includes(url.protocol))
    return [
      problem(
        'ERC8004_ENDPOINT_INVALID',
        field,
        `${JSON.stringify(endpoint.slice(0, 80))} can't be reached from outside.`,
      ),
    ]
  if (url.protocol === 'ipfs:' || url.protocol === 'https:') return []
  if (isLoopback(url))
    return [
      {
        code: 'ERC8004_ENDPOINT_LOCAL',
        severity: 'warning',
        field,
        message: "It leads to the reader's own machine.",
        hint: 'Others can not reach it: publish under an address of your own (--url). For `datacortex chain dev` it is fine.',
      },
    ]
  return [
    {
      code: 'ERC8004_ENDPOINT_NOT_HTTPS',
      severity: 'warning',
      field,
      message: 'It is not https.',
      hint: 'Publish under an https address (--url).',
    },
  ]
}

function problem(code: string, field: string, message: string): FieldFinding {
  return {
    code,
    severity: 'error',
    field,
    message,
    hint: `Correct \`${field}\`: a service is {name, endpoint, version}.`,
  }
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
