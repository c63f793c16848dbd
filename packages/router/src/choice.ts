import { CodedError, type Finding, attempt, codedError, warningFinding } from '@datacortex/errors'
import { type Registry, resolveAgent } from '@datacortex/registry'
import type { FoundByMeaning, RouteAnswer, RouteCandidate, RouteRule } from './route-answer.ts'

export type Match = {
  /** Id that the trigger stands at. */
  readonly owner: string
  readonly trigger: string
  readonly matched: string
}

export type Choice = {
  readonly answer: Omit<RouteAnswer, 'findings'> | undefined
  readonly findings: readonly Finding[]
}

export type ChoiceOptions = {
  readonly kind: 'tag' | 'confirmed' | 'command' | 'name' | 'pattern'
  /** Most candidates, at least 1: which agent is chosen does not depend on it. */
  readonly top: number
  /** Whether an agent that is gone is an error: tags, commands and names name an agent, the others only suggest one. */
  readonly strict: boolean
}

const viaOf = { tag: 'tag', confirmed: 'semantic', command: 'pattern', name: 'semantic', pattern: 'pattern' } as const

/** Chooses the first of some matches whose agent is there, following former names. */
export function choose(registry: Registry, matches: Iterable<Match>, options: ChoiceOptions): Choice {
  const { kind, top, strict } = options
  const via = viaOf[kind]
  const findings: Finding[] = []
  const candidates = new Map<string, RouteCandidate>()
  let rule: RouteRule | undefined
  for (const { owner, trigger, matched } of matches) {
    const resolved = attempt(() => resolveAgent(registry, owner), codedError)
    if (CodedError.is(resolved)) {
      if (strict && rule === undefined) throw resolved
      if (rule === undefined) findings.push(gone(owner, { trigger, error: resolved }))
      continue
    }
    const { agent, via: names, notes } = resolved
    if (candidates.has(agent.id)) continue
    candidates.set(agent.id, { agent: agent.id, via, score: 1, matched: trigger })
    if (rule === undefined) for (const message of notes) findings.push(deprecated(owner, message, { kind }))
    rule ??= { kind, fired: trigger, matched, ...(names.length > 0 ? { owner } : {}) }
    // Here, so that no further match is looked for.
    if (candidates.size >= top) break
  }
  const [best] = candidates.values()
  if (best === undefined || rule === undefined) return { answer: undefined, findings }
  return { answer: { agent: best.agent, via, score: 1, rule, candidates: [...candidates.values()] }, findings }
}

/** The agents found by meaning that are there, and what is to be said of the best one. `found`: best first. */
export function chooseByMeaning(
  registry: Registry,
  found: readonly FoundByMeaning[],
  { threshold }: { threshold: number },
): { readonly candidates: readonly RouteCandidate[]; readonly findings: readonly Finding[] } {
  const candidates: RouteCandidate[] = []
  const findings: Finding[] = []
  for (const { id, score, matched } of found) {
    const wouldDecide = candidates.length === 0 && score >= threshold
    const resolved = attempt(() => resolveAgent(registry, id), codedError)
    if (!CodedError.is(resolved)) {
      const { agent, notes } = resolved
      if (wouldDecide) for (const message of notes) findings.push(deprecated(id, message, { kind: 'meaning' }))
      candidates.push({ agent: agent.id, via: 'semantic', score, matched })
    } else if (wouldDecide) findings.push(gone(id, { trigger: matched, error: resolved }))
  }
  return { candidates, findings }
}

function deprecated(owner: string, message: string, { kind }: Pick<RouteRule, 'kind'>): Finding {
  return {
    code: 'ROUTER_AGENT_DEPRECATED',
    severity: 'warning',
    subject: owner,
    message,
    // Who asks for a former name learns the new one from the message.
    hint: kind === 'name' ? '' : 'Give its triggers to the agent that took over, or to another one.',
  }
}

function gone(owner: string, { trigger, error }: { trigger: string; error: CodedError }): Finding {
  return warningFinding('ROUTER_AGENT_GONE', owner, {
    message: `${JSON.stringify(trigger)} would have chosen ${owner}. ${error.message}`,
    hint: error.hint,
  })
}
