import { BudgetTooSmallError } from '../errors.ts'
import type { Finding } from '../finding.ts'
import type { Tokenizer } from '../tiers/load-tokenizer.ts'
import { allocateTokens } from './allocate-tokens.ts'
import type { ContextBlock, ContextCandidate, ContextKind, ContextPart, LeftOut } from './context-block.ts'
import { fillTemplate, placeholdersOf, unknownPlaceholders } from './fill-template.ts'
import type { Template } from './read-template.ts'

/** What a context is made of. */
export type Ingredients = {
  readonly agentId: string
  readonly task: string
  readonly gathering: Template
  readonly thinking: Template
  readonly candidates: readonly ContextCandidate[]
  readonly leftOut: readonly LeftOut[]
  readonly findings: readonly Finding[]
  readonly budgetTokens: number
  readonly tokenizer: Tokenizer
}

const sections = new Map<ContextKind, string>([
  ['required', 'required_files'],
  ['reference', 'dip_summaries'],
  ['search', 'datacortex_results'],
  ['memory', 'session_memory_results'],
  ['inferred', 'inferred_paths'],
])
const known: ReadonlySet<string> = new Set([...sections.values(), 'task', 'agent_id'])
const nothing = '(none)'

/**
 * Makes the prompt of an agent's context, within its budget.
 *
 * @param ingredients - Templates, candidates, task, budget.
 * @throws {@link BudgetTooSmallError} if not even the task and the empty template fit.
 */
export function assembleContext(ingredients: Ingredients): ContextBlock {
  const { gathering, thinking, tokenizer, budgetTokens, candidates } = ingredients
  const leftOut = [...ingredients.leftOut]
  const empty = { ...ingredients, parts: [] }
  const frame = tokenizer.count(render({ ...empty, thinking }))
  const bare = frame <= budgetTokens ? frame : tokenizer.count(render({ ...empty, thinking: undefined }))
  if (!(bare <= budgetTokens)) throw new BudgetTooSmallError({ budgetTokens, neededTokens: bare, what: 'the task' })
  const instructed = frame <= budgetTokens ? thinking : undefined
  if (instructed === undefined)
    leftOut.push({ origin: thinking.origin, reason: `with it the empty context needs ${frame} tokens` })
  const placed = placeholdersOf(gathering)
  const hasPlace = ({ kind }: ContextCandidate): boolean => placed.has(sections.get(kind) ?? '')
  for (const candidate of candidates)
    if (!hasPlace(candidate))
      leftOut.push({
        origin: candidate.origin,
        reason: `${gathering.origin} has no {${sections.get(candidate.kind) ?? ''}}`,
      })
  const allocation = allocateTokens(candidates.filter(hasPlace), { roomTokens: budgetTokens - bare, tokenizer })
  leftOut.push(...allocation.leftOut)
  const parts = [...allocation.parts]
  let prompt = render({ ...empty, parts, thinking: instructed })
  // Joined texts can have a token more than all alone; the least important goes then.
  while (tokenizer.count(prompt) > budgetTokens) {
    const last = parts.pop()
    if (last === undefined) throw new Error('The empty context fits, so there is something to leave out.')
    leftOut.push({ origin: last.origin, reason: 'the budget is used up' })
    prompt = render({ ...empty, parts, thinking: instructed })
  }
  return {
    parts: [...inOrder(parts), ...fixedParts(ingredients, instructed)],
    left_out: leftOut,
    tokens: tokenizer.count(prompt),
    prompt,
    findings: [
      ...ingredients.findings,
      ...[gathering, thinking].flatMap((template) => unknownPlaceholders(template, known)),
    ],
  }
}

type Rendering = Pick<Ingredients, 'agentId' | 'task' | 'gathering'> & {
  readonly parts: readonly ContextPart[]
  readonly thinking: Template | undefined
}

function render({ agentId, task, gathering, thinking, parts }: Rendering): string {
  const values = new Map([
    ['task', task],
    ['agent_id', agentId],
  ])
  for (const [kind, name] of sections) {
    const texts = parts.filter((part) => part.kind === kind).map(({ text }) => text)
    const gap = kind === 'required' || kind === 'reference' ? '\n\n' : '\n'
    values.set(name, texts.length === 0 ? nothing : texts.join(gap))
  }
  const templates = [gathering, ...(thinking === undefined ? [] : [thinking])]
  const asked = templates.some((template) => placeholdersOf(template).has('task'))
  const texts = templates.map((template) => fillTemplate(template, values))
  return `${[...texts, ...(asked ? [] : [`## Task\n\n${task.trim()}`])].join('\n\n')}\n`
}

function inOrder(parts: readonly ContextPart[]): readonly ContextPart[] {
  return [...sections.keys()].flatMap((kind) => parts.filter((part) => part.kind === kind))
}

function fixedParts({ task, tokenizer }: Ingredients, thinking: Template | undefined): readonly ContextPart[] {
  const part = (kind: ContextKind, { origin, text, because }: { origin: string; text: string; because: string }) => ({
    kind,
    origin,
    tokens: tokenizer.count(text),
    text,
    provenance: { because },
  })
  return [
    ...(thinking === undefined
      ? []
      : [part('instructions', { ...thinking, because: 'every agent is told how to work' })]),
    part('task', { origin: 'task', text: task, because: 'it is the task' }),
  ]
}
