import { readdir, readFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createSpace, ownPaths } from '@datacortex/platform'
import { type Bench, type Benchmark, type Report, dataAbsent } from './measure/benchmark.ts'
import { median } from './measure/distribution.ts'
import { runProgram } from './measure/run-process.ts'

/** The context of an agent with 50 required files, beyond reading them. */
export const contextSpeed: Benchmark = {
  name: 'context-speed',
  async run(bench) {
    const { dataFolder } = bench
    return dataFolder === undefined ? dataAbsent : await measure(bench, dataFolder)
  },
}

const filesOfAgent = 50
const spacesOfProcess = 6
const processes = 5

async function measure(bench: Bench, dataFolder: string): Promise<Report> {
  const prose = await proseOf(join(dataFolder, 'bench', 'vault-dendron', 'notes'))
  const sizes = [
    { name: '1,000 characters each', characters: 1000 },
    { name: '3,500 characters each: they fill the budget', characters: 3500 },
    { name: '14,000 characters each: all are cut', characters: 14_000 },
  ]
  const rows: Measured[] = []
  for (const { name, characters } of sizes) {
    const folders: string[] = []
    for (let index = 0; index < spacesOfProcess; index += 1)
      folders.push(await makeSpace(bench, { prose, characters, index }))
    bench.tell(`loading contexts of ${filesOfAgent} files of ${characters} characters`)
    rows.push(await runs(name, folders))
  }
  const [, full, cut] = rows
  if (full === undefined || cut === undefined) throw new Error('A size is missing.')
  return {
    tables: [
      {
        title: `Context of an agent with ${filesOfAgent} required files (budget 50,000 tokens), milliseconds`,
        columns: ['', 'tokens', 'reading alone', 'first of a process', 'other files later', 'same files again'],
        rows: rows.map(({ name, tokens, reading, first, later, again }) => [
          name,
          tokens.toLocaleString('en'),
          ...[reading, first, later, again].map((ms) => ms.toFixed(1)),
        ]),
      },
    ],
    checks: [
      { what: 'beyond reading, 50 files that fill the budget', value: full.later - full.reading, target, unit: ' ms' },
      { what: 'beyond reading, the same files again', value: full.again - full.reading, target, unit: ' ms' },
    ],
    notes: [
      `Each from ${processes} processes; loading the tokenizer takes another ${median(rows.map(({ tokenizer }) => tokenizer)).toFixed(0)} ms once a process. Files and prose are those of a public vault; reading alone is readFile of all of them at once.`,
    ],
  }
}

const target = { atMost: 50 }

type Measured = {
  readonly name: string
  readonly tokens: number
  readonly tokenizer: number
  readonly reading: number
  readonly first: number
  readonly later: number
  readonly again: number
}

type Printed = {
  readonly tokenizerMs: number
  readonly runs: readonly {
    readonly readMs: number
    readonly firstMs: number
    readonly againMs: number
    readonly tokens: number
    readonly required: number
  }[]
}

async function runs(name: string, folders: readonly string[]): Promise<Measured> {
  const program = fileURLToPath(new URL('programs/load-contexts.mjs', import.meta.url))
  const printed: Printed[] = []
  for (let count = 0; count < processes; count += 1) {
    const { stdout } = await runProgram([program, ...folders], { probed: false })
    printed.push(JSON.parse(stdout) as Printed)
  }
  const all = printed.flatMap((each) => each.runs)
  const bad = all.find(({ required }) => required !== filesOfAgent)
  if (bad !== undefined) throw new Error(`Only ${bad.required} of ${filesOfAgent} files are in a context.`)
  return {
    name,
    tokens: Math.round(median(all.map(({ tokens }) => tokens))),
    tokenizer: median(printed.map(({ tokenizerMs }) => tokenizerMs)),
    reading: median(all.map(({ readMs }) => readMs)),
    first: median(printed.flatMap((each) => each.runs[0]?.firstMs ?? [])),
    later: median(printed.flatMap((each) => each.runs.slice(1).map(({ firstMs }) => firstMs))),
    again: median(all.map(({ againMs }) => againMs)),
  }
}

async function proseOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  const texts = await Promise.all(names.map(async (name) => await readFile(join(folder, name), 'utf8')))
  return texts.map((text) => text.replace(/^---\n.*?\n---\n/s, '').trim()).join('\n\n')
}

/** Every space has other files, as another agent would. */
async function makeSpace(
  bench: Bench,
  { prose, characters, index }: { readonly prose: string; readonly characters: number; readonly index: number },
): Promise<string> {
  const paths = ownPaths((await createSpace(await bench.makeFolder())).paths)
  const names = Array.from({ length: filesOfAgent }, (_, place) => `notes/note-${place}.md`)
  await mkdir(join(paths.root, 'notes'))
  for (const [place, name] of names.entries()) {
    const start = ((index * filesOfAgent + place) * characters) % (prose.length - characters)
    await writeFile(join(paths.root, name), prose.slice(start, start + characters))
  }
  const reads = names.map((name) => `          - ${name}\n`).join('')
  await writeFile(
    paths.agentsFile,
    `version: "1.0.0"\nagents:\n  reader:\n    name: Reader\n    description: Reads.\n    reads:\n      required:\n${reads}`,
  )
  return paths.root
}
