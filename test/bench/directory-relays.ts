import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createSpace, ownPaths } from '@datacortex/platform'
import { openSpace } from '@datacortex/space'
import { createHashEmbedder, startRelay } from '@datacortex/testkit'
import { finalizeEvent } from 'nostr-tools/pure'
import type { Bench, Benchmark, Report } from './measure/benchmark.ts'
import { median } from './measure/distribution.ts'

// As they are by default.
const [relayDeadlineMs, deadlineMs, rounds] = [5000, 8000, 5]

/** Five relays of which two hang: how long a question takes that asks them anew. */
export const directoryRelays: Benchmark = { name: 'directory-relays', run: measured }

async function measured(bench: Bench): Promise<Report> {
  const relays = await Promise.all(
    [false, true, false, true, false].map(async (hangs) => await startRelay({ play: () => hangs })),
  )
  await using stack = new AsyncDisposableStack()
  for (const relay of relays) stack.use(relay)
  for (const index of Array.from({ length: 100 }, (_, one) => one)) {
    const key = new Uint8Array(createHash('sha256').update(`author ${index}`).digest())
    const title = `Tide Watcher ${index}`
    const event = finalizeEvent({ kind: 4199, tags: [['title', title]], content: '', created_at: 1_700_000_000 }, key)
    for (const relay of relays) relay.plant(event)
  }
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    bench.tell(`question ${round + 1} of ${rounds}`)
    const root = await bench.makeFolder()
    const paths = ownPaths((await createSpace(root)).paths)
    const nostr = { relays: relays.map(({ url }) => url), deadline_ms: relayDeadlineMs }
    const directories = { deadline_ms: deadlineMs }
    await writeFile(paths.settingsFile, JSON.stringify({ nostr, directories }))
    await using space = await openSpace(root, {
      isTrusted: true,
      bundledDirectory: fileURLToPath(new URL('../../plugins', import.meta.url)),
      openModel: async () => await Promise.resolve(createHashEmbedder()),
    })
    const startedAt = performance.now()
    const answer = await space.find({ task: 'Who watches the tides?', directories: ['nostr'], min_score: 0 })
    times.push(performance.now() - startedAt)
    const [nostrReport] = 'directories' in answer ? answer.directories : []
    const slow = nostrReport?.failures.filter(({ code }) => code === 'NOSTR_RELAY_SLOW').length
    if (nostrReport?.found !== 100 || slow !== 2) throw new Error(`Not what is there: ${JSON.stringify(nostrReport)}`)
  }
  const longest = Math.max(...times)
  return {
    tables: [
      {
        title: 'five relays of which two hang, 100 definitions',
        columns: ['', 'ms'],
        rows: [
          ['time that a relay has', String(relayDeadlineMs)],
          ['time that the directory has', String(deadlineMs)],
          ['answer, median', median(times).toFixed(0)],
          ['answer, longest', longest.toFixed(0)],
        ],
      },
    ],
    checks: [
      {
        what: 'longest answer, two of five relays hanging',
        value: longest,
        target: { atMost: deadlineMs },
        unit: ' ms',
      },
    ],
  }
}
