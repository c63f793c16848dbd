import { memoryError } from '../errors.ts'
import { type Finding, infoFinding } from '@datacortex/errors'
import type { Tokenizer } from '../tokens/load-tokenizer.ts'
import { type Division, allocateWithoutRepetition } from './allocate-tokens.ts'
import type { ContextBlock, ContextCandidate, ContextKind, ContextPart, LeftOut } from './context-block.ts'
import { type Template, fillTemplate, placeholdersOf, unknownPlaceholders } from './read-template.ts'
import { overBudget, separatorTokens } from './share-fairly.ts'

export type Ingredients = {
  readonly agentId: string
  readonly task: string
  /** What it is told before everything else, never cut: who it is, its prompt, what is pinned for it. */
  readonly own: readonly ContextCandidate[]
  /** Whether the placeholders of its prompt are filled. */
  readonly isFilled: boolean
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
const taskNames = ['task', 'task_description']
const promptName = 'agent_prompt'
const ofPrompts: ReadonlySet<string> = new Set([...sections.values(), ...taskNames, 'agent_id'])
const known: ReadonlySet<string> = new Set([...ofPrompts, promptName])
const again = '(given above)'
const nothing = '(none)'

/** Makes the prompt of an agent's context. Throws `MEMORY_BUDGET_TOO_SMALL` if not even prompt and task fit. */
export function assembleContext(ingredients: Ingredients): ContextBlock {
  const { gathering, thinking, own, tokenizer } = ingredients
  const leftOut = [...ingredients.leftOut]
  const prompts = ingredients.isFilled ? own.filter(({ kind }) => kind === 'prompt') : []
  const placed = new Set([gathering, ...prompts].flatMap((text) => [...placeholdersOf(text)]))
  const candidates = ingredients.candidates.filter(({ kind, origin }) => {
    const section = sections.get(kind) ?? ''
    if (!placed.has(section)) leftOut.push({ origin, reason: `${gathering.origin} has no {${section}}` })
    return placed.has(section)
  })
  const { instructed, parts, leftOut: overBudgeted, prompt, tokens } = fitAll(ingredients, candidates)
  return {
    parts: [
      ...own.map((one) => ({ ...one, tokens: tokenizer.count(one.text) })),
      ...[...sections.keys()].flatMap((kind) => parts.filter((part) => part.kind === kind)),
      ...lastParts(ingredients, instructed),
    ],
    left_out: [...leftOut, ...overBudgeted],
    tokens,
    prompt,
    findings: [
      ...ingredients.findings,
      ...[gathering, thinking].flatMap((template) => unknownPlaceholders(template, known)),
      ...prompts.flatMap((prompt) => unknownPlaceholders(prompt, ofPrompts, infoFinding)),
    ],
  }
}

type Fitted = Pick<Division, 'parts' | 'leftOut' | 'dropped'> &
  Pick<ContextBlock, 'prompt' | 'tokens'> & { readonly instructed: Template | undefined }

/** With the instructions, unless they take so much that something asked for would give way to them. */
function fitAll(ingredients: Ingredients, candidates: readonly ContextCandidate[]): Fitted {
  const { thinking, tokenizer, budgetTokens, own } = ingredients
  const full = tokenizer.count(render({ ...ingredients, parts: [], thinking }))
  const bare = tokenizer.count(render({ ...ingredients, parts: [], thinking: undefined }))
  // Also refuses what is no number.
  if (!(bare <= budgetTokens)) {
    const what = own.length === 0 ? 'the task' : 'the prompt of the agent with the task'
    throw memoryError('MEMORY_BUDGET_TOO_SMALL', { budgetTokens, neededTokens: bare, what })
  }
  const [needed, left] = [full - bare, budgetTokens - bare]
  let detail = `it needs ${needed} tokens and ${left} are left for everything`
  if (needed <= left) {
    const fitted = fitPrompt(ingredients, { candidates, instructed: thinking, frame: full })
    if (needed < left / 2 || fitted.dropped !== 'asked') return fitted
    detail = `it would take ${needed} of the ${left} tokens that are left for everything, and something asked for would be cut or left out beside it`
  }
  const fitted = fitPrompt(ingredients, { candidates, instructed: undefined, frame: bare })
  return { ...fitted, leftOut: [{ origin: thinking.origin, reason: overBudget(2, detail) }, ...fitted.leftOut] }
}

type Frame = {
  readonly candidates: readonly ContextCandidate[]
  readonly instructed: Template | undefined
  /** Tokens of prompt, task and templates alone. */
  readonly frame: number
}

function fitPrompt(ingredients: Ingredients, { candidates, instructed, frame }: Frame): Fitted {
  const { tokenizer, budgetTokens } = ingredients
  let roomTokens = budgetTokens - frame
  const filled = (tokensOfRoom: number): Fitted & { readonly neededTokens: number } => {
    const division = allocateWithoutRepetition(candidates, { roomTokens: tokensOfRoom, tokenizer })
    const prompt = render({ ...ingredients, parts: division.parts, thinking: instructed })
    return { ...division, prompt, tokens: tokenizer.count(prompt), instructed }
  }
  let fitted = filled(roomTokens)
  // Joined texts mostly have fewer tokens than is reckoned with. Where that may decide, all of them are tried once.
  const emptyTokens = sections.size * tokenizer.count(nothing)
  if (fitted.dropped !== 'nothing' && fitted.neededTokens <= roomTokens + emptyTokens) {
    const whole = filled(fitted.neededTokens + candidates.length * separatorTokens)
    if (whole.tokens <= budgetTokens) return whole
  }
  while (fitted.tokens > budgetTokens) {
    // They can also have a few more. What is given up for them is given up in the same order.
    roomTokens -= fitted.tokens - budgetTokens
    fitted = filled(roomTokens)
  }
  return fitted
}

type Rendering = Pick<Ingredients, 'agentId' | 'task' | 'gathering' | 'own' | 'isFilled'> & {
  readonly parts: readonly ContextPart[]
  readonly thinking: Template | undefined
}

function render({ agentId, task, own, isFilled, gathering, thinking, parts }: Rendering): string {
  const values = new Map([['agent_id', agentId]])
  for (const name of taskNames) values.set(name, task)
  for (const [kind, name] of sections) {
    const texts = parts.filter((part) => part.kind === kind).map(({ text }) => text)
    const gap = kind === 'required' || kind === 'reference' ? '\n\n' : '\n'
    values.set(name, texts.length === 0 ? nothing : texts.join(gap))
  }
  // The prompt and each template are filled once: braces in what is put in are text. Long values stand once.
  const filled = new Set<string>()
  const fill = (text: Pick<ContextCandidate, 'text'>): string => fillTemplate(text, values, { again, filled })
  const prompt = own.map((one) => (isFilled && one.kind === 'prompt' ? fill(one) : one.text)).join('\n\n')
  values.set(promptName, prompt || nothing)
  const templates = [gathering, ...(thinking === undefined ? [] : [thinking])]
  const asks = (name: string): boolean => templates.some((template) => placeholdersOf(template).has(name))
  const texts = templates.map(fill)
  return `${[
    ...(prompt === '' || asks(promptName) ? [] : [prompt]),
    ...texts,
    ...(taskNames.some(asks) ? [] : [`## Task\n\n${task.trim()}`]),
  ].join('\n\n')}\n`
}

function lastParts({ task, tokenizer }: Ingredients, thinking: Template | undefined): readonly ContextPart[] {
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
