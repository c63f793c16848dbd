import type { z } from 'zod'
import { type Finding, errorFinding } from '@datacortex/errors'
import { isLoopback } from '../publish/base-url.ts'
import { isRecord } from '@datacortex/platform'
import { AgentCard } from './agent-card.ts'
import { mediaType } from './text-reader.ts'

/** Checks a card of version 1.0 as a strict reader would; each finding names the registry field to fill in. */
export function validateCard(card: unknown, options: { readonly subject?: string | undefined } = {}) {
  const subject = options.subject ?? 'card'
  if (!isRecord(card))
    return [errorFinding('A2A_CARD_INVALID', subject, { message: 'It is no JSON object.', hint: 'Export it again.' })]
  const at = (path: readonly PropertyKey[], { code, message }: Pick<Finding, 'code' | 'message'>): Finding => {
    const { field, hint } = registryField(path)
    return errorFinding(code, `${subject}: ${field}`, { message, hint })
  }
  const empty = emptyValues(card)
  const shape = AgentCard.safeParse(card)
  const findings = [
    ...empty.map(({ path, what }) => at(path, { code: 'A2A_FIELD_EMPTY', message: `${dotted(path)} is ${what}.` })),
    ...(shape.error?.issues ?? []).map((issue) => at(issue.path, shapeFinding(issue, card))),
  ]
  if (!shape.success || empty.length > 0) return findings
  return meaning(shape.data).map(({ path, severity, ...found }) => ({ ...at(path, found), severity }))
}

type Meaning = Pick<Finding, 'code' | 'message' | 'severity'> & { readonly path: readonly PropertyKey[] }

function meaning(card: AgentCard): readonly Meaning[] {
  const found: Meaning[] = []
  const error = (code: string, path: readonly PropertyKey[], message: string): void => {
    found.push({ code, severity: 'error', path, message })
  }
  card.supportedInterfaces.forEach(({ url, protocolBinding, protocolVersion }, index) => {
    const path = ['supportedInterfaces', index]
    if (protocolBinding !== 'GRPC') address(url, [...path, 'url'])
    if (!['JSONRPC', 'HTTP+JSON', 'GRPC'].includes(protocolBinding) && !URL.canParse(protocolBinding)) {
      const message = `${JSON.stringify(protocolBinding)} is neither a binding of A2A nor a URI.`
      error('A2A_BINDING_UNKNOWN', [...path, 'protocolBinding'], message)
    }
    if (!/^\d+\.\d+$/.test(protocolVersion)) {
      const message = `${JSON.stringify(protocolVersion)} is not of the form 1.0.`
      error('A2A_VERSION_INVALID', [...path, 'protocolVersion'], message)
    }
  })
  const { provider, documentationUrl, iconUrl } = card
  if (provider !== undefined) address(provider.url, ['provider', 'url'])
  if (documentationUrl !== undefined) address(documentationUrl, ['documentationUrl'])
  if (iconUrl !== undefined && !iconUrl.startsWith('data:image/')) address(iconUrl, ['iconUrl'])
  const ids = card.skills.map(({ id }) => id)
  card.skills.forEach((skill, index) => {
    const path = ['skills', index]
    if (ids.indexOf(skill.id) < index)
      error('A2A_SKILL_ID_TWICE', [...path, 'id'], `${JSON.stringify(skill.id)} stands twice.`)
    for (const field of ['inputModes', 'outputModes'] as const) modes(skill[field] ?? [], [...path, field])
  })
  for (const field of ['defaultInputModes', 'defaultOutputModes'] as const) modes(card[field], [field])
  const schemes = Object.keys(card.securitySchemes ?? {})
  const required = [card, ...card.skills].flatMap(({ securityRequirements = [] }) => securityRequirements)
  for (const name of new Set(required.flatMap((requirement) => Object.keys(requirement.schemes))))
    if (!schemes.includes(name))
      error('A2A_SECURITY_SCHEME_UNKNOWN', ['securityRequirements'], `No scheme is called ${JSON.stringify(name)}.`)
  return found

  function address(text: string, path: readonly PropertyKey[]): void {
    const url = URL.parse(text)
    if (url === null || !/^https?:$/.test(url.protocol))
      error('A2A_LINK_INVALID', path, `${JSON.stringify(text)} is no absolute web address.`)
    else if (url.protocol !== 'https:' && !isLoopback(url))
      found.push({ code: 'A2A_LINK_NOT_HTTPS', severity: 'warning', path, message: `${text} is not https.` })
  }

  function modes(types: readonly string[], path: readonly PropertyKey[]): void {
    for (const type of types.filter((one) => !mediaType.test(one)))
      error('A2A_MEDIA_TYPE_INVALID', path, `${JSON.stringify(type)} is no media type.`)
  }
}

function shapeFinding(issue: z.core.$ZodIssue, card: unknown): Pick<Finding, 'code' | 'message'> {
  const where = issue.path.length === 0 ? 'the card' : dotted(issue.path)
  if (issue.code === 'unrecognized_keys')
    return {
      code: 'A2A_FIELD_UNKNOWN',
      message: `${where} has ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}, which A2A 1.0 does not know.`,
    }
  if (issue.code === 'invalid_type' && valueAt(card, issue.path) === undefined)
    return { code: 'A2A_FIELD_MISSING', message: `${where} is missing.` }
  return { code: 'A2A_FIELD_INVALID', message: `${where}: ${issue.message.replace(/^Invalid input: /, '')}.` }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  )
}

function dotted(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}

function registryField(path: readonly PropertyKey[]): { readonly field: string; readonly hint: string } {
  const [first, second, third] = path
  switch (first) {
    case 'name':
    case 'description':
    case 'version':
      return own(first)
    case 'skills':
      return own(
        `skills${typeof second === 'number' ? `[${second}]` : ''}${typeof third === 'string' ? `.${third}` : ''}`,
      )
    case 'documentationUrl':
    case 'iconUrl':
      return own(`x-a2a.${first}`)
    case 'provider':
      return own('x-a2a.provider')
    default:
      // What the endpoint is and can do is said by the one who publishes, not by the registry.
      return { field: typeof first === 'string' ? first : 'card', hint: 'Correct the options of the export.' }
  }
}

function own(field: string): { readonly field: string; readonly hint: string } {
  return { field, hint: `Fill in or correct \`${field}\` of the agent in agents.yaml.` }
}

/** A value that says nothing, and where it is. */
type EmptyValue = { readonly path: readonly (string | number)[]; readonly what: string }

/** Every empty text, list and map in a JSON value, and nesting that no card has. */
function emptyValues(value: unknown): readonly EmptyValue[] {
  const found: EmptyValue[] = []
  visit(value, [])
  return found

  function visit(at: unknown, path: readonly (string | number)[]): void {
    if (typeof at === 'string' && at.trim() === '') found.push({ path, what: 'empty' })
    else if (Array.isArray(at)) {
      if (at.length === 0) found.push({ path, what: 'an empty list' })
      else if (path.length >= deepest) found.push({ path, what: 'nested too deeply' })
      else at.forEach((item, index) => visit(item, [...path, index]))
    } else if (isRecord(at)) {
      const fields = Object.entries(at)
      if (fields.length === 0) found.push({ path, what: 'an empty map' })
      else if (path.length >= deepest) found.push({ path, what: 'nested too deeply' })
      else for (const [key, field] of fields) if (field !== undefined) visit(field, [...path, key])
    } else if (at === null) found.push({ path, what: 'null' })
    else if (at === false && path.at(-1) === 'required' && path.at(-3) === 'extensions')
      found.push({ path, what: 'false, which is the same as absent' })
  }
}

const deepest = 32
