import { join } from 'node:path'
import { type Finding, infoFinding, warningFinding } from '@datacortex/errors'
import { jsonOf, readTextFile, sha256, writeFileAtomically } from '@datacortex/platform'
import { z } from 'zod'
import { type Mind, namesOfMind } from '../mind.ts'

export type LogPart = {
  readonly name: string
  readonly date: string
  readonly part: number
  readonly file: string
  /** Relative to the space. */
  readonly path: string
}

/** Of one part; above it the next one begins. */
export const mostBytes = 100_000

const LogState = z.object({
  status: z.enum(['pending', 'processing', 'done']),
  /** Up to where its entries are worked off. */
  checkpoint: z.string().nullable().catch(null),
  /** How much of it was written here, and the SHA-256 of that. */
  bytes: z.number(),
  sha256: z.string(),
  zone: z.string().catch(''),
  updated_at: z.string().catch(''),
})

/** What is known of a part beside its text; it stands in a file beside it. */
export type LogState = Readonly<z.infer<typeof LogState>>

/** The parts of a log, oldest first. */
export async function logParts(mind: Mind): Promise<readonly LogPart[]> {
  const parts = (await namesOfMind(mind.logs)).flatMap((name) => {
    const [, date, part = '1'] = /^(\d{4}-\d{2}-\d{2})(?:-(\d{3}))?\.md$/.exec(name) ?? []
    return date === undefined ? [] : [logPart(mind, { date, part: Number(part), name })]
  })
  return parts.toSorted((a, b) => (a.date === b.date ? a.part - b.part : a.date < b.date ? -1 : 1))
}

/** A part of a log, whether it is there or not. */
export function logPart(
  { logs, place, agent }: Mind,
  {
    date,
    part,
    name = `${date}${part === 1 ? '' : `-${String(part).padStart(3, '0')}`}.md`,
  }: Partial<LogPart> & Pick<LogPart, 'date' | 'part'>,
): LogPart {
  return { name, date, part, file: join(logs, name), path: `${place}/${agent}/logs/${name}` }
}

/** What a part begins with. */
export function logHead(date: string): readonly string[] {
  return [`# ${date}`, '', `Times are those of ${localZone()}.`, '']
}

export function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function stateFile({ logs }: Pick<Mind, 'logs'>, name: string): string {
  return join(logs, name.replace(/\.md$/, '.state.json'))
}

/** Undefined if there is none, or none that can be read: then nothing of the part is worked off. */
export async function readLogState(mind: Pick<Mind, 'logs'>, name: string): Promise<LogState | undefined> {
  const read = await readTextFile(stateFile(mind, name), { maxBytes: 10_000 })
  return read.ok ? LogState.safeParse(jsonOf(read.text)).data : undefined
}

/** What is known of a part that was added to: what came behind what was worked off is work again. */
export function pendingState(bytes: Uint8Array, { before, at }: { before: LogState | undefined; at: Date }): LogState {
  const written = { bytes: bytes.length, sha256: sha256(bytes), zone: localZone(), updated_at: at.toISOString() }
  return { status: 'pending', checkpoint: before?.checkpoint ?? null, ...written }
}

/** `isSynced`: on the disk when it resolves; what a power cut takes of it is worked off again. */
export async function writeLogState(
  mind: Pick<Mind, 'logs' | 'paths'>,
  name: string,
  { isSynced, ...state }: LogState & { readonly isSynced: boolean },
): Promise<void> {
  const options = { below: mind.paths.root, isRebuildable: !isSynced }
  await writeFileAtomically(stateFile(mind, name), `${JSON.stringify(state)}\n`, options)
}

export function editedLog(path: string): Finding {
  return warningFinding('COGNITION_LOG_EDITED', path, {
    message: `${path} was changed where it was written already. It stays as it is now.`,
    hint: 'A log is only added to: look at what was changed, such as in git.',
  })
}

export function clockBack(path: string, { latest, today }: { latest: string | undefined; today: string }): Finding[] {
  if (latest === undefined || latest <= today) return []
  return [
    infoFinding('COGNITION_CLOCK_BACK', path, {
      message: `There is a log of ${latest} already, and this machine says that it is ${today}.`,
      hint: 'Look whether its clock was set back.',
    }),
  ]
}
