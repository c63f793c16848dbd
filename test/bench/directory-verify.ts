import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Embedder } from '@datacortex/embeddings'
import { createSpace, ownPaths } from '@datacortex/platform'
import { openSpace } from '@datacortex/space'
import { type RelayMessage, startRelay } from '@datacortex/testkit'
import { finalizeEvent, verifyEvent } from 'nostr-tools/pure'
import type { Bench, Benchmark, Report } from './measure/benchmark.ts'
import { seededRandom } from './data/random.ts'
import { syntheticWords as words } from './data/synthetic-words.ts'

type SignedEvent = ReturnType<typeof finalizeEvent>

const count = 10_000
const authors = 50

/** Definitions of a relay read, checked, kept and indexed, beside nothing but the check of their signatures and the embedding of their texts. */
export const directoryVerify: Benchmark = { name: 'directory-verify', run: measured }

async function measured(bench: Bench): Promise<Report> {
  bench.tell(`signing ${count} definitions`)
  const events = definitions()
  await using relay = await startRelay({ play: relayOf(events) })
  const root = await bench.makeFolder()
  const paths = ownPaths((await createSpace(root)).paths)
  const nostr = { relays: [relay.url], deadline_ms: 120_000 }
  await writeFile(paths.settingsFile, JSON.stringify({ nostr }))
  const asked: (readonly string[])[] = []
  const embedder: Embedder = {
    ...bench.embedder,
    embed: async (texts, options) => {
      asked.push(texts)
      return await bench.embedder.embed(texts, options)
    },
    [Symbol.asyncDispose]: async () => await Promise.resolve(),
  }
  await using space = await openSpace(root, {
    isTrusted: true,
    bundledDirectory: fileURLToPath(new URL('../../plugins', import.meta.url)),
    openModel: async () => await Promise.resolve(embedder),
  })
  await bench.embedder.embed(['load the model'])
  bench.tell('half of the signatures by themselves')
  const check = (some: readonly SignedEvent[]): void => {
    if (!some.every((event) => verifyEvent(structuredClone(event)))) throw new Error('A signature does not hold.')
  }
  const half = count / 2
  const checked = [await timed(() => check(events.slice(0, half)))]
  bench.tell('reading, checking, keeping and indexing all of them')
  let agents = 0
  const ours = await timed(async () => {
    const answer = await space.directories.refresh({ directories: ['nostr'] })
    agents = answer.agents
  })
  if (agents !== count) throw new Error(`${agents} of ${count} were indexed.`)
  bench.tell('the other half of the signatures, and the same texts embedded by themselves')
  checked.push(await timed(() => check(events.slice(half))))
  const embedding = await timed(async () => {
    for (const texts of asked) await bench.embedder.embed(texts)
  })
  const signatures = sumOf(checked)
  const bare = sumOf([signatures, embedding])
  const texts = asked.reduce((sum, { length }) => sum + length, 0)
  const row = (title: string, { ms, cpuMs }: Took): readonly string[] => [
    title,
    (ms / 1000).toFixed(1),
    (cpuMs / 1000).toFixed(1),
    ((1000 * count) / cpuMs).toFixed(0),
    (bare.cpuMs / cpuMs).toFixed(2),
  ]
  return {
    tables: [
      {
        title: `${count.toLocaleString('en')} definitions, ${texts.toLocaleString('en')} texts`,
        columns: ['', 'seconds', 'of processors', 'a second of them', 'speed to bare'],
        rows: [
          row('signatures alone', signatures),
          row('embedding alone', embedding),
          row('both', bare),
          row('read from a relay, checked, kept, indexed', ours),
        ],
      },
    ],
    checks: [
      {
        what: 'speed to the bare check of signatures and embedding',
        value: bare.cpuMs / ours.cpuMs,
        target: { atLeast: 0.7 },
        unit: '×',
      },
    ],
  }
}

/** Of the clock, and of the processors in all threads: on a machine that others use, only the second can be compared. */
type Took = { readonly ms: number; readonly cpuMs: number }

async function timed(run: () => unknown): Promise<Took> {
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  await run()
  const { user, system } = process.cpuUsage(before)
  return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 }
}

function sumOf(all: readonly Took[]): Took {
  return { ms: all.reduce((sum, { ms }) => sum + ms, 0), cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0) }
}

/** Newest first, as relays give them. */
function definitions(): readonly SignedEvent[] {
  const random = seededRandom(34)
  return Array.from({ length: count }, (_, index) => {
    const key = new Uint8Array(
      createHash('sha256')
        .update(`author ${index % authors}`)
        .digest(),
    )
    const tags = [
      ['title', `${words(random, 2).join(' ')} ${index}`],
      ['d', `agent-${index}`],
      ['ver', '1'],
      ['description', words(random, 14).join(' ')],
      ['use-criteria', words(random, 10).join(' ')],
      ['instructions', words(random, 60).join(' ')],
    ]
    return finalizeEvent({ kind: 4199, tags, content: '', created_at: 1_700_000_000 - index }, key)
  })
}

/** Answers from memory: what a relay needs for its own work is not measured. */
function relayOf(events: readonly SignedEvent[]): (asked: RelayMessage) => boolean {
  const texts = events.map((event) => JSON.stringify(event))
  return ({ message: [type, id, filter], send }) => {
    if (type !== 'REQ') return true
    const { kinds, until = Infinity, limit = 500 } = filter as { kinds: number[]; until?: number; limit?: number }
    const begin = kinds.includes(4199) ? events.findIndex(({ created_at: at }) => at <= until) : -1
    if (begin >= 0)
      for (const text of texts.slice(begin, begin + limit)) send(`["EVENT",${JSON.stringify(id)},${text}]`)
    send(['EOSE', id])
    return true
  }
}
