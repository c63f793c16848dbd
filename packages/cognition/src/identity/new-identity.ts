import { oneLine } from '@datacortex/text'
import { specVersion, type Identity } from './identity.ts'

export type AgentToName = {
  readonly name: string
  readonly description: string
  /** Its prompt, without front matter; empty if it has none. */
  readonly prompt: string
  readonly uid: string
}

/** The identity that an agent gets: its words and nothing made up. What it won't do are the lines of its prompt that say so. */
export function newIdentity({ name, description, prompt, uid }: AgentToName): Identity {
  const persona = oneLine(description)
  return {
    name: oneLine(name),
    uid,
    persona: persona.length > 300 ? `${persona.slice(0, 299)}…` : persona || oneLine(name),
    capabilities: ['recall:v1', 'remember:v1', 'reflect:v1'],
    personality: [],
    language: [],
    boundaries: boundariesOf(prompt),
  }
}

/** As `identity.yaml` has it: every text in quotes, so that no number or date is made of one. */
export function identityText(identity: Identity): string {
  const lists: readonly (keyof Identity)[] = ['personality', 'language', 'capabilities', 'boundaries']
  const lines = (['name', 'uid', 'persona', ...lists] as const).map(
    (key) => `  ${key}: ${JSON.stringify(identity[key] ?? [])}`,
  )
  return [`spec_version: ${JSON.stringify(specVersion)}`, 'identity:', ...lines, ''].join('\n')
}

function boundariesOf(prompt: string): readonly string[] {
  const lines = prompt.split(/\r?\n/).map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim())
  return lines.filter((line) => line.length <= 200 && /^(?:never|do not|don['’]t|must not)\b/i.test(line)).slice(0, 8)
}
