import { randomBytes, randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ifCoded } from '@datacortex/errors'
import { newLogId } from '@datacortex/execution'
import { type NightPorts, localDay, nightshiftError, noteEvent } from '@datacortex/nightshift'
import {
  type Settings,
  createWritesBroker,
  isThere,
  namesIn,
  readSettings,
  readTextFile,
  resolveInside,
  sha256,
} from '@datacortex/platform'
import { literal } from '../caller/write-rules.ts'
import { inTurn } from '../notes/in-turn.ts'
import type { Work } from '../work.ts'
import { spaceKey } from './open-queue.ts'
import { sharedPlace } from './shared-place.ts'
import { taskApprovals } from './task-approvals.ts'

/** A space as a night sees it: its files and what its user said, but nobody who works. */
export type NightSpace = {
  readonly ports: Omit<NightPorts, 'queue' | 'route' | 'run' | 'logged' | 'rate'>
  readonly settings: Settings
  /** The name under which `undo` takes back what it wrote; undefined if nothing was. */
  readonly undoName: () => string | undefined
}

/** The morning that a night is done by: what begins after six in the evening belongs to the next day. */
export function dateOfNight(now: number, endsAt?: number): string {
  return localDay(new Date(endsAt ?? now + 6 * 3_600_000))
}

/** Wires what a night looks at and writes. `date`: the night that events are kept of. */
export async function nightSpace(work: Work, { date }: { readonly date: string }): Promise<NightSpace> {
  const { paths } = work
  const settings = await readSettings(paths)
  const files = await nightFiles(work, settings)
  const readFile = async (path: string): Promise<string | undefined> => (await readNow(work, path))?.text
  const { look, ...approvals } = await taskApprovals(paths, { own: settings.nightshift.approve, readFile })
  const broker = createWritesBroker({
    root: paths.root,
    grants: [...files.map(literal), '*/0-inbox/**', '*/content/reports/*', '*/org/*.org'],
    run: `night-${date}-${randomInt(1e8, 1e9)}`,
  })
  // What came of a task is written also when somebody stops the night.
  const whole = { signal: AbortSignal.timeout(120_000) }
  const edit: NightPorts['edit'] = async (path, change) =>
    await inTurn(
      paths,
      async () => {
        const before = await readNow(work, path)
        const text = change(before?.text ?? '')
        if (text === (before?.text ?? '')) return
        await broker.write({ path, text: (before?.mark ?? '') + text, expected: before?.sha256 ?? 'absent' })
      },
      whole,
    )
  return {
    settings,
    undoName: () => (broker.written() > 0 ? broker.run : undefined),
    ports: {
      jobKind: `org-task-${await spaceKey(work, settings)}`,
      ...(await sharedPlace(work, settings)),
      files: async () => {
        await look()
        return await nightFiles(work, settings)
      },
      readFile,
      edit,
      writeNew: async (path, text) => {
        await broker.write({ path, text, expected: 'absent' }).catch(ifCoded(undefined, 'WRITES_CONFLICT'))
      },
      isFile: async (path) => await isThere(join(paths.root, path)),
      ...approvals,
      note: async (event) => await noteEvent(paths, date, event),
      newId: (kind) =>
        kind === 'exec' ? newLogId('exec', new Date()) : `night-${date}-${randomBytes(5).toString('hex')}`,
      now: Date.now,
      machine: hostname(),
      onProgress: ({ done, subject }) => work.onProgress({ stage: 'nightshift', done, subject }),
    },
  }
}

/** The org files of the settings that are there, relative to the root. */
async function nightFiles({ paths }: Pick<Work, 'paths'>, { nightshift }: Settings): Promise<readonly string[]> {
  const spaces = (await namesIn(paths.root)).filter((name) => /^\d+-/.test(name)).toSorted()
  const named = nightshift.files.flatMap((file) =>
    file.includes('/') ? [file] : spaces.map((space) => `${space}/org/${file}`),
  )
  const found: string[] = []
  for (const file of new Set(named)) if (await isThere(join(paths.root, file))) found.push(file)
  return found
}

/** A file as it is on the disk now; undefined if it is not there. `mark`: the byte order mark that stands before it. */
async function readNow({ paths }: Pick<Work, 'paths'>, path: string) {
  const read = await readTextFile(await resolveInside(paths.root, path))
  if (!read.ok && read.code === 'ENOENT') return undefined
  if (!read.ok) throw nightshiftError('NIGHTSHIFT_FILE_UNREADABLE', { file: path, reason: read.reason })
  const mark = read.bytes[0] === 0xef && read.bytes[1] === 0xbb && read.bytes[2] === 0xbf ? '\uFEFF' : ''
  return { text: read.text, mark, sha256: sha256(read.bytes) }
}
