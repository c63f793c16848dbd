import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSpace } from '@datacortex/space'
import { createSpace, sha256 } from '@datacortex/platform'
import { openNoteIndex, searchNotes, updateNoteIndex } from '@datacortex/memory'
import { readFileSync, readdirSync } from 'node:fs'
import { wordEmbedder } from '../data/word-embedder.ts'
import { syntheticWords } from '../data/synthetic-words.ts'
import { seededRandom } from '../data/random.ts'
import { writeSyntheticNotes } from '../data/synthetic-notes.ts'

/** What a vault of made-up notes costs: every time in milliseconds. */
export type VaultFigures = {
  readonly notes: number
  readonly firstWords: number
  readonly whole: number
  readonly change: number
  readonly searchP50: number
  readonly searchP95: number
  readonly rename: number
  readonly undo: number
  readonly rewritten: number
  readonly isSame: boolean
  /** Peak memory up to the end of the first index. */
  readonly indexMb: number
}

const [folder = '', count = '8000'] = process.argv.slice(2)
const embedder = wordEmbedder(384)
const { paths } = await createSpace(folder)
await writeSyntheticNotes(paths.root, Number(count))
await mkdir(join(paths.root, 'hub'))
await writeFile(join(paths.root, 'hub', 'Central note.md'), '# Central note\n\nText.\n')
for (let place = 0; place < 500; place += 1)
  await writeFile(join(paths.root, 'hub', `leaf-${place}.md`), `# Leaf ${place}\n\nTo [[Central note|it]] and on.\n`)

const startedAt = performance.now()
let firstWords = Number.NaN
const update = await updateNoteIndex(paths, {
  embedder,
  onProgress: ({ stage }) => {
    if (stage === 'embed' && Number.isNaN(firstWords)) firstWords = performance.now() - startedAt
  },
})
const whole = performance.now() - startedAt
// On Linux it begins with that of the process that started this one, which is small.
const indexMb = process.resourceUsage().maxRSS / 1024
await updateNoteIndex(paths, { embedder })
const changes: number[] = []
for (let round = 0; round < 5; round += 1) {
  await appendFile(join(paths.root, 'hub', 'leaf-7.md'), `\nAnother thought, number ${round}.\n`)
  const from = performance.now()
  await updateNoteIndex(paths, { embedder })
  changes.push(performance.now() - from)
}

const times: number[] = []
{
  await using index = await openNoteIndex(paths, embedder)
  const random = seededRandom(7)
  for (let round = 0; round < 220; round += 1) {
    // Every tenth has a word that no note has.
    const words = [...syntheticWords(random, 3), ...(round % 10 === 0 ? [`zzunheld${round}`] : [])].join(' ')
    const from = performance.now()
    await searchNotes(index, words, { limit: 5, embedder })
    if (round >= 20) times.push(performance.now() - from)
  }
}
times.sort((one, other) => one - other)

const digest = (): string =>
  sha256(
    readdirSync(join(paths.root, 'hub'))
      .toSorted()
      .map((name) => `${name}\0${readFileSync(join(paths.root, 'hub', name), 'utf8')}`)
      .join('\0'),
  )
const before = digest()
const space = await openSpace(paths.root, { isTrusted: true, openModel: async () => await Promise.resolve(embedder) })
const renameFrom = performance.now()
const moved = await space.notes.move({ note: 'Central note', to: 'hub/Renamed note', index: false })
const rename = performance.now() - renameFrom
const undoFrom = performance.now()
await space.undo({ run: moved.undo ?? '', index: false })
const undo = performance.now() - undoFrom
await space[Symbol.asyncDispose]()

const figures: VaultFigures = {
  notes: update.added,
  firstWords,
  whole,
  change: changes.toSorted((one, other) => one - other)[2] ?? Number.NaN,
  searchP50: times[100] ?? Number.NaN,
  searchP95: times[190] ?? Number.NaN,
  rename,
  undo,
  rewritten: moved.rewritten.length,
  isSame: digest() === before,
  indexMb,
}
process.stdout.write(JSON.stringify(figures))
