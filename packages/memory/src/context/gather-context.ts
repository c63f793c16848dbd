import { join, relative, sep } from 'node:path'
import { type SpacePaths, patientLimit } from '@datacortex/platform'
import type { SearchPort } from '../search/search-port.ts'
import { fitText } from '../tokens/fit-text.ts'
import { type Tokenizer, loadTokenizer } from '../tokens/load-tokenizer.ts'
import { ownPrompt, whyNoKnowledge, withoutOwnPrompt } from './agent-prompts.ts'
import { assembleContext } from './assemble-context.ts'
import type { ContextBlock, ContextCandidate, ContextKind, LeftOut } from './context-block.ts'
import { type AccessFilter, allowAll, openSpaceReader } from './space-reader.ts'
import { inferPaths } from './infer-paths.ts'
import { readReferences } from './read-references.ts'
import { readRequired } from './read-required.ts'
import { readTemplate } from './read-template.ts'
import { type OwnQuestion, searchForContext } from './search-for-context.ts'

/** What of an agent's registry entry decides about its context. */
export type ContextAgent = {
  readonly id: string
  readonly reads?:
    | {
        readonly required?: readonly string[] | undefined
        readonly contextual?: readonly { readonly query: string; readonly when?: string | undefined }[] | undefined
        readonly infers?: readonly { readonly pattern: string }[] | undefined
      }
    | undefined
  readonly references?:
    | { readonly dips?: readonly string[] | undefined; readonly specs?: readonly string[] | undefined }
    | undefined
}

export type GatherContextOptions = {
  readonly agent: ContextAgent
  readonly task: string
  /** What the agent is told before everything else, and where that comes from. Never cut. */
  readonly prompt?:
    | {
        readonly origin: string
        readonly text: string
        readonly because: string
        /** Its file in the space, if it is all of that; nothing of it is given a second time. */
        readonly path?: string | undefined
        /** Whether it was written as a prompt, so that its placeholders are filled as those of templates are. */
        readonly isFilled?: boolean | undefined
      }
    | undefined
  /** Who the agent is, told before its prompt, and what is always in its contexts, behind that; each up to its limit. */
  readonly always?: readonly (ContextCandidate & { readonly mostTokens?: number | undefined })[] | undefined
  /** The agent whose prompt a file is; such a file is found by no search, unless the entry requires or refers to it. */
  readonly promptOwner?: ((path: string) => string | undefined) | undefined
  /** Most tokens of the whole prompt; 50,000 if absent. */
  readonly budgetTokens?: number | undefined
  /** The index or the tiers; without it knowledge and memories are left out, with the reason. */
  readonly search?: SearchPort | undefined
  /** Hits for each query; 5 if absent. */
  readonly limit?: number | undefined
  /** How the task's own question is asked, and files read in its place: see `searchForContext`; it is searched if absent. */
  readonly retrieval?: (OwnQuestion & { readonly files: readonly string[] }) | undefined
  /** Hops along links for the task's own query; 0 if absent. */
  readonly expand?: number | undefined
  /** Longest wait for each query in milliseconds; 30,000 if absent. */
  readonly searchTimeoutMs?: number | undefined
  /** Knowledge locations by name, relative to the space: names that may be required or spoken of. */
  readonly locations?: Readonly<Record<string, string>> | undefined
  /** Folders of governance documents, relative to the space; `.datacore/dips` if absent. */
  readonly documentPlaces?: readonly string[] | undefined
  /** Folders of specifications, relative to the space; none beside `documentPlaces` if absent. */
  readonly specPlaces?: readonly string[] | undefined
  /** What may be shown; everything in the space that is no secret, if absent. */
  readonly access?: AccessFilter | undefined
  /** Takes out of each text what nobody may see and says what that was; the task is not changed. */
  readonly conceal?: ((text: string) => { readonly text: string; readonly concealed: readonly string[] }) | undefined
  /** The one of current models if absent. One that is kept remembers what it has counted. */
  readonly tokenizer?: Tokenizer | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Gathers what an agent is given before it works on a task: required files, the documents it refers to, knowledge and
 * session memories found for the task, and places that the task names.
 *
 * The prompt never exceeds the budget; whatever is missing, cut, hidden or too long is in `left_out` with its reason.
 * @throws `MEMORY_BUDGET_TOO_SMALL` if not even the prompt and the task fit.
 * @example const { prompt } = await gatherContext(paths, { agent: { id: 'writer' }, task: 'Explain tides.', search })
 * @see DIP-0016 §5 and §9
 */
export async function gatherContext(paths: SpacePaths, options: GatherContextOptions): Promise<ContextBlock> {
  const { agent, task, signal, locations = {}, access = allowAll } = options
  signal?.throwIfAborted()
  const places = options.documentPlaces ?? [relative(paths.root, join(paths.datacore, 'dips')).split(sep).join('/')]
  const reader = await openSpaceReader(paths, access)
  const { dips = [], specs = [] } = agent.references ?? {}
  const prompts = {
    own: await ownPrompt(reader, options.prompt?.path),
    ownerOf: options.promptOwner ?? (() => undefined),
  }
  const asking = Promise.all([
    readRequired(reader, {
      required: agent.reads?.required ?? [],
      current: options.retrieval?.files,
      places,
      locations,
      signal,
    }),
    readReferences(reader, [
      { ids: dips, places },
      { ids: specs, places: [...(options.specPlaces ?? []), ...places] },
    ]),
  ])
  const [gathering, thinking, asked, searched, inferred, tokenizer] = await Promise.all([
    readTemplate(reader, 'context-gathering'),
    readTemplate(reader, 'think-search-generate'),
    asking,
    searchForContext({
      task,
      search: options.search,
      own: options.retrieval,
      contextual: agent.reads?.contextual ?? [],
      limit: options.limit ?? 5,
      expand: options.expand ?? 0,
      timeoutMs: options.searchTimeoutMs ?? patientLimit(30_000),
      refusal: (path) => reader.refusal(path),
      noKnowledge: whyNoKnowledge(prompts, asking),
      access,
      signal,
    }),
    inferPaths(reader, { task, locations, patterns: agent.reads?.infers?.map(({ pattern }) => pattern) }),
    options.tokenizer ?? loadTokenizer(),
  ])
  signal?.throwIfAborted()
  const foreign = await Promise.all(asked.map((each) => withoutOwnPrompt(each, prompts, reader)))
  const gathered = [...foreign, searched, inferred]
  const clean = concealed(
    gathered.flatMap(({ found }) => found.map(titled)),
    options,
  )
  const always = alwaysOf(options, tokenizer)
  const own = [...promptOf(options), ...always.candidates].toSorted(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind),
  )
  const first = concealed(own, options)
  return assembleContext({
    agentId: agent.id,
    task,
    own: first.candidates,
    isFilled: options.prompt?.isFilled === true,
    gathering: gathering.template,
    thinking: thinking.template,
    candidates: clean.candidates,
    leftOut: [...gathered.flatMap(({ leftOut }) => leftOut), ...always.leftOut, ...first.leftOut, ...clean.leftOut],
    findings: [...gathering.findings, ...thinking.findings],
    budgetTokens: options.budgetTokens ?? 50_000,
    tokenizer,
  })
}

const order: readonly ContextKind[] = ['identity', 'prompt', 'component', 'pinned']

function alwaysOf({ always = [] }: GatherContextOptions, tokenizer: Tokenizer) {
  const leftOut: LeftOut[] = []
  const candidates = always.map(({ mostTokens = Infinity, ...candidate }): ContextCandidate => {
    const { origin, text } = candidate
    if (text.length <= mostTokens) return candidate
    const fitted = fitText(text, { budgetTokens: mostTokens, tokenizer })
    if (fitted.cut) leftOut.push({ origin, reason: `cut to its limit of ${mostTokens} tokens` })
    return { ...candidate, text: fitted.text }
  })
  return { candidates, leftOut }
}

function promptOf({ prompt }: GatherContextOptions): readonly ContextCandidate[] {
  if (prompt === undefined) return []
  const { origin, text, because } = prompt
  return [{ kind: 'prompt', origin, text: text.trim(), provenance: { because } }]
}

function concealed(candidates: readonly ContextCandidate[], { conceal }: GatherContextOptions) {
  if (conceal === undefined) return { candidates, leftOut: [] }
  const leftOut = new Map<string, LeftOut>()
  const clean = candidates.map((candidate) => {
    const { text, concealed: names } = conceal(candidate.text)
    if (names.length === 0) return candidate
    const reason = `a secret stands in it and was taken out: ${names.join(', ')}`
    leftOut.set(`${candidate.origin}\n${reason}`, { origin: candidate.origin, reason })
    return { ...candidate, text }
  })
  return { candidates: clean, leftOut: [...leftOut.values()] }
}

function titled(candidate: ContextCandidate): ContextCandidate {
  const { kind, origin, text } = candidate
  if (kind !== 'required' && kind !== 'reference') return candidate
  return { ...candidate, text: `### ${origin}\n\n${text.trim()}` }
}
