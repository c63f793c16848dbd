import { cp, link, mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CodedError, ifCoded } from '@datacortex/errors'
import { type OperationName, createSpace, openSpace } from '@datacortex/space'
import { createHashEmbedder } from '@datacortex/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Said, questions } from './door-questions.ts'
import { furnish } from './doors.ts'
import { fingerprint, makeFolder, temporaryCopy, temporaryFolder } from './temporary-folder.ts'
import { trustAll } from './trust-all.ts'
import { otherName, tracedWrites } from './traced-writes.ts'

// Which paths a stranger could have put links at is what the program opens to be written, as it does: a trace of every
// operation over two copies of one space. What has another name in each is made up at that moment.

const isLong = process.env['LONG'] !== undefined
const kinds = ['link to a file', 'link to a folder', 'link to nothing', 'hard link'] as const
type Kind = (typeof kinds)[number]

/** An operation with all that came before it, and where it wrote. */
type Step = {
  readonly name: OperationName
  readonly input: (root: string) => object
  /** The space as the operation found it. */
  readonly before: string
  readonly places: readonly string[]
}

/** Asked as far as they write, beside what the doors are asked. */
const changing: Partial<Record<OperationName, (root: string) => object>> = {
  'modules.new': (root) => ({ name: 'rose-pruner', out: join(root, 'made') }),
  'modules.install': (root) => ({ spec: join(root, 'made/rose-pruner'), yes: true }),
  'modules.remove': () => ({ module: 'rose-pruner' }),
  'modules.sync': () => ({}),
  'model.use': () => ({ name: 'default' }),
  'keys.new': () => ({ file: 'new' }),
  'publish.key': (root) => ({ file: join(root, '.datacore/env/SIGNING_KEY') }),
}
const untried = new Set<string>(['index.watch', 'model.pull', 'keys.import'])

let steps: readonly Step[] = []

beforeAll(async () => {
  const user = await folderOfFile()
  vi.stubEnv('DATACORTEX_CONFIG_DIR', join(user, 'config'))
  vi.stubEnv('DATACORTEX_CACHE_DIR', join(user, 'cache'))
  const base = await folderOfFile()
  await createSpace({ root: base })
  await writeFile(join(base, '.datacore/registry/agents.yaml'), agents)
  await furnish(base)
  await mkdir(join(base, 'sea'))
  await writeFile(join(base, 'sea/Spring tides.md'), '# Spring tides\n\nThey follow the new moon. See [[Hydration]].\n')
  await writeFile(join(base, 'Hydration.md'), '# Hydration\n\nDrink water before a walk on the shore.\n')
  const copies = [base, await folderOfFile()]
  await cp(base, copies[1] ?? '', { recursive: true, preserveTimestamps: true })
  for (const root of copies) await trustAll(root, config())
  steps = await trace(copies)
})

test('every place that is written is known from a trace', () => {
  const places = new Set(steps.flatMap((step) => step.places))
  console.log(`${steps.length} operations write at ${places.size} places:\n${[...places].toSorted().join('\n')}`)
  for (const known of ['.datacore/state/locks', '.datacore/cache/find', '.datacore/registry/agents.yaml'])
    expect([...places]).toContain(known)
})

test('no link at any of these places leads a write out of the space', async () => {
  const tried = plantings()
  const wrong: string[] = []
  for (const one of tried) wrong.push(...(await problemsOf(one)))
  console.log(`${tried.length} plantings`)
  expect(wrong).toEqual([])
})

type Planting = { readonly step: Step; readonly place: string; readonly kind: Kind }

/** In long runs each kind at each place of each operation; else every third place once, with the kinds in turn. */
function plantings(): readonly Planting[] {
  const all = steps.flatMap((step) => step.places.flatMap((place) => kinds.map((kind) => ({ step, place, kind }))))
  if (isLong) return all
  const places = [...new Set(all.map(({ place }) => place))].filter((_, index) => index % 3 === 0)
  return places.flatMap((place, index) => {
    const ofPlace = all.filter((one) => one.place === place)
    const kind = kinds[index % kinds.length]
    return ofPlace.find((one) => one.kind === kind) ?? []
  })
}

async function problemsOf({ step, place, kind }: Planting): Promise<readonly string[]> {
  const root = await temporaryCopy(step.before)
  const outside = await temporaryFolder()
  await trustAll(root, config())
  await plant({ root, outside, place, kind })
  const before = await fingerprint(outside)
  const outcome = await ask(root, step).catch((error: unknown) => error)
  const said = `${kind} at ${place}, ${step.name}`
  const after = await fingerprint(outside)
  await rm(root, { recursive: true, force: true, maxRetries: 5 })
  return [
    ...(JSON.stringify(after) === JSON.stringify(before) ? [] : [`${said}: the canary is another one`]),
    ...(outcome instanceof Error && !CodedError.is(outcome) ? [`${said}: ${outcome.stack}`] : []),
  ]
}

/** What lies there is laid outside, so that the program finds there what it expects. */
async function plant({ root, outside, place, kind }: Omit<Planting, 'step'> & { root: string; outside: string }) {
  const [planted, canary] = [join(root, place), join(outside, otherName(place))]
  const found = await stat(planted).catch(() => undefined)
  const isFolder = kind === 'link to a folder'
  if (isFolder) await mkdir(canary)
  if (found?.isDirectory() === isFolder && kind !== 'link to nothing')
    await cp(planted, canary, { recursive: true, preserveTimestamps: true })
  else if (!isFolder && kind !== 'link to nothing') await writeFile(canary, 'alias ls=ls\n')
  if (isFolder) await writeFile(join(canary, 'canary'), 'mine\n')
  await rm(planted, { recursive: true, force: true })
  await mkdir(dirname(planted), { recursive: true })
  await (kind === 'hard link' ? link(canary, planted) : symlink(canary, planted))
}

async function trace([one = '', other = '']: readonly string[]): Promise<readonly Step[]> {
  const found: Step[] = []
  const answers = [new Map<string, unknown>(), new Map<string, unknown>()]
  for (const name of Object.keys(questions) as OperationName[]) {
    if (untried.has(name)) continue
    const before = await folderOfFile()
    await cp(one, before, { recursive: true, preserveTimestamps: true })
    const traced: (readonly string[])[] = []
    const inputOf = (index: number): Step['input'] => {
      const said: Said = (asked) => (answers[index]?.get(asked) ?? {}) as Readonly<Record<string, unknown>>
      const { input } = questions[name](said)
      return changing[name] ?? (() => input)
    }
    const input = inputOf(0)
    for (const [index, root] of [one, other].entries()) {
      const step = { name, input: inputOf(index) }
      const run = async (): Promise<void> => {
        answers[index]?.set(name, await ask(root, step).catch(ifCoded(undefined)))
      }
      traced.push(await tracedWrites(root, run))
    }
    const [mine = [], theirs = []] = traced
    const common = mine.filter((place) => theirs.includes(place))
    if (common.length > 0) found.push({ name, input, before, places: common })
  }
  return found
}

async function ask(root: string, { name, input }: Pick<Step, 'name' | 'input'>): Promise<unknown> {
  const openModel = async () => await Promise.resolve(createHashEmbedder())
  await using space = await openSpace(root, { bundledDirectory, openModel, secrets })
  return await space.call(name, input(root))
}

const secrets = { passphrase: { prompt: async () => await Promise.resolve('correct horse battery') } }
const config = (): string => process.env['DATACORTEX_CONFIG_DIR'] ?? ''
const bundledDirectory = fileURLToPath(new URL('../../plugins', import.meta.url))

const made: string[] = []

/** A folder that lies there until all tests of the file are over. */
async function folderOfFile(): Promise<string> {
  const folder = await makeFolder()
  made.push(folder)
  return folder
}

afterAll(async () => {
  vi.unstubAllEnvs()
  await Promise.all(made.map(async (folder) => await rm(folder, { recursive: true, force: true, maxRetries: 5 })))
})

const agents = `agents:
  translator: {name: Translator, description: Translates a menu into French, skills: [translate]}
  sql-tuner: {name: SQL tuner, description: Tunes slow queries and mends charts, skills: [sql]}
  extra: {name: Extra, description: Counts gulls on a pier, skills: []}
`
