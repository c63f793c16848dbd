import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import {
  type Meaning,
  type Mind,
  hookFiles,
  initIdentity,
  openMind,
  readMind,
  recall,
  writeHookFiles,
} from '@datacortex/cognition'
import { fuseEvidence, spreadToNeighbours, openNoteIndex, searchNotes, updateNoteIndex } from '@datacortex/memory'
import { type SpacePaths, createSpace } from '@datacortex/platform'
import { labelledSets } from './data/labelled-texts.ts'
import { seededRandom } from './data/random.ts'
import { syntheticQueries } from './data/synthetic-agents.ts'
import { syntheticWords } from './data/synthetic-words.ts'
import { type Bench, type Benchmark, type Check, type Report, dataAbsent } from './measure/benchmark.ts'
import { mean, median, quantile } from './measure/distribution.ts'
import { interleaved } from './measure/interleaved.ts'

/** What an agent recalls from 10,000 files without a model, beside plain FTS5 of the same rows; and its index made anew. */
export const mindRecall: Benchmark = { name: 'mind-recall', run: recallSpeed }

/** Whether an agent recalls from dialogues what answers a question, beside search in notes of the same texts. */
export const mindEvidence: Benchmark = {
  name: 'mind-evidence',
  async run(bench) {
    const { dataFolder } = bench
    return dataFolder === undefined ? dataAbsent : await evidenceFound({ ...bench, dataFolder })
  },
}

/** A hook beside the command that it calls, each as a process that begins with nothing. */
export const mindHooks: Benchmark = {
  name: 'mind-hooks',
  async run(bench) {
    if (!existsSync(fileURLToPath(new URL('../../apps/cli/bundle/main.js', import.meta.url))))
      return { skipped: 'apps/cli is not built; run pnpm build' }
    const program = fileURLToPath(new URL('../../apps/cli/bin/datacortex.js', import.meta.url))
    const { mind, paths } = await newMind(bench)
    await writeKnowledge(mind, { name: 'tides', title: 'tides', texts: ['Spring tides come late.'] })
    await writeHookFiles(mind, await hookFiles(mind, 'claude-code'))
    const hook = join(paths.root, '.datacore/agents/bench/hooks.mjs')
    const run = async (args: readonly string[]): Promise<string> => {
      const env = { ...process.env, ACAS_SENDER_ID: '1', DATACORTEX_COMMAND: program }
      const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'ignore'] })
      let text = ''
      child.stdout.on('data', (data: Buffer) => (text += data.toString()))
      child.stdin.end(JSON.stringify({ prompt: 'spring tides' }))
      await once(child, 'close')
      if (!text.includes('come late')) throw new Error('It recalled nothing.')
      return text
    }
    const times = await interleaved(
      {
        'datacortex recall': async () => await run([program, 'recall', 'spring tides', '--json', '--root', paths.root]),
        hook: async () => await run([hook, 'recall']),
      },
      { rounds: 15, warmUp: 3 },
    )
    const [command, hooked] = [median(times['datacortex recall']), median(times.hook)]
    return {
      tables: [
        {
          title: 'A hook and the command that it calls, cold, milliseconds',
          columns: ['', 'p50'],
          rows: [
            ['datacortex recall', command.toFixed(0)],
            ['hook', hooked.toFixed(0)],
          ],
        },
      ],
      checks: [{ what: 'hook to the command', value: hooked / command, target: { atMost: 2 }, unit: '×' }],
    }
  },
}

const fileCount = 10_000

async function recallSpeed(bench: Bench): Promise<Report> {
  const { mind } = await newMind(bench)
  const random = seededRandom(32)
  bench.tell(`writing ${fileCount} knowledge files`)
  const rows = Array.from({ length: fileCount }, (_, at) => {
    const title = `${syntheticWords(random, 3).join(' ')} ${at}`
    const texts = Array.from({ length: 5 }, () => syntheticWords(random, 20).join(' '))
    return { name: `topic-${at}`, title, texts }
  })
  for (const row of rows) await writeKnowledge(mind, row)
  bench.tell('making the index')
  const startedAt = performance.now()
  await recall(mind, 'nothing')
  const rebuildMs = performance.now() - startedAt
  const plain = plainIndex(mind)
  using open = await openMind(mind)
  await open.recall('nothing')
  const queries = syntheticQueries(300)
  const queryAt = (round: number): string => queries[round % queries.length] ?? ''
  const times = await interleaved(
    {
      'plain FTS5': async (round) => await Promise.resolve(plain(queryAt(round))),
      recall: async (round) => await open.recall(queryAt(round)),
    },
    { rounds: 280, warmUp: 20 },
  )
  const p95 = (name: keyof typeof times): number => quantile(times[name], 0.95)
  return {
    tables: [
      {
        title: `Recall from ${fileCount.toLocaleString('en')} knowledge files without a model, milliseconds`,
        columns: ['', 'p50', 'p95'],
        rows: (['plain FTS5', 'recall'] as const).map((name) => [
          name,
          median(times[name]).toFixed(2),
          p95(name).toFixed(2),
        ]),
      },
    ],
    checks: [
      { what: 'recall, p95', value: p95('recall'), target: { atMost: 10 }, unit: ' ms' },
      {
        what: 'recall to plain FTS5, p95',
        value: p95('recall') / p95('plain FTS5'),
        target: { atMost: 1.3 },
        unit: '×',
      },
      { what: `index of ${fileCount} files made anew`, value: rebuildMs / 1000, target: { atMost: 20 }, unit: ' s' },
    ],
  }
}

/** The same rows in a table of nothing but FTS5, asked for the same columns of the best five. */
function plainIndex({ database }: Mind): (query: string) => unknown {
  const plain = new DatabaseSync(':memory:')
  plain.exec(`ATTACH '${database.replaceAll("'", "''")}' AS mind`)
  plain.exec(
    "CREATE VIRTUAL TABLE texts USING fts5(path, title, summary, content, tokenize='unicode61 remove_diacritics 2')",
  )
  plain.exec('INSERT INTO texts SELECT path, title, summary, content FROM mind.knowledge_files')
  plain.exec('DETACH mind')
  const best = plain.prepare('SELECT * FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT 5')
  return (query) =>
    best.all(
      query
        .split(/\W+/)
        .filter((word) => word !== '')
        .map((word) => `"${word}"`)
        .join(' OR '),
    )
}

async function evidenceFound(bench: Bench & { readonly dataFolder: string }): Promise<Report> {
  const vectors = new Map<string, Float32Array>()
  const embed = async (texts: readonly string[]): Promise<readonly Float32Array[]> => {
    const lacking = [...new Set(texts)].filter((text) => !vectors.has(text))
    const made = lacking.length === 0 ? [] : await bench.embedder.embed(lacking)
    for (const [at, text] of lacking.entries()) vectors.set(text, made[at] ?? new Float32Array(0))
    return texts.map((text) => vectors.get(text) ?? new Float32Array(0))
  }
  const embedder = { ...bench.embedder, embed }
  const fuse: Meaning['fuse'] = ({ placeOf, ...evidence }) =>
    spreadToNeighbours(fuseEvidence(evidence), placeOf, evidence)
  const meaning = { modelId: embedder.modelId, embed, fuse }
  const shares: Record<'search' | 'recall' | 'words', number[]> = { search: [], recall: [], words: [] }
  for (const [at, set] of (await labelledSets.LoCoMo(join(bench.dataFolder, 'bench'))).entries()) {
    bench.tell(`conversation ${at + 1}: ${set.texts.length} turns, ${set.questions.length} questions`)
    const { mind, paths } = await newMind(bench)
    const sessions = Map.groupBy(set.texts, ({ place }) => place?.note ?? '')
    for (const [session, turns] of sessions) {
      const [first] = turns
      const name = `session-${session}`
      await writeKnowledge(mind, {
        name,
        title: `${name} ${first?.date ?? ''}`,
        texts: turns.map(({ text }) => text),
        ids: turns.map(({ id }) => id),
      })
    }
    await mkdir(join(paths.root, '0-personal/notes'), { recursive: true })
    for (const { id, text } of set.texts)
      await writeFile(join(paths.root, '0-personal/notes', `${idOf(id)}.md`), `${text}\n`)
    await updateNoteIndex(paths, { embedder })
    await using index = await openNoteIndex(paths, embedder)
    using open = await openMind(mind)
    const recalled = async (query: string, options: object): Promise<readonly string[]> => {
      const { results } = await open.recall(query, { top: 40, ...options })
      const points = results.flatMap((one) => one.points)
      return points.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0)).map(({ id = '' }) => id)
    }
    const questions = set.questions.filter(({ category, gold }) => category !== 'adversarial' && gold.length > 0)
    // Texts get their vectors as they are found.
    for (const { query } of questions) await recalled(query, { meaning })
    for (const { query, gold } of questions) {
      const share = (found: readonly string[]): number =>
        gold.filter((id) => found.slice(0, 10).includes(idOf(id))).length / gold.length
      const { hits } = await searchNotes(index, query, { embedder, limit: 10 })
      shares.search.push(share(hits.map(({ path }) => path?.replace(/^.*\/|\.md$/g, '') ?? '')))
      shares.recall.push(share(await recalled(query, { meaning })))
      shares.words.push(share(await recalled(query, {})))
    }
  }
  const all: readonly Check[] = [
    {
      what: 'evidence, recall@10: recall beyond search',
      value: mean(shares.recall) - mean(shares.search),
      target: { atLeast: 0 },
    },
  ]
  return {
    tables: [
      {
        title: `LoCoMo: evidence among the first 10, of ${shares.search.length} questions, adversarial left out`,
        columns: ['', 'recall@10'],
        rows: [
          ['search in notes, one a turn', mean(shares.search).toFixed(3)],
          ['recall of key points, a file a session', mean(shares.recall).toFixed(3)],
          ['the same by words alone', mean(shares.words).toFixed(3)],
        ],
      },
    ],
    checks: all,
    notes: ['Both have the same texts and the same model; each key point names the turn that it came from.'],
  }
}

async function newMind(bench: Bench): Promise<{ readonly mind: Mind; readonly paths: SpacePaths }> {
  const { paths } = await createSpace(await bench.makeFolder())
  await initIdentity(paths, { agent: 'bench', name: 'Bench', description: 'Is measured.', prompt: '', uid: '1' })
  const mind = await readMind(paths, 'bench')
  await mkdir(mind.knowledge, { recursive: true })
  return { mind, paths }
}

type Topic = {
  readonly name: string
  readonly title: string
  readonly texts: readonly string[]
  readonly ids?: readonly string[]
}

async function writeKnowledge({ knowledge }: Mind, { name, title, texts, ids = [] }: Topic): Promise<void> {
  const head = { title, tags: [], summary: texts[0] ?? '', owner_uid: '1', last_writer_uid: '1', visibility: 'private' }
  const points = texts.map(
    (text, at) =>
      `- ${text.replaceAll(/\s+/g, ' ')} (2026-11-26; source: logs/2026-11-26.md) ^${idOf(ids[at] ?? `p${at}`)}`,
  )
  const lines = [
    '---',
    ...Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
    '---',
    '',
    `# ${title}`,
    '',
    '## Summary',
    '',
    texts[0] ?? '',
    '',
    '## Key Points',
    '',
    ...points,
    '',
    '## Changelog',
    '',
    '- 2026-11-26: Created',
    '',
  ]
  await writeFile(join(knowledge, `${name}.md`), lines.join('\n'))
}

function idOf(turn: string): string {
  return `kp-${turn.replaceAll(/\W/g, '-')}`
}
