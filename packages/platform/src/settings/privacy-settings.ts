import { z } from 'zod'
import type { DeepReadonly } from '../parse/deep-readonly.ts'

const name = z.string().min(1)

/** What may be shown to whom: levels, the level of each path, and the level up to which an agent is shown things. */
export type PrivacySettings = DeepReadonly<{
  levels: string[]
  default: string
  paths: Record<string, string>
  agents: { default: string; named: Record<string, string> }
}>
// Strict: a misspelt key would protect nothing, and nobody would notice. Its type is written, since that of what is read says
// two things of `agents.default`.
export const PrivacySettings: z.ZodType<PrivacySettings> = z
  .strictObject({
    /** From open to closed. */
    levels: z.array(name).min(1).default(['public', 'internal', 'private', 'secret']),
    /** Of a path that no pattern names. */
    default: name.default('internal'),
    /** Pattern (`*` within a name, `**` over folders) -> level; a folder stands for everything in it. */
    paths: z.record(z.string(), name).default({}),
    agents: z.object({ default: name.optional() }).catchall(name).default({}),
  })
  // Agent id -> level: every key of `privacy.agents` but `default`.
  .transform(({ agents: { default: ofAgents, ...named }, ...rest }) => {
    return { ...rest, agents: { default: ofAgents ?? rest.default, named } }
  })
  .superRefine(({ levels, default: ofPaths, paths, agents }, context) => {
    const refuse = (path: readonly string[], message: string): void =>
      context.addIssue({ code: 'custom', path: [...path], message })
    if (new Set(levels).size < levels.length) refuse(['levels'], 'a level is named twice')
    const places: readonly [readonly string[], string][] = [
      [['default'], ofPaths],
      ...Object.entries(paths).map(([key, level]): [string[], string] => [['paths', key], level]),
      [['agents', 'default'], agents.default],
      ...Object.entries(agents.named).map(([key, level]): [string[], string] => [['agents', key], level]),
    ]
    for (const [path, level] of places)
      if (!levels.includes(level))
        refuse(path, `${JSON.stringify(level)} is no level; the levels are ${levels.join(', ')}`)
    for (const pattern of Object.keys(paths)) {
      const problem = patternProblem(pattern)
      if (problem !== undefined) refuse(['paths', pattern], problem)
    }
  })

/** Patterns that can match nothing would protect nothing. */
function patternProblem(pattern: string): string | undefined {
  if (pattern.trim() === '') return 'the pattern is empty'
  if (/^(?:[/~]|[a-z]:)/i.test(pattern) || pattern.includes('\\'))
    return 'the pattern must be relative to the space, with "/" between the parts'
  if (pattern.startsWith('!')) return 'a pattern that begins with "!" would name everything else'
  return pattern.split('/').includes('..') ? 'the pattern leaves the space' : undefined
}
