import type { AgentSkill } from '@datacortex/registry'
import { type Finding, warningFinding } from '@datacortex/errors'
import { agentId } from '../collect/agent-id.ts'
import { semanticVersion } from './describe-agent.ts'
import { isRecord } from '@datacortex/platform'
import { definedFields, nonEmpty, omitFields, textOf, textsOf, names } from './field-values.ts'
import { type FileReading, type ImportedAgent, type SkippedFile, skippedReading } from './file-reading.ts'
import { parseJsonValue } from './parse-json-record.ts'

/** Reads an A2A card of version 1.0 or 0.3, or a list of such; the id has the web host too, since many have the same name. */
export function readA2aCard(text: string, path: string): FileReading {
  const parsed = parseJsonValue(text)
  if (!parsed.ok) return skippedReading({ path, line: parsed.line, reason: parsed.reason })
  if (!Array.isArray(parsed.value) || parsed.value.length === 0) return readCard(parsed.value, path)
  const agents = new Map<string, ImportedAgent>()
  const skipped: SkippedFile[] = []
  const findings: Finding[] = []
  for (const [index, value] of (parsed.value as readonly unknown[]).entries()) {
    const reading = readCard(value, path)
    const [agent] = reading.agents
    const reason = reading.skipped[0]?.reason ?? (agents.has(agent?.id ?? '') ? 'another one has its id' : undefined)
    if (agent !== undefined && reason === undefined) agents.set(agent.id, { ...agent, part: agent.id })
    else skipped.push({ path, reason: `card ${index + 1}: ${reason}` })
    findings.push(...reading.findings)
  }
  return { agents: [...agents.values()], skipped, findings }
}

function readCard(card: unknown, path: string): FileReading {
  if (!isRecord(card)) return skippedReading({ path, line: 1, reason: 'not a JSON object' })
  const name = textOf(card['name'])
  const description = textOf(card['description'])
  if (name === undefined || description === undefined) {
    const missing = [...(name === undefined ? ['name'] : []), ...(description === undefined ? ['description'] : [])]
    return skippedReading({ path, reason: `the card has no ${missing.join(' and no ')}` })
  }
  const interfaces = interfacesOf(card)
  const id = agentId([name, hostOf(interfaces)].filter((part) => part !== undefined).join('-'))
  if (id === undefined)
    return skippedReading({ path, reason: `its name ${JSON.stringify(name)} has neither letter nor digit` })
  const { skills, findings } = skillsOf(card['skills'], path)
  const examples = skills.flatMap((skill) => skill.examples ?? [])
  const version = semanticVersion(card['version'])
  const entry = {
    name,
    description,
    ...definedFields({ version }),
    format: 'a2a',
    skills: skills.length > 0 ? skills : [{ id, name, description, tags: [id] }],
    ...definedFields({ triggers: examples.length === 0 ? undefined : { examples: [...new Set(examples)] } }),
    ...definedFields({ runtime: interfaces.length === 0 ? undefined : { protocol: 'a2a', interfaces } }),
    ...definedFields({
      'x-a2a': omitFields(card, version === undefined ? mapped : new Set([...mapped, 'version'])),
    }),
  }
  return { agents: [{ id, entry, path }], skipped: [], findings }
}

/** Whether JSON text looks like an agent card, told without parsing it. */
export function looksLikeA2aCard(text: string): boolean {
  return (
    text.includes('"skills"') &&
    text.includes('"capabilities"') &&
    (text.includes('"supportedInterfaces"') || text.includes('"url"'))
  )
}

const mapped: ReadonlySet<string> = names(`
  name description skills supportedInterfaces url preferredTransport additionalInterfaces protocolVersion
`)

type Interface = {
  readonly url: string
  readonly protocolBinding: string
  readonly protocolVersion: string
  readonly tenant?: string | undefined
}

function interfacesOf(card: Readonly<Record<string, unknown>>): readonly Interface[] {
  if (card['supportedInterfaces'] !== undefined) {
    return records(card['supportedInterfaces']).flatMap((item) => {
      const url = textOf(item['url'])
      if (url === undefined) return []
      const protocolBinding = textOf(item['protocolBinding']) ?? 'JSONRPC'
      const protocolVersion = textOf(item['protocolVersion']) ?? '1.0'
      return [{ url, protocolBinding, protocolVersion, ...definedFields({ tenant: textOf(item['tenant']) }) }]
    })
  }
  const protocolVersion = textOf(card['protocolVersion']) ?? '0.3'
  const preferred = { url: card['url'], transport: card['preferredTransport'] }
  const seen = new Set<string>()
  return [preferred, ...records(card['additionalInterfaces'])].flatMap((item) => {
    const url = textOf(item['url'])
    const protocolBinding = textOf(item['transport']) ?? 'JSONRPC'
    // 0.3 asks cards to repeat the preferred interface among the additional ones.
    if (url === undefined || seen.has(`${protocolBinding} ${url}`)) return []
    seen.add(`${protocolBinding} ${url}`)
    return [{ url, protocolBinding, protocolVersion }]
  })
}

function hostOf([first]: readonly Interface[]): string | undefined {
  if (first === undefined) return undefined
  // gRPC interfaces are `host:port` without a scheme.
  const url = URL.parse(first.url.includes('://') ? first.url : `grpc://${first.url}`)
  return url === null || url.host === '' ? undefined : url.host
}

function skillsOf(value: unknown, path: string): { skills: readonly AgentSkill[]; findings: readonly Finding[] } {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const skills = items.map(skillOf).filter((skill) => skill !== undefined)
  const dropped = items.length - skills.length
  if (dropped === 0) return { skills, findings: [] }
  const finding: Finding = warningFinding('IMPORT_SKILL_DROPPED', path, {
    message: `${dropped} of ${items.length} skills have neither id nor name and were left out.`,
    hint: 'Give each skill an id, a name and a description.',
  })
  return { skills, findings: [finding] }
}

function skillOf(value: unknown): AgentSkill | undefined {
  if (!isRecord(value)) return undefined
  const id = textOf(value['id']) ?? textOf(value['name'])
  if (id === undefined) return undefined
  const name = textOf(value['name']) ?? id
  const tags = textsOf(value['tags'])
  return {
    id,
    name,
    description: textOf(value['description']) ?? name,
    tags: tags.length > 0 ? tags : [id],
    ...definedFields({
      examples: nonEmpty(textsOf(value['examples'])),
      inputModes: nonEmpty(textsOf(value['inputModes'])),
      outputModes: nonEmpty(textsOf(value['outputModes'])),
    }),
  }
}

function records(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  return items.filter(isRecord)
}
