import { join, relative, sep } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import type { SearchPort } from '../search/search-port.ts'
import { loadTokenizer } from '../tiers/load-tokenizer.ts'
import type { Tokenizer } from '../tiers/load-tokenizer.ts'
import { assembleContext } from './assemble-context.ts'
import type { ContextBlock, ContextCandidate, LeftOut } from './context-block.ts'
import { inferPaths } from './infer-paths.ts'
import { readReferences } from './read-references.ts'
import { readRequired } from './read-required.ts'
import { readTemplate } from './read-template.ts'
import { searchForContext } from './search-for-context.ts'

/** What of an agent's registry entry decides about its context. */
export type ContextAgent = {
  readonly id: string
  readonly reads?:
    | {
        readonly required?: readonly string[] | undefined
        readonly contextual?: readonly { readonly query: string; readonly when?: string | undefined }[] | undefined
      }
    | undefined
  readonly references?: { readonly dips?: readonly string[] | undefined } | undefined
}

/** What a context is gathered from. */
export type GatherContextOptions = {
  readonly agent: ContextAgent
  readonly task: string
  /** Most tokens of the whole prompt; 50,000 if absent. */
  readonly budgetTokens?: number | undefined
  /** The index or the tiers; without it knowledge and memories are left out, with the reason. */
  readonly search?: SearchPort | undefined
  /** Hits for each query; 5 if absent. */
  readonly limit?: number | undefined
  /** Hops along links for the task's own query; 0 if absent. */
  readonly expand?: number | undefined
  /** Longest wait for each query in milliseconds; 30,000 if absent. */
  readonly searchTimeoutMs?: number | undefined
  /** Knowledge locations by name, relative to the space. */
  readonly locations?: Readonly<Record<string, string>> | undefined
  /** Folders of governance documents, relative to the space; `.datacore/dips` if absent. */
  readonly documentPlaces?: readonly string[] | undefined
  /** The one of current models if absent. */
  readonly tokenizer?: Tokenizer | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Gathers what an agent is given before it works on a task: required files, the sections for agents of the documents
 * it refers to, knowledge and session memories found for the task, and places that the task names.
 *
 * The prompt never exceeds the budget; whatever is missing, cut or too long is in `left_out` with its reason.
 *
 * @param paths - Of the space.
 * @param options - Agent, task, budget, search.
 * @throws {@link BudgetTooSmallError} if not even the task fits.
 * @example const { prompt } = await gatherContext(paths, { agent: { id: 'writer' }, task: 'Explain tides.', search })
 * @see DIP-0016 §5 and §9
 */
export async function gatherContext(paths: SpacePaths, options: GatherContextOptions): Promise<ContextBlock> {
  const { agent, task, signal } = options
  signal?.throwIfAborted()
  const places = options.documentPlaces ?? [relative(paths.root, join(paths.datacore, 'dips')).split(sep).join('/')]
  const [gathering, thinking, required, references, searched, inferred] = await Promise.all([
    readTemplate(paths, 'context-gathering'),
    readTemplate(paths, 'think-search-generate'),
    readRequired(paths, { required: agent.reads?.required ?? [], places, signal }),
    readReferences(paths, { references: agent.references?.dips ?? [], places }),
    searchForContext({
      task,
      search: options.search,
      contextual: agent.reads?.contextual ?? [],
      limit: options.limit ?? 5,
      expand: options.expand ?? 0,
      timeoutMs: options.searchTimeoutMs ?? 30_000,
      signal,
    }),
    inferPaths(paths, { task, locations: options.locations ?? {} }),
  ])
  const candidates = [...required.found, ...references.found, ...searched.found, ...inferred]
  const { kept, repeated } = withoutRepetition(candidates)
  return assembleContext({
    agentId: agent.id,
    task,
    gathering: gathering.template,
    thinking: thinking.template,
    candidates: kept.map((candidate) => ({ ...candidate, text: titled(candidate) })),
    leftOut: [...required.leftOut, ...references.leftOut, ...searched.leftOut, ...repeated],
    findings: [...gathering.findings, ...thinking.findings],
    budgetTokens: options.budgetTokens ?? 50_000,
    tokenizer: options.tokenizer ?? (await loadTokenizer()),
  })
}

/** A note that is there as a whole needs no excerpt of itself. */
function withoutRepetition(candidates: readonly ContextCandidate[]): {
  readonly kept: readonly ContextCandidate[]
  readonly repeated: readonly LeftOut[]
} {
  const whole = new Set(candidates.filter(({ kind }) => kind === 'required').map(({ origin }) => origin))
  const repeats = ({ kind, origin }: ContextCandidate): boolean => kind !== 'required' && whole.has(origin)
  return {
    kept: candidates.filter((candidate) => !repeats(candidate)),
    repeated: candidates
      .filter(repeats)
      .map(({ origin, kind }) => ({ origin, reason: `it is among the required files already (as ${kind})` })),
  }
}

function titled({ kind, origin, text }: ContextCandidate): string {
  if (kind === 'required') return `### ${origin}\n\n${text.trim()}`
  // The heading of the section is the same in every document.
  return kind === 'reference' ? `### ${origin}\n\n${text.slice(text.indexOf('\n') + 1).trim()}` : text
}
