import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scanTasks } from '@datacortex/nightshift'
import { readTextFile } from '@datacortex/platform'
import type { Bench, Benchmark } from './measure/benchmark.ts'
import { median, quantile } from './measure/distribution.ts'

const tasks = 10_000
const files = ['next_actions.org', 'ai.org', 'nightshift.org', 'research_learning.org']

/** How long it takes to read and plan all tasks of some large org files. */
export const nightshift: Benchmark = {
  name: 'nightshift',
  async run(bench) {
    const folder = await orgFiles(bench)
    bench.tell('scanning')
    const times: number[] = []
    let found = 0
    for (let round = 0; round < 10; round += 1) {
      const startedAt = performance.now()
      const scanned = await scanTasks({
        files: async () => await Promise.resolve(files),
        readFile: async (file) => {
          const read = await readTextFile(join(folder, file))
          return read.ok ? read.text : undefined
        },
        unapproved: async () => await Promise.resolve(undefined),
        now: Date.now,
        machine: 'bench',
      })
      times.push(performance.now() - startedAt)
      found = scanned.ready.length + scanned.after.length + scanned.waiting.length
    }
    const row = [String(found), median(times).toFixed(0), quantile(times, 0.95).toFixed(0)]
    return {
      tables: [
        { title: 'scanning tasks in four org files, milliseconds', columns: ['tasks', 'p50', 'p95'], rows: [row] },
      ],
      checks: [
        { what: '10,000 tasks read and planned, p50', value: median(times), target: { atMost: 2000 }, unit: 'ms' },
      ],
    }
  },
}

async function orgFiles(bench: Bench): Promise<string> {
  const folder = await bench.makeFolder()
  await mkdir(folder, { recursive: true })
  for (const [place, file] of files.entries()) {
    const blocks = Array.from({ length: tasks / files.length }, (_, index) => {
      const id = `${place}-${index}`
      const depends = index % 10 === 9 ? `:DEPENDS_ON: BLOCKS ${place}-${index - 1}\n` : ''
      return `* TODO [#${'ABC'[index % 3]}] Explain tide ${id} :AI:content:\nDEADLINE: <2026-12-0${1 + (index % 9)} Tue>\n:PROPERTIES:\n:ID: ${id}\n${depends}:END:\nA few words about it, and https://tides.example/${id} to read.\n`
    })
    await writeFile(join(folder, file), blocks.join(''))
  }
  return folder
}
