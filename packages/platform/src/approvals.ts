import { unlink } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { ifCoded } from '@datacortex/errors'
import { ifMissing } from './files/if-missing.ts'
import { isThere } from './files/is-there.ts'
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
  readonly kind:
    | 'approved-commands'
    | 'approved-delegations'
    | 'approved-mcp'
    | 'approved-modules'
    | 'approved-secrets'
    | 'approved-tasks'
  /** Of all facts, in hexadecimal: whatever changes is another thing, and is asked about anew. */
  readonly digest: string
  /** Where the space names it, such as `runners.claude`. */
  readonly at: string
  /** All that the yes is about: what it is -> its value. `folder` is that of the space, if it holds in one only. */
  readonly facts: Facts
  /** Its digest as versions up to 0.2 kept a yes, and which of the facts that was about; absent if it was kept as now. */
  readonly former?: { readonly digest: string; readonly holds: readonly string[] } | undefined
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
  await removed(formerFile(thing, userDirectory))
}

/**
 * What was noted when this user said yes to exactly this thing; undefined if that never happened, or the note is damaged.
 * @example if ((await approvalOf(command)) === undefined) return
 */
export async function approvalOf(
  thing: Key & Partial<Approvable>,
  options: ApprovalOptions = {},
): Promise<Note | undefined> {
  const { kind, at, digest, facts, former } = thing
  const note = await noteOf(thing, options)
  if (note !== undefined || former === undefined || at === undefined || facts === undefined) return note
  const before = await noteOf({ kind, digest: former.digest }, options)
  if (before === undefined) return undefined
  if (
    Object.entries(facts).some(([name, value]) => !heldBefore(thing, before).includes(name) && !isOfUser(name, value))
  )
    return undefined
  // From now on it holds for all facts, so that a change of one is asked about.
  const moved = { kind, at, digest, facts, former }
  await approve(moved, { note: { tools: before['tools'] }, ...options }).catch(ifCoded(undefined))
  return await noteOf(thing, options)
}

/** Which facts an older yes was about; the name of a key was noted beside it. */
function heldBefore({ former }: Pick<Partial<Approvable>, 'former'>, note: Note): readonly string[] {
  return ['of', `secret ${String(note['key'])}`, ...(former?.holds ?? [])]
}

/** What lies outside of the space is there because this user installed it. */
function isOfUser(name: string, value: string): boolean {
  return isAbsolute(name === 'program' ? value : name.replace(/^file /, ''))
}

async function noteOf(key: Key, { userDirectory }: ApprovalOptions): Promise<Note | undefined> {
  const read = await readTextFile(fileOf(key, userDirectory), { maxBytes: 1_000_000 })
  const note = read.ok ? jsonOf(read.text) : undefined
  return isRecord(note) ? note : undefined
}

/**
 * Whether anything is noted that {@link revokeApproval} would take away, also where it is damaged and no yes.
 * @example if (await hasApproval(command)) await revokeApproval(command)
 */
export async function hasApproval(thing: Approvable, { userDirectory }: ApprovalOptions = {}): Promise<boolean> {
  for (const file of await filesOf(thing, userDirectory)) if (await isThere(file)) return true
  return false
}

/**
 * Takes every yes to a thing back, also to what it was before: a change back would else make it run again.
 * @example await revokeApproval(command)
 */
export async function revokeApproval(thing: Approvable, { userDirectory }: ApprovalOptions = {}): Promise<boolean> {
  let isRemoved = false
  for (const file of await filesOf(thing, userDirectory)) isRemoved = (await removed(file)) || isRemoved
  return isRemoved
}

async function filesOf(thing: Approvable, userDirectory: string | undefined): Promise<readonly string[]> {
  const before = (await approvedBefore(thing, userDirectory)).map(({ file }) => file)
  return [fileOf(thing, userDirectory), ...[formerFile(thing, userDirectory) ?? []].flat(), ...before]
}

async function removed(file: string | undefined): Promise<boolean> {
  return file !== undefined && (await unlink(file).then(() => true, ifMissing(false)))
}

/**
 * How a thing differs from what this user last said yes to at the same place of the same space.
 * @returns One change an entry, with what is unseen in it; none if it is approved, or never was.
 * @example await changesOf(command) // ['file bin/judge.js changed']
 */
export async function changesOf(thing: Approvable, options: ApprovalOptions = {}): Promise<readonly string[]> {
  if ((await approvalOf(thing, options)) !== undefined) return []
  const { kind, former, facts } = thing
  const last = (await approvedBefore(thing, options.userDirectory)).find((one) => one.facts !== undefined)?.facts
  if (last !== undefined) return differences(last, facts)
  const before = former === undefined ? undefined : await noteOf({ kind, digest: former.digest }, options)
  if (before === undefined) return []
  const held = heldBefore(thing, before)
  return differences(Object.fromEntries(Object.entries(facts).filter(([name]) => held.includes(name))), facts)
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

/** Without facts as older versions kept it. */
type Approved = { readonly file: string; readonly facts: Facts | undefined; readonly approvedAt: string }

/** At the same place of the same folder, the last one first. */
async function approvedBefore({ kind, at, facts }: Approvable, userDirectory: string | undefined) {
  const approved: Approved[] = []
  for (const name of await namesIn(join(userDirectory ?? userPaths().config, kind))) {
    const digest = /^([0-9a-f]+)\.json$/.exec(name)?.[1]
    if (digest === undefined) continue
    const note = (await noteOf({ kind, digest }, { userDirectory })) ?? {}
    const { facts: old = {}, source, space } = note
    const isFormer = `sources.${String(source)}` === at && space === facts['folder']
    if (!isFormer && (note['at'] !== at || !isFacts(old) || old['folder'] !== facts['folder'])) continue
    const file = fileOf({ kind, digest }, userDirectory)
    approved.push({ file, facts: isFormer || !isFacts(old) ? undefined : old, approvedAt: String(note['approvedAt']) })
  }
  return approved.toSorted((one, other) => (one.approvedAt > other.approvedAt ? -1 : 1))
}

function isFacts(value: unknown): value is Facts {
  return isRecord(value) && Object.values(value).every((fact) => typeof fact === 'string')
}

type Key = Pick<Approvable, 'kind' | 'digest'>

function fileOf({ kind, digest }: Key, userDirectory: string | undefined): string {
  return join(userDirectory ?? userPaths().config, kind, `${digest}.json`)
}

function formerFile({ kind, former }: Approvable, userDirectory: string | undefined): string | undefined {
  return former === undefined ? undefined : fileOf({ kind, digest: former.digest }, userDirectory)
}
