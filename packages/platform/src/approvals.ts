import { lstat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from './files/if-missing.ts'
import { namesIn } from './files/names-in.ts'
import { readTextFile } from './files/read-text-file.ts'
import { writeFileAtomically } from './files/write-file-atomically.ts'
import { isRecord } from './parse/is-record.ts'
import { jsonOf } from './parse/json-of.ts'
import { userPaths } from './space/user-paths.ts'

/** Whose approvals count. */
export type ApprovalOptions = {
  /** Folder of the user's own settings; that of the operating system if absent. */
  readonly userDirectory?: string | undefined
}

/** What a user can say yes to. */
export type Approvable = {
  readonly kind: 'approved-commands' | 'approved-mcp' | 'approved-modules' | 'approved-secrets'
  /** Of all facts, in hexadecimal: whatever changes is another thing, and is asked about anew. */
  readonly digest: string
  /** Where the space names it, such as `runners.claude`. */
  readonly at: string
  /** All that the yes is about: what it is -> its value. `folder` is that of the space, if it holds in one only. */
  readonly facts: Facts
}

type Note = Readonly<Record<string, unknown>>
type Facts = Readonly<Record<string, string>>

/**
 * Remembers that this user said yes to exactly this thing; what was noted before is replaced.
 *
 * Approvals lie outside of the space, one file each, so that a space from somewhere else can't bring its own.
 * @param options - `note`: what else is remembered; `userDirectory`.
 * @throws `PLATFORM_FILE_UNWRITABLE` if the folder of the user's settings can't be written.
 * @example await approve(command)
 */
export async function approve(
  thing: Approvable,
  { note = {}, userDirectory }: ApprovalOptions & { readonly note?: Note | undefined } = {},
): Promise<void> {
  const { at, facts } = thing
  const text = JSON.stringify({ ...note, at, facts, approvedAt: new Date().toISOString() })
  await writeFileAtomically(fileOf(thing, userDirectory), `${text}\n`, { mode: 0o600 })
}

/**
 * What was noted when this user said yes to exactly this thing; undefined if that never happened, or the note is damaged.
 * @example if ((await approvalOf(command)) === undefined) return
 */
export async function approvalOf(
  thing: Pick<Approvable, 'kind' | 'digest'>,
  { userDirectory }: ApprovalOptions = {},
): Promise<Note | undefined> {
  const read = await readTextFile(fileOf(thing, userDirectory), { maxBytes: 1_000_000 })
  if (!read.ok) return undefined
  const note = jsonOf(read.text)
  return isRecord(note) ? note : undefined
}

/**
 * Whether anything is noted that {@link revokeApproval} would take away, also where it is damaged and no yes.
 * @example if (await hasApproval(command)) await revokeApproval(command)
 */
export async function hasApproval(thing: Approvable, { userDirectory }: ApprovalOptions = {}): Promise<boolean> {
  const isThere = (await lstat(fileOf(thing, userDirectory)).catch(ifMissing(undefined))) !== undefined
  return isThere || (await approvedBefore(thing, userDirectory)).length > 0
}

/**
 * Takes every yes to a thing back, also to what it was before: a change back would else make it run again.
 * @example await revokeApproval(command)
 */
export async function revokeApproval(thing: Approvable, { userDirectory }: ApprovalOptions = {}): Promise<boolean> {
  const files = [fileOf(thing, userDirectory), ...(await approvedBefore(thing, userDirectory)).map(({ file }) => file)]
  const removed: boolean[] = []
  for (const file of files)
    removed.push(
      await unlink(file)
        .then(() => true)
        .catch(ifMissing(false)),
    )
  return removed.includes(true)
}

/**
 * How a thing differs from what this user last said yes to at the same place of the same space.
 * @returns One change an entry, with what is unseen in it; none if it is approved, or never was.
 * @example await changesOf(command) // ['file bin/judge.js changed']
 */
export async function changesOf(thing: Approvable, options: ApprovalOptions = {}): Promise<readonly string[]> {
  if ((await approvalOf(thing, options)) !== undefined) return []
  const [last] = await approvedBefore(thing, options.userDirectory)
  return last === undefined ? [] : differences(last.facts, thing.facts)
}

function differences(before: Facts, now: Facts): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((name) => {
    const [old, current] = [before[name], now[name]]
    if (old === current) return []
    if (old === undefined) return [`${name} is new`]
    if (current === undefined) return [`${name} is gone`]
    return [/\bsha-?(?:256|512)\b/i.test(old) ? `${name} changed` : `${name} was ${old}`]
  })
}

type Approved = { readonly file: string; readonly facts: Facts; readonly approvedAt: string }

/** At the same place of the same folder, the last one first. */
async function approvedBefore(
  { kind, at, facts }: Approvable,
  userDirectory: string | undefined,
): Promise<readonly Approved[]> {
  const approved: Approved[] = []
  for (const name of await namesIn(join(userDirectory ?? userPaths().config, kind))) {
    const digest = /^([0-9a-f]+)\.json$/.exec(name)?.[1]
    if (digest === undefined) continue
    const note = (await approvalOf({ kind, digest }, { userDirectory })) ?? {}
    const { facts: old } = note
    if (note['at'] !== at || !isFacts(old) || old['folder'] !== facts['folder']) continue
    approved.push({ file: fileOf({ kind, digest }, userDirectory), facts: old, approvedAt: String(note['approvedAt']) })
  }
  return approved.toSorted((one, other) => (one.approvedAt > other.approvedAt ? -1 : 1))
}

function isFacts(value: unknown): value is Facts {
  return isRecord(value) && Object.values(value).every((fact) => typeof fact === 'string')
}

function fileOf({ kind, digest }: Pick<Approvable, 'kind' | 'digest'>, userDirectory: string | undefined): string {
  return join(userDirectory ?? userPaths().config, kind, `${digest}.json`)
}
