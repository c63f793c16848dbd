import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { jsonLines } from './json-lines.ts'
import { labelledSets } from './labelled-texts.ts'
import { seededRandom } from './random.ts'

/** An agent as a benchmark makes it. */
export type RoutedAgent = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly skills: readonly { readonly name: string; readonly description: string }[]
  readonly examples: readonly string[]
}

/** A request with the agents that it belongs to. */
export type RoutedQuery = { readonly query: string; readonly gold: readonly string[] }

/** Agents, requests for them, and requests for none of them. */
export type RoutingSet = {
  readonly agents: readonly RoutedAgent[]
  readonly queries: readonly RoutedQuery[]
  readonly outside: readonly string[]
}

/** How many examples each agent gets, or every other one while the rest have none, and which draw. */
export type Draw = {
  readonly seed: number
  readonly examples: number
  readonly everyOther?: boolean | undefined
  readonly queries?: number | undefined
}

/** CLINC150: the intents with examples from its train part; its val part is asked. */
export async function clinc(folder: string, draw: Draw): Promise<RoutingSet> {
  const read = async (name: string) => z.array(Row).parse(await jsonLines(join(folder, 'clinc150', name)))
  const { agents } = drawn(await read('train.jsonl'), draw)
  const asked = (await read('val.jsonl')).map(asQuery)
  const outside = (await read('oos_val.jsonl')).map(({ text }) => text)
  return { agents, queries: shuffled(asked, 0).slice(0, draw.queries), outside }
}

/** BANKING77: the intents with examples from its train part; other rows of it are asked. */
export async function banking(folder: string, draw: Draw): Promise<RoutingSet> {
  const { agents, rest } = drawn(z.array(Row).parse(await jsonLines(join(folder, 'banking77', 'train.jsonl'))), draw)
  return { agents, queries: shuffled(rest.map(asQuery), 0).slice(0, draw.queries), outside: [] }
}

/** MetaTool and LiveMCP: agents with descriptions, and with skills. */
export async function described(folder: string, name: 'MetaTool' | 'LiveMCP'): Promise<RoutingSet> {
  const directory = name === 'MetaTool' ? 'metatool' : 'livemcp'
  const agents = z.array(Agent).parse(JSON.parse(await readFile(join(folder, directory, 'agents.json'), 'utf8')))
  const [set] = await labelledSets[name](folder)
  return { agents: agents.map((agent) => ({ ...agent, examples: [] })), queries: set?.questions ?? [], outside: [] }
}

const Row = z.object({ text: z.string(), intent: z.string().default('') })
const Agent = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  skills: z.array(z.object({ name: z.string(), description: z.string() })).default([]),
})
type Row = z.infer<typeof Row>

/** Of each intent 10 rows are taken out, the same for all numbers of examples. */
function drawn(
  rows: readonly Row[],
  { seed, examples, everyOther = false }: Draw,
): { agents: RoutedAgent[]; rest: Row[] } {
  const intents = [...new Set(rows.map(({ intent }) => intent))].sort()
  const agents: RoutedAgent[] = []
  const rest: Row[] = []
  for (const [index, intent] of intents.entries()) {
    const own = shuffled(
      rows.filter((row) => row.intent === intent),
      seed * 1000 + index,
    )
    const name = intent.replaceAll(/[_?]/g, ' ').trim()
    const count = everyOther && index % 2 === 1 ? 0 : examples
    const texts = own.slice(0, count).map(({ text }) => text)
    agents.push({ id: intent, name, description: name, skills: [], examples: texts })
    rest.push(...own.slice(10))
  }
  return { agents, rest }
}

function asQuery({ text, intent }: Row): RoutedQuery {
  return { query: text, gold: [intent] }
}

function shuffled<T>(values: readonly T[], seed: number): T[] {
  const random = seededRandom(seed)
  return values
    .map((value) => ({ value, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value)
}
